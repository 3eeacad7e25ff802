"""Box draw: a person draws one more thing that a phrase means, from any viewpoint.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.landmark_prior import best_look
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import (
    Answers,
    Drawn,
    GuideLook,
    ItemAnswer,
    Page,
    Phrase,
    ShownRegion,
)
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.wire import Wire


class DrawItem(Wire):
    """The longest phrase of a chain, the others, and what was drawn of it so far; one more box is wanted.

    ``start``: where the page begins, which is where Guides looked most while they said these; null where unknown.
    """

    phrase: Phrase
    others: tuple[Phrase, ...] = ()
    regions: tuple[ShownRegion, ...] = ()
    start: GuideLook | None = None


class DrawnBox(ItemAnswer):
    """``drawn`` null: there is nothing to draw, or nothing more."""

    drawn: Drawn | None


class BoxDrawArgs(Page[DrawItem]):
    pass


class BoxDrawAnswer(Answers[DrawnBox]):
    pass


class BoxDrawTask(LandmarkTask[BoxDrawArgs, BoxDrawAnswer]):
    kind = "box_draw"
    Args = BoxDrawArgs
    Answer = BoxDrawAnswer
    declares = landmark_declaration(Step.DRAW, minimum=0.70)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        first, *others = phrases(item, showing)
        return {
            "phrase": first,
            "others": tuple(others),
            "regions": showing.regions(item.beside),
            "start": best_look((first, *others)),
        }

    def drawn(self, answer: DrawnBox) -> Drawn | None:
        return answer.drawn
