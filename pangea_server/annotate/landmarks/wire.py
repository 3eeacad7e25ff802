"""What a Guide's words mean, as a replay shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from pangea_server.annotate.landmarks.records import (
    Form,
    MentionSource,
    Need,
    Number,
    RegionSource,
    Status,
    Visible,
)
from pangea_server.core.wire import Wire

Untimed = Literal["not_aligned", "failed", "outdated", "not_timed", "stale"]
"""Why the times of a mention are unknown: nobody aligned the instruction; the aligner could not; the transcript was
corrected since; these words have none; or the characters are those of an earlier transcript."""
Angles = tuple[FiniteFloat, FiniteFloat]


class ViewShape(Wire):
    """What a level camera sees in a centred rectangle."""

    kind: Literal["view"]
    heading: FiniteFloat
    elevation: FiniteFloat
    width: FiniteFloat
    height: FiniteFloat


class LatLonShape(Wire):
    """From ``west`` on ``width`` to the right, between two elevations."""

    kind: Literal["latlon"]
    west: FiniteFloat
    width: FiniteFloat
    low: FiniteFloat
    high: FiniteFloat


class PolygonShape(Wire):
    """Corners as heading and elevation, clockwise as people see them."""

    kind: Literal["polygon"]
    points: tuple[Angles, ...]


class MaskShape(Wire):
    """Run lengths, outside and inside in turn, over an equirectangular grid from heading -pi and straight up."""

    kind: Literal["mask"]
    columns: int
    rows: int
    runs: tuple[int, ...]


ShapeView = Annotated[ViewShape | LatLonShape | PolygonShape | MaskShape, Field(discriminator="kind")]
"""A region of ``environments.regions``: radians, in the world's frame, seen from its viewpoint."""


class MentionView(Wire):
    """A mention of the instruction.

    ``start_char`` and ``end_char`` count code points of the transcript, or of an earlier one where it is ``stale``.
    Times are seconds of the voice: the mention's own, or those of its words in the newest alignment; where they are
    null, ``untimed`` says why. ``chain_id`` is null where nobody said what it means.
    """

    mention_id: str
    start_char: int
    end_char: int
    text: str
    types: tuple[str, ...]
    number: Number
    form: Form
    status: Status | None
    source: MentionSource
    stale: bool
    start_time: FiniteFloat | None
    end_time: FiniteFloat | None
    untimed: Untimed | None
    chain_id: str | None


class ChainView(Wire):
    """What mentions mean: ids of things, none for a scene or for what cannot be seen."""

    chain_id: str
    need: Need
    entities: tuple[str, ...]
    parent: str | None


class EntityView(Wire):
    """A thing, and what it is called, by language."""

    entity_id: str
    types: tuple[str, ...]
    labels: dict[str, str]


class RegionView(Wire):
    """What a viewpoint sees of a thing."""

    region_id: str
    entity_id: str
    shape: ShapeView
    visible: Visible
    group: bool
    source: RegionSource
    quality: Literal["unjudged", "good", "bad"]


class LandmarksView(Wire):
    """What the words of an instruction mean.

    ``mentions`` are in the order of their characters; ``chains`` and ``entities`` are those that they mean;
    ``regions`` are by viewpoint, and only those that hold: what another one replaced is left out.
    """

    instruction_id: int
    scan_id: str
    mentions: tuple[MentionView, ...]
    chains: tuple[ChainView, ...]
    entities: tuple[EntityView, ...]
    regions: dict[str, tuple[RegionView, ...]]
