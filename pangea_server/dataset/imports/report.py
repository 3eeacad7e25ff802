"""What became of an import: what came in, what was there already, and what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from environments import InvalidDataError, PangeaError
from pangea_server.core.equal_faults import told_once
from pangea_server.core.progress import Watch


class ImportRefusedError(InvalidDataError):
    """A file with faults in it; nothing of it was imported."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry that cannot be imported; ``place`` names its file and line."""

    place: str
    error: PangeaError

    @property
    def told(self) -> tuple[str, str]:
        """Where it is, and what is wrong."""
        message = self.error.message.removeprefix(f"{self.place}: ")
        return self.place, f"{message} {self.error.remedy}".rstrip()


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


class FileReading(Protocol):
    """A file that is read twice: first it is checked, then it is written."""

    @property
    def file(self) -> Path: ...

    def checked(self) -> Iterator[Broken | None]:
        """The fault of each entry, or None; nothing is written."""

    def write(self, broken: Collection[int], report: ImportReport, watch: Watch) -> None:
        """Write all entries but the ``broken`` ones, which are counted from 0."""


def import_file(reading: FileReading, report: ImportReport, *, skip_broken: bool, watch: Watch) -> None:
    """Check a whole file, then write it.

    Raises:
        ImportRefusedError: it has broken entries that are not to be skipped; nothing of it was written.
    """
    checked = enumerate(watch(reading.checked(), f"Checking {reading.file.name}", 0))
    broken = {index: fault for index, fault in checked if fault is not None}
    if broken and not skip_broken:
        raise refused([reading.file], list(broken.values()))
    report.skipped += broken.values()
    reading.write(broken.keys(), report, watch)


def refused(
    files: Sequence[Path],
    broken: Sequence[Broken],
    remedy: str = "Mend them, or import the others with --skip-broken.",
) -> ImportRefusedError:
    """The error for files with broken entries, which names the first ones."""
    names = ", ".join(file.name for file in files)
    shown = "\n".join(told_once(each.told for each in broken))
    return ImportRefusedError(
        f"Broken entries in {names}: {len(broken)}. Nothing of it was imported.\n{shown}",
        remedy=remedy,
        places=[found.place for found in broken],
    )
