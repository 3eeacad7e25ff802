"""Checks of a scan's navigation graph and poses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from environments.check.findings import PlaceFinding, Severity

if TYPE_CHECKING:
    from environments.scan import Scan

NEAR_METRES = 0.2
"""Metres; two tripods do not stand closer, and between such viewpoints the 2021 viewer hardly zoomed."""
LEVEL = math.radians(10)
"""A panorama that leans more than this was mounted at an angle, or its pose is wrong."""


def check_graph(scan: Scan) -> Iterator[PlaceFinding]:
    """Findings about the navigation graph and the poses of a scan."""
    return chain(_parts(scan), _starts(scan), _near_duplicates(scan), _unseen_edges(scan), _horizon(scan))


def _parts(scan: Scan) -> Iterator[PlaceFinding]:
    import networkx

    parts = sorted(networkx.connected_components(scan.graph.nx), key=lambda part: (-len(part), min(part)))
    for part in parts[1:]:
        if len(part) == 1:
            yield PlaceFinding(
                Severity.WARNING,
                "isolated viewpoint",
                scan.scan_id,
                tuple(part),
                "It has no neighbour.",
                "Join it to the graph, or leave it out.",
            )
    if len(parts) > 1:
        yield PlaceFinding(
            Severity.WARNING,
            "several components",
            scan.scan_id,
            (),
            f"Its {len(parts)} parts have {_listed([str(len(part)) for part in parts])} viewpoints.",
            "No walk leads from one part to another; paths are sampled within each.",
        )


def _starts(scan: Scan) -> Iterator[PlaceFinding]:
    if not any(map(scan.path_rules.may_start, scan.viewpoints)):
        yield PlaceFinding(
            Severity.WARNING,
            "no start",
            scan.scan_id,
            (),
            "Paths may start in none of its viewpoints.",
            "Forbid fewer of them.",
        )


def _near_duplicates(scan: Scan) -> Iterator[PlaceFinding]:
    from scipy.spatial import KDTree

    ids = scan.graph.viewpoint_ids
    positions = np.array([scan.graph.position(viewpoint_id) for viewpoint_id in ids])
    for a, b in sorted(KDTree(positions).query_pairs(NEAR_METRES)):
        apart = float(np.linalg.norm(positions[a] - positions[b]))
        yield PlaceFinding(
            Severity.WARNING,
            "near-duplicate viewpoints",
            scan.scan_id,
            (ids[a], ids[b]),
            f"They are {_length(apart)} apart.",
            "Leave one of them out: a step between them shows nothing new.",
        )


def _unseen_edges(scan: Scan) -> Iterator[PlaceFinding]:
    if scan.visible is None:
        yield PlaceFinding(
            Severity.NOTE,
            "visibility not known",
            scan.scan_id,
            (),
            "The source does not say which viewpoints see each other.",
            "Walk some edges to see that none leads through a wall.",
        )
        return
    sees = dict(scan.visible)
    for a, b, _ in scan.graph.edges():
        seen = (b in sees[a], a in sees[b])
        if not all(seen):
            yield PlaceFinding(
                Severity.NOTE,
                "edge not visible",
                scan.scan_id,
                (a, b),
                "Neither end sees the other." if not any(seen) else "Only one end sees the other.",
                "Walk it: people step to where they may see a wall.",
            )


def _horizon(scan: Scan) -> Iterator[PlaceFinding]:
    ups = np.array([viewpoint.orientation for viewpoint in scan.viewpoints.values()])[:, 2, 2]
    leans = np.arccos(np.clip(ups, -1.0, 1.0))
    if not leans.any():
        yield PlaceFinding(
            Severity.NOTE,
            "horizon not known",
            scan.scan_id,
            (),
            "The source gives no tilt, so the images are assumed to be level.",
            "Look at one: walls must stand upright.",
        )
    for viewpoint_id, lean in zip(scan.viewpoints, leans, strict=True):
        if lean > LEVEL:
            yield PlaceFinding(
                Severity.WARNING,
                "tilted panorama",
                scan.scan_id,
                (viewpoint_id,),
                f"Its pose leans by {math.degrees(lean):.0f} degrees.",
                "The viewer turns it upright; if it looks wrong, correct the pose.",
            )


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _length(metres: float) -> str:
    return f"{metres * 1000:.2g} mm" if metres < 0.01 else f"{metres * 100:.0f} cm"
