"""Every field of an annotation through every format and back, and a table that says what became of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from pangea_server.dataset.entries.carried import CarriedFields, carried
from pangea_server.dataset.formats import DIALOGUE_FORMATS, FORMATS, LANDMARK_FORMATS
from tests.exports.every_field import every_field, filled_store
from tests.exports.exported import exported
from tests.exports.fields import README, measured, readme_with, table
from tests.exports.filled import annotated

AGAIN = "run python -m tests.exports.fields, and look at what changed"
BLOBS = {"guide.voice", "guide.pose_trace", "guide.actions", "follower.pose_trace", "follower.actions"}
CAMERA = {
    f"word.{name}" for name in ("viewpoint_id", "heading", "elevation", "first_snapshot", "last_snapshot")
}
REVIEWER = {
    f"review.{name}" for name in ("claimed_by", "claimed_at", "claimed_until", "seen_version", "disputed")
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, CarriedFields]:
    return measured(tmp_path_factory.mktemp("fields"))


def test_every_field_has_two_values(tmp_path: Path) -> None:
    store, pairs = filled_store(tmp_path / "data")
    store.close()
    assert sorted(pairs) == sorted(every_field()), "give a field that was added two values in every_field.py"
    assert [field for field, (first, second) in pairs.items() if first == second] == []


def test_what_is_said_of_each_format_is_so(found: Mapping[str, CarriedFields]) -> None:
    assert sorted(found) == sorted({*FORMATS.builtin} - {*LANDMARK_FORMATS, *DIALOGUE_FORMATS})
    assert found == carried(), AGAIN


def test_the_table_in_the_documentation_is_the_result(found: Mapping[str, CarriedFields]) -> None:
    text = README.read_text(encoding="utf-8")
    assert text == readme_with(text, table(found)), AGAIN


@pytest.mark.parametrize("name", ["parquet", "huggingface"])
def test_tables_have_everything_but_voice_and_poses(name: str, found: Mapping[str, CarriedFields]) -> None:
    of_tasks = {field for field in every_field() if field.startswith("task.")}
    assert set(found[name].lost) - of_tasks - BLOBS - CAMERA - REVIEWER == set()


def test_an_outcome_is_kept_or_said_to_be_lost_and_never_filled_in(
    found: Mapping[str, CarriedFields],
) -> None:
    assert [name for name, each in found.items() if "follower.outcome" in each.derived] == []
    assert "follower.outcome" in found["rxr"].kept
    assert "follower.outcome" in found["parquet"].kept


def test_about_says_what_is_missing_and_which_format_has_it(tmp_path: Path) -> None:
    exported(annotated(tmp_path / "data"), tmp_path / "out", "parquet", "srt")
    missing = {
        name: json.loads((tmp_path / "out" / name / "about.json").read_text())["missing"]
        for name in ("parquet", "srt")
    }
    assert missing["parquet"]["guide.voice"] == [
        name for name, each in carried().items() if _has(each, "guide.voice")
    ]
    assert "parquet" in missing["srt"]["word.confidence"]
    assert not [field for field in missing["srt"] if field.startswith("task.")]


def _has(each: CarriedFields, field: str) -> bool:
    return field in each.kept or field in each.written
