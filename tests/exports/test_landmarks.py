"""Which words name a thing in view, in the house where every pixel has a name."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from align import PoseTrace, TimedWord
from align.exports.rxr import write_rows
from align.masks import LabelledHouse
from environments import ConfigurationError, InvalidDataError
from environments.demo import DemoHouse
from environments.geometry import extrinsic_matrix
from pangea_server.dataset.entries.entries import GuideEntry, placed
from pangea_server.dataset.formats.landmarks import (
    Landmark,
    angles,
    landmark_row,
    landmarks,
    read_landmarks,
)
from tests.exports.exported import exported
from tests.exports.filled import LENS, annotated

TEXT = "Face the red sofa, then the moon and a Sofa."


@pytest.fixture(scope="module")
def places() -> DemoHouse:
    return DemoHouse()


def looking_at_the_sofa(places: DemoHouse, house: LabelledHouse) -> PoseTrace:
    """Half a minute before the fireplace, turned to the sofa."""
    viewpoint = places.scan("demo-house").viewpoints["living-room-fireplace"]
    numbers, directions = house.pixels(viewpoint.viewpoint_id)
    sofa = next(number for number, (name, _) in house.names.items() if name == "red-sofa")
    middle = directions[numbers == sofa].mean(axis=0)
    heading = float(np.arctan2(middle[0], -middle[2]))  # y-up: looking along -z is heading 0
    camera = extrinsic_matrix(viewpoint.position, heading)
    lens = np.array([LENS] * 2, np.float32)
    return PoseTrace(
        np.array([0.0, 30.0]), (viewpoint.viewpoint_id,) * 2, np.array([camera] * 2, np.float32), lens
    )


def test_a_word_is_joined_to_the_thing_that_it_names(places: DemoHouse, tmp_path: Path) -> None:
    house = LabelledHouse.open(places.directory)
    words = [TimedWord(word, float(n), n + 0.5, "aligned") for n, word in enumerate(TEXT.split())]
    entry = GuideEntry(
        instruction_id=5,
        path_id=1,
        split="train",
        scan="demo-house",
        path=("living-room-fireplace",),
        heading=0.0,
        transcript=TEXT,
        language="en-US",
        words=placed(words, TEXT),
    )
    found = landmarks(entry, looking_at_the_sofa(places, house), house)
    assert [TEXT[each.start : each.end] for each in found] == ["red sofa", "Sofa"]
    left, top, right, bottom = 69 / 1024, 287 / 512, 186 / 1024, 367 / 512  # objects.json: where it is seen
    for each in found:
        assert each.box == pytest.approx((top, left, bottom, right), abs=2 / 512)
    write_rows(tmp_path / "rows.jsonl.gz", [landmark_row(entry, found)])
    (row,) = read_landmarks(tmp_path / "rows.jsonl.gz")
    assert row.landmarks() == found


def test_keys_are_read_as_the_sample_spells_them_too(tmp_path: Path) -> None:
    row = {
        "instruction_id": 5,
        "instruction": "a door",
        "text_spans": ["door"],
        "text_span_chars_start_indices": [2],
        "text_span_chars_end_indices": [6],
        "landmark_source_panos": ["hall"],
        "landmark_bbox_coords": [[0.25, 0.9, 0.75, 0.1]],
    }
    write_rows(tmp_path / "rows.jsonl", [row])
    (read,) = read_landmarks(tmp_path / "rows.jsonl")
    assert read.landmarks() == [Landmark(2, 6, "hall", (0.25, 0.9, 0.75, 0.1))]


def test_a_row_with_fewer_boxes_than_spans_is_named(tmp_path: Path) -> None:
    row = {
        "instruction_id": 5,
        "instruction": "a door",
        "text_spans": ["door"],
        "text_spans_chars_start_indices": [2],
        "text_spans_chars_end_indices": [6],
        "landmark_source_panos": ["hall"],
        "landmark_bbox_coords": [],
    }
    write_rows(tmp_path / "rows.jsonl", [row])
    with pytest.raises(InvalidDataError, match="line 1: spans, panoramas and boxes differ in number"):
        list(read_landmarks(tmp_path / "rows.jsonl"))


def test_a_box_across_the_seam_looks_back() -> None:
    heading, pitch, wide, high = angles((0.25, 0.9, 0.75, 0.1))
    assert (heading, pitch) == pytest.approx((math.pi, 0.0))
    assert (wide, high) == pytest.approx((0.4 * math.pi, math.pi / 2))


def test_a_place_whose_pixels_have_no_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no landmarks"):
        exported(annotated(tmp_path / "data"), tmp_path / "out", "landmarks")
