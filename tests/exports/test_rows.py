"""Rows of other people's formats, key by key: what we write, and what files of others, without our keys, say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from align import TimedWord
from align.formats.made_from import words_digest
from environments import InvalidDataError, PanoramaFolder
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry, WordsEntry, placed
from pangea_server.dataset.formats import cvdn, instructions, label_studio, r2r, words
from pangea_server.dataset.formats.landmarks.label_studio.tasks import SERVED
from pangea_server.dataset.imports.followed import FollowedInstruction

TEXT = "Go left."
WORDS = placed(
    [TimedWord("Go", 0.5, 0.75, "aligned"), TimedWord("left.", 1.0, 1.5, "interpolated")],
    TEXT,
)
GUIDE = GuideEntry(
    path_id=11,
    split="val_seen",
    scan="corridor",
    heading=0.25,
    path=("door", "lamp", "sofa"),
    instruction_id=26,
    annotator_id=19,
    language="en-IN",
    transcript=TEXT,
    words=WORDS,
)
WALK = FollowerEntry(7, 26, 43, ("door", "lamp"), {"sr": 1.0, "spl": 0.5, "osr": 0.75}, outcome="done")


def test_a_row_of_r2r_has_its_keys_in_its_order() -> None:
    other = replace(GUIDE, instruction_id=27, transcript="बाएँ मुड़ें।", language="hi-IN")
    assert list(r2r.path_row([GUIDE, other], 4.006).items()) == [
        ("distance", 4.01),
        ("scan", "corridor"),
        ("path_id", 11),
        ("path", ["door", "lamp", "sofa"]),
        ("heading", 0.25),
        ("instructions", ["Go left.", "बाएँ मुड़ें।"]),
        ("instruction_ids", [26, 27]),
        ("languages", ["en-IN", "hi-IN"]),
    ]


def path_row(count: int, **more: Any) -> r2r.R2rPath:
    return r2r.R2rPath(5, "corridor", ["door"], 0.5, [f"Go {n}." for n in range(count)], **more)


def test_instructions_of_r2r_itself_are_numbered_by_their_path() -> None:
    first, last = (r2r.entries_of(path_row(r2r.MOST_PER_PATH), "train", "here")[n] for n in (0, -1))
    assert first == GuideEntry(
        path_id=5,
        split="train",
        scan="corridor",
        heading=0.5,
        path=("door",),
        instruction_id=5 * r2r.MOST_PER_PATH,
        transcript="Go 0.",
    )
    assert last.instruction_id == 6 * r2r.MOST_PER_PATH - 1


@pytest.mark.parametrize(
    ("count", "more", "told"),
    [
        (2, {"instruction_ids": [1]}, "here: 2 instructions, 1 instruction_ids, 2 languages."),
        (2, {"languages": ["en"] * 3}, "here: 2 instructions, 2 instruction_ids, 3 languages."),
        (r2r.MOST_PER_PATH + 1, {}, f"here: {r2r.MOST_PER_PATH + 1} instructions, "),
    ],
)
def test_a_row_of_r2r_has_a_number_and_a_language_for_each_instruction(
    count: int, more: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidDataError) as error:
        r2r.entries_of(path_row(count, **more), "train", "here")
    assert error.value.message.startswith(told)


TURNS = [
    {"nav_idx": 0, "role": "navigator", "message": ""},
    {"nav_idx": 0, "role": "oracle", "message": "Go left."},
]


def test_an_instance_of_ndh_has_every_key() -> None:
    nobody = dict.fromkeys(
        f"{who}_{what}_quality" for who in ("navigator", "oracle") for what in ("game", "avg")
    )
    assert cvdn.instance(GUIDE, WALK) == nobody | {
        "inst_idx": 7,
        "game_idx": 7,
        "scan": "corridor",
        "target": "",
        "start_pano": {"heading": 0.25, "elevation": 0.0, "pano": "door"},
        "nav_camera": [],
        "nav_history": ["door"],
        "dialog_history": TURNS,
        "player_path": ["door", "lamp"],
        "planner_path": ["door", "lamp", "sofa"],
        "end_panos": ["sofa"],
        "R2R_success": 1.0,
        "R2R_spl": 0.5,
        "R2R_oracle_success": 0.75,
        "R2R_oracle_spl": None,
        "instruction_id": 26,
        "path_id": 11,
        "language": "en-IN",
        "oracle_id": 19,
        "navigator_id": 43,
        "outcome": "done",
    }


@pytest.mark.parametrize(("arrived", "stops"), [(True, [1]), (False, [])])
def test_a_dialog_of_cvdn_has_every_key(arrived: bool, stops: list[int]) -> None:
    nobody = dict.fromkeys(
        f"{who}_{what}" for who in ("navigator", "oracle") for what in ("mturk", "quality", "avg_quality")
    )
    assert cvdn.dialog(GUIDE, WALK, arrived=arrived) == nobody | {
        "idx": 7,
        "scan": "corridor",
        "target": "",
        "start_pano": "door",
        "problem": None,
        "end_panos": ["sofa"],
        "navigator": 43,
        "oracle": 19,
        "nav_camera": [{"nav_idx": 0, "dia_idx": 0, "message": []}],
        "nav_steps": ["door", "lamp"],
        "dialog_history": TURNS,
        "stop_history": stops,
        "planner_nav_steps": ["door", "lamp", "sofa"],
        "R2R_spl": 0.5,
        "R2R_oracle_spl": None,
        "heading": 0.25,
        "instruction_id": 26,
        "path_id": 11,
        "language": "en-IN",
        "outcome": "done",
    }


def test_an_instance_of_ndh_itself_is_its_last_answer_from_its_first_place() -> None:
    turns = [
        cvdn.CvdnTurn(*turn) for turn in (("oracle", "Up."), ("oracle", "Down."), ("navigator", "Where?"))
    ]
    row = cvdn.NdhInstance(3, "corridor", cvdn.StartPano(0.5, "lamp"), turns)
    guide = GuideEntry(
        path_id=3,
        split="val",
        scan="corridor",
        heading=0.5,
        path=("lamp",),
        instruction_id=3,
        transcript="Down.",
    )
    assert cvdn.entries_of(row, "val", "here") == (guide, None)
    row.player_path, row.instruction_id, row.path_id = ["lamp", "sofa"], 0, 0
    assert cvdn.entries_of(row, "val", "here") == (
        replace(guide, instruction_id=0, path_id=0),
        FollowerEntry(3, 0, None, ("lamp", "sofa")),
    )


def test_a_task_of_label_studio_has_two_rows_for_each_word() -> None:
    shared = {"to_name": "audio", "original_length": 2.0}
    times = [{"start": 0.5, "end": 0.75, "channel": 0}, {"start": 1.0, "end": 1.5, "channel": 0}]
    told = label_studio.task_row(GUIDE, "viterbi", 2.0)
    assert told == {
        "id": 26,
        "data": {
            "audio": f"{SERVED}voices/val_seen/000026.wav",
            "instruction": TEXT,
            "instruction_id": 26,
            "language": "en-IN",
            "scan": "corridor",
            "path_id": 11,
        },
        "meta": label_studio.TIMES | {"made_from": words_digest(WORDS)},
        "annotations": [],
        "predictions": [
            {
                "model_version": "viterbi",
                "result": [
                    {
                        **shared,
                        "id": f"word-000{n}",
                        "from_name": name,
                        "type": kind,
                        "value": {**times[n], key: [value]},
                    }
                    for n, source, word in ((0, "aligned", "Go"), (1, "interpolated", "left."))
                    for name, kind, key, value in (
                        ("source", "labels", "labels", source),
                        ("word", "textarea", "text", word),
                    )
                ],
            }
        ],
    }
    untimed = label_studio.task_row(replace(GUIDE, words=()), "", None)
    assert (untimed["meta"], untimed["predictions"]) == (label_studio.TIMES, [])


def task(*, annotations: list[tuple[list[str], bool]], predictions: list[list[str]]) -> Any:
    """A task whose results have a row of these ids each."""
    return label_studio.LabelledTask(
        label_studio.TaskRowData(1),
        annotations=[
            label_studio.AnnotatedText(
                result=[label_studio.SpanResult(each) for each in ids], was_cancelled=cancelled
            )
            for ids, cancelled in annotations
        ],
        predictions=[
            label_studio.AnnotatedText(result=[label_studio.SpanResult(each) for each in ids])
            for ids in predictions
        ],
    )


def test_a_ground_truth_counts_before_what_is_newer_and_the_newest_before_what_stands_last() -> None:
    told = {
        "old": (False, "2026-01-01T00:00:00Z"),
        "new": (False, "2026-02-01T00:00:00Z"),
        "true": (True, "2025-01-01"),
    }

    def taken(*names: str) -> str:
        made = [
            label_studio.AnnotatedText(
                result=[label_studio.SpanResult(name)], ground_truth=told[name][0], updated_at=told[name][1]
            )
            for name in names
        ]
        (region,) = label_studio.LabelledTask(label_studio.TaskRowData(1), annotations=made).regions()
        return region.id

    assert [taken("new", "old"), taken("old", "new"), taken("true", "new", "old")] == ["new", "new", "true"]


@pytest.mark.parametrize(
    ("other", "two"),
    [
        (label_studio.SpanValue(0.0, 1.0, ["right"]), r"two texts: \['left'\] and \['right'\]"),
        (label_studio.SpanValue(0.5, 1.0, ["left"]), r"two starts: 0\.0 and 0\.5"),
        (label_studio.SpanValue(0.0, 1.5, ["left"]), r"two ends: 1\.0 and 1\.5"),
    ],
)
def test_a_region_that_stands_twice_is_refused(other: label_studio.SpanValue, two: str) -> None:
    rows = [
        label_studio.SpanResult("r", value) for value in (label_studio.SpanValue(0.0, 1.0, ["left"]), other)
    ]
    with pytest.raises(InvalidDataError, match=f"x region r has {two}"):
        label_studio.words_of(rows, "x")
    assert [word.word for word in label_studio.words_of([rows[0], rows[0]], "x")] == ["left"]


@pytest.mark.parametrize(
    ("annotations", "predictions", "taken"),
    [
        ([(["a"], False), (["b"], False)], [["p"]], ["b"]),
        ([(["a"], False), (["b"], True)], [["p"]], ["a"]),
        ([(["a"], False), ([], False)], [["p"]], ["a"]),
        ([(["a"], True)], [["p"], ["q"]], ["q"]),
        ([], [], []),
    ],
)
def test_the_last_regions_of_people_are_taken_before_predicted_ones(
    annotations: Any, predictions: Any, taken: list[str]
) -> None:
    made = task(annotations=annotations, predictions=predictions)
    assert [each.id for each in made.regions()] == taken


def result(name: str, **value: Any) -> label_studio.SpanResult:
    return label_studio.SpanResult(name, label_studio.SpanValue(**value))


def test_regions_are_words_in_order_of_time_whatever_row_says_what() -> None:
    rows = [
        result("b", start=1.0, end=2.0),
        result("a", start=0.0, end=3.0),
        result("c", start=0.0, end=1.0, text=" Turn "),
        result("a", text=["left."]),
        result("b", text="and"),
        label_studio.SpanResult(),
    ]
    assert label_studio.words_of(rows, "here") == (
        TimedWord("Turn", 0.0, 1.0, "mended"),
        TimedWord("left.", 0.0, 3.0, "mended"),
        TimedWord("and", 1.0, 2.0, "mended"),
    )


@pytest.mark.parametrize(
    "value",
    [{"start": 1.0, "text": "Go"}, {"end": 1.0, "text": "Go"}, {"start": 0.0, "end": 1.0}]
    + [{"start": 0.0, "end": 1.0, "text": text} for text in ("Go left", ["Go", "left"], " ")],
)
def test_a_region_that_is_not_one_word_with_times_is_named(value: dict[str, Any]) -> None:
    with pytest.raises(InvalidDataError, match=r"^here region x is not one word with a start and an end\."):
        label_studio.words_of([result("x", **value)], "here")


ROW = {
    "scan": "corridor",
    "instruction": "Stop.",
    "path": ["door"],
    "path_id": 0,
    "heading": 0,
    "instruction_id": 0,
}


def test_an_instruction_alone_needs_its_numbers_and_may_leave_the_rest(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    file = tmp_path / "x.json"
    lacking = {key: ROW[key] for key in ("scan", "instruction", "heading")}
    file.write_text(json.dumps([ROW, ROW | {"split": "val", "system": "s"}, lacking]))
    plain, more, broken = (each.entry for each in instructions.Instructions().read(file, places))
    expected = GuideEntry(
        path_id=0,
        split="train",
        scan="corridor",
        heading=0.0,
        path=("door",),
        instruction_id=0,
        transcript="Stop.",
    )
    assert (plain, more) == (expected, replace(expected, split="val", system="s"))
    assert str(broken).startswith("It has no instruction_id, path_id, path.")


@pytest.mark.parametrize(
    ("name", "text"),
    [("x.json", f"[{json.dumps(ROW)}]"), ("x.jsonl", json.dumps(ROW)), ("x", json.dumps(ROW))],
)
def test_instructions_are_a_list_where_the_name_says_so(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    ((place, row),) = instructions.Instructions().rows(tmp_path / name)
    assert place == f"{name} {'entry' if name == 'x.json' else 'line'} 1"
    assert row == msgspec.convert(ROW, instructions.InstructionRow)


def test_words_belong_to_the_instruction_in_the_files_name(places: PanoramaFolder, tmp_path: Path) -> None:
    ctm = words.Ctm()  # type: ignore[abstract]  # a protocol's `write` has a body of its docstring alone
    (tmp_path / "000026.ctm").write_text("000026 1 0.50 0.25 Go\n")
    (found,) = ctm.read(tmp_path / "000026.ctm", places)
    assert found.place == "000026.ctm"
    assert found.entry == WordsEntry(26, (TimedWord("Go", 0.5, 0.75, "mended"),), None)
    (tmp_path / "000026.ctm").rename(tmp_path / "a26.ctm")
    (found,) = ctm.read(tmp_path / "a26.ctm", places)
    assert str(found.entry).startswith("The name a26.ctm does not say the instruction.")


@pytest.mark.parametrize(
    ("change", "along"),
    [
        ({"language": "hi-IN", "instruction_id": 3, "transcript": "Other."}, True),
        ({"scan": "other"}, False),
        ({"path": ("door", "lamp")}, False),
        ({"heading": 0.5}, False),
        ({"split": "train"}, False),
    ],
)
def test_a_path_of_a_number_is_one_place_walk_and_split(change: dict[str, Any], along: bool) -> None:
    told = FollowedInstruction.by(GUIDE, 4)
    assert tuple(told) == (11, "corridor", "en-IN", ("door", "lamp", "sofa"), 0.25, "val_seen", 4)
    assert told.is_along(replace(GUIDE, **change)) is along
