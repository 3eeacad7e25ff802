"""What became of an import: what came in, what was there already, and what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from environments import InvalidDataError, PangeaError

FAULTS_SHOWN = 20


class ImportRefusedError(InvalidDataError):
    """A file with faults in it; nothing of it was imported."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry that cannot be imported; ``place`` names its file and line."""

    place: str
    error: PangeaError

    def __str__(self) -> str:
        message = self.error.message.removeprefix(f"{self.place}: ")
        return f"{self.place}: {message} {self.error.remedy}".rstrip()


@dataclass(slots=True)
class ImportReport:
    """The result of an import.

    Attributes:
        new, known: entries that were written, and that already existed, by kind.
        skipped: entries that are broken.
        notes: remarks for the user, with the number of entries that each is about.
    """

    new: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    skipped: list[Broken] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)


def refused(
    files: Sequence[Path],
    broken: Sequence[Broken],
    remedy: str = "Mend them, or import the others with --skip-broken.",
) -> ImportRefusedError:
    """The error for files with broken entries, which names the first ones."""
    names = ", ".join(file.name for file in files)
    shown = "\n".join(map(str, broken[:FAULTS_SHOWN]))
    more = f"\n... and {len(broken) - FAULTS_SHOWN} more." if len(broken) > FAULTS_SHOWN else ""
    return ImportRefusedError(
        f"Broken entries in {names}: {len(broken)}. Nothing of it was imported.\n{shown}{more}",
        remedy=remedy,
        places=[found.place for found in broken],
    )
