from __future__ import annotations

import json
from pathlib import Path

import pytest

from align import Audio, align_transcript


@pytest.mark.shared_data
def test_words_stand_where_there_is_sound(shared: Path) -> None:
    folder = shared / "data" / "pangea_sample"
    told = json.loads((folder / "args.json").read_text())
    voice = Audio.open(folder / "audio.mp3").resampled(16_000)
    words = align_transcript(voice, told["instruction"], language="en-IN").words

    def loudness(start: float, end: float) -> float:
        return float((voice.samples[int(start * 16_000) : int(end * 16_000)] ** 2).mean())

    pause = loudness(22.5, 24.0)
    assert all(loudness(word.start_time, word.end_time) > 5 * pause for word in words)
    this = next(word for word in words if word.word == "This")
    assert this.start_time == pytest.approx(24.1, abs=0.15)  # after a pause of two seconds
