"""The default engine on a person's voice."""

from __future__ import annotations

import json

from align import Audio, align_transcript
from tests.benchmarks.people import HERE, groups_of_people


def test_the_default_engine_finds_the_words_of_a_person() -> None:
    (path,) = groups_of_people(HERE / "nowhere")["human-report"]
    words = json.loads(path.with_suffix(".json").read_text())
    alignment = align_transcript(Audio.open(path), path.with_suffix(".txt").read_text(), language="en-US")
    errors = [
        abs(found.start_time - word["start_time"]) for found, word in zip(alignment.words, words, strict=True)
    ]
    assert sum(error <= 0.1 for error in errors) >= 0.97 * len(errors)
    assert sum(error <= 0.05 for error in errors) >= 0.88 * len(errors)
