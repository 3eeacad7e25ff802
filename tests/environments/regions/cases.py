"""``python -m tests.environments.regions.cases``: writes the golden files that Python and TypeScript are tested on.

A case is two lists of regions with what they measure: areas, what they share, intersection over union, the boxes around
them, and which of some directions lie in the first. Angles are written with few digits, so that both read the same.
Cases on a lattice, whose sides share great circles and poles, have areas and overlaps alone, and angles of all digits.
"""

from __future__ import annotations

import gzip
import json
from math import pi
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import direction, heading_elevation, rotation
from environments.regions import (
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    bounding_latlon,
    bounding_view,
    contains,
    region_as_json,
    region_from_json,
    shared_area,
    union_area,
    union_iou,
)
from environments.regions.bounds import Outline

GOLDEN = Path(__file__).parents[2] / "data" / "regions" / "cases.json.gz"
LATTICE = GOLDEN.with_name("lattice.json.gz")
CASES, LATTICE_CASES = 2000, 250
STEP = pi / 12  # of the lattice
DIGITS = 6
Shape = TypeVar("Shape", ViewBox, LatLonBox, Polygon)
KINDS = ("view", "latlon", "polygon", "mask")


def main() -> None:
    """Write the files."""
    _write(GOLDEN, [measured(*pair) for pair in drawn(np.random.default_rng(20))])
    _write(LATTICE, [overlaps(*pair) for pair in drawn_on_lattice(np.random.default_rng(21))])


def _write(path: Path, cases: list[dict[str, Any]]) -> None:
    path.write_bytes(gzip.compress(json.dumps(cases, separators=(",", ":")).encode(), mtime=0))


def golden(path: Path = GOLDEN) -> list[dict[str, Any]]:
    """The cases of a file."""
    cases: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
    return cases


