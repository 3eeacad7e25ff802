"""What ``snap`` makes of loose boxes, on the demo house: ``make bench-snap``.

Each thing that a viewpoint sees is given a box that is 7 to 15 % too wide on each side, as people draw who are in a
hurry, and the tight box, which a person would not snap. It was made on the ground floor; the upper floor was held out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from environments.demo import DemoHouse
from environments.errors import SegmenterError
from environments.labels import Labels
from environments.regions import Region, ViewBox, iou
from environments.segmenting.protocol import Segmenter, open_segmenter
from environments.segmenting.snapping import SIDE, picture_around, prompt_of, region_of
from environments.sightings import Sighting, sightings
from environments.tiles.sphere import look_around, perspective

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.tiles.sphere import Look

SCAN = "demo-house"
LOOSE = (0.07, 0.15)
WIDTH = 4096  # pixels of the house's panoramas
SMALLEST = np.radians(3)  # what is smaller nobody snaps
LARGEST = np.radians(90)
GROUND_FLOOR = 2.6  # metres: cameras below it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segmenter", default="grabcut")
    parser.add_argument("--viewpoints", type=int, default=None, help="of each floor")
    parser.add_argument("--half", choices=["made-on", "held-out"], default=None)
    asked = parser.parse_args()
    house = DemoHouse()
    scan, segmenter = house.scan(SCAN), open_segmenter(asked.segmenter)
    labels = house.labels(SCAN)
    assert labels is not None
    halves: dict[str, list[str]] = {"made-on": [], "held-out": []}
    for name, viewpoint in scan.viewpoints.items():
        halves["made-on" if viewpoint.position[2] < GROUND_FLOOR else "held-out"].append(name)
    table = Table(
        "half", "boxes", "things", "IoU before", "after", "gain", "better", "no thing found", "CPU ms"
    )
    for half, names in halves.items():
        if asked.half in (None, half):
            for kind in ("loose", "tight"):
                table.add_row(*_row(half, kind, house, labels, segmenter, names[: asked.viewpoints]))
    Console().print(table)


def _row(
    half: str, kind: str, house: DemoHouse, labels: Labels, segmenter: Segmenter, names: list[str]
) -> list[str]:
    rows, nothing, took = [], 0, []
    for name in names:
        look = look_around(house, SCAN, name, WIDTH)
        for seen, box in _boxes(labels, name, kind):
            began = process_time()
            try:
                found = snapped(box, segmenter, look)
            except SegmenterError:
                nothing += 1
                continue
            took.append(process_time() - began)
            assert seen.box is not None
            rows.append((iou(box, seen.box), iou(found, seen.box)))
    before, after = np.array(rows).T
    told = [
        f"{len(rows)}",
        f"{before.mean():.3f}",
        f"{after.mean():.3f}",
        f"{after.mean() - before.mean():+.3f}",
    ]
    return [
        half,
        kind,
        *told,
        f"{(after > before).mean():.0%}",
        f"{nothing}",
        f"{1000 * np.median(took):.0f}",
    ]


def _boxes(labels: Labels, viewpoint_id: str, kind: str) -> Iterator[tuple[Sighting, ViewBox]]:
    random = np.random.default_rng(sum(viewpoint_id.encode()))
    for seen in sightings(labels, viewpoint_id):
        box = seen.box
        if box is None or min(box.width, box.height) < SMALLEST or max(box.width, box.height) > LARGEST:
            continue
        yield seen, box if kind == "tight" else loosened(box, random.uniform(*LOOSE, 4))


def loosened(box: ViewBox, shares: NDArray[np.float64]) -> ViewBox:
    """A box that is wider on each side by a share of its size."""
    left, right, down, up = shares * np.array([box.width, box.width, box.height, box.height])
    return replace(
        box,
        heading=box.heading + (right - left) / 2,
        elevation=box.elevation + (up - down) / 2,
        width=box.width + left + right,
        height=box.height + down + up,
    )


def snapped(box: ViewBox, segmenter: Segmenter, look: Look) -> Region:
    camera = picture_around(box)
    cut = perspective(look, camera.heading, camera.elevation, camera.field_of_view, (SIDE, SIDE))
    found = segmenter.segment(np.asarray(cut), prompt_of(box, camera))
    return region_of(found.pixels, camera, box)


if __name__ == "__main__":
    main()
