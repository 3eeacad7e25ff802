"""What pictures say of headings, positions and edges, in two rooms made of points that cameras see."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments.check import PlaceFinding, Sureness
from environments.check.compare import HEAD_DOWN, check_seen
from environments.check.seen import (
    AS_STATED,
    SLACK,
    Common,
    PictureFeatures,
    common_features,
    features_of,
    support,
)
from environments.geometry import as_rotation, rotation
from environments.graph import NavigationGraph
from environments.scan import Projection, Scan, Viewpoint

PLACES = {
    "a1": (1.0, 1.0, 1.5),
    "a2": (3.0, 1.2, 1.5),
    "a3": (2.1, 3.0, 1.5),
    "door": (4.5, 2.5, 1.6),
    "b1": (6.6, 2.2, 1.5),
    "b2": (8.2, 1.0, 1.5),
    "b3": (7.5, 3.6, 1.4),
}
EDGES = [
    ("a1", "a2"),
    ("a2", "a3"),
    ("a1", "a3"),
    ("a3", "door"),
    ("a2", "door"),
    ("door", "b1"),
    ("door", "b3"),
]
EDGES += [("b1", "b2"), ("b1", "b3"), ("b2", "b3")]
HEADINGS = {name: 0.4 * number for number, name in enumerate(PLACES)}
ROOMS = {"a": (0.0, 4.4), "b": (4.6, 9.0)}
SHARED, OWN = 150, 500
"""Points of a room, which all its cameras and the door's see; and what only one camera sees."""


def words(seed: int, number: int) -> NDArray[np.float16]:
    drawn = np.abs(np.random.default_rng(seed).normal(size=(number, 128))) ** 3
    seen: NDArray[np.float16] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16)
    return seen


def photograph(name: str, heading: float) -> PictureFeatures:
    """What a camera sees: the points of its room, and clutter that only it sees."""
    rays, seen = [], []
    for number, (room, (west, east)) in enumerate(ROOMS.items()):
        if name.startswith((room, "door")):
            points = np.random.default_rng(number).uniform((west, 0, 0), (east, 4, 2.6), (SHARED, 3))
            rays.append(points - PLACES[name])
            seen.append(words(number, SHARED))
    own = 10 + list(PLACES).index(name)
    rays.append(np.random.default_rng(own).normal(size=(OWN, 3)))
    seen.append(words(own, OWN))
    looks = np.concatenate(rays) @ rotation(heading)
    looks /= np.linalg.norm(looks, axis=1, keepdims=True)
    return PictureFeatures(looks.astype(np.float32), np.concatenate(seen))


PICTURES = {name: photograph(name, HEADINGS[name]) for name in PLACES}


def place(
    positions: Mapping[str, tuple[float, float, float]] = PLACES,
    headings: Mapping[str, float] = HEADINGS,
    edges: list[tuple[str, str]] = EDGES,
) -> Scan:
    viewpoints = {
        name: Viewpoint(name, position, as_rotation(rotation(headings[name])))
        for name, position in positions.items()
    }
    return Scan("rooms", viewpoints, NavigationGraph(positions, edges), Projection.EQUIRECTANGULAR)


def found(scan: Scan, pictures: Mapping[str, PictureFeatures] = PICTURES) -> list[PlaceFinding]:
    common = {(a, b): common_features(pictures[a], pictures[b]) for a, b, _ in scan.graph.edges()}
    return check_seen(scan, pictures, common)


def test_nothing_is_said_of_a_place_that_is_right() -> None:
    assert found(place()) == []


def test_nothing_is_said_of_a_place_that_was_measured_by_hand() -> None:
    drawn = np.random.default_rng(5)
    positions = {name: tuple(np.add(place, drawn.normal(0, 0.05, 3))) for name, place in PLACES.items()}
    headings = {name: heading + drawn.normal(0, math.radians(2)) for name, heading in HEADINGS.items()}
    assert found(place(positions, headings)) == []


@pytest.mark.parametrize("degrees", [21, 90, -60, 180])
def test_a_heading_is_off_and_the_right_one_is_said(degrees: int) -> None:
    (off,) = found(place(headings={**HEADINGS, "a3": HEADINGS["a3"] - math.radians(degrees)}))
    assert (off.kind, off.viewpoint_ids, off.sure) == ("heading off", ("a3",), Sureness.LIKELY)
    assert f"{abs(degrees)} degrees to the" in off.what
    assert off.what.endswith(f"{HEADINGS['a3']:.2f} would fit.")


def test_two_headings_are_off() -> None:
    off = found(place(headings={**HEADINGS, "a1": 2.0, "a2": -2.0}))
    fitting = {each.viewpoint_ids[0]: float(each.what.split()[-3]) for each in off}
    assert fitting == pytest.approx({name: HEADINGS[name] for name in ("a1", "a2")}, abs=math.radians(3))


def test_a_heading_is_off_where_there_is_but_one_neighbour() -> None:
    (off,) = found(place(edges=[*EDGES[:-3], ("b1", "b2")], headings={**HEADINGS, "b2": 0.0}))
    assert (off.kind, off.viewpoint_ids, off.sure) == ("heading off", ("b2",), Sureness.POSSIBLE)


