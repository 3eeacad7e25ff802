"""The Guides whose paths Followers are scored by, and the graphs that these paths are in."""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import PangeaError
from environments.graph import ALL_PAIRS_LIMIT, NavigationGraph
from environments.metrics.atlas import Atlas, Walks
from environments.metrics.forks import forked, forks_for
from environments.metrics.rows import Guide, Rows, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.errors import InvalidDataError
    from environments.protocol import Environment

    Answer = Callable[[], NavigationGraph]


@dataclass(frozen=True, slots=True)
class Guides:
    """All Guides of a file, scan by scan.

    Attributes:
        rows: as they are in the file.
        contents: n of them, those of a scan together.
        numbers: by ``instruction_id``, where they are in ``contents``.
        atlas: has a graph for each scan; an empty one for a scan that cannot be read, or has too many viewpoints for a
            table of all their distances.
        places: (n,) which of these a Guide's path is in.
        paths: of the n Guides.
    """

    rows: Rows[Guide]
    contents: list[Guide]
    numbers: dict[int, int]
    atlas: Atlas
    places: NDArray[np.int64]
    paths: Walks


def read_guides(file: Path, environment: Environment) -> Guides:
    """The Guides of a file and the graphs of their scans; of a long file, another process reads these meanwhile.

    A scan that cannot be read is no error: maybe nobody followed its Guides.

    Raises:
        ConfigurationError: the file cannot be read.
        InvalidDataError: a row is not a Guide's, or repeats an ``instruction_id``.
    """
    answers: dict[str, Answer] = {}
    by_scan: dict[str, list[Guide]] = defaultdict(list)
    parts = []
    with _asked(environment, forks_for(file) > 0) as ask:
        for rows in read_rows(file, Guide):
            for guide in rows.contents:
                by_scan[guide.scan].append(guide)
            answers |= {scan_id: ask(scan_id) for scan_id in list(by_scan)[len(answers) :]}
            parts.append(rows)
        return _guides(_joined(file, parts), by_scan, answers)


@contextmanager
def _asked(environment: Environment, fork: bool) -> Iterator[Callable[[str], Answer]]:
    """Asks for the graph of a scan; a fork begins at once, otherwise it is read when the answer is wanted."""
    read = partial(_graph, environment)
    if not fork:
        yield lambda scan_id: partial(read, scan_id)
    else:
        with forked(read, 1) as submit:
            yield lambda scan_id: submit(scan_id).result


def _graph(environment: Environment, scan_id: str) -> NavigationGraph:
    """With its distances, where they are few enough to be reckoned at once."""
    graph = environment.scan(scan_id).graph
    if len(graph) <= ALL_PAIRS_LIMIT:
        _ = graph.distances, graph.edge_lengths  # which it keeps
    return graph


def _guides(rows: Rows[Guide], by_scan: dict[str, list[Guide]], answers: dict[str, Answer]) -> Guides:
    contents = list(chain.from_iterable(by_scan.values()))
    numbers = {guide.instruction_id: number for number, guide in enumerate(contents)}
    if len(numbers) < len(contents):
        raise _repeated(rows)
    graphs, walks = [], []
    for scan_id, guides in by_scan.items():
        graphs.append(_in_a_table(answers[scan_id]))
        walks.append(Walks.in_graph(graphs[-1], [guide.path for guide in guides]))
    places = np.repeat(np.arange(len(by_scan)), [len(guides) for guides in by_scan.values()])
    return Guides(rows, contents, numbers, Atlas(graphs), places, Walks.joined(walks))


def _in_a_table(answer: Answer) -> NavigationGraph:
    """An empty graph for one that cannot be read, or is too large for a table of all distances."""
    try:
        graph = answer()
    except PangeaError:
        return NavigationGraph({}, ())
    return graph if len(graph) <= ALL_PAIRS_LIMIT else NavigationGraph({}, ())


def _joined(file: Path, parts: Sequence[Rows[Guide]]) -> Rows[Guide]:
    contents = [guide for rows in parts for guide in rows.contents]
    return Rows(file, contents, list(chain.from_iterable(rows.lines for rows in parts)), 1.0)


def _repeated(guides: Rows[Guide]) -> InvalidDataError:
    earlier: dict[int, int] = {}
    for guide, line in zip(guides.contents, guides.lines, strict=True):
        if earlier.setdefault(guide.instruction_id, line) != line:
            break
    return guides.error(
        guide,
        f"instruction_id {guide.instruction_id} is already in line {earlier[guide.instruction_id]}.",
        remedy="Each must stand in one line only.",
    )
