from __future__ import annotations

import json
from pathlib import Path

import pytest

from align import Audio, align_transcript
from tests.benchmarks.bench_align import LEAST


@pytest.mark.shared_data
@pytest.mark.parametrize("group", sorted(LEAST))
def test_words_start_near_the_known_times_as_often_as_required(shared: Path, group: str) -> None:
    recordings = sorted((shared / "data" / "alignment" / group).glob("*.flac"))
    errors = [error for path in recordings for error in start_errors(path)]
    assert recordings
    assert within(errors, 0.05) >= LEAST[group][0]
    assert within(errors, 0.1) >= LEAST[group][1]


def start_errors(path: Path) -> list[float]:
    truth = json.loads(path.with_suffix(".json").read_text())
    language = json.loads(path.with_suffix(".meta.json").read_text())["lang"]
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    words = align_transcript(Audio.open(path), text, language=language).words
    return [abs(word.start_time - row["start_time"]) for word, row in zip(words, truth, strict=True)]


def within(errors: list[float], tolerance: float) -> float:
    """Per cent, with one decimal."""
    return round(100 * sum(error <= tolerance + 1e-9 for error in errors) / len(errors), 1)
