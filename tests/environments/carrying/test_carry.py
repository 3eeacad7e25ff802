"""Carrying in simple rooms: where rays meet, what walls and things hide, and what is refused."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import nan, pi
from typing import Any

import numpy as np
import pytest

from environments.carrying.carry import SeenRegion, _Drawn, _drawn, _shapes, apart, carry
from environments.carrying.depth import DepthMaps, _widened
from environments.carrying.triangulation import NoMeetingError, meet
from environments.carrying.walls import Walls
from environments.carrying.wedge import wedge
from environments.errors import ImageNotFoundError, InvalidDataError
from environments.floor_plan import Floor, FloorPlan
from environments.geometry import Vector, direction, heading_elevation
from environments.regions import LatLonBox, ViewBox, as_mask, as_polygon, contains, iou
from environments.sightings import Cover
from tests.environments.carrying.rooms import CAMERAS, CHEST, Cast, scan_of, seen

MIDDLE = np.mean(CHEST, axis=0)
OPEN = Walls(None)


def plan(*walls: tuple[tuple[float, float], tuple[float, float]]) -> FloorPlan:
    return FloorPlan((Floor(0.0, walls, (), ()),))


def towards(camera: Vector, point: Vector, size: float = 0.1) -> ViewBox:
    heading, elevation = heading_elevation(np.array(point) - np.array(camera))
    return ViewBox(float(heading), float(elevation), size, size)


def regions(*names: str) -> list[SeenRegion]:
    return [SeenRegion(name, seen(CAMERAS[name])) for name in names]


# Where rays meet


def test_rays_meet_at_the_thing_and_are_surest_across_them() -> None:
    point, cameras = (0.0, 10.0, 1.0), [(-1.0, 0.0, 1.0), (1.0, 0.0, 1.0)]
    met = meet([towards(each, point) for each in cameras], np.array(cameras))
    assert met.position == pytest.approx(point, abs=1e-9)
    x, y, z = met.spread
    assert y > 5 * x
    assert y > 5 * z


def test_more_boxes_and_nearer_cameras_are_surer() -> None:
    point = (0.0, 4.0, 1.0)
    near = [(-1.0, 0.0, 1.0), (1.0, 0.0, 1.0)]
    far = [(-1.0, -8.0, 1.0), (1.0, -8.0, 1.0)]
    spreads = [
        np.linalg.norm(meet([towards(each, point) for each in cameras], np.array(cameras)).spread)
        for cameras in ([*near, (3.0, 4.0, 1.0)], near, far)
    ]
    assert spreads == sorted(spreads)


def test_rays_that_pass_each_other_are_less_sure() -> None:
    cameras = [(-2.0, 0.0, 1.0), (2.0, 0.0, 1.0)]
    meeting = meet([towards(each, (0.0, 4.0, 1.0)) for each in cameras], np.array(cameras))
    passing = meet(
        [towards(cameras[0], (0.0, 4.0, 1.35)), towards(cameras[1], (0.0, 4.0, 0.65))], np.array(cameras)
    )
    assert (passing.spread > meeting.spread).all()


@pytest.mark.parametrize(
    ("targets", "cameras", "why"),
    [
        (((0.0, 9.0, 1.0), (1.0, 9.0, 1.0)), ((0.0, 0.0, 1.0), (1.0, 0.0, 1.0)), "parallel"),
        (((0.0, 9.0, 1.0), (3.0, 9.0, 1.0)), ((0.0, 0.0, 1.0), (0.0, 0.0, 1.0)), "one place"),
        (((-5.0, 5.0, 1.0), (5.0, 5.0, 1.0)), ((-1.0, 0.0, 1.0), (1.0, 0.0, 1.0)), "behind"),
        (((0.0, 4.0, 0.1), (0.0, 4.0, 2.9)), ((-2.0, 0.0, 1.0), (2.0, 0.0, 1.0)), "passes"),
    ],
)
def test_rays_that_do_not_meet_are_refused(
    targets: tuple[Vector, ...], cameras: tuple[Vector, ...], why: str
) -> None:
    boxes = [towards(camera, target) for camera, target in zip(cameras, targets, strict=True)]
    with pytest.raises(NoMeetingError, match=why):
        meet(boxes, np.array(cameras))


# One box


def test_a_wedge_holds_every_place_and_ends_at_a_wall() -> None:
    camera, other = np.array(CAMERAS["south"]), np.array((8.0, 3.0, 1.5))
    box = seen(CAMERAS["south"])
    free = wedge(box, camera, other, OPEN)
    bounded = wedge(box, camera, other, Walls(plan(((0.0, 4.4), (7.0, 4.4)))))
    assert free is not None
    assert bounded is not None
    look = direction(*heading_elevation(MIDDLE - other))
    assert contains(bounded.box, look)
    assert bounded.farthest < 5
    assert bounded.farthest < free.farthest
    assert bounded.sweep < free.sweep


def test_a_wedge_over_the_seam_and_one_straight_down() -> None:
    camera = np.array((0.0, 0.0, 1.5))
    behind = wedge(ViewBox(pi, 0.0, 0.1, 0.1), camera, np.array((3.0, 3.0, 1.5)), OPEN)
    assert behind is not None
    assert 0 < behind.sweep < pi
    down = wedge(ViewBox(0.0, -pi / 2, 0.2, 0.2), camera, np.array((4.0, 0.0, 1.5)), OPEN)
    assert down is not None
    assert down.box.elevation < 0


def test_a_camera_on_the_ray_and_one_behind_walls_have_no_wedge() -> None:
    camera, box = np.array((0.0, 0.0, 1.5)), ViewBox(0.0, 0.0, 0.1, 0.1)
    assert wedge(box, camera, np.array((0.0, 3.0, 1.5)), OPEN) is None
    cell = Walls(plan(((5, 5), (6, 5)), ((6, 5), (6, 6)), ((6, 6), (5, 6)), ((5, 6), (5, 5))))
    assert wedge(box, camera, np.array((5.5, 5.5, 1.5)), cell) is None


def test_one_box_without_depth_says_no_place() -> None:
    carried = carry(scan_of(), regions("south"))
    assert carried.place is None
    assert {each.how for each in carried.foretold} == {"wedge"}
    assert all(each.overlap is None and each.sweep > 0 for each in carried.foretold)


def test_a_viewpoint_comes_once_with_its_first_cover_and_others_where_they_are_asked_for() -> None:
    west, south = regions("west", "south")
    told = [replace(west, cover="cut"), south, replace(west, cover="whole")]
    drawn = _drawn(scan_of(), told, None)
    assert (drawn.names, drawn.covers, [*drawn.others]) == (("west", "south"), ("cut", None), ["corner"])
    assert drawn.cameras.tolist() == [[*CAMERAS["west"]], [*CAMERAS["south"]]]
    assert _drawn(scan_of(), told, ()).others == {}
    assert _drawn(scan_of(), told, {"west"}).others == {}


# Two boxes


def test_a_shape_is_made_from_the_four_boxes_that_show_most_of_the_thing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    covers: tuple[Cover | None, ...] = ("cut", None, "mostly_hidden", "whole", None, "cut")
    boxes = tuple(ViewBox(0.0, 0.0, size, 0.1) for size in (0.3, 0.1, 0.9, 0.1, 0.2, 0.4))
    cameras = np.arange(18.0).reshape(6, 3)
    asked: list[Any] = []
    monkeypatch.setattr("environments.carrying.carry.shapes_in", lambda *told: asked.append(told))
    _shapes(_Drawn((*"abcdef",), boxes, covers, cameras, {}), MIDDLE, OPEN)
    best = [3, 4, 1, 5]
    [(drawn, seen_from, told, *_)] = asked
    assert (drawn, told) == ([boxes[at] for at in best], [covers[at] for at in best])
    assert seen_from.tolist() == cameras[best].tolist()


def test_two_boxes_are_foretold_with_a_place() -> None:
    carried = carry(scan_of(), regions("south", "west"))
    [told] = carried.foretold
    assert (told.viewpoint_id, told.how, told.visible) == ("corner", "triangulated", None)
    assert iou(told.box, seen(CAMERAS["corner"])) > 0.75
    assert carried.place is not None
    assert carried.place.position == pytest.approx(MIDDLE, abs=0.15)
    assert (np.array(carried.place.spread) > 0).all()
    assert carried.place.extent == pytest.approx((0.4, 0.3, 0.5), abs=0.2)


def test_a_wall_says_why_nothing_is_foretold() -> None:
    carried = carry(scan_of(plan=plan(((0.0, 2.5), (2.5, 0.0)))), regions("south", "west"))
    assert carried.foretold == ()
    assert carried.unseen == {"corner": "walls hide it"}


def test_what_would_be_tiny_is_not_foretold() -> None:
    cameras = CAMERAS | {"far": (4.0, -300.0, 1.5)}
    carried = carry(scan_of(cameras), regions("south", "west"))
    assert "0.5°" in carried.unseen["far"]


def test_a_thing_across_the_seam_is_foretold() -> None:
    cameras = CAMERAS | {"north": (4.0, 8.0, 1.5)}
    carried = carry(scan_of(cameras), regions("south", "west"), at={"north"})
    [told] = carried.foretold
    assert abs(told.box.heading) > pi - 0.3
    assert iou(told.box, seen(cameras["north"])) > 0.7


def test_parts_at_one_viewpoint_are_one_box() -> None:
    whole = seen(CAMERAS["south"])
    left = ViewBox(whole.heading - whole.width / 4, whole.elevation, whole.width / 2, whole.height)
    right = ViewBox(whole.heading + whole.width / 4, whole.elevation, whole.width / 2, whole.height)
    parts = [SeenRegion("south", left), SeenRegion("south", right), *regions("west")]
    [told] = carry(scan_of(), parts).foretold
    assert iou(told.box, seen(CAMERAS["corner"])) > 0.7


def test_regions_of_two_things_are_refused() -> None:
    other = SeenRegion("west", towards(CAMERAS["west"], (4.0, 4.0, 2.9)))
    with pytest.raises(NoMeetingError):
        carry(scan_of(), [*regions("south"), other])


def test_regions_of_two_things_are_apart_and_parallel_ones_may_be_of_one() -> None:
    wrong = SeenRegion("west", towards(CAMERAS["west"], (0.5, 0.5, 1.5)))
    [south] = regions("south")
    told = apart(scan_of(), [south, wrong])
    assert told is not None
    assert "behind a camera" in told or "passes" in told
    assert apart(scan_of(), regions("south", "west", "corner")) is None
    assert apart(scan_of(), [south, SeenRegion("west", wrong.region, "mostly_hidden")]) is None
    assert apart(scan_of(), [south, south]) is None
    behind = scan_of(CAMERAS | {"behind": (4.2, -1.0, 1.5)})
    along = [SeenRegion(name, ViewBox(0, 0, 0.1, 0.1)) for name in ("south", "behind")]
    assert apart(behind, along) is None
    with pytest.raises(InvalidDataError, match="no viewpoint attic"):
        apart(scan_of(), [south, SeenRegion("attic", wrong.region)])


def test_what_cannot_be_carried_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="no region"):
        carry(scan_of(), [])
    with pytest.raises(InvalidDataError, match="no viewpoint attic"):
        carry(scan_of(), [SeenRegion("attic", seen(CAMERAS["south"]))])
    around = LatLonBox(-pi, 2 * pi, -0.1, 0.1)
    with pytest.raises(InvalidDataError, match="No view box holds"):
        carry(scan_of(), [SeenRegion("south", around)])
    with pytest.raises(InvalidDataError):
        ViewBox(nan, 0.0, 0.1, 0.1)


# Depth


def test_depth_finds_the_thing_in_a_loose_polygon_a_mask_and_a_box() -> None:
    depth, box = DepthMaps(Cast([CHEST]), scan_of()), seen(CAMERAS["south"])
    found = depth.points("south", depth.thing_in("south", box))
    low, high = np.array(CHEST)
    assert ((found >= low - 0.06) & (found <= high + 0.06)).all()
    for region in (as_polygon(box), as_mask(box, 512, 256)):
        cells = depth.thing_in("south", region)
        assert cells.sum() == pytest.approx(as_mask(box, 512, 256).cells().sum(), rel=0.05)


@pytest.mark.parametrize("names", [("south",), ("south", "west")])
def test_depth_foretells_a_thing_from_one_or_two_boxes(names: tuple[str, ...]) -> None:
    carried = carry(scan_of(), regions(*names), DepthMaps(Cast([CHEST]), scan_of()), at={"corner"})
    [told] = carried.foretold
    assert told.how == "depth"
    assert told.visible == "whole" if len(names) > 1 else told.visible != "mostly_hidden"
    assert iou(told.box, seen(CAMERAS["corner"])) > (0.75 if len(names) > 1 else 0.6)
    assert carried.place is not None
    assert carried.place.how == "depth"
    off = np.abs(np.array(carried.place.position) - MIDDLE)
    assert (off < 3 * np.array(carried.place.spread) + 0.05).all()


def test_depth_says_what_hides_a_thing_and_what_cuts_it() -> None:
    screen = ((1.5, 1.0, 0.0), (1.6, 3.0, 3.0)), ((1.0, 1.5, 0.0), (3.0, 1.6, 3.0))
    hidden = carry(
        scan_of(), regions("south", "west"), DepthMaps(Cast([CHEST, *screen]), scan_of()), at={"corner"}
    )
    assert hidden.foretold == ()
    assert hidden.unseen == {"corner": "something hides it"}
    counter = ((1.5, 1.5, 0.0), (3.0, 3.0, 0.9))
    cut = carry(
        scan_of(), regions("south", "west"), DepthMaps(Cast([CHEST, counter]), scan_of()), at={"corner"}
    )
    [told] = cut.foretold
    assert told.visible in ("cut", "mostly_hidden")
    assert told.box.height < seen(CAMERAS["corner"]).height


class PartlyCast(Cast):
    """Without the depth pictures of some viewpoints."""

    def __init__(self, missing: Collection[str]) -> None:
        super().__init__([CHEST])
        self._missing = missing

    def distances(self, viewpoint_id: str) -> np.ndarray:
        if viewpoint_id in self._missing:
            raise ImageNotFoundError("There is none.", remedy="Render it.")
        return super().distances(viewpoint_id)


def test_depth_is_used_where_all_that_was_drawn_has_a_picture() -> None:
    carried = carry(scan_of(), regions("south", "west"), DepthMaps(PartlyCast({"corner"}), scan_of()))
    assert (carried.foretold, carried.unseen) == ((), {"corner": "it has no depth picture"})
    assert carried.place is not None
    assert carried.place.how == "depth"
    [told] = carry(scan_of(), regions("south", "west"), DepthMaps(PartlyCast({"west"}), scan_of())).foretold
    assert told.how == "triangulated"


def test_cells_are_widened_to_their_eight_neighbours_over_the_seam_and_not_over_a_pole() -> None:
    cells = np.zeros((4, 6), bool)
    cells[0, 0] = True
    assert [*zip(*np.nonzero(_widened(cells)), strict=True)] == [
        (0, 0), (0, 1), (0, 5), (1, 0), (1, 1), (1, 5),
    ]  # fmt: skip


def test_rays_that_are_parallel_are_no_fault_where_depth_is_known() -> None:
    cameras = {"south": (4.0, 0.0, 1.5), "nearer": (4.0, 1.5, 1.5), "corner": (0.5, 0.5, 1.5)}
    told = [SeenRegion(name, seen(cameras[name])) for name in ("south", "nearer")]
    scan = scan_of(cameras)
    with_depth = carry(scan, told, DepthMaps(Cast([CHEST], cameras), scan))
    [found] = with_depth.foretold
    assert iou(found.box, seen(cameras["corner"])) > 0.5


def test_a_region_of_sky_has_no_depth() -> None:
    depth = DepthMaps(Cast([CHEST], sky=True), scan_of())
    with pytest.raises(NoMeetingError, match="only sky"):
        carry(scan_of(), [SeenRegion("south", ViewBox(0.0, 1.2, 0.3, 0.3))], depth)
    [told] = carry(scan_of(), regions("south", "west"), depth).foretold
    assert iou(told.box, seen(CAMERAS["corner"])) > 0.75