def test_an_edge_leads_through_a_wall() -> None:
    (wall,) = found(place(edges=[*EDGES, ("a1", "b2")]))
    assert (wall.kind, wall.viewpoint_ids, wall.sure) == (
        "nothing seen in common",
        ("a1", "b2"),
        Sureness.POSSIBLE,
    )


def test_nothing_is_said_of_a_wall_where_a_picture_has_too_little_detail() -> None:
    faint = {**PICTURES, "a1": PictureFeatures(PICTURES["a1"].rays[:SHARED], PICTURES["a1"].words[:SHARED])}
    assert found(place(edges=[*EDGES, ("a1", "b2")]), faint) == []


@pytest.mark.parametrize(
    ("mirror", "cure"),
    [
        ((-1, 1, 1), "x had the other sign."),
        ((1, -1, 1), "x had the other sign and all headings were turned by 180 degrees to the left."),
    ],
)
def test_positions_are_mirrored(mirror: tuple[int, int, int], cure: str) -> None:
    (whole,) = found(place({name: tuple(np.multiply(place, mirror)) for name, place in PLACES.items()}))
    assert whole.kind == "mistake of the whole place"
    assert whole.what.endswith(f"10 would fit if {cure}")


def test_headings_grow_to_the_left() -> None:
    (whole,) = found(place(headings={name: -heading for name, heading in HEADINGS.items()}))
    assert whole.what.endswith("10 would fit if headings grew to the left.")


def test_headings_are_measured_from_x() -> None:
    (whole,) = found(place(headings={name: heading - math.pi / 2 for name, heading in HEADINGS.items()}))
    assert whole.what.endswith("10 would fit if all headings were turned by 90 degrees to the right.")


def test_a_picture_is_upside_down() -> None:
    turned = PICTURES["a2"]._replace(rays=(PICTURES["a2"].rays @ HEAD_DOWN).astype(np.float32))
    (flipped,) = found(place(), {**PICTURES, "a2": turned})
    assert (flipped.kind, flipped.viewpoint_ids) == ("picture upside down", ("a2",))


def test_two_pictures_are_exchanged() -> None:
    (both,) = found(place(), {**PICTURES, "a1": PICTURES["b2"], "b2": PICTURES["a1"]})
    assert (both.kind, both.viewpoint_ids) == ("pictures exchanged", ("a1", "b2"))


def test_a_picture_shows_another_place() -> None:
    (other,) = found(place(), {**PICTURES, "a1": PICTURES["b2"]})
    assert (other.kind, other.viewpoint_ids) == ("picture of elsewhere", ("a1",))


def test_a_position_is_wrong() -> None:
    (wrong,) = found(place({**PLACES, "a1": (3.9, 3.9, 1.5)}))
    assert (wrong.kind, wrong.viewpoint_ids) == ("picture of elsewhere", ("a1",))
    assert "correct the position" in wrong.remedy


def test_cameras_at_one_place_say_nothing() -> None:
    scan = place()
    twin = replace(scan.viewpoints["a1"], viewpoint_id="twin")
    positions = {**PLACES, "twin": PLACES["a1"]}
    graph = NavigationGraph(positions, [*EDGES, ("a1", "twin")])
    assert (
        found(
            replace(scan, viewpoints={**scan.viewpoints, "twin": twin}, graph=graph),
            {**PICTURES, "twin": PICTURES["a1"]},
        )
        == []
    )


def test_support_is_all_common_features_at_the_truth() -> None:
    common = common_features(PICTURES["a1"], PICTURES["a2"])
    assert SHARED <= len(common.here) < 1.05 * SHARED  # few are alike by accident
    here, there = (
        (rays @ rotation(HEADINGS[name]).T).astype(np.float32)
        for name, rays in zip(("a1", "a2"), common, strict=True)
    )
    table = support(Common(here, there), np.subtract(PLACES["a2"], PLACES["a1"]))
    assert table.max() == table[AS_STATED, AS_STATED] > 0.8 * SHARED  # the rest moves by less than a degree
    assert table[AS_STATED + 3 * SLACK, AS_STATED] < 0.4 * SHARED


def test_features_are_where_they_are_in_the_picture_also_across_the_seam() -> None:
    pixels = np.full((256, 512, 3), 90, np.uint8)
    pixels[100:106, 505:] = pixels[100:106, :4] = 255  # a blob on the seam
    features = features_of(Image.fromarray(pixels))
    centre = np.array([0.0, -1.0, 0.0])
    assert len(features.rays) >= 1
    assert (features.rays @ centre > math.cos(math.radians(40))).all()
    assert features.words.shape == (len(features.rays), 128)


def test_a_plain_picture_has_no_features() -> None:
    features = features_of(Image.new("RGB", (64, 32), "grey"))
    assert features.rays.shape == (0, 3)
    assert len(common_features(features, PICTURES["a1"]).here) == 0
