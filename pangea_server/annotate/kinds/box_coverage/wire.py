"""Box coverage, over HTTP: is everything drawn that a phrase means?"""

from __future__ import annotations

from typing import Literal

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase, ShownRegion
from pangea_server.core.wire import Wire


class CoverageItem(Wire):
    """The longest phrase of a chain, and all that was drawn of it, from all viewpoints."""

    phrase: Phrase
    regions: tuple[ShownRegion, ...]


class CoverageJudgement(ItemAnswer):
    """``all``: each thing is drawn from some viewpoint. ``missing``: one is not."""

    verdict: Literal["all", "missing"]


class BoxCoverageArgs(Page[CoverageItem]):
    pass


class BoxCoverageAnswer(Answers[CoverageJudgement]):
    pass
