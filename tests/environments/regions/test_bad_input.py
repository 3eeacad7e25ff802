"""What is no region is refused by field and value, with a remedy."""

from __future__ import annotations

from math import inf, nan, pi, radians
from typing import Any

import numpy as np
import pytest

from environments.errors import InvalidDataError
from environments.regions import (
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    as_mask,
    check_drawn,
    iou,
    region_from_json,
    view_ious,
)

VIEW = {"kind": "view", "heading": 0.0, "elevation": 0.0, "width": 0.5, "height": 0.5}
LATLON = {"kind": "latlon", "west": 0.0, "width": 0.5, "low": -0.1, "high": 0.1}
SQUARE = [[0.0, 0.0], [0.0, 0.2], [0.2, 0.2], [0.2, 0.0]]
POLYGON = {"kind": "polygon", "points": SQUARE}
MASK = {"kind": "mask", "columns": 4, "rows": 2, "runs": [1, 2, 5]}

REFUSED: list[tuple[dict[str, Any], str]] = [
    (VIEW | {"heading": nan}, "heading"),
    (VIEW | {"heading": "0.1"}, "heading"),
    (VIEW | {"heading": True}, "heading"),
    (VIEW | {"elevation": inf}, "elevation"),
    (VIEW | {"elevation": pi / 2 + 0.01}, "elevation"),
    (VIEW | {"width": 0.0}, "width"),
    (VIEW | {"width": pi}, "width"),
    (VIEW | {"height": -0.1}, "height"),
    (VIEW | {"height": None}, "height"),
    (VIEW | {"roll": 0.0}, "roll"),
    ({key: value for key, value in VIEW.items() if key != "width"}, "width"),
    (VIEW | {"kind": "circle"}, "kind"),
    (VIEW | {"kind": ["view"]}, "kind"),
    (LATLON | {"width": 2 * pi + 0.01}, "width"),
    (LATLON | {"width": 0}, "width"),
    (LATLON | {"low": 0.1}, "low"),
    (LATLON | {"high": 2.0}, "high"),
    (POLYGON | {"points": SQUARE[:2]}, "points"),
    (POLYGON | {"points": 3}, "points"),
    (POLYGON | {"points": [*SQUARE[:3], [0.1]]}, "points[3]"),
    (POLYGON | {"points": [*SQUARE[:3], "ab"]}, "points[3]"),
    (POLYGON | {"points": [*SQUARE[:3], [0.1, nan]]}, "points[3].elevation"),
    (POLYGON | {"points": [*SQUARE[:3], SQUARE[0], SQUARE[3]]}, "points[3]"),
    (POLYGON | {"points": [SQUARE[0], SQUARE[1], SQUARE[3], SQUARE[2]]}, "points[1]"),  # crosses
    (POLYGON | {"points": [*SQUARE[:2], [0.0, 0.1], *SQUARE[2:]]}, "points[2]"),  # turns back
    (POLYGON | {"points": [[0.0, 0.0], [pi, 0.0], [1.0, 1.0]]}, "points[0]"),  # an edge of half a circle
    (POLYGON | {"points": SQUARE[::-1]}, "points"),
    (POLYGON | {"points": [[0.001 * k, 0.1] for k in range(1001)]}, "points"),
    (MASK | {"runs": [1, 2, 4]}, "runs"),
    (MASK | {"runs": [8]}, "runs"),
    (MASK | {"runs": [1, 0, 7]}, "runs[1]"),
    (MASK | {"runs": [1, 2.0, 5]}, "runs[1]"),
    (MASK | {"runs": "125"}, "runs"),
    (MASK | {"columns": 0}, "columns"),
    (MASK | {"columns": 10**6, "rows": 10**6}, "columns"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "field"), REFUSED)
def test_it_is_refused_by_field_and_value(told: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidDataError) as error:
        region_from_json(told)
    assert error.value.context["field"] == field
    assert field.split("[")[0] in error.value.message
    assert error.value.remedy


@pytest.mark.parametrize("told", [None, [], "view", 3])
def test_what_is_no_object_is_refused(told: object) -> None:
    with pytest.raises(InvalidDataError, match="A region is"):
        region_from_json(told)


@pytest.mark.parametrize("told", [VIEW, LATLON, POLYGON, MASK])
def test_the_others_are_taken(told: dict[str, Any]) -> None:
    assert region_from_json(told).kind == told["kind"]


def test_headings_are_wrapped_and_never_refused() -> None:
    assert ViewBox(3 * pi / 2, 0, 1, 1).heading == pytest.approx(-pi / 2)
    assert LatLonBox(pi, 1, 0, 1).west == -pi
    assert Polygon(((7.0, 0.0), (7.0, 0.2), (7.2, 0.0))).points[0][0] == pytest.approx(7 - 2 * pi)


@pytest.mark.parametrize(
    ("region", "field"),
    [
        (ViewBox(0, 0, radians(0.1), 1), "width"),
        (ViewBox(0, 0, 1, radians(0.1)), "height"),
        (LatLonBox(0, 1, 0, radians(0.1)), "height"),
        (LatLonBox(0, 6, -1.5, 1.5), "area"),
    ],
)
def test_slips_of_the_hand_are_refused(region: Region, field: str) -> None:
    with pytest.raises(InvalidDataError, match="slip") as error:
        check_drawn(region)
    assert error.value.context["field"] == field


def test_ordinary_regions_are_no_slips() -> None:
    for region in (ViewBox(0, 0, radians(0.3), 2), LatLonBox(0, 6, 0, 1), region_from_json(POLYGON)):
        check_drawn(region)


@pytest.mark.parametrize("row", [[0, 0, 0, 1], [0, 0, 1, pi], [nan, 0, 1, 1], [0, 2, 1, 1]])
def test_rows_are_refused_by_their_number(row: list[float]) -> None:
    fine = [0.0, 0.0, 1.0, 1.0]
    with pytest.raises(InvalidDataError, match="Row 1 of second"):
        view_ious([fine, fine], [fine, row])


def test_arrays_of_another_shape_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="shape"):
        view_ious([[0, 0, 1]], [[0, 0, 1]])
    with pytest.raises(InvalidDataError, match="pair by pair"):
        view_ious([[0, 0, 1, 1]] * 2, [[0, 0, 1, 1]])
    with pytest.raises(InvalidDataError, match="shape"):
        Mask.of(np.zeros(3, np.bool_))  # type: ignore[arg-type]


def test_what_no_cell_holds_is_no_mask() -> None:
    with pytest.raises(InvalidDataError, match="runs"):
        as_mask(ViewBox(0.001, 0.001, 1e-4, 1e-4), 8, 4)


def test_other_ways_are_named_and_take_view_boxes_only() -> None:
    box = ViewBox(0, 0, 1, 1)
    with pytest.raises(InvalidDataError, match="compat"):
        iou(box, box, compat="giou")  # type: ignore[arg-type]
    with pytest.raises(InvalidDataError, match="approximation"):
        iou(box, LatLonBox(0, 1, 0, 1), compat="sph")
