"""The Guides whose paths Followers are scored by, and the graphs that these paths are in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.forks import forked, forks_for
from environments.metrics.rows import Guide, Rows, read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future
    from pathlib import Path

    from environments.errors import InvalidDataError
    from environments.graph import NavigationGraph
    from environments.protocol import Environment


@dataclass(frozen=True, slots=True)
class Guides:
    """All Guides of a file, and by scan the graphs that were read already."""

    rows: Rows[Guide]
    by_id: dict[int, Guide]
    graphs: dict[str, NavigationGraph]


def read_guides(file: Path, environment: Environment) -> Guides:
    """The Guides of a file; of a long one the graphs as well, which a second process reads meanwhile.

    Raises:
        ConfigurationError: the file cannot be read.
        InvalidDataError: a row is not a Guide's, or repeats an ``instruction_id``.
    """
    some = read_rows(file, Guide)
    graphs: dict[str, NavigationGraph] = {}
    joined = _joined(file, _reading_graphs(some, environment, graphs) if forks_for(file) else some)
    by_id = {guide.instruction_id: guide for guide in joined.contents}
    if len(by_id) < len(joined.contents):
        raise _repeated(joined)
    return Guides(joined, by_id, graphs)


def _joined(file: Path, some: Iterable[Rows[Guide]]) -> Rows[Guide]:
    parts = list(some)
    contents = [guide for rows in parts for guide in rows.contents]
    return Rows(file, contents, list(chain.from_iterable(rows.lines for rows in parts)), 1.0)


def _reading_graphs(
    some: Iterable[Rows[Guide]], environment: Environment, graphs: dict[str, NavigationGraph]
) -> Iterable[Rows[Guide]]:
    """Passes rows on, while a fork reads the graphs of their scans; one that has an error is left to be read again."""
    reading: dict[str, Future[NavigationGraph]] = {}
    with forked(partial(_graph, environment), 1) as submit:
        for rows in some:
            for scan_id in {guide.scan for guide in rows.contents} - reading.keys():
                reading[scan_id] = submit(scan_id)
            yield rows
    graphs |= {scan_id: graph.result() for scan_id, graph in reading.items() if graph.exception() is None}


def _graph(environment: Environment, scan_id: str) -> NavigationGraph:
    """With its distances, where they are few enough to be reckoned at once."""
    graph = environment.scan(scan_id).graph
    if len(graph) <= ALL_PAIRS_LIMIT:
        _ = graph.distances, graph.edge_lengths  # which it keeps
    return graph


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
