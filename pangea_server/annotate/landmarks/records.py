"""What the words of instructions mean, and where it is seen.

A mention is a span of an instruction that names something; a chain holds the mentions of one path that mean the same
things, across people and languages; an entity is one thing of a scan; a region is what one viewpoint sees of it; a link
is one person's judgement that two mentions mean the same.

Sources: Plummer et al. 2017 (Flickr30k Entities), sections 3.1 to 3.3; forms and numbers: ALVR 2021.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, FiniteFloat, PlainSerializer, model_validator

from environments import InvalidDataError
from environments.regions import Region, region_as_json, region_from_json
from pangea_server.core.records import Record, now, padded

ENTITY_TYPES = (
    *("furniture", "appliance", "decoration", "opening", "stairs", "structure", "textile", "light", "plant"),
    *("person", "vehicle", "sign", "scene", "other"),
)
"""The types of things of a navigation dataset; a campaign may have others."""

EntityType = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_ -]{0,59}$")]
Number = Literal["one", "several", "mass", "unclear"]
Form = Literal["name", "pronoun", "ellipsis", "attribute", "deixis"]
Status = Literal["new_in_text", "old_in_text", "from_sight"]
Need = Literal["undecided", "box", "scene", "not_visual"]
Verdict = Literal["same", "different", "not_seen", "part_of", "unclear"]
HowPlaced = Literal["depth", "triangulated", "floor", "labelled", "none"]
Visible = Literal["whole", "cut", "mostly_hidden"]
MentionSource = Literal["marked", "accepted", "proposed", "imported"]
RegionSource = Literal["drawn", "adjusted", "accepted", "proposed", "labelled", "imported"]
Place = Annotated[int, Field(strict=True, ge=0)]
"""A place between two characters of an instruction: code points, 0 before the first."""
Metres = tuple[FiniteFloat, FiniteFloat, FiniteFloat]


def _shape(told: Any) -> Any:
    try:
        return region_from_json(told) if isinstance(told, dict) else told
    except InvalidDataError as error:
        raise ValueError(f"{error.message} {error.remedy}") from error


Shape = Annotated[Region, BeforeValidator(_shape), PlainSerializer(region_as_json)]
"""A region of ``environments.regions``, stored in its JSON form: radians, world frame."""


class Mention(Record):
    """A span of one instruction that names something.

    Attributes:
        start_char, end_char, text: ``text`` is the instruction's ``[start_char:end_char]``.
        head: the characters of its head noun; None where nobody marked it.
        types: of what it means; empty where nobody said.
        number: of the words: "the curtains" are several.
        form: how it names: by a noun, a pronoun, what is left of a phrase ("the blue one"), an attribute, or pointing.
        status: whether the instruction had named it before; ``from_sight``: only the picture says what it is.
        start_time, end_time: of its words in seconds since the voice's first sample; None where they were not timed.
        source, annotator_id: who found it; None for what no person here did. ``accepted``: proposed by a machine, and
            taken by this person.
        transcript_sha256: of the instruction that the characters index, in UTF-8; another one makes it stale.
    """

    collection: ClassVar[str] = "mentions"
    indexed: ClassVar[tuple[str, ...]] = ("path_id", "instruction_id", "annotator_id")
    instruction_id: int
    path_id: int
    scan_id: str
    language: str
    start_char: Place
    end_char: Place
    text: Annotated[str, Field(min_length=1)]
    head: tuple[Place, Place] | None = None
    types: tuple[EntityType, ...] = ()
    number: Number = "unclear"
    form: Form = "name"
    status: Status | None = None
    start_time: FiniteFloat | None = None
    end_time: FiniteFloat | None = None
    source: MentionSource
    annotator_id: int | None = None
    version: int = 1
    transcript_sha256: str
    created_at: datetime = Field(default_factory=now)

    @model_validator(mode="after")
    def _check_span(self) -> Mention:
        if self.end_char - self.start_char != len(self.text):
            raise ValueError(f"characters {self.start_char} to {self.end_char} are not {len(self.text)}")
        if self.head and not self.start_char <= self.head[0] < self.head[1] <= self.end_char:
            raise ValueError(f"head {self.head} is not within {self.start_char} to {self.end_char}")
        return self

    def is_stale(self, transcript: str) -> bool:
        """Whether these are the characters of another transcript than this one."""
        return self.transcript_sha256 != transcript_digest(transcript)

    def is_other_text(self, other: Mention) -> bool:
        """Whether the two index different transcripts."""
        return self.transcript_sha256 != other.transcript_sha256

    @property
    def is_from_here(self) -> bool:
        """Whether a person here marked it, or accepted it as it was proposed."""
        return self.source in ("marked", "accepted")

    @property
    def mention_id(self) -> str:
        """``{instruction_id:06d}-{start_char}-{end_char}``."""
        return mention_id(self.instruction_id, self.start_char, self.end_char)

    @property
    def record_id(self) -> str:
        return self.mention_id


def mention_id(instruction_id: int, start_char: int, end_char: int) -> str:
    """The id of the mention at these characters."""
    return f"{padded(instruction_id)}-{start_char}-{end_char}"


def transcript_digest(text: str) -> str:
    """``Mention.transcript_sha256`` of an instruction, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


