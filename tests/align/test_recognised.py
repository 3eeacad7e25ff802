"""One sentence as each recogniser writes it."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from align import Audio, TimedWord, align_transcript
from align.exports.heard import heard_file
from align.formats.ctm import ctm
from align.recognisers.recognised import Recognised, recognised_words
from align.testing import EngineContract
from environments.errors import ConfigurationError, InvalidDataError

DATA = Path(__file__).parents[1] / "data" / "align"
RECOGNISED = DATA / "recognised"
TEXT = (DATA / "door.txt").read_text()

PLAIN = [
    {"word": "turn", "start": 0.5, "end": 0.8},
    {"word": "left", "start": 0.8, "end": 1.25},
]
EXPECTED = [("turn", 0.5, 0.8), ("left", 0.8, 1.25)]


def whisper_cpp_token(text: str, start: int, end: int, p: float = 0.9) -> dict[str, Any]:
    return {"text": text, "offsets": {"from": start, "to": end}, "id": 1, "p": p}


DOCUMENTS: dict[str, Any] = {
    "whisperX": {
        "segments": [{"start": 0.5, "end": 1.25, "text": "turn left", "words": PLAIN}, {"words": []}],
        "word_segments": PLAIN,
    },
    "Whisper": {
        "text": " turn left",
        "segments": [{"words": [{**PLAIN[0], "word": " turn"}]}, {"words": [PLAIN[1]]}],
    },
    "OpenAI verbose_json": {
        "text": "turn left",
        "words": PLAIN,
        "segments": [{"id": 0, "text": "turn left"}],
    },
    "whisper.cpp": {
        "transcription": [
            {
                "text": " turn left",
                "tokens": [
                    whisper_cpp_token("[_BEG_]", 0, 0),
                    whisper_cpp_token(" tu", 500, 600),
                    whisper_cpp_token("rn", 600, 800, p=0.4),
                    whisper_cpp_token(" left", 800, 1250),
                ],
            }
        ]
    },
    "faster-whisper, its segments": [
        {"id": 1, "text": " turn", "words": [{**PLAIN[0], "word": " turn", "probability": 0.9}]},
        {"id": 2, "text": " left", "words": [PLAIN[1]]},
    ],
    "whisper-timestamped": {
        "segments": [
            {"words": [{"text": row["word"], "start": row["start"], "end": row["end"]} for row in PLAIN]}
        ]
    },
    "Transformers": {
        "text": " turn left",
        "chunks": [{"text": " turn", "timestamp": [0.5, 0.8]}, {"text": " left", "timestamp": [0.8, 1.25]}],
    },
    "Vosk": {"result": PLAIN, "text": "turn left"},
    "Vosk, several results": [
        {"result": PLAIN[:1], "text": "turn"},
        {"text": ""},
        {"result": PLAIN[1:], "text": "left"},
    ],
    "Google v1": {
        "results": [
            {
                "alternatives": [
                    {
                        "words": [
                            {"word": "turn", "startTime": "0.500s", "endTime": "0.800s"},
                            {"word": "left", "startTime": "0.800s", "endTime": "1.250s"},
                        ]
                    },
                    {"transcript": "turn lift"},
                ]
            },
            {"languageCode": "en-us"},
        ]
    },
    "Google v2": {
        "results": [
            {
                "alternatives": [
                    {
                        "words": [
                            {"word": "turn", "startOffset": "0.500s", "endOffset": "0.800s"},
                            {"word": "left", "startOffset": "0.800s", "endOffset": "1.250s"},
                        ]
                    }
                ]
            }
        ]
    },
    "Amazon Transcribe": {
        "jobName": "door",
        "status": "COMPLETED",
        "results": {
            "transcripts": [{"transcript": "turn left."}],
            "items": [
                {
                    "type": "pronunciation",
                    "alternatives": [{"confidence": "0.99", "content": "turn"}],
                    "start_time": "0.5",
                    "end_time": "0.8",
                },
                {
                    "type": "pronunciation",
                    "alternatives": [{"confidence": "0.98", "content": "left"}],
                    "start_time": "0.8",
                    "end_time": "1.25",
                },
                {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}]},
            ],
        },
    },
    "Azure, batch": {
        "source": "door.wav",
        "durationInTicks": 40_000_000,
        "recognizedPhrases": [
            {
                "recognitionStatus": "Success",
                "channel": 0,
                "nBest": [
                    {
                        "confidence": 0.9,
                        "display": "Turn left.",
                        "words": [
                            {
                                "word": "turn",
                                "offset": "PT0.5S",
                                "duration": "PT0.3S",
                                "offsetInTicks": 5_000_000.0,
                                "durationInTicks": 3_000_000.0,
                                "confidence": 0.97,
                            },
                            {
                                "word": "left",
                                "offset": "PT0.8S",
                                "duration": "PT0.45S",
                                "offsetInTicks": 8_000_000.0,
                                "durationInTicks": 4_500_000.0,
                                "confidence": 0.95,
                            },
                        ],
                    },
                    {"display": "Turn lift.", "words": []},
                ],
            },
            {"recognitionStatus": "InitialSilenceTimeout", "channel": 0},
        ],
    },
    "Azure, batch, display words": {
        "recognizedPhrases": [
            {
                "nBest": [
                    {
                        "displayWords": [
                            {
                                "displayText": "turn",
                                "offsetInTicks": 5_000_000,
                                "durationInTicks": 3_000_000,
                            },
                            {
                                "displayText": "left",
                                "offsetInTicks": 8_000_000,
                                "durationInTicks": 4_500_000,
                            },
                        ]
                    }
                ]
            }
        ]
    },
    "Azure, fast": {
        "durationMilliseconds": 4000,
        "combinedPhrases": [{"text": "turn left"}],
        "phrases": [
            {
                "offsetMilliseconds": 500,
                "durationMilliseconds": 750,
                "text": "turn left",
                "words": [
                    {"text": "turn", "offsetMilliseconds": 500, "durationMilliseconds": 300},
                    {"text": "left", "offsetMilliseconds": 800, "durationMilliseconds": 450},
                ],
                "locale": "en-US",
            }
        ],
    },
    "Deepgram": {
        "metadata": {"channels": 1},
        "results": {
            "channels": [
                {
                    "alternatives": [
                        {
                            "transcript": "turn left",
                            "confidence": 0.9,
                            "words": [
                                {**row, "confidence": 0.9, "punctuated_word": str(row["word"]).title()}
                                for row in PLAIN
                            ],
                        }
                    ]
                }
            ]
        },
    },
    "AssemblyAI": {
        "id": "6rlr37bq5b",
        "status": "completed",
        "text": "turn left",
        "words": [
            {"text": "turn", "start": 500, "end": 800, "confidence": 0.9, "speaker": None},
            {"text": "left", "start": 800, "end": 1250, "confidence": 0.8, "speaker": None},
        ],
    },
}


class TestRecognised(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-US"

    def make(self) -> Recognised:
        return Recognised(DATA / "google_speech_door.json")


@pytest.mark.parametrize("form", DOCUMENTS)
def test_each_recognisers_json_is_known_by_its_structure(form: str, tmp_path: Path) -> None:
    path = written(tmp_path, DOCUMENTS[form])
    assert [(word.word, word.start_time, word.end_time) for word in recognised_words(path)] == EXPECTED


def spoken(words: list[TimedWord]) -> list[tuple[str, float, float]]:
    return [(word.word.strip(".").lower(), word.start_time, word.end_time) for word in words]


@pytest.mark.parametrize("file", sorted(RECOGNISED.glob("*.json")), ids=lambda file: file.stem)
def test_each_recognisers_file_is_read(file: Path) -> None:
    words = recognised_words(file)
    if "without" in file.stem:
        assert spoken(words) == [
            ("turn", 0.5, pytest.approx(0.83, abs=0.05)),
            ("left", words[0].end_time, 1.25),
        ]
        assert {(word.source, word.confidence) for word in words} == {("interpolated", None)}
    else:
        assert spoken(words) == EXPECTED
        assert {word.source for word in words} == {"recognised"}


def test_words_that_share_the_time_of_a_passage_stay_marked_to_the_end(tmp_path: Path) -> None:
    words = recognised_words(RECOGNISED / "whisper_without_words.json")
    (tmp_path / "again.json").write_bytes(heard_file(words))
    assert recognised_words(tmp_path / "again.json") == words
    engine = Recognised(tmp_path / "again.json")
    times = align_transcript(
        Audio.open(DATA / "door.flac"), "turn left", language="en-US", engine=engine
    ).words
    assert {word.source for word in times} == {"interpolated"}


def test_google_leaves_out_a_time_of_zero(tmp_path: Path) -> None:
    words = [{"word": "turn", "endOffset": "0.300s"}, {"word": "left"}]
    path = written(tmp_path, {"results": [{"alternatives": [{"transcript": "turn left", "words": words}]}]})
    assert spoken(recognised_words(path)) == [("turn", 0.0, 0.3)]


def test_a_path_for_many_recordings_and_a_folder_are_refused_for_one(tmp_path: Path) -> None:
    for path in (tmp_path / "{name}.json", tmp_path):
        with pytest.raises(ConfigurationError, match="this recording has no name") as caught:
            Recognised(path)
        assert "recognised:FOLDER/{name}.json" in caught.value.remedy


def test_ctm_is_read_too(tmp_path: Path) -> None:
    words = recognised_words(written(tmp_path, DOCUMENTS["Vosk"]))
    path = tmp_path / "hypothesis.ctm"
    path.write_text(ctm(words, "recording-1"))
    assert recognised_words(path) == words
    path.write_text(ctm(words, "recording-1") + ctm(words, "recording-2"))
    with pytest.raises(InvalidDataError, match="2 utterances, not one"):
        recognised_words(path)


def test_confidence_comes_over_and_a_word_is_as_sure_as_its_least_sure_token(tmp_path: Path) -> None:
    for form in ("Amazon Transcribe", "Azure, batch", "AssemblyAI", "Deepgram"):
        assert (recognised_words(written(tmp_path, DOCUMENTS[form]))[0].confidence or 0) >= 0.9
    path = written(tmp_path, DOCUMENTS["whisper.cpp"])
    assert [word.confidence for word in recognised_words(path)] == [0.4, 0.9]
    scored = [{**PLAIN[0], "score": 0.7}, {**PLAIN[1], "score": -3.1}]
    assert [word.confidence for word in recognised_words(written(tmp_path, {"words": scored}))] == [0.7, None]


@pytest.mark.parametrize("place", [0, 1])
def test_a_word_of_which_a_token_has_no_time_has_none(place: int, tmp_path: Path) -> None:
    tokens = [whisper_cpp_token(" tu", 500, 600), whisper_cpp_token("rn", 600, 800)]
    del tokens[place]["offsets"]
    whole = whisper_cpp_token(" left", 800, 1250)
    path = written(tmp_path, {"transcription": [{"text": " turn left", "tokens": [*tokens, whole]}]})
    assert [(word.word, word.start_time) for word in recognised_words(path)] == [("left", 0.8)]


def test_words_without_times_are_left_out_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path, {"segments": [{"words": [PLAIN[0], {"word": "2"}, PLAIN[1]]}]})
    with caplog.at_level(logging.WARNING):
        assert [word.word for word in recognised_words(path)] == ["turn", "left"]
    assert "1 of 3 words have no times" in caplog.text


def test_what_was_recognised_times_what_was_written(tmp_path: Path) -> None:
    heard = [
        {"word": "past", "start": 0.6, "end": 1.0},
        {"word": "stop", "start": 5.0, "end": 5.4},
        {"word": "Walk", "start": 0.3, "end": 0.6},
    ]
    engine = Recognised(written(tmp_path, {"words": heard}))
    words = align_transcript(Audio.open(DATA / "door.flac"), TEXT, language="en-US", engine=engine).words
    timed = {word.word: word.start_time for word in words if word.source == "recognised"}
    assert timed == {"Walk": 0.3, "past": 0.6, "stop.": 5.0}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"segments": [{"text": "turn left"}]}', "no known recogniser"),
        ("[1, 2]", "no known recogniser"),
        ("[]", "no known recogniser"),
        (
            '{"words": [{"text": "turn", "start": 0.5, "end": 0.8, "confidence": 0.9, "type": "word"}]}',
            "no known recogniser",
        ),
        ('{"results": {"items": [{"type": "pronunciation"}]}}', "KeyError: 'alternatives'"),
        ('{"words": [', "line 1, column 12: Expecting value"),
        ('{"result": [], "text": ""} {"result": ', "line 1, column 11: Expecting value"),
        ('{"response": {"results": {"a.wav": {"transcript": {}}, "b.wav": {"transcript": {}}}}}', "of 2 rec"),
        ('{"results": [{"alternatives": [{"transcript": "turn left"}]}]}', "enableWordTimeOffsets"),
        ('{"RecognitionStatus": "Success", "NBest": [{"Display": "Turn."}]}', "word-level timestamps"),
        ('{"done": false, "name": "operations/1"}', "no known recogniser"),
        ('{"words": [{"word": "turn", "start": -2.0, "end": 1.0}]}', "from -2.0 to 1.0"),
        ('{"words": [{"word": "caf\xe9", "start": 0.0, "end": 1.0}]}', "is not UTF-8"),
        ('{"words": [{"word": "turn", "start": "soon", "end": 1.0}]}', "from 'soon'"),
        ('{"words": [{"word": 7, "start": 0.0, "end": 1.0}]}', "7 is said"),
        ("turn left", "columns"),
        ("", "0 utterances"),
    ],
)
def test_a_file_that_is_none_of_them_is_named_with_what_was_expected(
    content: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "hypothesis").write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidDataError, match=message) as caught:
        recognised_words(tmp_path / "hypothesis")
    assert "hypothesis" in str(caught.value)
    assert caught.value.remedy


def test_a_word_may_begin_a_second_after_the_recording_and_no_later(tmp_path: Path) -> None:
    sound = Audio(np.full(8_000, 0.1, np.float32), 8_000)
    row = {"word": "stop", "start": 2.0, "end": 2.5}
    assert Recognised(written(tmp_path, {"words": [row]})).recognize(sound, "en-US")
    row["start"] = 2.01
    with pytest.raises(InvalidDataError, match=r"'stop' is at 2\.01 s"):
        Recognised(written(tmp_path, {"words": [row]})).recognize(sound, "en-US")


def test_words_that_a_recogniser_made_up_or_turned_round_are_left_out_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rows = [
        ("go", 0.1, 0.2),
        ("left", 0.9, 0.8),
        ("now", 0.5, 0.6),
        ("stop", 0.7, 0.9),
        ("thanks", 30.0, 44.9),
    ]
    document = {"words": [{"word": word, "start": start, "end": end} for word, start, end in rows]}
    path = written(tmp_path, document)
    words = Recognised(path).recognize(Audio(np.full(8_000, 0.1, np.float32), 8_000), "en-US")
    assert [word.word for word in words] == ["go", "now", "stop"]
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: 1 of 5 words end before they begin, and are left out.",
        f"{path}: 1 of 4 words begin behind the end of the recording, and are left out.",
    ]


def test_two_words_in_one_share_its_time_and_an_empty_one_is_none(tmp_path: Path) -> None:
    rows = [("roa\nst", 1.0, 2.0), ("", 2.0, 2.5), (" ", 2.0, 2.5), ("beef", 2.5, 3.0)]
    document = {
        "words": [{"word": word, "start": start, "end": end, "score": 0.5} for word, start, end in rows]
    }
    assert recognised_words(written(tmp_path, document)) == [
        TimedWord("roa", 1.0, 1.6, "interpolated", 0.5),
        TimedWord("st", 1.6, 2.0, "interpolated", 0.5),
        TimedWord("beef", 2.5, 3.0, "recognised", 0.5),
    ]


def test_a_letter_that_whisper_cut_into_tokens_is_whole_again(tmp_path: Path) -> None:
    letter = " \u0928\u092e".encode()
    tokens = b",".join(
        b'{"text": "%s", "p": 0.5, "offsets": {"from": 100, "to": 400}}' % part
        for part in (letter[:2], letter[2:])
    )
    (tmp_path / "cut.json").write_bytes(b'{"transcription": [{"tokens": [%s]}]}' % tokens)
    (word,) = recognised_words(tmp_path / "cut.json")
    assert (word.word, word.start_time, word.end_time) == ("\u0928\u092e", 0.1, 0.4)


def test_a_score_of_ctm_is_a_confidence_from_zero_to_one(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text(
        "".join(f"a 1 {n}.0 0.5 w {score}\n" for n, score in enumerate((0, 1, 1.01, -1)))
    )
    assert [word.confidence for word in recognised_words(tmp_path / "a.ctm")] == [0.0, 1.0, None, None]


def test_a_file_of_another_recording_is_refused(tmp_path: Path) -> None:
    late = {"words": [{"word": "stop", "start": 60.0, "end": 60.5}]}
    with pytest.raises(InvalidDataError, match=r"'stop' is at 60\.0 s"):
        Recognised(written(tmp_path, late)).recognize(Audio.open(DATA / "door.flac"), "en-US")
    with pytest.raises(InvalidDataError, match="There are no recognised words at"):
        recognised_words(tmp_path / "none.json")


def written(folder: Path, document: Any) -> Path:
    path = folder / "hypothesis.json"
    path.write_text(json.dumps(document))
    return path
