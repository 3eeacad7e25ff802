"""Carry: a person accepts, adjusts or refuses a region that is foretold in another panorama.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import model_validator

from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import (
    Answers,
    DrawnShape,
    ItemAnswer,
    Page,
    Phrase,
    ShownRegion,
)
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.annotate.landmarks.records import Visible
from pangea_server.annotate.landmarks.wire import ShapeView
from pangea_server.core.errors import SubmissionError
from pangea_server.core.wire import Wire


class ForetoldRegion(Wire):
    """Where a thing should be seen; ``shape`` null: only that it may be seen from this viewpoint."""

    viewpoint_id: str
    shape: ShapeView | None


class CarryItem(Wire):
    """``region`` shows the thing from where it was drawn."""

    phrase: Phrase
    region: ShownRegion
    foretold: ForetoldRegion


class CarriedRegion(ItemAnswer):
    """``accept``: the foretold shape is right. ``adjust``: ``shape`` is. ``hidden``: something is before the thing.
    ``not_there``: it is not there."""

    verdict: Literal["accept", "adjust", "hidden", "not_there"]
    shape: DrawnShape | None = None
    visible: Visible = "whole"

    @model_validator(mode="after")
    def _check_shape(self) -> CarriedRegion:
        if (self.verdict == "adjust") != (self.shape is not None):
            raise ValueError("an adjusted region has a shape, and no other answer has one")
        return self


class CarryArgs(Page[CarryItem]):
    pass


class CarryAnswer(Answers[CarriedRegion]):
    pass


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