def drawn(rng: np.random.Generator) -> list[tuple[list[Region], list[Region]]]:
    """Pairs of every two kinds, and hard ones of view boxes; some of several regions."""
    found: list[tuple[list[Region], list[Region]]] = []
    while len(found) < CASES:
        number = len(found)
        if number % 2:
            first: list[Region] = [random_view(rng)]
            found.append((first, [hard_partner(rng, first[0], number // 2 % 8)]))
        else:
            one, other = KINDS[number // 2 % 4], KINDS[number // 8 % 4]
            several = 1 if number % 20 else 3
            look = (rng.uniform(-pi, pi), np.arcsin(rng.uniform(-1, 1)))
            found.append(
                (
                    [random_region(rng, one, look) for _ in range(several)],
                    [random_region(rng, other, look) for _ in range(several)],
                )
            )
    return found


def drawn_on_lattice(rng: np.random.Generator) -> list[tuple[list[Region], list[Region]]]:
    """Large polygons with each other and with boxes, all of whose angles are multiples of 15 degrees."""
    found: list[tuple[list[Region], list[Region]]] = []
    for _ in range(LATTICE_CASES):
        polygons: list[Region] = [lattice_polygon(rng) for _ in range(int(rng.integers(2, 5)))]
        box = (lattice_latlon, lattice_view, lattice_polygon)[int(rng.integers(3))](rng)
        first = int(rng.integers(1, len(polygons) + 1))
        found.append((polygons[:first], [*polygons[first:], box]))
    return found


def overlaps(first: list[Region], second: list[Region]) -> dict[str, Any]:
    """Two lists of regions, their areas and what they share."""
    return {
        "first": [region_as_json(region) for region in first],
        "second": [region_as_json(region) for region in second],
        "areas": [union_area(first), union_area(second)],
        "shared": shared_area(first, second),
        "iou": union_iou(first, second),
    }


def measured(first: list[Region], second: list[Region]) -> dict[str, Any]:
    """What both languages must find."""
    looks = [[0.0, pi / 2], [0.0, -pi / 2], *_centres(first), *_centres(second)]
    inside = contains(first[0], direction(*np.array(looks).T))
    latlon, view = bounding_latlon(first[0]), bounding_view(first)
    return {
        **overlaps(first, second),
        "latlon": [latlon.west, latlon.width, latlon.low, latlon.high],
        "view": None if view is None else [view.heading, view.elevation, view.width, view.height],
        "settled": view is not None and _is_settled(first, view),
        "looks": looks,
        "inside": inside.astype(int).tolist(),
    }


def random_region(rng: np.random.Generator, kind: str, look: tuple[float, float]) -> Region:
    """A region of a kind near a direction."""
    heading, elevation = (
        look[0] + rng.normal(0, 0.3),
        float(np.clip(look[1] + rng.normal(0, 0.3), -1.57, 1.57)),
    )
    if kind == "view":
        width, height = np.exp(rng.uniform(np.log(0.05), np.log(2.5), 2)).tolist()
        return rounded(ViewBox(heading, elevation, width, height))
    if kind == "latlon":
        half = rng.uniform(0.02, 0.6)
        low, high = max(-pi / 2, elevation - half), min(pi / 2, elevation + half)
        return rounded(LatLonBox(heading, rng.uniform(0.05, 6), low, high))
    if kind == "mask":
        rows, columns = int(rng.integers(2, 12)), int(rng.integers(2, 24))
        cells = rng.random((rows, columns)) < 0.3
        cells[rows // 2, columns // 2] = True
        return Mask.of(cells)
    return random_polygon(rng, heading, elevation)


def random_polygon(rng: np.random.Generator, heading: float, elevation: float) -> Polygon:
    """A star around a direction, convex or not."""
    while True:
        count = int(rng.integers(3, 10))
        angle = np.sort(rng.uniform(0, 2 * pi, count))[::-1]
        reach = rng.uniform(0.05, 1.4) * rng.uniform(0.3, 1, count)
        star = [np.sin(reach) * np.cos(angle), np.cos(reach), np.sin(reach) * np.sin(angle)]
        corners = np.stack(star, axis=1) @ rotation(heading, elevation).T
        points = zip(*(each.tolist() for each in heading_elevation(corners)), strict=True)
        try:
            return rounded(Polygon(tuple(points)))
        except InvalidDataError:
            continue


def lattice_polygon(rng: np.random.Generator) -> Polygon:
    """A polygon of over one steradian, convex or not, with corners on the lattice."""
    while True:
        count = int(rng.integers(3, 9))
        headings, elevations = rng.integers(-12, 12, count) * STEP, rng.integers(-6, 7, count) * STEP
        try:
            polygon = Polygon(tuple(zip(headings.tolist(), elevations.tolist(), strict=True)))
        except InvalidDataError:
            continue
        if union_area([polygon]) > 1:
            return polygon


def lattice_latlon(rng: np.random.Generator) -> LatLonBox:
    """A box in longitude and latitude with its sides on the lattice."""
    low, high = sorted((rng.choice(np.arange(-6, 7), 2, replace=False) * STEP).tolist())
    return LatLonBox(int(rng.integers(-12, 12)) * STEP, int(rng.integers(1, 25)) * STEP, low, high)


def lattice_view(rng: np.random.Generator) -> ViewBox:
    """A view box with its centre and sizes on the lattice."""
    width, height = (rng.integers(1, 12, 2) * STEP).tolist()
    return ViewBox(int(rng.integers(-12, 12)) * STEP, int(rng.integers(-6, 7)) * STEP, width, height)


def random_view(rng: np.random.Generator) -> ViewBox:
    """A view box of 0.2 to 175° anywhere on the sphere."""
    width, height = np.exp(rng.uniform(np.log(0.0035), np.log(3.05), 2)).tolist()
    return rounded(ViewBox(rng.uniform(-pi, pi), float(np.arcsin(rng.uniform(-1, 1))), width, height))


def hard_partner(rng: np.random.Generator, box: Region, way: int) -> Region:
    """A view box that makes a pair hard: near, over the seam, at a pole, nested, touching, nearly equal, tiny, wide."""
    assert isinstance(box, ViewBox)
    h, e, w, v = box.heading, box.elevation, box.width, box.height
    near = ViewBox(h + rng.normal(0, 0.3) * w, float(np.clip(e + rng.normal(0, 0.3) * v, -1.57, 1.57)), w, v)
    made = (
        near,
        ViewBox(pi + rng.normal(0, 0.1), e, w, v),
        ViewBox(h, pi / 2 * (-1) ** int(rng.integers(2)), w, v),
        ViewBox(h, e, w / 2, v / 3),
        ViewBox(h + w, 0.0 if abs(e) < 0.1 else e, w, v),
        ViewBox(h + 1e-5, e, w, v + 1e-5),
        ViewBox(h, e, 0.0035, 0.0035),
        ViewBox(near.heading, near.elevation, 3.1415, v),
    )[way]
    return rounded(made)


def rounded(region: Shape) -> Shape:
    """The same region with few digits."""
    told = json.loads(json.dumps(region_as_json(region)), parse_float=lambda text: round(float(text), DIGITS))
    again = region_from_json(told)
    assert isinstance(again, type(region))
    return again


def _is_settled(regions: list[Region], view: ViewBox) -> bool:
    """Whether the sides of the view box around regions came to rest."""
    seen = Outline(regions).seen_from(view.heading, view.elevation)
    assert seen is not None
    return max(abs(seen.left + seen.right), abs(seen.low + seen.high)) < 1e-12


def _centres(regions: list[Region]) -> list[list[float]]:
    """The middle of the first region that has numbers for one, with few digits."""
    region = regions[0]
    if isinstance(region, ViewBox):
        return [[region.heading, region.elevation]]
    if isinstance(region, LatLonBox):
        return [
            [round(region.west + region.width / 2, DIGITS), round((region.low + region.high) / 2, DIGITS)]
        ]
    if isinstance(region, Polygon):
        mean = direction(*np.array(region.points).T).sum(axis=0)
        return [[round(float(angle), DIGITS) for angle in heading_elevation(mean)]]
    return [[0.1, 0.1], [-3.0, -0.7]]


if __name__ == "__main__":
    main()
