"""``pangea env map`` with COLMAP itself, on drawn rooms: how exact it is, and what it says of what was planted.

All runs share the features that were found: as somebody works who adds photographs.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from environments import PanoramaFolder
from environments.check import Severity, check_environment
from environments.check.findings import PlaceFinding
from environments.errors import ConfigurationError
from environments.geometry import heading_elevation, wrap_angle
from environments.mapping.run import Mapped, Watch, map_place
from tests.environments.figures.mapping.drawn_rooms import Room, panorama

EYE = 1.5
ROOMS = (Room(0, 4, 4, 1), Room(4, 8, 4, 2))
ELSEWHERE = (Room(0, 5, 4, 3),)
STANDS = {
    "a1": (0.8, 1.2),
    "a2": (2.0, 1.0),
    "a3": (3.1, 1.3),
    "a4": (0.9, 2.7),
    "a5": (2.0, 2.9),
    "a6": (3.2, 2.1),
    "b1": (4.4, 2.0),
    "b2": (5.2, 1.9),
    "b3": (6.2, 1.1),
    "b4": (7.2, 1.5),
    "b5": (7.0, 2.8),
    "b6": (5.8, 2.9),
}
OTHERS = {"c1": (0.9, 1.0), "c2": (2.1, 1.2), "c3": (3.4, 1.9), "c4": (2.2, 2.9)}
HEADINGS = {name: 2.4 * number for number, name in enumerate([*STANDS, *OTHERS])}
Change = Callable[[Image.Image], Image.Image]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the photographs of two rooms in ``kept``, and of another house in ``others``."""
    folder = tmp_path_factory.mktemp("rooms")
    for where, rooms, stands in (("kept", ROOMS, STANDS), ("others", ELSEWHERE, OTHERS)):
        (folder / where).mkdir()
        for number, (name, (x, y)) in enumerate(stands.items()):
            lean = np.radians(number % 3 - 1)
            panorama(rooms, (x, y, EYE), HEADINGS[name], lean).save(folder / where / f"{name}.png")
    return folder


@pytest.fixture
def photos(folder: Path) -> Iterator[Path]:
    """A copy to plant something in; what was made of it is removed, but for what was found on the way."""
    shutil.copytree(folder / "kept", folder / "photos")
    yield folder / "photos"
    shutil.rmtree(folder / "photos")
    shutil.rmtree(folder / "place", ignore_errors=True)


def mapped(photos: Path) -> Mapped:
    return map_place(photos, photos.parent / "place", EYE)


def said(result: Mapped) -> dict[str, set[str]]:
    """The viewpoints that each warning names."""
    told: dict[str, set[str]] = {}
    for finding in result.findings:
        if finding.severity is Severity.WARNING:
            told.setdefault(finding.kind, set()).update(finding.viewpoint_ids)
    return told


def checked(photos: Path) -> list[PlaceFinding]:
    found = chain.from_iterable(check_environment(PanoramaFolder(photos.parent / "place")))
    return [finding for finding in found if finding.severity > Severity.NOTE]


def graph(photos: Path, scan: str = "") -> Any:
    return json.loads((photos.parent / "place" / scan / "graph.json").read_text())


def stopping_at(stage: str) -> Watch:
    """Stops amid this stage, as Ctrl+C does."""

    def watch(items: Iterable[Any], name: str, total: int) -> Iterator[Any]:
        for number, item in enumerate(items):
            if name == stage and number == 2 % total:
                raise KeyboardInterrupt
            yield item

    return watch


def change(file: Path, how: Change, target: Path | None = None) -> None:
    with Image.open(file) as picture:
        how(picture.convert("RGB")).save(target or file)


def test_rooms_are_mapped_to_centimetres_and_the_check_agrees(photos: Path) -> None:
    result = mapped(photos)
    assert (result.left_out, said(result)) == ([], {})
    scan = PanoramaFolder(photos.parent / "place").scan("place")
    for name, (x, y) in STANDS.items():
        dx, dy, z = scan.viewpoints[name].position
        assert np.hypot(dx - x + STANDS["a1"][0], dy - y + STANDS["a1"][1]) < 0.03, name
        assert abs(z - EYE) < 0.05
        seen = heading_elevation(np.array(scan.viewpoints[name].orientation)[:, 1])[0]
        assert abs(wrap_angle(seen - HEADINGS[name])) < np.radians(0.3)
    joined = {frozenset(edge[:2]) for edge in scan.graph.edges()}
    assert {frozenset(("a6", "b1")), frozenset(("b1", "b2"))} <= joined
    assert not {frozenset(("a3", "b3")), frozenset(("a5", "b6"))} & joined
    assert checked(photos) == []


def test_a_run_that_was_stopped_goes_on_to_the_same_place(folder: Path, tmp_path: Path) -> None:
    for stage in ("finding features", "comparing photographs", "placing photographs", "writing panoramas"):
        with pytest.raises(KeyboardInterrupt):
            map_place(folder / "others", tmp_path / "place", EYE, watch=stopping_at(stage))
        assert not (tmp_path / "place").exists()
    map_place(folder / "others", tmp_path / "place", EYE)
    map_place(folder / "others", tmp_path / "at-once" / "place", EYE)
    stopped, at_once = (each / "place" / "graph.json" for each in (tmp_path, tmp_path / "at-once"))
    assert stopped.read_text() == at_once.read_text()


def test_a_mirrored_photograph_is_left_out(photos: Path) -> None:
    change(photos / "b4.png", ImageOps.mirror)
    result = mapped(photos)
    assert (result.left_out, said(result)) == (["b4"], {"photograph left out": {"b4"}})


def test_an_upside_down_photograph_is_named_and_no_viewpoint(photos: Path) -> None:
    change(photos / "a5.png", lambda picture: picture.rotate(180))
    assert said(mapped(photos)) == {"photograph leans": {"a5"}}
    assert "a5" not in {each["viewpoint_id"] for each in graph(photos)["viewpoints"]}


def test_the_same_photograph_saved_again_is_named(photos: Path) -> None:
    change(photos / "a2.png", lambda picture: picture, photos / "z.jpg")
    assert said(mapped(photos)) == {"one picture twice": {"a2", "z"}}


def test_two_houses_become_two_scans(photos: Path) -> None:
    shutil.copytree(photos.parent / "others", photos, dirs_exist_ok=True)
    assert set(said(mapped(photos))) == {"parts that do not join"}
    assert {each["viewpoint_id"] for each in graph(photos, "place-2")["viewpoints"]} == set(OTHERS)


def test_a_photograph_of_elsewhere_is_left_out(photos: Path) -> None:
    shutil.copy(photos.parent / "others" / "c1.png", photos / "c1.png")
    assert said(mapped(photos)) == {"photograph left out": {"c1"}}


def test_a_damaged_database_is_named(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "place.work").mkdir()
    (tmp_path / "place.work" / "colmap.db").write_bytes(b"no database" * 999)
    with pytest.raises(ConfigurationError, match=r"colmap\.db cannot be opened as COLMAP's database"):
        map_place(photos, tmp_path / "place", EYE)
    assert not (tmp_path / "place").exists()
