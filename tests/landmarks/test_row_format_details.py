"""What each format of rows has of its own: corners, offsets, splits and tokens."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError, PanoramaFolder
from environments.geometry import direction
from environments.regions import (
    LatLonBox,
    ViewBox,
    contains,
    iou,
)
from pangea_server.dataset.formats.landmarks.conll2012 import (
    OVERLAPS,
    WIDENED,
    CoNLL2012,
    ConllRow,
    tokens_of,
)
from pangea_server.dataset.formats.landmarks.conll2012 import _text as conll_text
from pangea_server.dataset.formats.landmarks.landmark_rows import AS_VIEWS, OUTLINES
from pangea_server.dataset.formats.landmarks.refer360 import Refer360
from pangea_server.dataset.formats.landmarks.rxr_landmarks import Landmarks
from pangea_server.dataset.formats.landmarks.soon import TOO_WIDE, Soon
from pangea_server.dataset.formats.landmarks.touchdown import Touchdown
from pangea_server.dataset.landmarks.entries import (
    FoundLandmarks,
    LandmarkEntry,
    SaidText,
)
from pangea_server.dataset.landmarks.points import EXTENTS, responses
from pangea_server.dataset.reference.chain_files import read_chains
from tests.landmarks.row_examples import ENGLISH, HINDI, SAID, SEAM, TELUGU, mention, region, whole
from tests.landmarks.row_files import FILES, read, written


def test_marky_keeps_views_and_the_seam(places: PanoramaFolder, tmp_path: Path) -> None:
    lost = written(Landmarks, places, tmp_path)
    shapes = {r.region_id: r for each in read(Landmarks, places, tmp_path) for r in each.regions}
    assert shapes["r1"].shape == SEAM
    assert (lost[AS_VIEWS], lost[OUTLINES]) == (3, 2)  # the box is of three phrases, the outline of two
    for old in whole().regions:
        assert iou(shapes[old.region_id].shape, old.shape) > 0.8
        assert (shapes[old.region_id].entity_id, shapes[old.region_id].viewpoint_id) == (
            old.entity_id,
            old.viewpoint_id,
        )
        assert (shapes[old.region_id].source, shapes[old.region_id].annotator_id) == ("imported", None)


def test_marky_takes_the_box_where_the_angles_do_not_bound_it(places: PanoramaFolder, tmp_path: Path) -> None:
    row = {
        "instruction_id": 5,
        "scan": "corridor",
        "instruction": "another text",
        "text_spans": ["door"],
        "text_span_chars_start_indices": [2],
        "text_span_chars_end_indices": [6],
        "landmark_source_panos": ["door"],
        "landmark_bbox_coords": [[0.25, 0.9, 0.5, 0.1]],
        "landmark_angle_coords": [[-3.1, 0.1, 1.9, 0.8]],
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    (found,) = Landmarks().read_landmarks(tmp_path / "rows.jsonl", places)
    assert isinstance(found.entry, LandmarkEntry)
    assert isinstance(found.entry.regions[0].shape, LatLonBox)
    assert found.entry.said == (SaidText(5, "", None),)
    assert [note.partition(",")[0] for note in found.notes] == [
        "an instruction whose characters are not the spans': they index RxR's own text",
        "landmark_angle_coords[0]",
    ]


@pytest.mark.shared_data
def test_markys_sample_is_read_as_it_was_published(
    shared: Path, places: PanoramaFolder, tmp_path: Path
) -> None:
    sample = json.loads((shared / "data/reference_samples/marky_readme_first2.json").read_text())
    (tmp_path / "rows.jsonl").write_text(json.dumps(sample))
    (found,) = Landmarks().read_landmarks(tmp_path / "rows.jsonl", places)
    assert isinstance(found.entry, LandmarkEntry)
    assert found.notes == ()
    for angles, told in zip(sample["landmark_angle_coords"], found.entry.regions, strict=True):
        assert told.shape == ViewBox(*angles)
    assert [each.text for each in found.entry.mentions] == ["laundry room", "hallway"]


def test_soon_has_four_corners_clockwise(places: PanoramaFolder, tmp_path: Path) -> None:
    round_about = region("r5", "corridor-e1", "lamp", LatLonBox(-3.14, 6.28, -0.3, 0.3))
    entry = replace(whole(), regions=(*whole().regions, round_about))
    assert written(Soon, places, tmp_path, entry)[TOO_WIDE] == 1
    shapes = {r.region_id: r.shape for each in read(Soon, places, tmp_path) for r in each.regions}
    assert shapes.keys() == {"r1", "r2", "r3", "r4"}
    assert iou(shapes["r1"], SEAM) > 1 - 1e-9
    assert iou(shapes["r4"], whole().regions[3].shape) > 1 - 1e-9
    assert contains(shapes["r2"], direction(-3.1, 0.0))


def soon_row(**corners: Any) -> dict[str, Any]:
    told = {
        "left_top": {"heading": 0.1, "elevation": 0.2},
        "right_top": {"heading": 0.5, "elevation": 0.2},
        "right_bottom": {"heading": 0.5, "elevation": -0.2},
        "left_bottom": {"heading": 0.1, "elevation": -0.2},
    } | corners
    box = {"image_id": "door", "scan": "corridor", "obj_name": "lamp", "target": told}
    return {
        "path_id": 1,
        "bboxes": [box],
        "instructions": [["a", "b", "c", "d", "the lamp"]],
        "path": [["door"]],
    }


def soon_found(folder: Path, places: PanoramaFolder, row: Any, **how: bool) -> FoundLandmarks:
    (folder / "train.json").write_text(json.dumps([row]))
    (found,) = Soon(**how).read_landmarks(folder / "train.json", places)
    return found


def test_soon_in_degrees_is_refused_unless_it_is_said(places: PanoramaFolder, tmp_path: Path) -> None:
    row = soon_row(right_top={"heading": 30.0, "elevation": 0.2})
    found = soon_found(tmp_path, places, row)
    assert isinstance(found.entry, InvalidDataError)
    assert "train.json entry 1: heading of right_top of bboxes[0] is 30.0, over 2 pi." in str(found.entry)
    degrees = {
        name: {"heading": x, "elevation": y}
        for name, x, y in [
            ("left_top", 350, 20),
            ("right_top", 370, 20),
            ("right_bottom", 370, 0),
            ("left_bottom", 350, 0),
        ]
    }
    said = soon_found(tmp_path, places, soon_row(**degrees), degrees=True)
    assert isinstance(said.entry, LandmarkEntry)
    assert contains(said.entry.regions[0].shape, direction(0.0, 0.15))


def test_soon_wound_the_other_way_is_mended_and_said(places: PanoramaFolder, tmp_path: Path) -> None:
    row = soon_row(
        left_top={"heading": 0.5, "elevation": 0.2},
        right_top={"heading": 0.1, "elevation": 0.2},
        right_bottom={"heading": 0.1, "elevation": -0.2},
        left_bottom={"heading": 0.5, "elevation": -0.2},
    )
    found = soon_found(tmp_path, places, row)
    assert isinstance(found.entry, LandmarkEntry)
    assert "the corners of bboxes[0], which went round the wrong way" in found.notes


def test_refer360_writes_its_offset_and_reads_degrees(places: PanoramaFolder, tmp_path: Path) -> None:
    lost = written(Refer360, places, tmp_path)
    assert lost[EXTENTS] == 6  # three phrases, from two viewpoints each
    row = json.loads((tmp_path / "landmarks.json").read_text())[0]
    assert row["xlng_deg"] == pytest.approx(177.6169, abs=1e-4)
    assert row["xlng_rad"] == pytest.approx(3.1 + 0.015)
    assert row["ylat_rad"] == pytest.approx(-0.2 - 0.1)
    assert not any(each.regions for each in read(Refer360, places, tmp_path))
    told = list(Refer360().pointed_at(tmp_path / "landmarks.json", places))
    assert told[0].look == pytest.approx((3.1, -0.2))
    assert {row["phrase"] for row in responses(told)} == set(whole().chains[0].mentions)


def test_refer360_numbers_all_instances_of_a_file(places: PanoramaFolder, tmp_path: Path) -> None:
    written(Refer360, places, tmp_path, whole(), replace(whole(), path_id=8))
    numbers = [row["annotationid"] for row in json.loads((tmp_path / "landmarks.json").read_text())]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.shared_data
def test_refer360s_sample_is_read(shared: Path, places: PanoramaFolder) -> None:
    file = shared / "data/reference_samples/refer360_validation_seen_first2.json"
    first, second = Refer360().read_landmarks(file, places)
    assert isinstance(first.entry, LandmarkEntry)
    assert isinstance(second.entry, LandmarkEntry)
    assert first.entry.said[0].text.startswith("find the guy in the blue shirt")
    assert (first.entry.scan_id, first.entry.regions) == ("restaurant", ())
    points = list(Refer360().pointed_at(file, places))
    assert [each.by for each in points][:2] == [None, "2473"]
    assert {each.look for each in points} == {None}  # nobody knows where that panorama looks


def test_touchdown_has_json_in_json(places: PanoramaFolder, tmp_path: Path) -> None:
    written(Touchdown, places, tmp_path)
    row = json.loads((tmp_path / "landmarks.json").read_text().splitlines()[0])
    assert (row["main_pano"], row["pre_pano"], row["post_pano"]) == ("sofa", "lamp", "")
    assert json.loads(row["pre_static_center"]) == {"x": -1, "y": -1}
    center = json.loads(row["main_static_center"])
    assert 0 <= center["x"] <= 1
    told = list(Touchdown().pointed_at(tmp_path / "landmarks.json", places))
    assert {each.viewpoint_id for each in told} == {"sofa"}
    assert told[0].look == pytest.approx((3.25 - 6.283185307, -0.05))


def test_a_touchdown_point_has_no_heading_before_its_place_is_known(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    row = {
        "city": "NYC",
        "route_id": 4,
        "full_text": "Go. The bear is on the bin.",
        "td_location_text": "The bear is on the bin.",
        "route_panoids": ["a", "b"],
        "main_pano": "b",
        "main_static_center": '{"x": 0.25, "y": 0.5}',
    }
    (tmp_path / "test.json").write_text(json.dumps(row))
    (point,) = Touchdown().pointed_at(tmp_path / "test.json", places)
    assert (point.look, point.share) == (None, (0.25, 0.5))
    assert point.as_response()["points"] == {}
    (found,) = Touchdown().read_landmarks(tmp_path / "test.json", places)
    assert isinstance(found.entry, LandmarkEntry)
    assert (found.entry.mentions[0].start_char, found.entry.regions) == (4, ())


def test_conll_is_what_evaluate_coreference_reads(places: PanoramaFolder, tmp_path: Path) -> None:
    written(CoNLL2012, places, tmp_path)
    told = {each.name: each for each in read_chains(tmp_path / FILES["conll2012"])}
    lengths = [sorted(len(chain) for chain in each.chains) for each in told.values()]
    assert lengths == [[2, 3], []]


def test_conll_widens_to_tokens_and_leaves_overlaps_out(places: PanoramaFolder, tmp_path: Path) -> None:
    said = SAID[0]
    mentions = [mention(said, "red la"), mention(said, "red lamp"), mention(said, "lamp, then")]
    chain = whole().chains[0].model_copy(update={"mentions": tuple(m.mention_id for m in mentions)})
    entry = LandmarkEntry("corridor", 7, (), (said,), tuple(mentions), (), (chain,))
    lost = written(CoNLL2012, places, tmp_path, entry)
    assert (lost[WIDENED], lost[OVERLAPS]) == (1, 2)
    (back,) = read(CoNLL2012, places, tmp_path)
    assert [each.text for each in back.mentions] == ["lamp, then"]


@pytest.mark.parametrize("texts", [("the red lamp", "lamp, then"), ("red lamp", "lamp, then two")])
def test_conll_takes_one_shared_token_for_an_overlap(
    texts: tuple[str, str], places: PanoramaFolder, tmp_path: Path
) -> None:
    """Whether the longer mention, which is kept, comes first or last."""
    mentions = [mention(SAID[0], text) for text in texts]
    chain = whole().chains[0].model_copy(update={"mentions": tuple(m.mention_id for m in mentions)})
    lost = written(
        CoNLL2012,
        places,
        tmp_path,
        LandmarkEntry("corridor", 7, (), (SAID[0],), tuple(mentions), (), (chain,)),
    )
    assert lost[OVERLAPS] == 1
    (back,) = read(CoNLL2012, places, tmp_path)
    assert [each.text for each in back.mentions] == [max(texts, key=len)]


def test_tokens_are_whole_words_in_every_script() -> None:
    for text in (ENGLISH, HINDI, TELUGU):
        words = [text[a:b] for a, b in tokens_of(text)]
        assert "".join(words) == "".join(text.split())
    assert [HINDI[a:b] for a, b in tokens_of(HINDI)] == ["लाल", "दीपक", "के", "पास", "रुकें", "।"]
    assert len(tokens_of(TELUGU)) == 4


@pytest.mark.parametrize(
    ("starts", "text"),
    [
        ((None, None), "w w"),
        ((2, 3), "  ww"),
        ((0, None, 5), "w w  w"),
        ((10_000,), " " * 10_000 + "w"),
        ((10_001,), None),
        ((0, 0), None),
    ],
)
def test_tokens_of_conll_stand_where_they_are_told_to_or_a_space_apart(
    starts: tuple[int | None, ...], text: str | None
) -> None:
    tokens = [ConllRow("line 1", "w", "a", start, "-", False) for start in starts]
    if text is None:
        with pytest.raises(InvalidDataError, match=f"line 1: the token begins at {starts[-1]}, and "):
            conll_text(tokens)
    else:
        places = [place for place, sign in enumerate(text) if sign == "w"]
        assert conll_text(tokens) == (text, [(place, place + 1) for place in places])
