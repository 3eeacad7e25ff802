"""REVERIE: boxes in 36 views, which are cut off at the edges of each."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from environments import PanoramaFolder
from environments.geometry import direction
from environments.regions import (
    LatLonBox,
    Mask,
    Region,
    ViewBox,
    area,
    as_polygon,
    contains,
    shared_area,
    union_iou,
)
from pangea_server.dataset.formats.landmarks.reverie import PLURAL, Reverie
from pangea_server.dataset.formats.landmarks.reverie_views import in_views, looks, polygon_of, region_of
from tests.landmarks.row_examples import whole
from tests.landmarks.row_files import entries, written


def test_reverie_has_each_things_box_in_each_view(places: PanoramaFolder, tmp_path: Path) -> None:
    lost = written(Reverie, places, tmp_path)
    assert lost[PLURAL] == 2
    files = sorted((tmp_path / "BBox").iterdir())
    assert [file.name for file in files] == [f"corridor_{at}.json" for at in ("door", "lamp", "sofa")]
    seen: dict[tuple[str, str], list[Region]] = {}
    for file in files:
        for each in entries(Reverie().read_landmarks(file, places)):
            for told in each.regions:
                seen.setdefault((told.entity_id or "", told.viewpoint_id), []).append(told.shape)
    for old in whole().regions:
        back = seen[(old.entity_id or "", old.viewpoint_id)]
        assert shared_area(back, [old.shape]) / area(old.shape) > 0.97
        assert union_iou(back, [old.shape]) > 0.65  # an upright box of a view around what is slanted there
    chair = json.loads(files[1].read_text())["lamp"]["2"]
    assert chair["name"] == "left#chair"
    assert len(chair["visible_pos"]) == len(chair["bbox2d"]) > 1


def test_what_every_view_cuts_off_is_the_union_of_its_pieces() -> None:
    wide = ViewBox(0.5, 0.1, 2.0, 0.5)
    boxes = in_views(wide)
    pieces = region_of(list(boxes), [(x, y, w, h) for x, y, w, h in boxes.values()])
    assert len(pieces) == len(boxes) > 5
    assert shared_area(pieces, [wide]) > 0.98 * area(wide)
    assert union_iou(pieces, [wide]) > 0.6  # upright boxes around what is slanted


@given(
    st.floats(-3.14, 3.14),
    st.floats(-0.8, 0.8),
    st.floats(0.05, 0.6),
    st.floats(0.05, 0.6),
    st.integers(0, 35),
)
def test_boxes_of_views_hold_what_they_show(
    heading: float, elevation: float, width: float, height: float, view: int
) -> None:
    shape = ViewBox(heading, elevation, width, height)
    boxes = in_views(shape)
    assert boxes
    for at, (x, y, w, h) in boxes.items():
        assert shared_area([polygon_of(at, (x, y, w, h))], [shape]) > 0
    as_outline = in_views(as_polygon(shape))
    assert as_outline == boxes
    middle = contains(ViewBox(*looks(view), 0.1, 0.1), direction(heading, elevation))
    assert not middle or view in boxes


def test_views_of_masks_and_round_boxes_are_found() -> None:
    assert set(in_views(LatLonBox(-3.0, 6.28, -0.1, 0.1))) >= set(range(12, 24))
    cells = Mask((0, 8, 24), 8, 4)  # all that is over 45 degrees
    assert set(in_views(cells)) == set(range(24, 36))
