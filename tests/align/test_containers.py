"""What browsers record: WebM with Opus, MP4 and bare AAC, and Ogg with Opus."""

from __future__ import annotations

import io
import re
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from align import Audio, AudioError
from align.audio import SPEECH_RATE
from align.containers import decoder
from tests.align.contained import FORMS, write_contained

RATE = 48_000
PRIMING_SECONDS = {".aac": 2048 / RATE}
"""A bare AAC stream does not say how much silence its encoder put before the sound."""


def clicks_and_tone(seconds: float = 2.0) -> NDArray[np.float32]:
    """A tone that begins at half a second."""
    time = np.arange(int(seconds * RATE)) / RATE
    return (0.5 * np.sin(2 * np.pi * 440 * time) * (time >= 0.5)).astype(np.float32)


@pytest.mark.parametrize("suffix", FORMS)
def test_each_form_opens_with_its_length_its_pitch_and_its_begin(suffix: str, tmp_path: Path) -> None:
    path = write_contained(tmp_path / f"tone{suffix}", clicks_and_tone(), RATE)
    for recording in (Audio.open(path), Audio.open(io.BytesIO(path.read_bytes()))):
        assert recording.sample_rate == RATE
        assert recording.duration == pytest.approx(2.0, abs=0.07)
        spectrum = np.abs(np.fft.rfft(recording.samples))
        assert spectrum.argmax() / recording.duration == pytest.approx(440, abs=2)
        begin = np.flatnonzero(np.abs(recording.samples) > 0.2)[0] / RATE
        assert begin == pytest.approx(0.5, abs=0.01 + PRIMING_SECONDS.get(suffix, 0.0))


@pytest.mark.parametrize("suffix", [".webm", ".m4a"])
def test_channels_are_mixed_to_one(suffix: str, tmp_path: Path) -> None:
    tone = clicks_and_tone()
    left = Audio.open(write_contained(tmp_path / f"left{suffix}", np.stack([tone, 0 * tone]), RATE))
    assert np.abs(left.samples).max() == pytest.approx(0.25, abs=0.05)


def test_webm_without_its_length_is_read_whole(tmp_path: Path) -> None:
    path = write_contained(tmp_path / "live.webm", clicks_and_tone(), RATE, options={"live": "1"})
    assert Audio.open(path).duration == pytest.approx(2.0, abs=0.01)


def test_mp4_in_fragments_is_read_whole(tmp_path: Path) -> None:
    fragments = {"movflags": "frag_keyframe+empty_moov"}
    path = write_contained(tmp_path / "safari.mp4", clicks_and_tone(), RATE, options=fragments)
    assert Audio.open(path).duration == pytest.approx(2.0, abs=0.05)


def test_the_sound_of_a_video_is_read(tmp_path: Path) -> None:
    tone = clicks_and_tone()
    with av.open(str(tmp_path / "video.webm"), "w", format="webm") as container:
        picture = container.add_stream("libvpx", rate=10)
        picture.width, picture.height, picture.pix_fmt = 64, 64, "yuv420p"
        voice = container.add_stream("libopus", rate=RATE, layout="mono")
        for number in range(20):
            shade = np.full((64, 64, 3), 10 * number, np.uint8)
            image = av.VideoFrame.from_ndarray(shade, format="rgb24")
            image.pts = number
            container.mux(picture.encode(image))
        for first in range(0, tone.size, 960):
            frame = av.AudioFrame.from_ndarray(
                tone[np.newaxis, first : first + 960], format="fltp", layout="mono"
            )
            frame.sample_rate, frame.pts = RATE, first
            container.mux(voice.encode(frame))
        container.mux(picture.encode(None))
        container.mux(voice.encode(None))
    assert Audio.open(tmp_path / "video.webm").duration == pytest.approx(2.0, abs=0.01)


def test_more_channels_than_are_mixed_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tone = clicks_and_tone()
    path = write_contained(tmp_path / "stereo.webm", np.stack([tone, tone]), RATE)
    assert decoder.MOST_CHANNELS == 8
    monkeypatch.setattr(decoder, "MOST_CHANNELS", 1)
    with pytest.raises(AudioError, match=r"stereo\.webm has 2 channels of sound"):
        Audio.open(path)


@pytest.mark.parametrize(
    ("data", "message", "remedy"),
    [
        (b"\x1a\x45\xdf\xa3" + bytes(5_000), "voice is damaged, at byte 0.", "Copy the whole file again"),
        (b"\0\0\0\x20ftypM4A " + bytes(5_000), "voice cannot be read as sound: ", "Record it again"),
        (
            b"\xff\xf1" + bytes(5_000),
            "voice cannot be read as sound: it is of no form that is known.",
            "Record it",
        ),
    ],
)
def test_what_only_begins_like_one_is_refused(data: bytes, message: str, remedy: str, tmp_path: Path) -> None:
    (tmp_path / "voice").write_bytes(data)
    with pytest.raises(AudioError, match=re.escape(message)) as caught:
        Audio.open(tmp_path / "voice")
    assert caught.value.remedy.startswith(remedy)


def test_a_long_one_is_read_for_speech_as_it_would_be_resampled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_contained(tmp_path / "long.webm", clicks_and_tone(5.0), RATE)
    plain = Audio.open(path, for_speech=True)
    assert plain.sample_rate == RATE
    monkeypatch.setattr("align.audio.LONG_FRAMES", RATE)
    read = Audio.open(path, for_speech=True)
    assert read.sample_rate == SPEECH_RATE
    assert np.allclose(read.samples, plain.resampled(SPEECH_RATE).samples, atol=1e-6)


def test_a_longer_one_than_any_that_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_contained(tmp_path / "long.webm", clicks_and_tone(), RATE)
    monkeypatch.setattr("align.audio.MAX_FRAMES", RATE)
    with pytest.raises(AudioError, match="more than 48000 samples"):
        Audio.open(path)
