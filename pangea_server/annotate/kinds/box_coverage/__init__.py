"""Box coverage: a person says whether everything is drawn that a phrase means.

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


class BoxCoverageTask(LandmarkTask[BoxCoverageArgs, BoxCoverageAnswer]):
    kind = "box_coverage"
    Args = BoxCoverageArgs
    Answer = BoxCoverageAnswer
    declares = landmark_declaration(Step.COVERAGE, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        return {"phrase": next(phrases(item, showing)), "regions": showing.regions(item.regions)}
