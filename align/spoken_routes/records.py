"""What a spoken route says and means, with every answer known.

The fields are named as in the records of landmarks: a mention is a span of characters, a chain is what mentions of one
path mean together, an entity is one thing of the scan, and a region is what a viewpoint sees of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord
    from environments.geometry import Vector
    from environments.sightings import Sighting

Form = Literal["name", "pronoun", "ellipsis", "attribute", "deixis"]
Number = Literal["one", "several"]
Status = Literal["new_in_text", "old_in_text", "from_sight"]
Need = Literal["box", "scene", "not_visual"]
Slip = Literal["colour", "side", "noun", "absent"]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SpokenMention:
    """A span of an instruction that means something.

    Attributes:
        mention_id: ``{instruction_id:06d}-{start_char}-{end_char}``.
        text: the instruction's ``[start_char:end_char]``.
        head: characters of the head noun; None for what has none.
        types: of what it means, as the English noun tells; ``other`` for a noun that is in no list.
        number: of the words: "the curtains" are several, also where one label holds them all.
        form: ``name`` (a noun), ``pronoun`` ("it"), ``ellipsis`` ("the blue one", "the other one"), ``attribute`` ("the
            blue"), ``deixis`` ("this one").
        status: whether the instruction named it before; ``from_sight``: only the picture says what the first "it" is.
        start_time, end_time: of its first and last word.
        viewpoint_id: where it was said.
        chain_id: what it means.
        slip: what is wrong with it on purpose: another colour, another noun, the other side, or a thing that no
            viewpoint of the path sees. It means what the speaker meant.
    """

    mention_id: str
    start_char: int
    end_char: int
    text: str
    head: Span | None
    types: tuple[str, ...]
    number: Number
    form: Form
    status: Status
    start_time: float
    end_time: float
    viewpoint_id: str
    chain_id: str
    slip: Slip | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SpokenInstruction:
    """One person's words for a path.

    Attributes:
        words: with exact times; their ``source`` is ``aligned``, although no sound was.
        mentions: in order of their beginnings; nested ones after the ones that hold them.
        trace: the camera.
    """

    instruction_id: int
    language: str
    text: str
    words: tuple[TimedWord, ...]
    mentions: tuple[SpokenMention, ...]
    trace: PoseTrace


@dataclass(frozen=True, slots=True)
class SpokenChain:
    """Mentions of one path that mean the same set of things, across instructions and languages.

    Attributes:
        chain_id: ``{path_id:06d}-c{n}``.
        mentions: ids.
        need: ``box`` for things, ``scene`` for rooms, ``not_visual`` for what nothing on the path shows.
        entities: their ids; none without boxes.
        parent: the smallest chain whose entities hold this one's, "the blue chair" in "the two chairs"; None if none.
    """

    chain_id: str
    mentions: tuple[str, ...]
    need: Need
    entities: tuple[str, ...]
    parent: str | None


@dataclass(frozen=True, slots=True)
class SpokenEntity:
    """One thing of the scan.

    Attributes:
        entity_id: ``label:`` and its ``object_id``.
        labels: the longest mention that means it alone, by language.
        position, extent: middle and half sizes of its box in the world, in metres; None if the labels have no box.
        how: ``labelled``, or ``none`` without a box.
    """

    entity_id: str
    object_id: str
    types: tuple[str, ...]
    labels: Mapping[str, str]
    position: Vector | None
    extent: Vector | None
    how: Literal["labelled", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class SpokenPath:
    """A path, all that was said about it, and what it means.

    Attributes:
        regions: what each viewpoint of the path sees of each entity, by entity id and viewpoint id; a pair that is not
            there is not seen.
    """

    path_id: int
    scan_id: str
    path: tuple[str, ...]
    instructions: tuple[SpokenInstruction, ...]
    chains: tuple[SpokenChain, ...]
    entities: tuple[SpokenEntity, ...]
    regions: Mapping[tuple[str, str], Sighting]
