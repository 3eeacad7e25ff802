"""Rows of instructions and walks in the field's files, with their places: ours, RxR's, R2R's and the like.

JSON Lines or one JSON list, plain or packed by gzip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from environments import InvalidDataError
from environments.input.json_documents import decoded, rows

Id = str | int
Row = TypeVar("Row", bound=msgspec.Struct)


class InstructionKeys(msgspec.Struct, kw_only=True):
    """Keys of an instruction; R2R's ``instructions`` are several of one path, numbered ``{path_id}_{index}``."""

    instruction: str | None = None
    instructions: list[str] | None = None
    instruction_id: Id | None = None
    instr_id: Id | None = None
    path: list[str] | None = None
    path_id: Id | None = None
    scan: str | None = None
    language: str | None = None
    system: str | None = None


class WalkKeys(msgspec.Struct, kw_only=True):
    """Keys of a walk: where it went (``path``, or R2R's ``trajectory``), or its scores (``metrics``, or as
    `pangea score` writes them), or both."""

    instruction_id: Id | None = None
    instr_id: Id | None = None
    annotator_id: Id | None = None
    person: Id | None = None
    system: str | None = None
    path: list[str] | None = None
    trajectory: list[list[str | float]] | None = None
    metrics: dict[str, float] | None = None
    sr: float | None = None
    ne: float | None = None
    spl: float | None = None
    ndtw: float | None = None
    sdtw: float | None = None


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A file and the system that its rows are of; None where each row says so itself."""

    file: Path
    system: str | None = None

    @classmethod
    def parse(cls, text: str) -> SystemFile:
        """``NAME=FILE``, or ``FILE`` alone."""
        system, is_named, file = text.partition("=")
        return cls(Path(file), system) if is_named and not Path(text).exists() else cls(Path(text))


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text for a path, as a file has it."""

    place: str
    words: str
    row: InstructionKeys
    number: str | None
    system: str | None

    @property
    def viewpoints(self) -> tuple[str | None, tuple[str, ...]] | None:
        """The scan and the path's viewpoints."""
        return (self.row.scan, tuple(self.row.path)) if self.row.path else None

    @property
    def path_id(self) -> str | None:
        return None if self.row.path_id is None else str(self.row.path_id)


def texts(named: SystemFile) -> Iterator[WrittenText]:
    """The instructions of a file.

    Raises:
        ConfigurationError, InvalidDataError: it cannot be read, or a row is none of an instruction.
    """
    for place, row in _rows(named.file, InstructionKeys):
        system = named.system or row.system
        number = row.instruction_id if row.instruction_id is not None else row.instr_id
        if row.instruction is not None:
            yield WrittenText(place, row.instruction, row, None if number is None else str(number), system)
        elif row.instructions is not None and row.path_id is not None:
            for index, words in enumerate(row.instructions):
                yield WrittenText(place, words, row, f"{row.path_id}_{index}", system)
        else:
            raise InvalidDataError(
                f"{place} has no instruction.",
                remedy="Give instruction, a text; or, as R2R does, path_id and instructions, a list of texts.",
            )


def walks(named: SystemFile) -> Iterator[tuple[str, WalkKeys]]:
    """The walks of a file with their places."""
    return _rows(named.file, WalkKeys)


def viewpoints_of(row: WalkKeys, place: str) -> list[str]:
    """Where a walk went, each viewpoint once a visit: R2R's trajectories repeat one for each turn of the camera.

    Raises:
        InvalidDataError: the row does not say it.
    """
    steps = [step[0] if step else None for step in row.trajectory or ()]
    visits = [here for here, before in zip(steps, [None, *steps], strict=False) if here != before]
    visited: Sequence[str | float | None] = row.path or visits
    named = [viewpoint for viewpoint in visited if isinstance(viewpoint, str)]
    if not named or len(named) < len(visited):
        raise InvalidDataError(
            f"{place} does not say which viewpoints were visited.",
            remedy="Give path, a list of viewpoints, or R2R's trajectory; or leave --environment out.",
        )
    return named


def _rows(file: Path, kind: type[Row]) -> Iterator[tuple[str, Row]]:
    return ((place, decoded(data, place, kind)) for place, data in rows(file))
