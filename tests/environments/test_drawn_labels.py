"""Regions that people drew become labels of pixels, which are read as any others."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from environments.drawn_labels import COLUMNS, ROWS, DrawnThing, box_around, identity_picture, label_files
from environments.labels import Labels
from environments.regions import Mask, Polygon, ViewBox, area
from environments.regions.grid import cell_of
from environments.sightings import sighting

SOFA, LAMP = ViewBox(0.5, -0.2, 0.8, 0.5), ViewBox(0.6, -0.2, 0.1, 0.2)
BEHIND = ViewBox(pi, 0.0, 0.4, 0.2)


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        ([3], [5], [5, 3, 6, 4]),
        ([1, 2, 6], [2, 3, 5], [2, 1, 6, 7]),
        ([0], [0, 1, 9], [9, 0, 12, 1]),
        ([7], [0], [0, 7, 1, 8]),
        ([7], [9], [9, 7, 10, 8]),
        ([0, 1], list(range(10)), [0, 0, 10, 2]),
    ],
)
def test_a_box_is_around_all_pixels_and_over_the_seam_where_that_is_narrower(
    rows: list[int], columns: list[int], expected: list[int]
) -> None:
    pixels = np.zeros((8, 10), np.bool_)
    pixels[np.ix_(rows, columns)] = True
    assert box_around(pixels) == expected


def test_of_things_that_lie_over_each_other_the_smaller_one_is_in_front() -> None:
    for things in ([[SOFA], [LAMP]], [[LAMP], [SOFA]]):
        sofa, lamp = (1 + things.index([each]) for each in (SOFA, LAMP))
        numbers = identity_picture(things)
        assert numbers.shape == (ROWS, COLUMNS)
        assert numbers[cell_of(0.6, -0.2, ROWS, COLUMNS)] == lamp
        assert numbers[cell_of(0.3, -0.2, ROWS, COLUMNS)] == sofa
        assert numbers[cell_of(-0.3, -0.2, ROWS, COLUMNS)] == 0
        assert area(Mask.of(numbers != 0)) == pytest.approx(area(SOFA), rel=0.02)


def test_the_files_are_labels_of_every_viewpoint(tmp_path: Path) -> None:
    triangle = Polygon(((0.0, 0.0), (0.0, 0.3), (0.3, 0.0)))
    things = [
        DrawnThing("sofa", "das rote Sofa", {"hall": [SOFA], "stairs": [BEHIND]}),
        DrawnThing("lamps", "two lamps", {"hall": [LAMP, triangle]}),
        DrawnThing("hidden", "a thing", {"stairs": [BEHIND, BEHIND]}),
    ]
    for name, content in label_files(things, ["hall", "stairs", "cellar"]):
        (tmp_path / name).write_bytes(content)
    labels = Labels.open(tmp_path)
    assert labels.are_drawn
    assert [(each.number, each.object_id, each.label) for each in labels.objects] == [
        (1, "sofa", "das rote Sofa"),
        (2, "lamps", "two lamps"),
        (3, "hidden", "a thing"),
    ]
    sofa, lamps, hidden = labels.objects
    assert [sorted(each.seen_from) for each in (sofa, lamps)] == [["hall"], ["hall"]]
    assert sorted(hidden.seen_from) == ["stairs"], (
        "equal ones lie over each other in the order of their numbers"
    )
    assert (sofa.box, sofa.hidden) == (None, {})
    assert labels.shows("lamps", "hall", 0.6, -0.2)
    assert labels.shows("lamps", "hall", 0.08, 0.08)
    assert not labels.shows("sofa", "hall", 0.6, -0.2)
    assert labels.shows("hidden", "stairs", -pi + 0.1, 0.0), "over the seam"
    assert not labels.numbers("cellar").any()
    seen = sighting(labels, "hidden", "stairs")
    assert seen is not None
    assert seen.box is not None
    assert seen.box.width == pytest.approx(BEHIND.width, abs=0.02)
    assert seen.cover is None
