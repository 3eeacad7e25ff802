"""Formats of rows, written and read back: what they can say comes back, and the rest is counted."""

from __future__ import annotations

import gzip
import json
import re
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from environments import PangeaError, PanoramaFolder
from pangea_server.dataset.formats.landmarks.conll2012 import CoNLL2012
from pangea_server.dataset.formats.landmarks.refer360 import Refer360
from pangea_server.dataset.formats.landmarks.reverie import Reverie
from pangea_server.dataset.formats.landmarks.rxr_landmarks import Landmarks
from pangea_server.dataset.formats.landmarks.soon import Soon
from pangea_server.dataset.formats.landmarks.splits import split_in
from pangea_server.dataset.formats.landmarks.touchdown import Touchdown
from pangea_server.dataset.landmarks.entries import (
    LandmarkEntry,
    ReadsLandmarks,
    WritesLandmarks,
)
from pangea_server.dataset.landmarks.points import SEVERAL
from tests.landmarks.row_examples import ENGLISH, HINDI, TELUGU, whole
from tests.landmarks.row_files import FILES, entries, read, written

FORMATS = (Landmarks, Reverie, Soon, Refer360, Touchdown, CoNLL2012)


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: str(kind.name))
def test_phrases_and_chains_come_back_in_every_script(
    kind: Any, places: PanoramaFolder, tmp_path: Path
) -> None:
    assert isinstance(kind(), ReadsLandmarks)
    assert isinstance(kind(), WritesLandmarks)
    lost = written(kind, places, tmp_path)
    back = read(kind, places, tmp_path)
    assert all(each.scan_id == "corridor" for each in back)
    said = {
        (text.instruction_id, text.text, text.language, text.stored) for each in back for text in each.said
    }
    words = {(m.mention_id, m.text) for each in back for m in each.mentions}
    chains: dict[str, set[str]] = {}
    things: dict[str, set[str]] = {}
    for each in back:
        for told in each.chains:
            chains.setdefault(told.chain_id.rpartition("c")[2], set()).update(told.mentions)
            things.setdefault(told.chain_id.rpartition("c")[2], set()).update(told.entities)
    kept = {m.mention_id: m.text for m in whole().mentions}
    if kind is Refer360 or kind is Touchdown:  # one point: of the chairs only what has one region is there
        kept = {m.mention_id: m.text for m in whole().mentions if "light" in m.types}
        assert lost[SEVERAL] == 2
    assert words == set(kept.items())
    expected = {1: set(whole().chains[0].mentions), 2: set(whole().chains[1].mentions)}
    numbered = [set(chains[n]) for n in sorted(chains)]
    assert numbered == [expected[n] & kept.keys() for n in (1, 2) if expected[n] & kept.keys()]
    assert {(1, ENGLISH, "en-US", True), (2, HINDI, "hi-IN", True), (3, TELUGU, "te-IN", True)} <= {
        (n, text, {"en": "en-US", "hi": "hi-IN", "te": "te-IN"}.get(str(tag), tag), stored)
        for n, text, tag, stored in said
    }
    if kind is not CoNLL2012:
        assert things["1"] == {"corridor-e1"}


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: str(kind.name))
def test_nothing_gives_no_entry(kind: Any, places: PanoramaFolder, tmp_path: Path) -> None:
    assert not written(kind, places, tmp_path, LandmarkEntry("corridor"))
    file = tmp_path / FILES[kind.name]
    assert not (file.exists() and read(kind, places, tmp_path))


SPLIT = {
    Landmarks: "landmarks_val_unseen.jsonl.gz",
    Reverie: "REVERIE_val_unseen.json",
    Soon: "val_unseen.json",
    Refer360: "validation.unseen.json",
    Touchdown: "val_unseen.json",
    CoNLL2012: "val_unseen.v4_gold_conll",
}


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: str(kind.name))
def test_each_split_has_its_file_and_comes_back(kind: Any, places: PanoramaFolder, tmp_path: Path) -> None:
    train = replace(whole(), split="train")
    written(kind, places, tmp_path, train, replace(whole(), split="val_unseen"))
    files = {file.name for file in tmp_path.iterdir() if file.is_file()}
    assert files == {SPLIT[kind], re.sub("val(idation)?[._]unseen", "train", SPLIT[kind])}
    for file in tmp_path.iterdir():
        if file.is_file():
            found = entries(kind().read_landmarks(file, places))
            assert {each.split for each in found} == {"train" if "train" in file.name else "val_unseen"}


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("REVERIE_val_train_seen.json", "val_train_seen"),
        ("validation.seen.json", "val_seen"),
        ("validation.seen.json.gz", "val_seen"),
        ("train.json.gz", "train"),
        ("dev.json", "dev"),
        ("landmarks_train.jsonl.gz", "train"),
        ("trained.json", None),
        ("landmarks.json", None),
        ("corridor_door.json", None),
    ],
)
def test_a_split_is_in_the_name_of_a_file(name: str, split: str | None) -> None:
    assert split_in(Path(name)) == split


