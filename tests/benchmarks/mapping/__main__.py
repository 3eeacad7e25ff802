"""``make bench-map``: the demo house's panoramas as photographs, mapped, beside the study of what can be reached.

``--helpers FOLDER`` are those that ``render.py`` made. Positions are compared after the best turn, shift and scale
of each scan; the scale itself is by the eye height.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Mapping
from functools import partial
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from environments.demo import render
from environments.geometry import wrap_angle
from environments.graph import NavigationGraph
from environments.mapping.run import Mapped, map_place
from environments.mapping.scans import MappedScan
from environments.mapping.steps import DETOUR
from environments.mapping.upright import headings
from environments.own_places.folder import PanoramaFolder
from pangea_server.core.cli.findings import print_findings
from pangea_server.core.cli.progress import watched
from pangea_server.core.counted import counted
from tests.benchmarks.mapping.photographs import Taken, helpers, photographs

Floats = NDArray[np.float64]
EYE = 1.55
STUDY = {
    "registered": "26 of 27 (all: 54 of 56)",
    "position error, median, max": "0.9 cm, 11 cm",
    "heading error, median, max": "0.05°, 0.54°",
    "scale by eye height": "+1.6 %",
    "steps: precision, recall, F1": "0.88, 0.93, 0.90",
    "where steps lead: the same": "not computed",
    "CPU a photograph": "6.2 s",
    "peak memory": "not measured",
}
"""56 photographs, one in the middle of each edge among them; figures of a sketch on the same house."""


class Fit(NamedTuple):
    """Errors of a scan: metres (n,), radians (n,), and its scale less 1."""

    positions: Floats
    headings: Floats
    scale: float


def main() -> None:
    """Map and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--house", type=Path, default=render.HOUSE_FOLDER, help="folder of a house")
    parser.add_argument("--helpers", type=Path, help="folder that render.py wrote")
    parser.add_argument("--work", type=Path, help="folder to keep what was found in")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.work or Path(temporary)
        truth = photographs(options.house, folder / "photos")
        between = helpers(options.helpers, folder / "helpers") if options.helpers else {}
        before = _cpu()
        mapped = map_place(
            folder / "photos", folder / "house", EYE, folder / "helpers" if between else None, watched
        )
        cpu = _cpu() - before
    print_findings(mapped.findings)
    Console().print(_table(mapped, truth, truth | between, options.house, cpu))


def _table(
    mapped: Mapped, truth: Mapping[str, Taken], everything: Mapping[str, Taken], house: Path, cpu: float
) -> Table:
    fits = [fit_of(scan, everything) for scan in mapped.scans]
    metres = np.concatenate([fit.positions for fit in fits])
    turns = np.degrees(np.concatenate([fit.headings for fit in fits]))
    placed, all_placed = len(truth) - len(mapped.left_out), len(metres)
    edges, ways = steps_of(mapped, truth, house)
    rows = {
        "registered": f"{placed} of {len(truth)} (all: {all_placed} of {len(everything)}), "
        f"{counted(len(fits), 'scan')}",
        "position error, median, max": f"{100 * np.median(metres):.1f} cm, {100 * metres.max():.1f} cm",
        "heading error, median, max": f"{np.median(turns):.2f}°, {turns.max():.2f}°",
        "scale by eye height": ", ".join(f"{100 * fit.scale:+.1f} %" for fit in fits),
        "steps: precision, recall, F1": edges,
        "where steps lead: the same": ways,
        "CPU a photograph": f"{cpu / len(everything):.1f} s",
        "peak memory": f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB",
    }
    table = Table("", "now", "study")
    for what, now in rows.items():
        table.add_row(what, now, STUDY[what])
    return table


def fit_of(scan: MappedScan, truth: Mapping[str, Taken]) -> Fit:
    """How a scan's photographs lie beside the truth, after the similarity that fits most of them best."""
    there = np.array([truth[name].position for name in scan.model.names])
    chosen = np.ones(len(there), bool)
    for _ in range(10):
        scale, turn, shift = similarity(scan.model.centres[chosen], there[chosen])
        errors = np.linalg.norm(scale * scan.model.centres @ turn.T + shift - there, axis=1)
        near = errors <= max(3 * np.median(errors), 1e-6)
        if near.sum() < 3 or (near == chosen).all():
            break
        chosen = near
    meant = np.array([truth[name].heading for name in scan.model.names])
    return Fit(errors, np.abs(wrap_angle(headings(turn @ scan.model.turns) - meant)), 1 / scale - 1)


def similarity(here: Floats, there: Floats) -> tuple[float, Floats, Floats]:
    """Scale, rotation and shift of the least squares. Source: Umeyama, PAMI 1991."""
    a, b = here - here.mean(axis=0), there - there.mean(axis=0)
    left, size, right = np.linalg.svd(b.T @ a)
    mirror = np.array([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
    turn = left @ np.diag(mirror) @ right
    scale = float((size * mirror).sum() / (a**2).sum())
    return scale, turn, there.mean(axis=0) - scale * turn @ here.mean(axis=0)


def steps_of(mapped: Mapped, truth: Mapping[str, Taken], house: Path) -> tuple[str, str]:
    """Precision, recall and F1 of the steps, beside all edges of the house; and of what they lead to.

    The map leaves out a step where two others lead there by way of a third viewpoint, up to ``DETOUR`` times as
    long. So an edge of either counts the second time where the other leads there so directly.
    """
    panoramas = PanoramaFolder(house)
    (scan_id,) = panoramas.scan_ids()
    graph = panoramas.scan(scan_id).graph
    true = {frozenset((a, b)) for a, b, _ in graph.edges()}
    found = {
        frozenset(truth[end].viewpoint_id for end in (step.a, step.b))
        for scan in mapped.scans
        for step in scan.steps
    }
    by_found = NavigationGraph(
        {name: graph.position(name) for name in graph.viewpoint_ids},
        [(min(edge), max(edge)) for edge in found],
    )
    leads = [sum(map(partial(_leads, by), edges)) for by, edges in ((graph, found), (by_found, true))]
    return (
        _f1(len(true & found) / max(len(found), 1), len(true & found) / len(true)),
        _f1(leads[0] / max(len(found), 1), leads[1] / len(true)),
    )


def _leads(graph: NavigationGraph, edge: frozenset[str]) -> bool:
    """Whether a graph leads from one end of an edge to the other nearly as directly."""
    a, b = edge
    straight = dist(graph.position(a), graph.position(b))
    return float(graph.distances_between([a], [b])[0, 0]) <= DETOUR * straight + 0.05


def _f1(precision: float, recall: float) -> str:
    both = 2 * precision * recall / max(precision + recall, 1e-9)
    return f"{precision:.2f}, {recall:.2f}, {both:.2f}"


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
