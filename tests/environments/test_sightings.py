"""What viewpoints see of labelled things: masks, boxes and what is hidden, in small pictures and in the demo house."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments.demo import DemoHouse
from environments.errors import InvalidDataError
from environments.geometry import direction, heading_elevation
from environments.labels import Labels
from environments.regions import LatLonBox, area, contains, iou
from environments.scan import Scan, Viewpoint
from environments.sightings import Sighting, pixels_of, points_seen, sees, sighting, sightings

STEP = np.pi / 8  # of a picture of 16 x 8 pixels


def labelled(folder: Path, numbers: NDArray[np.uint8], metres: float = 2.0) -> Labels:
    """One viewpoint, "here", that sees a thing of number 1 and a wall, all at one distance."""
    objects = [
        {
            "object_id": name,
            "number": number,
            "label": f"the {name}",
            "seen_from": {},
            "hidden": {"here": hidden},
        }
        for number, (name, hidden) in enumerate({"vase": 0.25, "stool": 0.7, "cup": 0.0}.items(), start=1)
    ]
    content = {"image_size": [16, 8], "objects": objects}
    (folder / "objects.json").write_text(json.dumps(content))
    Image.fromarray(numbers).save(folder / "here.ids.png")
    Image.fromarray(np.full((8, 16), round(metres * 1000), np.uint16)).save(folder / "here.depth.png")
    return Labels.open(folder)


def seen(labels: Labels, name: str) -> Sighting:
    found = sighting(labels, name, "here")
    assert found is not None
    return found


def sides(box: LatLonBox) -> list[float]:
    return [box.west, box.width, box.low, box.high]


def test_boxes_of_one_pixel_are_its_sides(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[3, 8] = 1  # above the horizon, right of heading 0
    found = seen(labelled(tmp_path, numbers), "vase")
    assert sides(found.bounds) == pytest.approx([0.0, STEP, 0.0, STEP])
    assert found.steradians == pytest.approx(STEP * np.sin(STEP))
    assert found.mask.cells()[3, 8]
    assert found.box is not None
    assert found.box.heading == pytest.approx(STEP / 2)
    corners = direction([0.0, STEP, 0.0, STEP], [0.0, 0.0, STEP, STEP])
    assert contains(
        replace(found.box, width=found.box.width + 1e-9, height=found.box.height + 1e-9), corners
    ).all()
    assert not contains(replace(found.box, width=found.box.width - 1e-3), corners).all()
    assert not contains(replace(found.box, height=found.box.height - 1e-3), corners).all()


def test_a_thing_across_the_seam_is_one(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[4, 14:], numbers[4, :1] = 1, 1
    found = seen(labelled(tmp_path, numbers), "vase")
    assert sides(found.bounds) == pytest.approx([np.pi - 2 * STEP, 3 * STEP, -STEP, 0.0])
    assert found.box is not None
    assert np.cos(found.box.heading - (np.pi - STEP / 2)) == pytest.approx(1.0)
    assert found.box.width < 3 * STEP + 0.2


def test_what_lies_straight_below_has_a_view_box(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[7] = 1
    found = seen(labelled(tmp_path, numbers), "vase")
    assert found.bounds.width == pytest.approx(2 * np.pi)
    assert found.box is not None
    assert found.box.elevation == pytest.approx(-np.pi / 2)
    assert (
        1.95 * STEP < found.box.width <= 2 * STEP + 1e-9
    )  # the corners of pixels are its corners, or nearly


def test_what_surrounds_the_viewer_has_no_view_box(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[4] = 1
    found = seen(labelled(tmp_path, numbers), "vase")
    assert found.box is None
    assert sides(found.bounds)[1:] == pytest.approx([2 * np.pi, -STEP, 0.0])


def test_how_much_is_hidden_has_a_word(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[4, :3] = [1, 2, 3]
    labels = labelled(tmp_path, numbers)
    assert [found.cover for found in sightings(labels, "here")] == ["cut", "mostly_hidden", "whole"]
    assert replace(seen(labels, "vase"), hidden=None).cover is None


@pytest.mark.parametrize(
    ("hidden", "cover"),
    [(0.02, "whole"), (0.021, "cut"), (0.499, "cut"), (0.5, "mostly_hidden"), (0.0, "whole")],
)
def test_words_for_what_is_hidden_begin_at_these_shares(tmp_path: Path, hidden: float, cover: str) -> None:
    found = seen(labelled(tmp_path, np.ones((8, 16), np.uint8)), "vase")
    assert replace(found, hidden=hidden).cover == cover


def test_a_point_may_lie_five_centimetres_behind_what_its_pixel_shows(tmp_path: Path) -> None:
    labels, here = labelled(tmp_path, np.ones((8, 16), np.uint8)), Viewpoint("here", (0.0, 0.0, 0.0))
    assert sees(labels, here, [[0, 2.049, 0], [0, 2.051, 0]]).tolist() == [True, False]
    assert sees(labels, here, [[0, 2.1, 0], [0, 2.2, 0]], slack=0.15).tolist() == [True, False]
    Image.fromarray(np.zeros((8, 16), np.uint16)).save(tmp_path / "here.depth.png")
    assert sees(labels, here, [0, 900.0, 0])  # nothing is behind the sky


def test_what_is_not_seen_is_none_and_what_is_unknown_is_refused(tmp_path: Path) -> None:
    labels = labelled(tmp_path, np.zeros((8, 16), np.uint8))
    assert sighting(labels, "vase", "here") is None
    assert sightings(labels, "here") == ()
    with pytest.raises(InvalidDataError, match="sword"):
        sighting(labels, "sword", "here")


def test_points_lie_where_the_rays_end(tmp_path: Path) -> None:
    numbers = np.zeros((8, 16), np.uint8)
    numbers[3, 8] = 1
    labels, here = labelled(tmp_path, numbers), Viewpoint("here", (1.0, 2.0, 3.0))
    (point,) = points_seen(labels, "vase", here)
    assert point == pytest.approx(np.array([1.0, 2.0, 3.0]) + 2.0 * direction(STEP / 2, STEP / 2))
    assert sees(labels, here, point)
    assert not sees(labels, here, np.array([1.0, 4.2, 3.0]))
    assert sees(labels, here, [[1.0, 4.02, 3.0], [1.0, 3.0, 3.0]]).all()


def test_pixels_at_the_ends_of_a_picture() -> None:
    rows, columns = pixels_of([-np.pi, np.pi, 0.0], [np.pi / 2, -np.pi / 2, 0.0], (8, 16))
    assert rows.tolist() == [0, 7, 4]
    assert columns.tolist() == [0, 0, 8]


def test_labels_of_an_older_house_do_not_say_what_is_hidden(tmp_path: Path) -> None:
    labels = labelled(tmp_path, np.ones((8, 16), np.uint8))
    content = json.loads((tmp_path / "objects.json").read_text())
    for each in content["objects"]:
        del each["hidden"]
    (tmp_path / "objects.json").write_text(json.dumps(content))
    assert labels.object("vase").box is None
    assert seen(Labels.open(tmp_path), "vase").hidden is None


@pytest.fixture(scope="module")
def house() -> tuple[Scan, Labels]:
    demo = DemoHouse()
    labels = demo.labels("demo-house")
    assert labels is not None
    return demo.scan("demo-house"), labels


def test_boxes_of_the_demo_house_are_tight(house: tuple[Scan, Labels]) -> None:
    _, labels = house
    for found in sightings(labels, "living-room-sofa"):
        assert found.box is not None
        assert area(found.mask) == pytest.approx(found.steradians)
        assert found.steradians <= area(found.box) * (1 + 1e-9)
        assert iou(found.bounds, found.box) > 0.3
        assert found.hidden is not None


def test_a_sofa_before_a_camera_is_seen_whole_and_one_behind_a_door_is_not(
    house: tuple[Scan, Labels],
) -> None:
    _, labels = house
    near, far = (sighting(labels, "red-sofa", name) for name in ("living-room-sofa", "hallway-coats"))
    assert near is not None
    assert far is not None
    assert near.cover == "whole"
    assert far.cover == "mostly_hidden"
    assert far.hidden == pytest.approx(
        1 - 37 / 897, abs=0.01
    )  # pixels near the horizon, counted in both pictures


def test_points_carried_to_another_viewpoint_land_on_the_thing_or_are_hidden(
    house: tuple[Scan, Labels],
) -> None:
    """Depth, identities and positions together: what one viewpoint sees of a thing, another sees as that thing."""
    scan, labels = house
    shares = carried(scan, labels, "living-room-sofa", "living-room-fireplace")
    assert len(shares) > 5
    assert np.median(shares) > 0.97
    assert min(shares) > 0.7  # leaves, and what lies two centimetres under something


def carried(scan: Scan, labels: Labels, start: str, end: str) -> list[float]:
    """Shares of each thing's points that lie within a pixel of it, of those that nothing hides; 200 points at least."""
    there, numbers, shares = scan.viewpoints[end], labels.numbers(end), []
    for found in sightings(labels, start):
        points = points_seen(labels, found.object_id, scan.viewpoints[start])
        points = points[sees(labels, there, points, slack=0.02)]
        if len(points) >= 200:
            at = pixels_of(*heading_elevation(points - np.array(there.position)), numbers.shape)
            shown = numbers == labels.object(found.object_id).number
            near = [np.roll(shown, (down, right), (0, 1)) for down in (-1, 0, 1) for right in (-1, 0, 1)]
            shares.append(float(np.any(near, axis=0)[at].mean()))
    return shares
