"""Mistakes that people make in a place of their own, each planted on a copy of the demo house's ground floor."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from environments import PanoramaFolder
from environments.check import PlaceFinding, Severity, Sureness, check_environment, run, seen
from environments.demo import DemoHouse

HOUSE = Path(run.__file__).parents[1] / "demo" / "house"
ROOMS = ("living-room", "kitchen", "terrace", "hallway", "study", "stairs-foot")
Graph = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def remembered() -> Iterator[None]:
    """Features of one picture, and those that two have in common, are found once for all tests."""
    known: dict[bytes, seen.PictureFeatures] = {}
    compared: dict[tuple[int, int], seen.Common] = {}

    def features_of(panorama: Image.Image) -> seen.PictureFeatures:
        pixels = panorama.tobytes()
        if pixels not in known:
            known[pixels] = seen.features_of(panorama)
        return known[pixels]

    def common_features(here: seen.PictureFeatures, there: seen.PictureFeatures) -> seen.Common:
        pair = id(here), id(there)  # all that are known stay
        if pair not in compared:
            compared[pair] = seen.common_features(here, there)
        return compared[pair]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "features_of", features_of)
        patch.setattr(run, "common_features", common_features)
        yield


def planted(folder: Path, spoil: Callable[[Path, Graph], None]) -> list[PlaceFinding]:
    """What is found in a copy with a mistake, notes apart."""
    graph: Graph = json.loads((HOUSE / "graph.json").read_text())
    graph["viewpoints"] = [each for each in graph["viewpoints"] if each["viewpoint_id"].startswith(ROOMS)]
    names = {each["viewpoint_id"] for each in graph["viewpoints"]}
    graph["edges"] = [edge for edge in graph["edges"] if names.issuperset(edge)]
    for name in names:
        shutil.copyfile(HOUSE / f"{name}.jpg", folder / f"{name}.jpg")
    spoil(folder, graph)
    (folder / "graph.json").write_text(json.dumps(graph))
    findings = chain.from_iterable(check_environment(PanoramaFolder(folder)))
    return [finding for finding in findings if finding.severity > Severity.NOTE]


def viewpoint(graph: Graph, name: str) -> dict[str, Any]:
    (found,) = (each for each in graph["viewpoints"] if each["viewpoint_id"] == name)
    entry: dict[str, Any] = found
    return entry


def redrawn(file: Path, change: Callable[[Image.Image], Image.Image]) -> None:
    with Image.open(file) as picture:
        change(picture.convert("RGB")).save(file, quality=95)


def move(graph: Graph, change: Callable[[float, float, float], list[float]]) -> None:
    for each in graph["viewpoints"]:
        each["position"] = change(*each["position"])


def heading_off(degrees: float) -> Callable[[Path, Graph], None]:
    return lambda _, graph: viewpoint(graph, "kitchen-table").update(heading=math.radians(degrees))


def edge_through_a_wall(_: Path, graph: Graph) -> None:
    graph["edges"].append(["living-room-fireplace", "study-desk"])


def swapped(folder: Path, _: Graph) -> None:
    one, other = folder / "kitchen-table.jpg", folder / "living-room-sofa.jpg"
    shutil.move(one, folder / "kept")
    shutil.move(other, one)
    shutil.move(folder / "kept", other)


def centimetres(_: Path, graph: Graph) -> None:
    move(graph, lambda x, y, z: [100 * x, 100 * y, 100 * z])


def degrees(folder: Path, graph: Graph) -> None:
    for number, each in enumerate(graph["viewpoints"]):
        each["heading"] = 45 * (number % 8)
        redrawn(folder / each["image"], partial(turned_left, degrees=each["heading"]))


def turned_left(picture: Image.Image, degrees: int) -> Image.Image:
    return ImageChops.offset(picture, -degrees * picture.width // 360, 0)


def height(_: Path, graph: Graph) -> None:
    viewpoint(graph, "kitchen-table")["height"] = 155


def mirrored(_: Path, graph: Graph) -> None:
    move(graph, lambda x, y, z: [-x, y, z])


def exchanged_axes(_: Path, graph: Graph) -> None:
    move(graph, lambda x, y, z: [x, z, y])


def twice(_: Path, graph: Graph) -> None:
    viewpoint(graph, "kitchen-table")["image"] = "kitchen-fridge.jpg"


def saved_again(folder: Path, _: Graph) -> None:
    shutil.copyfile(folder / "kitchen-fridge.jpg", folder / "kitchen-table.jpg")
    redrawn(folder / "kitchen-table.jpg", lambda picture: picture)


def upside_down(folder: Path, _: Graph) -> None:
    redrawn(folder / "kitchen-table.jpg", lambda picture: picture.transpose(Image.Transpose.ROTATE_180))


def small(folder: Path, _: Graph) -> None:
    redrawn(folder / "kitchen-table.jpg", lambda picture: picture.resize((512, 256)))


def unused(folder: Path, graph: Graph) -> None:
    shutil.copyfile(HOUSE / "balcony.jpg", folder / "balcony.jpg")


def crop(folder: Path, _: Graph) -> None:
    redrawn(folder / "kitchen-table.jpg", lambda picture: picture.crop((300, 150, 1700, 850)))


ONE = ("kitchen-table",)
PLANTED: dict[str, tuple[Callable[[Path, Graph], None], str, tuple[str, ...], Sureness]] = {
    "heading 20": (heading_off(20), "heading off", ONE, Sureness.LIKELY),
    "heading 90": (heading_off(90), "heading off", ONE, Sureness.LIKELY),
    "heading 180": (heading_off(180), "heading off", ONE, Sureness.LIKELY),
    "edge through a wall": (
        edge_through_a_wall,
        "nothing seen in common",
        ("living-room-fireplace", "study-desk"),
        Sureness.POSSIBLE,
    ),
    "swapped pictures": (
        swapped,
        "pictures exchanged",
        ("living-room-sofa", "kitchen-table"),
        Sureness.LIKELY,
    ),
    "centimetres": (centimetres, "positions not in metres", (), Sureness.LIKELY),
    "height 155": (height, "doubtful height", ONE, Sureness.LIKELY),
    "mirrored": (mirrored, "mistake of the whole place", (), Sureness.LIKELY),
    "y and z exchanged": (exchanged_axes, "axes exchanged", (), Sureness.LIKELY),
    "upside down": (upside_down, "picture upside down", ONE, Sureness.LIKELY),
    "unused picture": (unused, "unused picture", (), Sureness.CERTAIN),
}
"""Each mistake, and the only finding that it gives."""


def test_the_demo_house_itself_is_not_complained_of() -> None:
    found = list(chain.from_iterable(check_environment(DemoHouse())))
    assert [finding for finding in found if finding.severity > Severity.NOTE] == []


@pytest.mark.parametrize("mistake", PLANTED)
def test_a_mistake_is_found_and_nothing_else_is_said(tmp_path: Path, mistake: str) -> None:
    spoil, kind, viewpoints, sure = PLANTED[mistake]
    (found,) = planted(tmp_path, spoil)
    assert (found.kind, found.viewpoint_ids, found.sure) == (kind, viewpoints, sure)
    assert found.remedy


def test_the_heading_that_would_fit_is_said(tmp_path: Path) -> None:
    (found,) = planted(tmp_path, heading_off(90))
    assert "90 degrees to the right of where the heading 1.57 has them; about 0.00 would fit." in found.what


def test_headings_in_degrees(tmp_path: Path) -> None:
    (found,) = planted(tmp_path, degrees)
    assert (found.kind, found.sure) == ("headings in degrees", Sureness.LIKELY)
    assert len(found.viewpoint_ids) == 12  # 0 degrees are 0 radians


@pytest.mark.parametrize(("spoil", "sure"), [(twice, Sureness.CERTAIN), (saved_again, Sureness.LIKELY)])
def test_one_picture_twice(tmp_path: Path, spoil: Callable[[Path, Graph], None], sure: Sureness) -> None:
    (twice,) = (each for each in planted(tmp_path, spoil) if each.kind == "one picture twice")
    assert (twice.viewpoint_ids, twice.sure) == (("kitchen-table", "kitchen-fridge"), sure)


def test_a_small_picture_among_large_ones(tmp_path: Path) -> None:
    found = [finding for finding in planted(tmp_path, small) if finding.kind == "small picture"]
    assert [finding.viewpoint_ids for finding in found] == [ONE]


def test_a_crop_that_is_twice_as_wide_as_high(tmp_path: Path) -> None:
    kinds = {finding.kind for finding in planted(tmp_path, crop) if finding.viewpoint_ids == ONE}
    assert "doubtful projection" in kinds
