"""What a person does to a place, as values: each can be kept, sent and done again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

NO_OTHER_FIELDS = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Sight:
    """A point of a panorama's picture, in the panorama's own frame.

    Attributes:
        heading: radians from the picture's middle column, to the right.
        elevation: radians above the picture's middle row.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    heading: float
    elevation: float


@dataclass(frozen=True, slots=True)
class Place:
    """Put a viewpoint where its camera stood on the floor, as seen from another; they are joined by an edge.

    Attributes:
        at: the point of the floor, in the picture of ``seen_from``.
        part: take everything along that is joined to the viewpoint.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    seen_from: str
    at: Sight
    part: bool = False
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Move:
    """Put a viewpoint elsewhere on its floor, or a picture that waits on the floor of the nearest viewpoint: metres."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    x: float
    y: float
    part: bool = False
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Face:
    """Turn a panorama so that the place of another viewpoint is where its picture shows it."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    other: str
    at: Sight
    part: bool = False
    kind: Literal["face"] = "face"


@dataclass(frozen=True, slots=True)
class Align:
    """Turn a panorama so that a point is where another one shows it.

    Attributes:
        at: the point in the picture that is turned.
        seen: the same point in the picture of ``other``.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    other: str
    at: Sight
    seen: Sight
    part: bool = False
    kind: Literal["align"] = "align"


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a panorama to the right: radians."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    by: float
    part: bool = False
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Level:
    """Correct a picture that leans, by two points of a line that is upright, such as the edge of a door.

    One line corrects how it leans to the line's side; another line, a quarter of the way round, does the rest.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    one: Sight
    other: Sight
    kind: Literal["level"] = "level"


@dataclass(frozen=True, slots=True)
class Height:
    """Say how high cameras were above the floor: metres; of all viewpoints if none is named."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    metres: float
    viewpoint_id: str | None = None
    kind: Literal["height"] = "height"


@dataclass(frozen=True, slots=True)
class Distance:
    """Say how far two viewpoints are apart: the whole place becomes larger or smaller."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    a: str
    b: str
    metres: float
    kind: Literal["distance"] = "distance"


@dataclass(frozen=True, slots=True)
class Join:
    """Add an edge."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    a: str
    b: str
    kind: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class Part:
    """Remove an edge."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    a: str
    b: str
    kind: Literal["part"] = "part"


@dataclass(frozen=True, slots=True)
class Keep:
    """Say that an edge is right, which was doubtful."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    a: str
    b: str
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Take a viewpoint out; its picture waits again."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    kind: Literal["take_out"] = "take_out"


@dataclass(frozen=True, slots=True)
class Name:
    """Say which room viewpoints lie in; they leave the rooms in which they lay.

    Attributes:
        name: of the room, which others may lie in already; empty where they lie in none.
        names: the same name in other languages, by BCP 47 tag.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_ids: tuple[str, ...]
    name: str
    names: dict[str, str]
    kind: Literal["name"] = "name"


PathUse = Literal["start", "pass", "never"]
"""What paths do at a viewpoint: they may start there and lead through it, lead through it alone, or neither."""


@dataclass(frozen=True, slots=True)
class Use:
    """Say what paths may do at a viewpoint. While none is a start, they may start at all that are not forbidden."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    use: PathUse
    kind: Literal["use"] = "use"


@dataclass(frozen=True, slots=True)
class Blur:
    """Blur a box of a picture, which may be one that waits, for good: its original is kept apart.

    Attributes:
        one, other: opposite corners.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    viewpoint_id: str
    one: Sight
    other: Sight
    kind: Literal["blur"] = "blur"


@dataclass(frozen=True, slots=True)
class FitPlan:
    """Lay a picture of a floor plan under its storey, by two of its points.

    Attributes:
        image: its file, relative to ``graph.json``.
        one, other: pixels to the right and down from its upper left corner.
        one_at, other_at: x and y of these points, metres.
        z: of the storey's floor, metres.
    """

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    image: str
    one: tuple[float, float]
    other: tuple[float, float]
    one_at: tuple[float, float]
    other_at: tuple[float, float]
    z: float
    kind: Literal["fit_plan"] = "fit_plan"


@dataclass(frozen=True, slots=True)
class TakePlanAway:
    """Show the picture of a floor plan no longer; its file stays."""

    __pydantic_config__: ClassVar = NO_OTHER_FIELDS
    image: str
    kind: Literal["take_plan_away"] = "take_plan_away"


Edit = (
    Place
    | Move
    | Face
    | Align
    | Turn
    | Level
    | Height
    | Distance
    | Join
    | Part
    | Keep
    | TakeOut
    | Name
    | Use
    | Blur
    | FitPlan
    | TakePlanAway
)
