"""Edits of a place: what points of panoramas say, and what a place does not allow."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from environments.editing.apply import apply
from environments.editing.edits import (
    Align,
    Distance,
    Edit,
    Face,
    Height,
    Join,
    Keep,
    Level,
    Move,
    Name,
    Part,
    Place,
    Sight,
    TakeOut,
    Turn,
    Use,
)
from environments.editing.place import EditedPlace, Spot, content_of, place_of
from environments.errors import EditError
from environments.geometry import heading_elevation
from environments.path_rules import PathRules
from environments.rooms import Room

LEANING = (0.05, -0.08, math.sqrt(1 - 0.05**2 - 0.08**2))
HALL = Spot("hall", "hall.jpg", (1.0, 2.0, 1.6), 0.4, 1.6, LEANING)
KITCHEN = Spot("kitchen", "kitchen.jpg", (2.5, 4.0, 1.5), -2.0, 1.5, LEANING)
STAIRS = Spot("stairs", "stairs.jpg", (6.0, 4.0, 1.5), 1.0, 1.5)
ATTIC = Spot("attic", "attic.jpg", (7.0, 5.0, 1.5), 2.0, 1.5)
TRUE = EditedPlace(
    "cottage",
    {spot.viewpoint_id: spot for spot in (HALL, KITCHEN, STAIRS, ATTIC)},
    (("hall", "kitchen"), ("attic", "stairs")),
)


def sight(spot: Spot, point: object) -> Sight:
    """Where a picture shows a point of the world."""
    look = spot.turn.T @ (np.asarray(point) - spot.position)
    heading, elevation = heading_elevation(look)
    return Sight(float(heading), float(elevation))


def under(spot: Spot) -> tuple[float, float, float]:
    assert spot.height is not None
    x, y, z = spot.position
    return (x, y, z - spot.height)


def wrong(name: str, **changes: object) -> EditedPlace:
    return TRUE.with_spots([replace(TRUE.spots[name], **changes)])  # type: ignore[arg-type]


def assert_true(place: EditedPlace, name: str = "kitchen") -> None:
    assert place.spots[name].position == pytest.approx(TRUE.spots[name].position)
    assert place.spots[name].heading == pytest.approx(TRUE.spots[name].heading)


def test_a_viewpoint_is_placed_where_a_neighbour_sees_the_floor_under_it() -> None:
    place = apply(wrong("kitchen", position=(9, 9, 9)), Place("kitchen", "hall", sight(HALL, under(KITCHEN))))
    assert_true(place)
    assert ("hall", "kitchen") in place.kept


def test_a_waiting_picture_gets_a_viewpoint_whose_heading_nobody_has_said() -> None:
    begun = EditedPlace("cottage", {"hall": HALL}, waiting={"kitchen": "kitchen.jpg", "attic": "attic.jpg"})
    place = apply(begun, Place("kitchen", "hall", sight(HALL, under(KITCHEN))))
    kitchen = place.spots["kitchen"]
    assert kitchen.position == pytest.approx((2.5, 4.0, 1.6)), "as high as the hall's camera"
    assert (kitchen.heading, kitchen.height, place.edges) == (None, 1.6, (("hall", "kitchen"),))
    assert place.waiting == {"attic": "attic.jpg"}
    assert "heading" not in content_of(place)["viewpoints"][1]


def test_a_panorama_is_turned_to_where_it_shows_a_neighbours_place() -> None:
    seen = sight(KITCHEN, under(HALL))
    for heading in (None, 0.0, 3.0):
        assert_true(apply(wrong("kitchen", heading=heading), Face("kitchen", "hall", seen)))


@pytest.mark.parametrize("point", [(0.0, 5.0, 0.0), (3.0, 1.0, 2.6), (-4.0, 3.0, 0.4)])
def test_a_panorama_is_turned_by_one_point_seen_in_both(point: tuple[float, float, float]) -> None:
    for off in (-0.3, 0.3):
        place = wrong("kitchen", heading=-2.0 + off)
        assert_true(apply(place, Align("kitchen", "hall", sight(KITCHEN, point), sight(HALL, point))))


def test_a_point_that_fits_two_headings_is_refused_where_none_is_known() -> None:
    point = (0.0, 5.0, 0.7)
    edit = Align("kitchen", "hall", sight(KITCHEN, point), sight(HALL, point))
    with pytest.raises(EditError, match="two places"):
        apply(wrong("kitchen", heading=None), edit)
    floor = (0.0, 5.0, 0.0)
    on_floor = Align("kitchen", "hall", sight(KITCHEN, floor), sight(HALL, floor))
    assert_true(apply(wrong("kitchen", heading=None), on_floor))


def test_a_point_as_high_as_the_cameras_does_not_turn_a_panorama() -> None:
    level = [
        replace(spot, position=(*spot.position[:2], 1.5), up=(0.0, 0.0, 1.0)) for spot in (HALL, KITCHEN)
    ]
    place = TRUE.with_spots(level)
    point = (0.0, 5.0, 1.51)
    edit = Align("kitchen", "hall", sight(level[1], point), sight(level[0], point))
    with pytest.raises(EditError, match="as high as the cameras"):
        apply(place, edit)


def test_what_is_joined_is_taken_along() -> None:
    """Two models become one: one is put where the other sees it, and turned."""
    off = np.array([5.0, -3.0, 0.0])
    turned = 0.7
    moved = TRUE.with_spots(
        replace(spot, position=tuple(np.add(spot.position, off).tolist())) for spot in (STAIRS, ATTIC)
    )
    moved = apply(moved, Turn("stairs", turned, part=True))
    joined = apply(moved, Place("stairs", "hall", sight(HALL, under(STAIRS)), part=True))
    joined = apply(joined, Part("hall", "stairs"))
    joined = apply(joined, Face("stairs", "hall", sight(STAIRS, HALL.position), part=True))
    for name in ("stairs", "attic", "hall", "kitchen"):
        assert_true(joined, name)


def test_two_upright_lines_make_a_picture_level() -> None:
    place = wrong("kitchen", up=(0.0, 0.0, 1.0))
    leans = []
    for x, y in [(4.0, 4.0), (2.5, 7.0)] * 2:
        foot, top = (sight(KITCHEN, (x, y, z)) for z in (0.3, 2.4))
        place = apply(place, Level("kitchen", foot, top))
        leans.append(math.acos(min(1.0, np.dot(place.spots["kitchen"].up, LEANING))))
    assert leans == sorted(leans, reverse=True)
    assert leans[1] < math.radians(0.5)
    assert leans[-1] < math.radians(0.01)


def test_a_height_leaves_the_floor_where_it_is() -> None:
    place = apply(TRUE, Height(1.7, "hall"))
    assert (place.spots["hall"].position[2], place.spots["hall"].height) == pytest.approx((1.7, 1.7))
    unknown = apply(wrong("hall", height=None), Height(1.4))
    assert unknown.spots["hall"].position[2] == 1.6
    assert {spot.height for spot in unknown.spots.values()} == {1.4}


def test_a_distance_makes_the_whole_place_larger() -> None:
    place = apply(TRUE, Distance("hall", "kitchen", 2 * math.dist(HALL.position, KITCHEN.position)))
    apart = np.subtract(place.spots["attic"].position, place.spots["stairs"].position)
    assert apart == pytest.approx(2 * np.subtract(ATTIC.position, STAIRS.position))
    assert place.spots["hall"].height == 3.2


def test_edges_are_added_kept_and_removed() -> None:
    place = apply(TRUE, Join("stairs", "kitchen"))
    assert place.edges[-1] == ("kitchen", "stairs")
    assert place.kept == {("kitchen", "stairs")}
    place = apply(apply(place, Keep("kitchen", "hall")), Part("stairs", "kitchen"))
    assert place.edges == TRUE.edges
    assert place.kept == {("hall", "kitchen")}


def test_a_viewpoint_that_is_taken_out_waits_with_its_picture() -> None:
    place = apply(apply(TRUE, Keep("hall", "kitchen")), TakeOut("kitchen"))
    assert (place.waiting, place.edges, place.kept) == (
        {"kitchen": "kitchen.jpg"},
        (("attic", "stairs"),),
        frozenset(),
    )
    again = apply(place, Place("kitchen", "hall", sight(HALL, under(KITCHEN))))
    assert again.spots["kitchen"].position[:2] == pytest.approx((2.5, 4.0))


FLOOR = Sight(0.0, -0.6)
ONE = EditedPlace("one", {"hall": HALL})


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Move("cellar", 0, 0), "no viewpoint 'cellar'"),
        (Move("hall", 2e5, 0), "hall would be at"),
        (Move("hall", math.nan, 0), "hall would be at"),
        (Place("hall", "hall", FLOOR), "hall was named twice"),
        (Place("kitchen", "hall", FLOOR, part=True), "parts of one whole already"),
        (Place("kitchen", "hall", Sight(0.0, 0.2)), "no point of the floor"),
        (Place("kitchen", "attic", Sight(0.0, -0.01)), "no point of the floor"),
        (Turn("hall", math.inf), "cannot look along inf"),
        (Level("attic", FLOOR, Sight(0.0, -0.61)), "too short"),
        (Level("attic", Sight(0.0, 0.1), Sight(0.5, 0.1)), "far from upright"),
        (Height(0.0), "0 m above its floor"),
        (Height(math.nan), "nan m above its floor"),
        (Distance("hall", "kitchen", 0.0), "not 0 m apart"),
        (Keep("hall", "attic"), "no edge between hall and attic"),
        (Part("hall", "attic"), "no edge between hall and attic"),
        (Join("hall", "hall"), "named twice"),
    ],
)
def test_what_a_place_does_not_allow_is_said(edit: Edit, message: str) -> None:
    with pytest.raises(EditError, match=message) as raised:
        apply(TRUE, edit)
    assert raised.value.remedy


def test_a_place_keeps_its_last_viewpoint() -> None:
    with pytest.raises(EditError, match="last viewpoint"):
        apply(ONE, TakeOut("hall"))


def test_the_floor_is_not_guessed() -> None:
    with pytest.raises(EditError, match="Nobody said how high the camera of hall"):
        apply(wrong("hall", height=None), Place("kitchen", "hall", FLOOR))


def test_cameras_at_one_place_have_no_direction() -> None:
    with pytest.raises(EditError, match="same place"):
        apply(wrong("hall", position=KITCHEN.position), Face("hall", "kitchen", FLOOR))


def test_what_is_written_is_read_again() -> None:
    place = apply(TRUE, Keep("hall", "kitchen"))
    assert content_of(place_of(content_of(place), {})) == content_of(place)


def test_a_room_is_named_by_its_viewpoints_and_grows() -> None:
    place = apply(TRUE, Name(("hall", "stairs", "hall"), "hall", {"hi": "गलियारा"}))
    place = apply(place, Name(("attic",), "attic", {}))
    assert place.rooms == (Room("hall", ("hall", "stairs"), {"hi": "गलियारा"}), Room("attic", ("attic",)))
    place = apply(place, Name(("attic",), "hall", {"ur": "راہداری"}))
    assert place.rooms == (Room("hall", ("hall", "stairs", "attic"), {"ur": "راہداری"}),)
    assert place_of(content_of(place), {}).rooms == place.rooms


def test_viewpoints_leave_their_room_and_the_place() -> None:
    named = apply(TRUE, Name(("hall", "stairs"), "hall", {}))
    assert apply(named, Name(("stairs",), "", {})).rooms == (Room("hall", ("hall",)),)
    assert apply(named, TakeOut("hall")).rooms == (Room("hall", ("stairs",)),)
    assert apply(apply(named, TakeOut("hall")), TakeOut("stairs")).rooms == ()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Name((), "hall", {}), "No viewpoint"),
        (Name(("cellar",), "hall", {}), "no viewpoint 'cellar'"),
        (Name(("hall",), " hall", {}), "cannot be named"),
        (Name(("hall",), "h" * 81, {}), "cannot be named"),
        (Name(("hall",), "hall", {"Hindi": "x"}), "no language such as hi"),
        (Name(("hall",), "hall", {"hi": "a\nb"}), "the name in hi"),
    ],
)
def test_what_is_no_name_is_refused(edit: Name, message: str) -> None:
    with pytest.raises(EditError, match=message):
        apply(TRUE, edit)


def test_a_viewpoint_is_a_start_or_forbidden_or_neither() -> None:
    place = apply(apply(TRUE, Use("hall", "start")), Use("attic", "never"))
    assert place.path_rules == PathRules(frozenset({"hall"}), frozenset({"attic"}))
    assert [place.use_of(name) for name in ("hall", "attic", "stairs")] == ["start", "never", "pass"]
    assert place_of(content_of(place), {}).path_rules == place.path_rules
    place = apply(apply(place, Use("hall", "never")), Use("attic", "pass"))
    assert place.path_rules == PathRules(forbidden=frozenset({"hall"}))
    assert apply(place, TakeOut("hall")).path_rules == PathRules()
    with pytest.raises(EditError, match="no viewpoint 'cellar'"):
        apply(TRUE, Use("cellar", "start"))
