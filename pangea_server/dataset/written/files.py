"""Instructions in files, in our own plain form or in a format of the field, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from environments import ConfigurationError, Environment, InvalidDataError, PangeaError
from pangea_server.core.records import shared_fields
from pangea_server.dataset.entries.protocol import Format, Found, Readable
from pangea_server.dataset.formats.instructions import InstructionRow, Instructions


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of instructions. ``system`` is who or what wrote those that do not say; None: nobody is named."""

    path: Path
    system: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """One instruction of a file, or its fault.

    Attributes:
        place: its file and line.
        trace, voice: files that belong to it, where there are any.
    """

    place: str
    row: InstructionRow | PangeaError
    trace: Path | None = None
    voice: Path | bytes | None = None


def written_in(source: Format, file: WrittenFile, places: Environment) -> Iterator[Written]:
    """The instructions of a file, in its order.

    Raises:
        ConfigurationError: the format cannot be read, or the file cannot be opened.
        InvalidDataError: the file is damaged.
    """
    for each in _rows(source, file.path, places):
        if file.system is None or isinstance(each.row, PangeaError):
            yield each
        else:
            yield replace(each, row=_by_system(each.row, file.system))


def _rows(source: Format, file: Path, places: Environment) -> Iterator[Written]:
    if isinstance(source, Instructions):
        for place, row in source.rows(file):
            yield Written(place, row)
        return
    if not isinstance(source, Readable):
        raise ConfigurationError(f"{source.name} cannot be read back.", remedy="Choose another --format.")
    for found in source.read(file, places):
        yield Written(found.place, _row_of(found), found.trace, found.voice)


def _row_of(found: Found) -> InstructionRow | PangeaError:
    if isinstance(found.entry, PangeaError):
        return found.entry
    guide = found.entry.said
    if guide is None:
        return InvalidDataError(
            "This is no instruction, and only instructions become tasks.",
            remedy="Import walks and word times without --as-tasks.",
        )
    fields = shared_fields(guide, InstructionRow.__struct_fields__)
    return InstructionRow(**fields | {"instruction": guide.transcript})


def _by_system(row: InstructionRow, system: str) -> InstructionRow | PangeaError:
    if row.system not in (None, system):
        return InvalidDataError(
            f"It says that {row.system!r} wrote it, but --system says {system!r}.",
            remedy="Leave one of the two out.",
        )
    row.system = system
    return row