class Link(Record):
    """One person's judgement of two mentions of one path; ``seconds`` is how long they took."""

    collection: ClassVar[str] = "links"
    indexed: ClassVar[tuple[str, ...]] = ("path_id", "annotator_id")
    link_id: str
    first: str
    second: str
    path_id: int
    annotator_id: int | None = None
    verdict: Verdict
    seconds: FiniteFloat | None = None
    check_item: bool = False
    learning: bool = False
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.link_id


class Chain(Record):
    """The mentions of one path that mean the same set of things.

    Attributes:
        chain_id: ``{path_id:06d}-c{n}``; n is never given twice.
        mentions, entities: ids; an entity is none of the chain's alone.
        parent: the chain whose things hold this one's: "the left chair" in "two chairs".
    """

    collection: ClassVar[str] = "chains"
    indexed: ClassVar[tuple[str, ...]] = ("path_id",)
    chain_id: str
    path_id: int
    scan_id: str
    mentions: tuple[str, ...]
    need: Need = "undecided"
    entities: tuple[str, ...] = ()
    parent: str | None = None
    source: Literal["judged", "imported"]
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.chain_id


class Entity(Record):
    """One thing of a scan.

    Attributes:
        entity_id: ``{scan_id}-e{n}``, or ``label:{scan_id}-{object_id}`` for a thing that the environment names.
        labels: by language, what it is called.
        position, spread, extent: in the world, metres: its middle, one standard deviation along each axis, half sizes.
        how: where the position comes from; ``none`` without one.
        source: ``NAME`` of the file that it was imported from, and its id there; None for what began here.
    """

    collection: ClassVar[str] = "entities"
    indexed: ClassVar[tuple[str, ...]] = ("scan_id",)
    entity_id: str
    scan_id: str
    types: tuple[EntityType, ...] = ()
    labels: dict[str, str] = Field(default_factory=dict)
    position: Metres | None = None
    spread: Metres | None = None
    extent: Metres | None = None
    how: HowPlaced = "none"
    source: str | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.entity_id


class RegionRecord(Record):
    """What one viewpoint sees of an entity.

    Attributes:
        entity_id: None where nobody said what it shows.
        group: it stands for several things that cannot be told apart.
        source: how it came about; ``from_region`` is the one that it was proposed or accepted from.
        annotator_id: who drew or accepted it; None for what no person here did.
        replaced_by: the region that is shown instead; None for one that holds.
    """

    collection: ClassVar[str] = "regions"
    indexed: ClassVar[tuple[str, ...]] = ("entity_id", "scan_id", "viewpoint_id", "annotator_id")
    region_id: str
    entity_id: str | None
    scan_id: str
    viewpoint_id: str
    shape: Shape
    visible: Visible = "whole"
    group: bool = False
    source: RegionSource
    from_region: str | None = None
    annotator_id: int | None = None
    quality: Literal["unjudged", "good", "bad"] = "unjudged"
    seconds: FiniteFloat | None = None
    replaced_by: str | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.region_id
