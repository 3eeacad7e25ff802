"""Label Studio's regions: what is broken is named, and the rest is read."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from environments import ConfigurationError, InvalidDataError
from environments.own_places.folder import PanoramaFolder
from pangea_server.dataset.formats.landmarks.label_studio import tasks as label_studio_tasks
from pangea_server.dataset.formats.landmarks.label_studio.brush import packed
from pangea_server.dataset.formats.landmarks.label_studio.regions import LabelStudioRegions
from pangea_server.dataset.formats.landmarks.label_studio.tasks import SAME_PHRASE, SAME_THING
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from tests.landmarks.label_studio_tasks import (
    BOX,
    CUT,
    by_hand,
    entry_of,
    faults_of,
    phrase,
    read,
    relation,
    row,
)


@pytest.mark.parametrize(
    ("told", "named"),
    [
        (
            row("rectangle", "a", BOX | {"x": 80}, "sign"),
            "x + width and y + height are [110.0, 45.0] per cent",
        ),
        (
            row("polygon", "a", {"points": [[1, 1], [2, 120], [2, 2]]}, "sign"),
            "points are [2.0, 120.0] per cent",
        ),
        (row("brush", "a", {"format": "rle", "rle": [0, 1, 1, 2, 3]}, "sign"), "rle has 65,794 values"),
        (
            row("brush", "a", {"format": "rle", "rle": packed(np.ones((480, 640), np.bool_))[:9]}),
            "rle ends after 9",
        ),
        (row("brush", "a", {"format": "rle", "rle": [255] * 11}), "rle has 4,294,967,295 values"),
        (row("rectangle", "a", {}, "sign"), "no rectangle, polygon or brush"),
    ],
)
def test_broken_regions_are_named_and_the_others_are_read(
    told: dict[str, Any], named: str, places: PanoramaFolder, tmp_path: Path
) -> None:
    bad, good = read(tmp_path, [by_hand(told, row("rectangle", "b", BOX, "plant"))], places)
    assert bad.place == "back.json entry 1 result[0]"
    (fault,) = faults_of([bad])
    assert fault.startswith("back.json entry 1 result[0]: ")
    assert named in fault
    assert [each.types for each in entry_of(good).entities] == [("plant",)]


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in CUT.items() if name != key}


@pytest.mark.parametrize(
    ("task", "named"),
    [
        (by_hand() | {"data": {"image": "x.jpg"}}, "Nothing says where the picture looks"),
        (by_hand(cut=None), "Nothing says where the picture looks"),
        (by_hand(cut=without("heading")), "missing required field `heading`"),
        (by_hand(cut=CUT | {"field_of_view": 90}), "field_of_view of a cut are [3.1, 0.2, 90.0]"),
        (by_hand(cut=CUT | {"width": 2**20, "height": 2**20}), "A cut has 1048576 x 1048576 pixels"),
        (by_hand(cut=CUT | {"viewpoint_id": "moon"}), "no viewpoint 'moon'"),
        (by_hand(cut=CUT | {"scan_id": "castle"}), "in a scan 'castle'"),
        (
            by_hand(row("rectangle", "a", BOX, original_width=800)),
            "on 800 x 480 pixels, and the cut has 640 x 480",
        ),
        (by_hand(row("rectangle", "a", BOX, image_rotation=90)), "image_rotation is 90"),
        (
            by_hand(row("rectangle", "a", BOX), row("rectangle", "a", BOX | {"x": 1.0})),
            "'a' has two shapes",
        ),
        (by_hand(row("rectangle", "a", BOX | {"x": "10"})), "Expected `float | null`, got `str`"),
        (by_hand(row("polygon", "a", {"points": [[1]]})), "Expected `array` of length 2"),
        (by_hand(relation("a", "b", SAME_THING)), "result[0] relates 'a', which is no region"),
        (by_hand(mentions=[{"instruction_id": 7, "start_char": 0}]), "A mention is of instruction 7"),
        (by_hand(regions=[{"region_id": "r", "entity_id": None, "shape": {"kind": "cube"}}]), "'cube'"),
        (by_hand(entities=[{"entity_id": "e", "types": ["<b>"]}]), "types.0 is '<b>'"),
        (by_hand() | {"annotations": 3}, "Expected `array`, got `int`"),
        ({"id": 1}, "missing required field `data`"),
        ([], "Expected `object`, got `array`"),
    ],
)
def test_broken_tasks_are_named_and_the_others_are_read(
    task: Any, named: str, places: PanoramaFolder, tmp_path: Path
) -> None:
    bad, good = read(tmp_path, [task, by_hand(row("rectangle", "b", BOX, "plant"))], places)
    (fault,) = faults_of([bad])
    assert fault.startswith("back.json entry 1")
    assert named in fault
    assert len(entry_of(good).regions) == 1


def test_a_file_that_is_no_list_of_tasks_is_refused(places: PanoramaFolder, tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    file.write_text('{"data": {}}')
    with pytest.raises(InvalidDataError, match="no JSON list of entries"):
        list(LabelStudioRegions().read_landmarks(file, places))


def test_a_task_of_too_many_parts_is_refused_unread(
    places: PanoramaFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = by_hand(row("polygon", "a", {"points": [[1, 1]] * 3_000}))
    monkeypatch.setattr(label_studio_tasks, "MOST_PARTS", 3_000)
    (fault,) = faults_of(read(tmp_path, [task], places))
    assert "lists and objects" in fault
    monkeypatch.setattr(label_studio_tasks, "LONGEST_LINE", 500)
    monkeypatch.setattr(label_studio_tasks, "MOST_PARTS", 10_000)
    (fault,) = faults_of(read(tmp_path, [task], places))
    assert "bytes and" in fault


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**6), byte=st.integers(0, 255), cut=st.booleans())
def test_damaged_files_are_named_or_read(
    at: int, byte: int, cut: bool, places: PanoramaFolder, tmp_path: Path
) -> None:
    task = by_hand(
        row("rectangle", "a", BOX, "sign"),
        row("polygon", "p", {"points": [[1, 1], [9, 1], [9, 9]]}, "sign"),
        row("brush", "b", {"format": "rle", "rle": [0, 18, 192, 0, 57, 27, 254, 31]}, "sign"),
        phrase("a", "lamp"),
        relation("a", "p", SAME_PHRASE),
        said=[{"instruction_id": 7, "text": "the lamp"}],
    )
    file = tmp_path / "tasks.json"
    data = bytearray(json.dumps([task]).encode())
    data[at % len(data)] = byte
    file.write_bytes(data[: at % len(data)] if cut else data)
    with suppress(InvalidDataError, ConfigurationError):
        for found in LabelStudioRegions().read_landmarks(file, places):
            assert isinstance(found.entry, LandmarkEntry | InvalidDataError)
