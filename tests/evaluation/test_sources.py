"""What rows say: whose they are, where a walk went, and which words are compared with which."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from environments import InvalidDataError
from pangea_server.annotate.annotations.population import Left, LeftOut
from pangea_server.dataset.evaluation.campaigns import _left_out
from pangea_server.dataset.evaluation.rows import SystemFile, WalkKeys, texts, viewpoints_of
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Reference, path_key
from tests.evaluation.walkers import write_rows


@pytest.mark.parametrize(
    ("own", "wanted", "is_in"),
    [
        ("en-US", "en", True),
        ("hi-IN", "en", False),
        (None, "en", True),
        ("hi-IN", "und", True),
        (None, "und", True),
    ],
)
def test_a_reference_is_in_a_language_unless_both_are_known_and_differ(
    own: str | None, wanted: str, is_in: bool
) -> None:
    assert Reference("p", "Go.", own).is_in(wanted) == is_in


def test_an_instruction_is_named_by_its_system_and_number() -> None:
    one = ComparedInstruction("A", "7", path_key("house", ("a", "b")), "Go.", "hi-IN")
    assert (one.key, one.path, one.primary_language) == (("A", "7"), "house a b", "hi")
    unsaid = ComparedInstruction("A", "7", path_key(None, ("a",)), "Go.")
    assert (unsaid.path, unsaid.primary_language) == (" a", "und")


def test_a_file_may_have_a_system_before_it(tmp_path: Path) -> None:
    there = tmp_path / "a=b.jsonl"
    there.write_text("")
    assert SystemFile.parse("speaker=x.jsonl") == SystemFile(Path("x.jsonl"), "speaker")
    assert SystemFile.parse("x.jsonl") == SystemFile(Path("x.jsonl"))
    assert SystemFile.parse(str(there)) == SystemFile(there)


def told(folder: Path, system: str | None, *rows: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    file = write_rows(folder / "i.jsonl", rows)
    return [(each.words, each.number, each.system) for each in texts(SystemFile(file, system))]


def test_texts_are_numbered_as_their_rows_say(tmp_path: Path) -> None:
    rows = (
        {"instruction": "One.", "instruction_id": 0, "instr_id": "x", "system": "row"},
        {"instruction": "Two.", "instr_id": "x"},
        {"instruction": "Three."},
        {"instructions": ["Four.", "Five."], "path_id": 9},
    )
    numbered = [("One.", "0"), ("Two.", "x"), ("Three.", None), ("Four.", "9_0"), ("Five.", "9_1")]
    assert told(tmp_path, "file", *rows) == [(*each, "file") for each in numbered]
    assert [system for *_, system in told(tmp_path, None, *rows)] == ["row", None, None, None, None]
    with pytest.raises(InvalidDataError, match="line 1 has no instruction"):
        told(tmp_path, None, {"instructions": ["Four."]})


@pytest.mark.parametrize(
    ("row", "visited"),
    [
        ({"path": ["a", "b"]}, ["a", "b"]),
        ({"trajectory": [["a", 0.0, 0.0], ["a", 1.0, 0.0], ["b"], ["a"]]}, ["a", "b", "a"]),
        ({"path": ["a"], "trajectory": [["b"]]}, ["a"]),
        ({"path": ["a", "a"]}, ["a", "a"]),
    ],
)
def test_a_walk_visits_a_viewpoint_once_however_the_camera_turns(
    row: dict[str, Any], visited: list[str]
) -> None:
    assert viewpoints_of(msgspec.convert(row, WalkKeys), "line 1") == visited


@pytest.mark.parametrize("row", [{}, {"path": []}, {"trajectory": [[]]}, {"trajectory": [["a"], [1.0]]}])
def test_a_walk_that_does_not_say_where_it_went_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(InvalidDataError, match="line 1 does not say which viewpoints"):
        viewpoints_of(msgspec.convert(row, WalkKeys), "line 1")


def test_what_is_not_known_of_a_campaigns_walks_or_counted_together_is_told() -> None:
    def walk(outcome: str | None, condition: str | None = None) -> Any:
        return SimpleNamespace(outcome=outcome, condition=condition)

    counted = [walk("done", "read"), walk("gave_up", "heard"), walk(None, "read"), walk("gave_up")]
    assert _left_out([*counted, walk("gave_up", "blind")], counted, Left({LeftOut.REJECTED: 2})) == [
        "Walks that are not counted: 2 rejected.",
        "1 walks are along instructions whose system nobody said.",
        "Walks under different conditions are counted together: heard 1, read 2.",
        "2 walks were given up; they count with the place where they ended.",
        "Of 1 imported walks no file says whether they were given up.",
    ]
    assert _left_out(counted[:1], counted[:1], Left()) == []
