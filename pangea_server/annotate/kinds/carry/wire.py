"""Carry, over HTTP: a region is foretold in another panorama; is it there?"""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from pangea_server.annotate.kinds.landmark_wire import (
    Answers,
    DrawnShape,
    ItemAnswer,
    Page,
    Phrase,
    ShownRegion,
)
from pangea_server.annotate.landmarks.records import Visible
from pangea_server.annotate.landmarks.wire import ShapeView
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
