"""The Guides whose paths Followers are scored by, and the graphs that these paths are in."""

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
"""A fork that is given one after the other waits for each until this process finds time to give it."""


class NameNumbers(defaultdict[str, int]):
    """Numbers names as they come, from 0 on."""

    def __init__(self) -> None:
        super().__init__(self.__len__)


@dataclass(frozen=True, slots=True)
class Written:
    """What the n rows of a guide file say, with numbers for names: that is kept of half a million long lines.

    Attributes:
        lines, instruction_ids: n of each.
        scans: the ids of all scans.
        names: of each scan, the viewpoints that Guides name, known to its graph or not.
        places: (n,) which of these scans a path is in.
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
        """An error that is raised within says where, too."""
        return located(self.file, self.lines[row])


@dataclass(frozen=True, slots=True)
class Guides:
    """All Guides of a file, and where they walked.

    Attributes:
        numbers: by ``instruction_id``, which row is theirs.
        atlas: has a graph for each scan; an empty one for a scan that cannot be read, or has too many viewpoints for a
            table of all their distances.
        paths: of the n Guides, as walks in these.
    """

    written: Written
    numbers: dict[int, int]
    atlas: Atlas
    paths: Walks


def read_guides(file: Path, environment: Environment) -> Guides:
    """The Guides of a file and the graphs of their scans; of a long file, another process reads these meanwhile.

    A scan that cannot be read is no error: maybe nobody followed its Guides.

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
    """Asks for the tables of some scans; a fork begins at once, otherwise they are read when the answer is wanted."""
    read = partial(_tables, environment)
    if not fork:
        yield lambda scan_ids: partial(read, scan_ids)
    else:
        with forked(read, 1) as submit:
            submit(())  # begins to import what it needs, while the first Guides are read
            yield lambda scan_ids: submit(scan_ids).result


def _tables(environment: Environment, scan_ids: Sequence[str]) -> list[DistanceTable]:
    import scipy.sparse.csgraph  # noqa: F401

    return [_table(environment, scan_id) for scan_id in scan_ids]


def _table(environment: Environment, scan_id: str) -> DistanceTable:
    """An empty one of a graph that cannot be read, or is too large for it."""
    try:
        graph = environment.scan(scan_id).graph
    except PangeaError:
        return DistanceTable()
    return DistanceTable.of(graph) if len(graph) <= ALL_PAIRS_LIMIT else DistanceTable()


def _read(file: Path, meet: Callable[[Sequence[str]], None]) -> Written:
    """All rows; ``meet`` is called with scans when they are met for the first time."""
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
        remedy="Each must stand in one line only.",
    )
