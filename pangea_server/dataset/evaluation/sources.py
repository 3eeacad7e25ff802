"""What an evaluation is made from, wherever it comes from: instructions, walks, references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from align.transcript import primary_language
from pangea_server.quality.comparison import ScoredWalk

UNKNOWN_LANGUAGE = "und"
"""BCP 47's word for it."""


def path_key(scan: str | None, viewpoints: Sequence[str]) -> str:
    """The same for the same path, whatever number a file gives it."""
    return " ".join([scan or "", *viewpoints])


@dataclass(frozen=True, slots=True)
class ComparedInstruction:
    """What one system wrote for one path.

    Attributes:
        number: unique among the system's instructions.
        path: the same for the same path, whatever file or system it comes from.
        language: BCP 47; None where nothing says it.
    """

    system: str
    number: str
    path: str
    words: str
    language: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.system, self.number

    @property
    def primary_language(self) -> str:
        return primary_language(self.language) if self.language else UNKNOWN_LANGUAGE


@dataclass(frozen=True, slots=True)
class Reference:
    """What a person wrote for a path, to compare words with."""

    path: str
    words: str
    language: str | None = None

    def is_in(self, language: str) -> bool:
        """Whether it is in this primary language, or either is unknown."""
        own = primary_language(self.language) if self.language else UNKNOWN_LANGUAGE
        return own == language or UNKNOWN_LANGUAGE in (own, language)


@dataclass(frozen=True, slots=True)
class Sources:
    """All that was read.

    Attributes:
        walks: each names an instruction of its system.
        left_out: what was read and is not counted, a sentence each.
        origin: where it comes from, a line each.
    """

    instructions: Sequence[ComparedInstruction]
    walks: Sequence[ScoredWalk]
    references: Sequence[Reference] = ()
    left_out: Sequence[str] = ()
    origin: Sequence[str] = ()
    by_key: Mapping[tuple[str, str], ComparedInstruction] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {each.key: each for each in self.instructions})