BAD = [
    (Landmarks, "x.jsonl", '{"instruction_id": 1}', "x.jsonl line 1: Object missing required field"),
    (
        Reverie,
        "REVERIE_x.json",
        '[{"scan": "s", "path_id": 1, "path": [], "instructions": ["a"]}]',
        "no objId",
    ),
    (Reverie, "s_v.json", '{"v": {"3": {"name": "a", "visible_pos": [36], "bbox2d": [[0,0,1,1]]}}}', "is 36"),
    (
        Reverie,
        "s_v.json",
        '{"v": {"3": {"name": "a", "visible_pos": [1], "bbox2d": [[0,0,641,1]]}}}',
        "bbox2d is",
    ),
    (
        Reverie,
        "s_v.json",
        '{"v": {"3": {"name": "a", "visible_pos": [1], "bbox2d": []}}}',
        "differ in number",
    ),
    (Soon, "x.json", '[{"path_id": 1, "bboxes": [], "instructions": []}]', "entry 1 has boxes of 0 scans"),
    (
        Refer360,
        "x.json",
        '[{"annotationid":1,"refexp":[["a"]],"img_cat":"c","img_idx":"i","xlng_deg":400,"ylat_deg":0}]',
        "xlng_deg is 400",
    ),
    (
        Touchdown,
        "x.json",
        '{"route_id":1,"city":"n","full_text":"a","td_location_text":"a","route_panoids":[],"main_pano":"p",'
        '"main_static_center":"{\\"x\\": 2, \\"y\\": 0}"}',
        "Shares are 0 to 1",
    ),
    (
        CoNLL2012,
        "x.conll",
        "#begin document (a); part 000\na 0 0 w - - - - - - * (1\n#end document\n",
        "x.conll line 2: (1 begins",
    ),
    (
        CoNLL2012,
        "x.conll",
        "#begin document (a); part 000\na 0 0 w - - - - - - * (1\na 0 1 w - - - - - - * (1)|1)\n#end document\n",
        "line 3: two phrases of chain 1 overlap",
    ),
]


@pytest.mark.parametrize(("kind", "name", "text", "told"), BAD)
def test_faults_are_named_by_their_place(
    kind: Any, name: str, text: str, told: str, places: PanoramaFolder, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    faults = [each.entry for each in kind().read_landmarks(tmp_path / name, places)]
    (fault,) = [each for each in faults if isinstance(each, PangeaError)]
    assert told in str(fault)
    assert fault.message.startswith(name)
    assert fault.remedy


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: str(kind.name))
def test_nonsense_in_any_field_crashes_nothing(kind: Any, places: PanoramaFolder, tmp_path: Path) -> None:
    written(kind, places, tmp_path / "whole")
    names = [FILES[kind.name]] + ["BBox/corridor_door.json"] * (kind is Reverie)
    first = conll_rows if kind is CoNLL2012 else lambda file: rows_in(file)[0]
    known = [(Path(name).name.removesuffix(".gz"), first(tmp_path / "whole" / name)) for name in names]

    @given(data=st.data())
    def read_spoiled(data: st.DataObject) -> None:
        name, row = data.draw(st.sampled_from(known))
        is_list = kind in (Reverie, Soon, Refer360) and name != "corridor_door.json"
        text = spoiled_lines(row, data) if kind is CoNLL2012 else spoiled_row(row, data)
        (tmp_path / name).write_bytes(b"[%b]" % text if is_list else text)
        with suppress(PangeaError):  # a file that is none as a whole
            for each in kind().read_landmarks(tmp_path / name, places):
                assert isinstance(each.entry, LandmarkEntry | PangeaError)

    read_spoiled()


def conll_rows(file: Path) -> list[str]:
    return file.read_text().splitlines()


def spoiled_lines(rows: list[str], data: st.DataObject) -> bytes:
    at = data.draw(st.integers(0, len(rows) - 1))
    nonsense = st.sampled_from(["", "#end document", "(1", rows[at] + "|(1)", rows[at][:-1]]) | st.text()
    return "\n".join([*rows[:at], data.draw(nonsense), *rows[at + 1 :]]).encode(errors="replace")


def spoiled_row(row: Any, data: st.DataObject) -> bytes:
    """JSON of a row with nonsense somewhere in it."""
    row = deepcopy(row)
    spoil(row, data)
    return msgspec.json.encode(row)


def rows_in(file: Path) -> list[Any]:
    text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
    try:
        told = json.loads(text)
    except json.JSONDecodeError:
        told = [json.loads(line) for line in text.splitlines()]
    return told if isinstance(told, list) else [told]


def spoil(row: Any, data: st.DataObject) -> None:
    """Put nonsense somewhere into a row."""
    while True:
        key: Any = data.draw(st.sampled_from(sorted(row) if isinstance(row, dict) else range(len(row))))
        if isinstance(row[key], dict | list) and row[key] and data.draw(st.booleans()):
            row = row[key]
            continue
        row[key] = data.draw(JSON)
        return
