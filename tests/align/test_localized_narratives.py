"""Localized Narratives: which words lie on which image, and where its camera looked."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from align import Audio, PoseTrace, TimedWord
from align.exports import AlignedRecording, localized_narratives, read_localized_narratives, writer_for
from environments.errors import InvalidDataError
from environments.geometry import extrinsic_matrix

WORDS = [
    TimedWord("Turn", 0.05, 0.15, "aligned"),
    TimedWord('"left"', 0.15, 0.25, "aligned"),
    TimedWord("रुको", 0.3123456, 0.9, "aligned"),
]


def walk() -> PoseTrace:
    """Turns right through the seam at a, then looks up at b."""
    cameras = [(0.0, "a", 3.0, 0.0), (0.1, "a", 3.1, 0.0), (0.2, "a", 3.2, 0.0), (0.3, "b", 0.0, np.pi / 4)]
    return PoseTrace(
        np.array([camera[0] for camera in cameras]),
        tuple(camera[1] for camera in cameras),
        np.array([extrinsic_matrix((0, 0, 0), *camera[2:]) for camera in cameras], np.float32),
        np.array([np.eye(4)] * 4, np.float32),
    )


def lines() -> list[dict[str, Any]]:
    written = localized_narratives(
        WORDS, walk(), voice_recording="26.wav", dataset_id="demo-house", annotator_id=19
    )
    return [json.loads(line) for line in written.splitlines()]


def test_a_line_per_visit_with_the_words_that_began_there() -> None:
    first, second = lines()
    assert list(first) == [
        "dataset_id", "image_id", "annotator_id", "caption", "timed_caption", "traces", "voice_recording",
    ]  # fmt: skip
    assert (first["image_id"], first["caption"], first["annotator_id"]) == ("a", 'Turn "left"', 19)
    assert (second["image_id"], second["caption"], second["voice_recording"]) == ("b", "रुको", "26.wav")
    assert second["timed_caption"] == [{"utterance": "रुको", "start_time": 0.312346, "end_time": 0.9}]


def test_the_sample_in_the_docstring_has_the_form_of_what_is_written() -> None:
    block = (sys.modules["align.formats.localized_narratives"].__doc__ or "").split("::\n\n")[1]
    told = json.loads(block.split("}\n\n")[0] + "}")
    (written, _) = lines()
    assert list(told) == list(written)
    assert list(told["timed_caption"][0]) == list(written["timed_caption"][0])
    assert list(told["traces"][0][0]) == list(written["traces"][0][0])


def test_the_pointer_is_the_centre_of_the_view_and_never_jumps_across_the_image() -> None:
    first, second = lines()
    before, after = first["traces"]
    assert [point["x"] for point in before] == pytest.approx(
        [0.5 + 3.0 / (2 * np.pi), 0.5 + 3.1 / (2 * np.pi)], abs=1e-5
    )
    assert [point["x"] for point in after] == pytest.approx([3.2 / (2 * np.pi) - 0.5], abs=1e-5)
    ((up,),) = second["traces"]
    assert up == pytest.approx({"x": 0.5, "y": 0.25, "t": 0.3}, abs=1e-5)


def test_words_come_back() -> None:
    aligned = AlignedRecording("26.wav", Audio(np.zeros(16_000, np.float32), 16_000), WORDS, walk())
    found = read_localized_narratives(writer_for("x.jsonl")(aligned), source="aligned")
    assert [word.word for word in found] == [word.word for word in WORDS]
    assert [word.start_time for word in found] == pytest.approx([word.start_time for word in WORDS], abs=1e-6)
    assert [word.end_time for word in found] == pytest.approx([word.end_time for word in WORDS], abs=1e-6)


def test_a_followers_walk_is_refused_for_its_clock_is_another() -> None:
    follower = replace(walk(), audio_time=np.zeros(4))
    with pytest.raises(InvalidDataError, match="Follower"):
        localized_narratives(WORDS, follower, voice_recording="26.wav")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "Line 1 has no timed_caption"),
        (b"[1]\n", "Line 1 has no timed_caption"),
        (b'{"timed_caption": []}\n{"timed_caption": 3}\n', "Line 2 has no timed_caption"),
        (b'{"timed_caption": [{"utterance": "a"}]}\n', "without text or times"),
        (b'{"timed_caption": [{"utterance": "a b", "start_time": 0, "end_time": 1}]}\n', "has 2 words"),
    ],
)
def test_what_is_no_narrative_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(InvalidDataError, match=fault):
        read_localized_narratives(data, source="mended")
