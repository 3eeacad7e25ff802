"""What a page sends and gets when it asks for the edges of a thing."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat

from pangea_server.annotate.kinds.landmark_wire import DrawnShape
from pangea_server.annotate.landmarks.wire import Angles, ShapeView
from pangea_server.core.wire import Wire


class SnapRequest(Wire):
    """A region that a person has drawn.

    ``on``: headings and elevations of points on the thing, as of extreme clicks.
    """

    viewpoint_id: Annotated[str, Field(max_length=200)]
    shape: DrawnShape
    on: Annotated[tuple[Angles, ...], Field(max_length=20)] = ()


class SnapView(Wire):
    """The proposal: a view box, or a polygon for a polygon.

    ``score``: how sure the segmenter is, in [0, 1]; null where it cannot say.
    """

    shape: ShapeView
    score: FiniteFloat | None
