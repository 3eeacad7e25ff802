"""Whose words are read where a recogniser's file has those of several speakers or channels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from align import Audio
from align.recognisers.recognised import Recognised, recognised_words
from environments.errors import InvalidDataError
from tests.align.test_recognised import EXPECTED, PLAIN, spoken, written


def of_google(name: str, *labels: int) -> dict[str, Any]:
    words = [{"word": word["word"], "startTime": "1s", "endTime": "2s"} for word in PLAIN]
    return {
        "results": [
            {
                "alternatives": [{"words": [{**word, name: label} if name.startswith("speaker") else word]}],
                name: label,
            }
            for word, label in zip(words, labels, strict=True)
        ]
    }


TWO_SPEAKERS: dict[str, tuple[Any, str, str]] = {
    "whisperX, of a word": (
        {"words": [{**PLAIN[0], "speaker": "A"}, {**PLAIN[1], "speaker": "B"}]},
        "A",
        "B",
    ),
    "whisperX, of a passage": (
        {"segments": [{"words": [PLAIN[0]], "speaker": "A"}, {"words": [PLAIN[1]], "speaker": "B"}]},
        "A",
        "B",
    ),
    "OpenAI diarized": (
        {
            "segments": [
                {"text": word["word"], "start": word["start"], "end": word["end"], "speaker": speaker}
                for word, speaker in zip(PLAIN, "AB", strict=True)
            ]
        },
        "A",
        "B",
    ),
    "Google's first interface": (
        {
            "results": [
                {"alternatives": [{"words": [{"word": "turn", "startTime": "1s", "endTime": "2s"}]}]},
                {
                    "alternatives": [
                        {
                            "words": [
                                {"word": "turn", "startTime": "1s", "endTime": "2s", "speakerTag": 1},
                                {"word": "left", "startTime": "2s", "endTime": "3s", "speakerTag": 2},
                            ]
                        }
                    ]
                },
            ]
        },
        "1",
        "2",
    ),
    "Google's second interface": (of_google("speakerLabel", 1, 2), "1", "2"),
    "Google, two channels": (of_google("channelTag", 1, 2), "1", "2"),
    "Amazon Transcribe": (
        {
            "results": {
                "items": [
                    {
                        "type": "pronunciation",
                        "alternatives": [{"content": word["word"]}],
                        "start_time": "0.5",
                        "end_time": "0.8",
                        "speaker_label": speaker,
                    }
                    for word, speaker in zip(PLAIN, ("spk_0", "spk_1"), strict=True)
                ]
            }
        },
        "spk_0",
        "spk_1",
    ),
    "Azure, batch of two channels": (
        {
            "recognizedPhrases": [
                {
                    "channel": channel,
                    "nBest": [{"words": [{"word": word, "offsetInTicks": 0, "durationInTicks": 10}]}],
                }
                for channel, word in enumerate(("turn", "left"))
            ]
        },
        "0",
        "1",
    ),
    "Azure, fast": (
        {
            "phrases": [
                {"speaker": n, "words": [{"text": word, "offsetMilliseconds": 0, "durationMilliseconds": 9}]}
                for n, word in enumerate(("turn", "left"))
            ]
        },
        "0",
        "1",
    ),
    "Azure, detailed": (
        [
            {
                "RecognitionStatus": "Success",
                "SpeakerId": speaker,
                "NBest": [{"Words": [{"Word": word, "Offset": 0, "Duration": 10}]}],
            }
            for speaker, word in (("Guest-1", "turn"), ("Guest-2", "left"))
        ],
        "Guest-1",
        "Guest-2",
    ),
    "Deepgram, two channels": (
        {"results": {"channels": [{"alternatives": [{"words": [word]}]} for word in PLAIN]}},
        "0",
        "1",
    ),
    "AssemblyAI": (
        {
            "words": [
                {"text": word, "start": 0, "end": 9, "confidence": 0.5, "speaker": speaker}
                for word, speaker in (("turn", "A"), ("left", "B"))
            ]
        },
        "A",
        "B",
    ),
}


@pytest.mark.parametrize("form", TWO_SPEAKERS)
def test_whose_words_are_meant_is_said_where_there_are_two_speakers(
    form: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    document, first, second = TWO_SPEAKERS[form]
    path = written(tmp_path, document)
    with pytest.raises(InvalidDataError, match=rf"words of 2 \w+: {first} \(1\), {second} \(1\)") as caught:
        recognised_words(path)
    assert f"--speaker {first}" in caught.value.remedy
    assert [word.word for word in recognised_words(path, second)] == ["left"]
    assert "1 of 2 words are not of" in caplog.text
    assert [word.word for word in recognised_words(path, f"{first}, {second}")] == ["turn", "left"]
    with pytest.raises(InvalidDataError, match="; not nobody"):
        recognised_words(path, "nobody")


def test_one_speaker_needs_no_choice_and_a_file_that_names_nobody_takes_any(tmp_path: Path) -> None:
    path = written(tmp_path, {"words": [{**PLAIN[0], "speaker": "A"}, PLAIN[1]]})
    assert [word.word for word in recognised_words(path)] == ["turn", "left"]
    assert [word.word for word in recognised_words(path, "A")] == ["turn"]
    with pytest.raises(InvalidDataError, match=r"words of 1 speaker: A \(1\); not B"):
        recognised_words(path, "B")
    assert spoken(recognised_words(written(tmp_path, {"words": PLAIN}), "A")) == EXPECTED


def test_a_channel_of_ctm_is_chosen_as_a_speaker_is(tmp_path: Path) -> None:
    path = tmp_path / "two.ctm"
    path.write_text("call A 0.5 0.3 turn\ncall B 0.8 0.4 left\n")
    with pytest.raises(InvalidDataError, match=r"words of 2 channels: A \(1\), B \(1\)"):
        recognised_words(path)
    assert [
        word.word
        for word in Recognised(path, "B").recognize(Audio(np.zeros(16_000, np.float32), 8_000), "en")
    ] == ["left"]
