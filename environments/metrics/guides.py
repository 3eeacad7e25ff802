"""The Guides whose paths are the references for Followers, and the graphs of these paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import InvalidDataError, PangeaError
from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.atlas import Atlas, DistanceTable, Walks
from environments.metrics.rows import ScoredGuideRow, decode_path, located, read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.metrics.rows import RowBatch
    from environments.protocol import Environment

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Guides:
    """The n Guides of a file. A path that is written alike is kept once, as most Guides share theirs.

    Attributes:
        lines: (n,) of the file.
        rows: the Guide's row by ``instruction_id``.
        scans: the ids of all scans.
        known: the number of each path that is written so; it may be one of another scan.
        paths: the m paths, as they are written.
        places: (m,) the index of each path's scan.
        path_numbers: (n,) the number of each Guide's path.
        atlas: a graph for each scan; empty if the scan cannot be read, or has too many viewpoints for a table of all
            distances.
        walks: the m paths, as walks in these graphs.
    """

    file: Path
    lines: Sequence[int]
    rows: Mapping[int, int]
    scans: Sequence[str]
    known: Mapping[bytes, int]
    paths: Sequence[bytes]
    places: Ints
    path_numbers: Ints
    atlas: Atlas
    walks: Walks

    def scan(self, row: int) -> str:
        return self.scans[int(self.places[self.path_numbers[row]])]

    def path(self, row: int) -> list[str]:
        """Viewpoint ids."""
        return decode_path(self.paths[self.path_numbers[row]])

    def located(self, row: int) -> AbstractContextManager[None]:
        """Add the place in the file to an error raised within the block."""
        return located(self.file, self.lines[row])


def read_guides(file: Path, environment: Environment) -> Guides:
    """Read the Guides of a file and the graphs of their scans.

    A scan that cannot be read is not an error here: perhaps nobody followed its Guides.

    Raises:
        ConfigurationError: the file cannot be read.
        InvalidDataError: a row is not a Guide's, or repeats an ``instruction_id``.
    """
    scans, paths = _Scans(environment), _GuidePaths()
    lines, instruction_ids = list[int](), list[int]()
    parts = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for batch in read_rows(file, ScoredGuideRow):
        lines += batch.lines
        instruction_ids += [guide.instruction_id for guide in batch.contents]
        at = np.array([scans[guide.scan] for guide in batch.contents], np.int64)
        parts.append((at, paths.numbers(batch, at, scans.tables)))
    rows = {instruction_id: row for row, instruction_id in enumerate(instruction_ids)}
    if len(rows) < len(instruction_ids):
        raise _repeated(file, instruction_ids, lines)
    at, path_numbers = map(np.concatenate, zip(*parts, strict=True))
    path_numbers = paths.apart(at, path_numbers, scans.tables)
    return Guides(
        file,
        lines,
        rows,
        list(scans),
        paths.known,
        paths.written,
        np.concatenate(paths.places),
        path_numbers,
        Atlas(scans.tables),
        Walks.joined(paths.walks),
    )


class _Scans(dict[str, int]):
    """The index of each scan; its graph is read when it is met first."""

    def __init__(self, environment: Environment) -> None:
        self.tables = list[DistanceTable]()
        self._environment = environment

    def __missing__(self, scan_id: str) -> int:
        place = self[scan_id] = len(self.tables)
        self.tables.append(_table(self._environment, scan_id))
        return place


class _GuidePaths:
    """The paths of Guides, numbered as they are met.

    Attributes:
        known: the number of each path that is written so.
        written: each path, as it is written.
        places, walks: each path's scan, and the paths as walks there; some by some.
    """

    def __init__(self) -> None:
        self.written = list[bytes]()
        self.known = _PathNumbers(self.written)
        self.places, self.walks = [np.empty(0, np.int64)], list[Walks]()

    def numbers(self, batch: RowBatch[ScoredGuideRow], at: Ints, tables: Sequence[DistanceTable]) -> Ints:
        """The number (n,) of the path of each row, whose scans are ``at`` these places."""
        begin = len(self.written)
        numbers = np.fromiter(map(self.known.__getitem__, batch.paths()), np.int64, len(at))
        new = self.written[begin:]
        rows = np.flatnonzero(numbers >= begin)[::-1]
        first = np.empty(len(new), np.int64)
        first[numbers[rows] - begin] = (
            rows  # where a path is there twice, its first row is the last to be assigned
        )
        self._walk(at[first], batch.viewpoints(new), tables)
        return numbers

    def apart(self, at: Ints, numbers: Ints, tables: Sequence[DistanceTable]) -> Ints:
        """The numbers, where a path that is written alike in another scan has one of its own."""
        other = np.flatnonzero(np.concatenate(self.places)[numbers] != at)
        again = [self.written[number] for number in numbers[other].tolist()]
        numbers[other] = np.arange(len(again)) + len(self.written)
        self.written += again
        self._walk(at[other], list(map(decode_path, again)), tables)
        return numbers

    def _walk(self, places: Ints, paths: list[list[str]], tables: Sequence[DistanceTable]) -> None:
        self.places.append(places)
        self.walks.append(Walks.named([tables[place].numbers for place in places.tolist()], paths))


class _PathNumbers(dict[bytes, int]):
    """Numbers, which are those of ``written``; a path that is not yet known is appended there."""

    def __init__(self, written: list[bytes]) -> None:
        self._written = written

    def __missing__(self, path: bytes) -> int:
        number = self[path] = len(self._written)
        self._written.append(path)
        return number


def _table(environment: Environment, scan_id: str) -> DistanceTable:
    """The distances of a scan; empty if its graph cannot be read or is too large."""
    try:
        graph = environment.scan(scan_id).graph
    except PangeaError:
        return DistanceTable()
    return DistanceTable.of(graph) if len(graph) <= ALL_PAIRS_LIMIT else DistanceTable()


def _repeated(file: Path, instruction_ids: Sequence[int], lines: Sequence[int]) -> InvalidDataError:
    earlier: dict[int, int] = {}
    for instruction_id, line in zip(instruction_ids, lines, strict=True):
        if earlier.setdefault(instruction_id, line) != line:
            break
    return InvalidDataError(
        f"{file.name} line {line}: instruction_id {instruction_id} is already in line {earlier[instruction_id]}.",
        remedy="Keep each instruction_id in one line only.",
    )
