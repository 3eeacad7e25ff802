"""Same thing: a person says whether two regions show one thing; nobody has to know a language.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase, ShownRegion
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.wire import Wire


class SameThingItem(Wire):
    """Two regions, each with the phrase of which it was drawn; no language is needed to compare them."""

    first: ShownRegion
    first_phrase: Phrase
    second: ShownRegion
    second_phrase: Phrase


class SameThingJudgement(ItemAnswer):
    verdict: Literal["same", "different", "unclear"]


class SameThingArgs(Page[SameThingItem]):
    pass


class SameThingAnswer(Answers[SameThingJudgement]):
    pass


class SameThingTask(LandmarkTask[SameThingArgs, SameThingAnswer]):
    kind = "same_thing"
    Args = SameThingArgs
    Answer = SameThingAnswer
    declares = landmark_declaration(Step.SAME_THING, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        (first, second), said = showing.regions(item.regions), phrases(item, showing)
        return {"first": first, "first_phrase": next(said), "second": second, "second_phrase": next(said)}
