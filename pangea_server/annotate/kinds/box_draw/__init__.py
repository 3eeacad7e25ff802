"""Box draw: a person draws one more thing that a phrase means, from any viewpoint.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.box_draw.wire import BoxDrawAnswer, BoxDrawArgs, DrawnBox
from pangea_server.annotate.kinds.landmark_prior import best_look
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_wire import Drawn
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step


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
