"""Recognisers' files of the shared cases: each is read for what it holds, or refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from align import Audio
from align.recognisers.recognised import Recognised, recognised_words
from environments import InvalidDataError

pytestmark = pytest.mark.shared_data


@pytest.mark.parametrize("name", ["google_diar", "google_lro", "whisper_hallucinated_after_end"])
def test_the_words_are_those_of_the_plain_result(name: str, shared: Path) -> None:
    cases = shared / "data" / "cases" / "recognised"
    voice = Audio.open(cases / "voice.wav")
    plain, read = (
        Recognised(cases / f"{file}.json").recognize(voice, "en") for file in ("google_plain", name)
    )
    assert [word.word for word in read] == [word.word for word in plain]
    assert len(read) == 61


def test_one_voice_on_two_channels_is_refused(shared: Path) -> None:
    with pytest.raises(InvalidDataError, match="has words of 2 channels: 1 \\(61\\), 2 \\(61\\)"):
        recognised_words(shared / "data" / "cases" / "recognised" / "google_channels.json")
