"""Box coverage: a person says whether everything is drawn that a phrase means.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.box_coverage.wire import BoxCoverageAnswer, BoxCoverageArgs
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


class BoxCoverageTask(LandmarkTask[BoxCoverageArgs, BoxCoverageAnswer]):
    kind = "box_coverage"
    Args = BoxCoverageArgs
    Answer = BoxCoverageAnswer
    declares = landmark_declaration(Step.COVERAGE, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        return {"phrase": next(phrases(item, showing)), "regions": showing.regions(item.regions)}
