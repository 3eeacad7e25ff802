"""Box quality, over HTTP: is a box of what a phrase means good?"""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase, ShownRegion
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
