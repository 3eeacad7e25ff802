"""Box quality: a person says whether a box of what a phrase means is good.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.box_quality.wire import BoxQualityAnswer, BoxQualityArgs
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


class BoxQualityTask(LandmarkTask[BoxQualityArgs, BoxQualityAnswer]):
    kind = "box_quality"
    Args = BoxQualityArgs
    Answer = BoxQualityAnswer
    declares = landmark_declaration(Step.QUALITY, minimum=0.78)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        [region] = showing.regions(item.regions)
        phrase = next(phrases(item, showing))
        return {"phrase": phrase, "region": region, "others": showing.regions(item.beside)}
