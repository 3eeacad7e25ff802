"""Carry: a person accepts, adjusts or refuses a region that is foretold in another panorama.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.carry.wire import CarriedRegion, CarryAnswer, CarryArgs
from pangea_server.annotate.kinds.landmark_showing import Showing
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.errors import SubmissionError


class CarryTask(LandmarkTask[CarryArgs, CarryAnswer]):
    kind = "carry"
    Args = CarryArgs
    Answer = CarryAnswer
    declares = landmark_declaration(Step.CARRY, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        [region], foretold = showing.regions(item.regions), item.foretold
        assert foretold is not None, "the protocol asks only about what it foretells"
        told = foretold.model_dump(mode="json", include={"viewpoint_id", "shape"})
        return {"phrase": next(phrases(item, showing)), "region": region, "foretold": told}

    def refuse(self, item: Asked, answer: CarriedRegion) -> None:
        if answer.verdict == "accept" and (item.foretold is None or item.foretold.shape is None):
            raise SubmissionError(
                "No shape was foretold that could be accepted.",
                remedy="Answer adjust, with a shape of your own.",
            )
