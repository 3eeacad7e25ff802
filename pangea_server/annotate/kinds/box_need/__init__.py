"""Box need: a person says whether what a phrase means can be shown by a box.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.box_need.wire import BoxNeedAnswer, BoxNeedArgs
from pangea_server.annotate.kinds.landmark_prior import best_look
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


class BoxNeedTask(LandmarkTask[BoxNeedArgs, BoxNeedAnswer]):
    kind = "box_need"
    Args = BoxNeedArgs
    Answer = BoxNeedAnswer
    declares = landmark_declaration(Step.NEED, minimum=0.83)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        first, *others = phrases(item, showing)
        return {"phrase": first, "others": tuple(others), "start": best_look((first, *others))}
