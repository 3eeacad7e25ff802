"""``pangea evaluate selection`` over files: what it writes, and what it refuses."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from environments import InvalidDataError
from pangea_server.dataset.reference.selection import compare_selections
from pangea_server.dataset.reference.selection_files import read_named, read_selection_items
from tests.reference.asked import pangea
from tests.reference.test_coreference_command import write

KINDS = ("door", "sofa", "lamp", "plant", "table", "stairs")


def path(number: int) -> dict[str, Any]:
    """Six things, of which people name the two or three largest, in order of size."""
    chance = random.Random(number)
    kinds = chance.sample(KINDS, 6)
    things = [f"{kind}-{number}" for kind in kinds]
    return {
        "path_id": number,
        "candidates": [
            {
                "thing": thing,
                "label": kind,
                "sightings": [
                    {
                        "viewpoint_id": "a",
                        "heading": chance.uniform(-3, 3),
                        "elevation": -0.2,
                        "area": 0.1 / place,
                    }
                ],
            }
            for place, (thing, kind) in enumerate(zip(things, kinds, strict=True), start=1)
        ],
        "instructions": [things[:2], things[:3], things[:2]],
        "walking": {"a": [None, 0.5]},
    }


def test_the_cue_that_people_follow_wins(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", *(path(number) for number in range(8)))
    development = write(tmp_path / "dev.jsonl", *(path(number) for number in range(20, 30)))
    answers = write(
        tmp_path / "answers.jsonl",
        *({"path_id": n, "things": path(n)["instructions"][0]} for n in range(7)),
    )
    out = tmp_path / "out"
    shown = pangea(
        *(
            "evaluate",
            "selection",
            "--key",
            key,
            "--development",
            development,
            "--response",
            f"ours={answers}",
        ),
        *("--most", 3, "--output", out),
    )
    assert shown.returncode == 0, shown.stderr
    assert "ours has nothing for 1 of 8 paths (first: 7): it selects nothing there." in shown.stdout
    assert "No row says how long things were in view" in shown.stdout
    assert "middle third selects nothing" in shown.stdout
    assert "rarity selects nothing" in shown.stdout
    found = {
        tuple(row["of"]): row["value"] for row in json.loads((out / "selection.json").read_text())["results"]
    }
    assert found["size", "2", "f1"] == pytest.approx(2 * 8 / 9 / (1 + 8 / 9))
    assert found["ours", "", "f1"] == pytest.approx(found["size", "2", "f1"] * 7 / 8)
    assert found["size", "2", "f1"] > found["position (horizon)", "2", "f1"] + 0.2
    assert found["size", "2", "f1"] > found["unigram", "2", "f1"] > 0
    assert found["random", "3", "precision"] == pytest.approx(7 / 3 / 6, abs=0.08)
    lines = [
        part.text
        for part in ElementTree.parse(out / "selection.svg").iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"people", "size", "bigram + position (walking direction)"} <= set(lines)


def test_rows_say_what_was_in_the_middle_and_how_rare_it_is(tmp_path: Path) -> None:
    rows = [path(number) for number in range(8)]
    for row in rows:
        for thing in row["candidates"]:
            named = thing["thing"] in row["instructions"][0]
            thing["of_kind"] = 1 if named else 4
            thing["sightings"][0] |= {"seconds": 5.0, "seconds_in_middle": 3.0 if named else 0.0}
    report = compare_selections(read_selection_items(write(tmp_path / "key.jsonl", *rows)), None, {}, 2)
    f1 = {row.labels[0]: row.measure.value or 0.0 for row in report.rows if row.labels[1:] == ("2", "f1")}
    assert f1["middle third"] == f1["rarity"] == f1["size"] > f1["random"] + 0.2
    assert f1["seconds in view"] < f1["middle third"]
    assert not [each for each in report.left_out if "middle" in each or "rarity" in each]


def test_words_are_not_counted_in_the_paths_that_are_scored(tmp_path: Path) -> None:
    items = list(read_selection_items(write(tmp_path / "key.jsonl", path(1), path(2))))
    with pytest.raises(InvalidDataError, match="Path 2 is in the key and in the development set"):
        compare_selections(items, items[1:], {})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"instructions": [["ghost"]]}, "line 2: ghost is not among the things in view."),
        ({"path_id": 1}, "line 2: path 1 is also in key.jsonl line 1."),
        ({"candidates": path(2)["candidates"] * 2}, "-2 is twice in candidates."),
        ({"instructions": "door"}, "Expected `array`"),
        (
            {"candidates": [{"thing": "t", "label": "t", "sightings": [
                {"viewpoint_id": "a", "heading": 0, "elevation": 20, "area": 0.1}]}], "instructions": []},
            "t cannot be at heading 0.0, elevation 20.0 with area 0.1.",
        ),
        (
            {"candidates": [{"thing": "t", "label": "t", "sightings": [
                {"viewpoint_id": "a", "heading": 0, "elevation": 1, "area": 0.1, "seconds": -2}]}], "instructions": []},
            "t was -2.0 seconds in view.",
        ),
        (
            {"candidates": [{"thing": "t", "label": "t", "sightings": [
                {"viewpoint_id": "a", "heading": 0, "elevation": 1, "area": 0.1, "seconds": 2, "seconds_in_middle": 3}
             ]}], "instructions": []},
            "t was 3.0 of 2.0 seconds in the middle of the picture.",
        ),
        (
            {"candidates": [{"thing": "t", "label": "t", "of_kind": 0}], "instructions": []},
            "the scan has 0 things of the kind of t.",
        ),
    ],
)  # fmt: skip
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    file = write(tmp_path / "key.jsonl", path(1), path(2) | change)
    with pytest.raises(InvalidDataError) as refused:
        list(read_selection_items(file))
    assert str(refused.value).startswith("key.jsonl line 2")
    assert told in str(refused.value)


def test_a_system_that_names_what_is_not_there_is_refused(tmp_path: Path) -> None:
    items = read_selection_items(write(tmp_path / "key.jsonl", path(1)))
    answers = write(tmp_path / "answers.jsonl", {"path_id": 1, "things": ["sofa-1", "moon"]})
    with pytest.raises(InvalidDataError, match=r"answers.jsonl line 1: moon is not among the things in view"):
        compare_selections(items, None, {"ours": read_named(answers)})
