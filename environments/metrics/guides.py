"""The Guides whose paths are the references for Followers, and the graphs of these paths."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import InvalidDataError, PangeaError
from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.atlas import Atlas, DistanceTable, Walks
from environments.metrics.forks import forked, forks_for
from environments.metrics.rows import ScoredGuideRow, located, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.protocol import Environment

    Answer = Callable[[], list[DistanceTable]]
    Ints = NDArray[np.int64]


_SCANS_AT_ONCE = 8
"""Scans sent to a fork at once; if sent one by one, the fork would wait until this process has time to send the
next."""


class NameNumbers(defaultdict[str, int]):
    """Numbers new names in order, from 0."""

    def __init__(self) -> None:
        super().__init__(self.__len__)


@dataclass(frozen=True, slots=True)
class Written:
    """The content of a guide file's n rows, with numbers for names, because there may be half a million long lines.

    Attributes:
        lines, instruction_ids: n of each.
        scans: the ids of all scans.
        names: for each scan, the viewpoints that Guides name, whether its graph has them or not.
        places: (n,) the index of each path's scan.
        walks: the paths, by number in ``names``.
    """

    file: Path
    lines: Sequence[int]
    instruction_ids: Sequence[int]
    scans: Sequence[str]
    names: Sequence[NameNumbers]
    places: Ints
    walks: Walks

    def scan(self, row: int) -> str:
        return self.scans[int(self.places[row])]

    def path(self, row: int) -> list[str]:
        """Viewpoint ids."""
        begin, names = self.walks.begin[row], list(self.names[self.places[row]])
        return [names[number] for number in self.walks.viewpoints[begin : begin + self.walks.lengths[row]]]

    def located(self, row: int) -> AbstractContextManager[None]:
        """Add the place in the file to an error raised within the block."""
        return located(self.file, self.lines[row])


@dataclass(frozen=True, slots=True)
class Guides:
    """All Guides of a file, with their paths.

    Attributes:
        numbers: the Guide's row by ``instruction_id``.
        atlas: a graph for each scan; empty if the scan cannot be read, or has too many viewpoints for a table of all
            distances.
        paths: of the n Guides, as walks in these graphs.
    """

    written: Written
    numbers: dict[int, int]
    atlas: Atlas
    paths: Walks


def read_guides(file: Path, environment: Environment) -> Guides:
    """Read the Guides of a file and the graphs of their scans. For a long file, another process reads the graphs in
    parallel.

    A scan that cannot be read is not an error here: perhaps nobody followed its Guides.

    Raises:
        ConfigurationError: the file cannot be read.
        InvalidDataError: a row is not a Guide's, or repeats an ``instruction_id``.
    """
    answers: list[Answer] = []
    with _asked(environment, forks_for(file) > 0) as ask:
        written = _read(file, lambda scan_ids: answers.append(ask(scan_ids)))
        numbers = {instruction_id: row for row, instruction_id in enumerate(written.instruction_ids)}
        if len(numbers) < len(written.instruction_ids):
            raise _repeated(written)
        atlas = Atlas([table for answer in answers for table in answer()])
    return Guides(written, numbers, atlas, atlas.renumbered(written.places, written.walks, written.names))


@contextmanager
def _asked(environment: Environment, fork: bool) -> Iterator[Callable[[Sequence[str]], Answer]]:
    """Request the tables of some scans. A fork begins at once; without one they are read when the result is needed."""
    read = partial(_tables, environment)
    if not fork:
        yield lambda scan_ids: partial(read, scan_ids)
    else:
        with forked(read, 1) as submit:
            submit(())  # imports its modules while the first Guides are read
            yield lambda scan_ids: submit(scan_ids).result


def _tables(environment: Environment, scan_ids: Sequence[str]) -> list[DistanceTable]:
    import scipy.sparse.csgraph  # noqa: F401

    return [_table(environment, scan_id) for scan_id in scan_ids]


def _table(environment: Environment, scan_id: str) -> DistanceTable:
    """The distances of a scan; empty if its graph cannot be read or is too large."""
    try:
        graph = environment.scan(scan_id).graph
    except PangeaError:
        return DistanceTable()
    return DistanceTable.of(graph) if len(graph) <= ALL_PAIRS_LIMIT else DistanceTable()


def _read(file: Path, meet: Callable[[Sequence[str]], None]) -> Written:
    """Read all rows; ``meet`` is called with scans that occur for the first time."""
    scans, names = NameNumbers(), list[NameNumbers]()
    lines, instruction_ids, places, walks = list[int](), list[int](), list[int](), list[Walks]()
    for rows in read_rows(file, ScoredGuideRow):
        lines += rows.lines
        instruction_ids += [guide.instruction_id for guide in rows.contents]
        here = [scans[guide.scan] for guide in rows.contents]
        while met := list(scans)[len(names) :][:_SCANS_AT_ONCE]:
            meet(met)
            names += [NameNumbers() for _ in met]
        walks.append(Walks.named([names[place] for place in here], [guide.path for guide in rows.contents]))
        places += here
    return Written(
        file, lines, instruction_ids, list(scans), names, np.array(places, np.int64), Walks.joined(walks)
    )


def _repeated(guides: Written) -> InvalidDataError:
    earlier: dict[int, int] = {}
    for instruction_id, line in zip(guides.instruction_ids, guides.lines, strict=True):
        if earlier.setdefault(instruction_id, line) != line:
            break
    where = f"{guides.file.name} line {line}"
    return InvalidDataError(
        f"{where}: instruction_id {instruction_id} is already in line {earlier[instruction_id]}.",
        remedy="Keep each instruction_id in one line only.",
    )
