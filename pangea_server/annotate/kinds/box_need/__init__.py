"""Box need: a person says whether what a phrase means can be shown by a box.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pangea_server.annotate.kinds.landmark_prior import best_look
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, GuideLook, ItemAnswer, Page, Phrase
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.wire import Wire


class NeedItem(Wire):
    """The longest phrase of a chain, and the other phrases that mean the same.

    ``start``: where the page begins, which is where Guides looked most while they said these; null where unknown.
    """

    phrase: Phrase
    others: tuple[Phrase, ...] = ()
    start: GuideLook | None = None


class NeedJudgement(ItemAnswer):
    """``box``: it can be drawn. ``scene``: it is a place or all that is around. ``not_visual``: it cannot be seen."""

    verdict: Literal["box", "scene", "not_visual"]


class BoxNeedArgs(Page[NeedItem]):
    pass


class BoxNeedAnswer(Answers[NeedJudgement]):
    pass


class BoxNeedTask(LandmarkTask[BoxNeedArgs, BoxNeedAnswer]):
    kind = "box_need"
    Args = BoxNeedArgs
    Answer = BoxNeedAnswer
    declares = landmark_declaration(Step.NEED, minimum=0.83)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        first, *others = phrases(item, showing)
        return {"phrase": first, "others": tuple(others), "start": best_look((first, *others))}
