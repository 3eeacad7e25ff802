"""Each format that can be read back gives what was written: rows by themselves, and files of a store."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from align import TimedWord
from environments import open_environment
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, placed
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import cvdn, label_studio, parquet, r2r, rxr, vlnce
from pangea_server.dataset.imports.one_file import number_of
from tests.exports.filled import annotated, corridor

FOLDER = Path(__file__).parent / "golden"
GOLDEN = {
    "rxr": ("rxr_train_guide.jsonl.gz", "rxr_train_follower.jsonl.gz"),
    "r2r": ("R2R_train.json", "rank_1/R2R_train_submission.json"),
    "cvdn": ("NDH_train.json", "CVDN_train.json"),
    "vlnce": ("train_guide.json.gz", "train_follower.json.gz"),
    "label_studio": ("tasks_train.json",),
}
TEXT = "Turn left, रुक जाओ “now”."
WORDS = tuple(TimedWord(word, n / 2, n / 2 + 0.25, "aligned") for n, word in enumerate(TEXT.split()))
GUIDE = GuideEntry(
    instruction_id=26,
    path_id=11,
    split="val_seen",
    scan="corridor",
    path=("door", "lamp", "sofa"),
    heading=3.105381634905035,
    transcript=TEXT,
    annotator_id=19,
    language="en-IN",
    words=placed(WORDS, TEXT),
    edit_distance=0.111,
)
WALK = FollowerEntry(7, 26, 43, ("door", "lamp"), {"ne": 2.0, "sr": 1.0, "spl": 0.5, "ndtw": 0.75})
texts = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1).filter(str.strip)


def guides() -> st.SearchStrategy[GuideEntry]:
    """Guide entries of all kinds of texts, ids and headings."""
    ids = st.integers(1, 10**6)

    def made(number: int, path_id: int, text: str, heading: float, timed: bool) -> GuideEntry:
        words = [TimedWord(word, n * 0.5, n * 0.5 + 0.2, "aligned") for n, word in enumerate(text.split())]
        return replace(
            GUIDE,
            instruction_id=number,
            path_id=path_id,
            transcript=text,
            heading=heading,
            words=placed(words, text) if timed else (),
        )

    return st.builds(made, ids, ids, texts, st.floats(-7, 7, allow_nan=False), st.booleans())


def as_read(row: dict[str, Any], kind: type[Any]) -> Any:
    return msgspec.json.decode(json.dumps(row), type=kind)


@given(guides())
def test_rxr_rows_come_back(guide: GuideEntry) -> None:
    assert rxr.entry_of(as_read(rxr.guide_entry_row(guide), rxr.GuideRow)) == guide


def test_an_rxr_walk_comes_back() -> None:
    assert as_read(rxr.follower_entry_row(WALK), FollowerEntry) == WALK


@given(guides())
def test_r2r_rows_come_back_without_people_and_times(guide: GuideEntry) -> None:
    other = replace(guide, instruction_id=guide.instruction_id + 1, language="hi-IN")
    row = as_read(r2r.path_row([guide, other], 4.0), r2r.R2rPath)
    assert r2r.entries_of(row, guide.split, "here") == [
        replace(each, annotator_id=None, words=(), edit_distance=None) for each in (guide, other)
    ]


@given(guides())
def test_ndh_instances_and_cvdn_dialogs_come_back_without_times_and_metrics(guide: GuideEntry) -> None:
    instance = as_read(cvdn.instance(guide, WALK), cvdn.NdhInstance)
    dialog = as_read(cvdn.dialog(guide, WALK, arrived=True), cvdn.Dialog)
    for row in (instance, dialog.instance("here")):
        told, walk = cvdn.entries_of(row, guide.split, "here")
        assert told == replace(guide, words=(), edit_distance=None)
        assert walk == replace(WALK, instruction_id=guide.instruction_id, metrics={})


@given(guides())
def test_table_rows_come_back(guide: GuideEntry) -> None:
    assert parquet.entry_of(parquet.guide_table_row(guide)) == guide
    assert parquet.entry_of(parquet.follower_table_row(WALK)) == WALK


@given(guides())
def test_label_studio_regions_come_back_as_mended_words(guide: GuideEntry) -> None:
    task = as_read(label_studio.task_row(guide, "viterbi", 60.0), label_studio.LabelledTask)
    words = label_studio.words_of(task.regions(), "here")
    assert [(w.word, w.start_time, w.end_time) for w in words] == [
        (w.word, w.start_time, w.end_time) for w in guide.words
    ]


def test_vlnce_episodes_come_back(tmp_path: Path) -> None:
    places = corridor(tmp_path / "place")
    scan = places.scan("corridor")
    row = as_read(vlnce.episode(GUIDE, GUIDE.path, scan, 26, {}), vlnce.Episode)
    assert vlnce.entry_of(row, GUIDE.split, places, "here", walk=False) == GUIDE
    row.info = vlnce.Info()  # an episode of others: places and turns alone
    told = vlnce.entry_of(row, GUIDE.split, places, "here", walk=False)
    assert isinstance(told, GuideEntry)
    assert told.path == GUIDE.path
    assert told.heading == pytest.approx(GUIDE.heading)


def test_a_walks_vlnce_episode_is_measured_along_the_walk(tmp_path: Path) -> None:
    scan = corridor(tmp_path / "place").scan("corridor")
    row = vlnce.episode(GUIDE, WALK.path, scan, 7, {})
    assert (row["info"]["geodesic_distance"], row["info"]["reference_viewpoints"]) == (2.0, list(WALK.path))
    assert row["goals"][0]["position"] == row["reference_path"][-1] == vlnce.on_the_floor(scan, ["lamp"])[0]


READ_BACK = [
    ("rxr", ("rxr_train_guide.jsonl.gz", "rxr_train_follower.jsonl.gz")),
    ("r2r", ("R2R_train.json",)),
    ("cvdn", ("NDH_train.json",)),
    ("cvdn", ("CVDN_train.json",)),
    ("vlnce", ("train_guide.json.gz", "train_follower.json.gz")),
    ("parquet", ("guide/train.parquet", "follower/train.parquet")),
    ("huggingface", ("guide/train-00000-of-00001.parquet", "follower/train.parquet")),
]
LOST: dict[str, dict[str, Any]] = {  # of our annotations
    "rxr": {"walked": (), "alignment": None},
    "r2r": {"annotator_id": None, "words": (), "edit_distance": None},
    "cvdn": {"words": (), "edit_distance": None},
}
OTHERS: dict[str, Any] = {  # of formats that have no place for what RxR does not have either
    "walked": (),
    "metrics": {},
    "alignment": None,
    "submitted_at": None,
    "duration": None,
    "sample_rate": None,
}


@pytest.mark.parametrize(("name", "files"), READ_BACK)
def test_files_of_a_store_come_back(name: str, files: tuple[str, ...], tmp_path: Path) -> None:
    store, places = annotated(tmp_path / "data"), corridor(tmp_path / "place")
    (chosen,) = open_formats([name])
    dataset = Dataset(store, places)
    export(dataset, tmp_path / "out", [chosen])
    assert isinstance(chosen, Readable)
    read = [found.entry for file in files for found in chosen.read(tmp_path / "out" / name / file, places)]
    followed = {1} if name == "cvdn" else {1, 2}  # CVDN has dialogs of two, and nobody followed instruction 2
    expected: list[Entry] = [
        guide.entry() for guide in dataset.guides("") if guide.annotation.instruction_id in followed
    ]
    if name != "r2r":
        expected += [follower.entry() for follower in dataset.followers("")]
    assert _in_order(read) == _in_order([_without(entry, name) for entry in expected])
    about = json.loads((tmp_path / "out" / name / "about.json").read_text())
    assert about["format"] == name
    assert "metres" in json.dumps(about)
    store.close()


def _in_order(entries: list[Any]) -> list[Any]:
    return sorted(entries, key=lambda entry: (str(type(entry)), number_of(entry)))


def _without(entry: Entry, name: str) -> Entry:
    lost = LOST.get(name, {}) | (OTHERS if name in ("r2r", "cvdn", "vlnce") else {})
    if name == "rxr" and entry.said:
        lost = lost | {"metrics": {}}
    return replace(entry, **{key: value for key, value in lost.items() if hasattr(entry, key)})


def test_golden_files_are_written_again_to_the_letter(tmp_path: Path) -> None:
    store, places = annotated(tmp_path / "data"), corridor(tmp_path / "place")
    export(Dataset(store, places), tmp_path / "out", open_formats(sorted(GOLDEN)))
    store.close()
    for name, files in GOLDEN.items():
        for file in files:
            written = (tmp_path / "out" / name / file).read_bytes()
            text = gzip.decompress(written) if file.endswith(".gz") else written
            assert text.decode() == (FOLDER / name / file.removesuffix(".gz")).read_text(), file


@pytest.mark.shared_data
def test_real_paths_of_r2r_come_in_and_go_out_as_they_were(shared: Path, tmp_path: Path) -> None:
    file = shared / "data" / "r2r" / "R2R_val_seen.json"
    places = open_environment(f"matterport3d:{shared / 'data' / 'matterport3d'}")
    found = [each.entry for each in r2r.R2R().read(file, places)]
    entries = [entry for entry in found if isinstance(entry, GuideEntry)]
    assert len(entries) == len(found)
    by_path: dict[int, list[GuideEntry]] = {}
    for entry in entries:
        by_path.setdefault(entry.path_id, []).append(entry)
    for told in json.loads(file.read_text()):
        mine = by_path[told["path_id"]]
        row = r2r.path_row(mine, places.scan(told["scan"]).graph.path_length(told["path"]))
        same = told if told["path_id"] != 4554 else told | {"distance": row["distance"]}  # R2R's is wrong
        assert row | same == row | {"distance": same["distance"]}
        assert row["distance"] == pytest.approx(same["distance"], abs=0.011)


def test_an_episode_goes_to_its_last_place_and_is_as_long_as_the_shortest_way_there(tmp_path: Path) -> None:
    walked = ("door", "lamp", "door", "lamp", "sofa")
    row = vlnce.episode(GUIDE, walked, corridor(tmp_path / "place").scan("corridor"), 7, {"outcome": "done"})
    assert row["info"] == {
        "geodesic_distance": 4.0,
        "reference_viewpoints": list(walked),
        "heading": GUIDE.heading,
        "outcome": "done",
    }
    assert row["goals"] == [{"position": row["reference_path"][-1], "radius": 3.0}]
    assert row["start_position"] == row["reference_path"][0] == row["reference_path"][2]
    assert (row["episode_id"], row["trajectory_id"], row["instruction"]["instruction_id"]) == ("7", 11, "26")
