"""Which words name a thing in view, in the house where every pixel has a name."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from align import PoseTrace, TimedWord
from align.masks import LabelledHouse
from environments import ConfigurationError, InvalidDataError
from environments.demo import DemoHouse
from environments.geometry import extrinsic_matrix
from pangea_server.dataset.entries.entries import GuideEntry, placed
from pangea_server.dataset.formats.landmarks import rxr_landmarks
from pangea_server.dataset.formats.landmarks.rxr_landmarks import (
    NO_VIEW,
    Landmark,
    angles,
    landmark_row,
    landmarks,
    landmarks_of,
    read_landmarks,
)
from tests.exports.exported import exported
from tests.exports.filled import LENS, annotated
from tests.exports.rows import write_rows

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


@pytest.fixture(scope="module")
def entry() -> GuideEntry:
    words = [TimedWord(word, float(n), n + 0.5, "aligned") for n, word in enumerate(TEXT.split())]
    return GuideEntry(
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


def test_where_nobody_marked_anything_labels_say_what_timed_words_name(
    places: DemoHouse, entry: GuideEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = LabelledHouse.open(places.directory)
    trace = looking_at_the_sofa(places, house)
    monkeypatch.setattr(rxr_landmarks, "load_trace", lambda blobs, name: trace)
    monkeypatch.setattr(rxr_landmarks, "has_landmarks", lambda records: False)
    guides = [
        SimpleNamespace(words=words, annotation=SimpleNamespace(pose_trace=name), entry=lambda: entry)
        for words, name in ((entry.words, "trace"), ((), "trace"), (entry.words, None))
    ]
    store = SimpleNamespace(records=None, blobs=None)
    dataset: Any = SimpleNamespace(
        store=store, places=places, notes=Counter[str](), guides=lambda name: guides
    )
    rxr_landmarks.Landmarks().write(dataset, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["landmarks_train.jsonl.gz"]
    (row,) = read_landmarks(tmp_path / "landmarks_train.jsonl.gz")
    found = landmarks(entry, trace, house)
    assert landmarks_of(row) == found
    assert dataset.notes == {NO_VIEW: sum(angles(each.box) is None for each in found)}


def test_a_word_is_joined_to_the_thing_that_it_names(
    places: DemoHouse, entry: GuideEntry, tmp_path: Path
) -> None:
    house = LabelledHouse.open(places.directory)
    found = landmarks(entry, looking_at_the_sofa(places, house), house)
    assert [TEXT[each.start : each.end] for each in found] == ["red sofa", "Sofa"]
    left, top, right, bottom = 69 / 1024, 287 / 512, 186 / 1024, 367 / 512  # objects.json: where it is seen
    for each in found:
        assert each.box == pytest.approx((top, left, bottom, right), abs=2 / 512)
    write_rows(tmp_path / "rows.jsonl.gz", [landmark_row(entry, found)])
    (row,) = read_landmarks(tmp_path / "rows.jsonl.gz")
    assert landmarks_of(row) == found


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
    assert landmarks_of(read) == [Landmark(2, 6, "hall", (0.25, 0.9, 0.75, 0.1))]


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


MARKY = [  # both samples of Marky-mT5's README
    (
        (0.3055555, 0.062690742, 0.80555558, 0.34575980),
        (-1.85840737, -0.17453292, 1.57079637, 1.57079637),
    ),
    (
        (0.3791666, 0.633478232, 0.79583334, 0.88623034),
        (1.63271260, -0.274889349, 1.30899691, 1.30899691),
    ),
]


@pytest.mark.parametrize(("box", "told"), MARKY)
def test_published_boxes_give_their_published_views(
    box: tuple[float, float, float, float], told: tuple[float, ...]
) -> None:
    assert angles(box) == pytest.approx(told, abs=1e-6)


def box_of(heading: float, pitch: float, hfov: float, vfov: float) -> tuple[float, float, float, float]:
    """The bound in longitude and latitude of a view, from many directions on its edges."""
    along = np.linspace(-1, 1, 20_001)
    x = np.concatenate([along, along, -np.ones_like(along), np.ones_like(along)]) * math.tan(hfov / 2)
    y = np.concatenate([np.ones_like(along), -np.ones_like(along), along, along]) * math.tan(vfov / 2)
    forward, up = math.cos(pitch) - y * math.sin(pitch), math.sin(pitch) + y * math.cos(pitch)
    aside, elevation = np.arctan2(x, forward), np.arctan2(up, np.hypot(x, forward))
    turns = heading / (2 * math.pi) + 0.5
    return (
        float(0.5 - elevation.max() / math.pi),
        float(turns + aside.min() / (2 * math.pi)) % 1,
        float(0.5 - elevation.min() / math.pi),
        float(turns + aside.max() / (2 * math.pi)) % 1,
    )


@given(
    st.floats(-3.14, 3.14), st.floats(-1.4, 1.4), st.floats(0.02, 2.6), st.floats(0.02, 2.6), st.booleans()
)
def test_every_view_comes_back_from_its_box(
    heading: float, pitch: float, hfov: float, vfov: float, level: bool
) -> None:
    pitch *= 0 if level else 1
    assume(abs(pitch) + vfov / 2 < 1.5)  # no pole in view, where all longitudes meet
    assert angles(box_of(heading, pitch, hfov, vfov)) == pytest.approx((heading, pitch, hfov, vfov), abs=1e-3)


def test_a_box_across_the_seam_looks_back() -> None:
    found = angles((0.25, 0.9, 0.75, 0.1))
    assert found is not None
    heading, pitch, wide, high = found
    assert (abs(heading), pitch) == pytest.approx((math.pi, 0.0))
    assert box_of(heading, pitch, wide, high) == pytest.approx((0.25, 0.9, 0.75, 0.1), abs=1e-6)


@pytest.mark.parametrize(
    "box",
    [
        (0.3, 0.1, 0.7, 0.7),  # wider than half the panorama
        (0.0, 0.1, 0.4, 0.3),  # up to the pole
        (0.20, 0.1, 0.21, 0.5),  # the sides of a view above the horizon come down further
    ],
)
def test_a_box_that_bounds_no_view_has_no_angles(box: tuple[float, float, float, float]) -> None:
    assert angles(box) is None


def test_a_place_whose_pixels_have_no_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no landmarks"):
        exported(annotated(tmp_path / "data"), tmp_path / "out", "landmarks")
