"""Box quality: a person says whether a box of what a phrase means is good.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import model_validator

from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase, ShownRegion
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.wire import Wire

BadBox = Literal["not_it", "not_tight", "more_than_one", "double"]


class QualityItem(Wire):
    """``region`` is judged; ``others`` are those that were drawn of the same phrase."""

    phrase: Phrase
    region: ShownRegion
    others: tuple[ShownRegion, ...] = ()


class QualityJudgement(ItemAnswer):
    """``reason``: why it is bad: it shows something else, is not tight, holds more than one thing, or is a double."""

    verdict: Literal["good", "bad"]
    reason: BadBox | None = None

    @model_validator(mode="after")
    def _check_reason(self) -> QualityJudgement:
        if (self.verdict == "bad") != (self.reason is not None):
            raise ValueError("a bad box needs a reason, and a good one has none")
        return self


class BoxQualityArgs(Page[QualityItem]):
    pass


class BoxQualityAnswer(Answers[QualityJudgement]):
    pass


class BoxQualityTask(LandmarkTask[BoxQualityArgs, BoxQualityAnswer]):
    kind = "box_quality"
    Args = BoxQualityArgs
    Answer = BoxQualityAnswer
    declares = landmark_declaration(Step.QUALITY, minimum=0.78)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        [region] = showing.regions(item.regions)
        phrase = next(phrases(item, showing))
        return {"phrase": phrase, "region": region, "others": showing.regions(item.beside)}
