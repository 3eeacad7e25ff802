from __future__ import annotations

import errno
import io
import mmap
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from align import Audio, AudioError, wav_bytes
from align.audio import SPEECH_RATE, wav_header
from align.containers.decoder import form_of


def tone(seconds: float = 0.5, sample_rate: int = 16_000) -> NDArray[np.float32]:
    time = np.arange(int(seconds * sample_rate)) / sample_rate
    return (0.5 * np.sin(2 * np.pi * 440 * time)).astype(np.float32)


@pytest.mark.parametrize("suffix", ["wav", "flac", "mp3", "ogg"])
def test_every_format_opens_with_its_length_and_pitch(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tone.{suffix}"
    soundfile.write(path, tone(1.0), 16_000)
    recording = Audio.open(path)
    assert recording.sample_rate == 16_000
    assert recording.duration == pytest.approx(1.0, abs=0.1)
    spectrum = np.abs(np.fft.rfft(recording.samples))
    assert spectrum.argmax() / recording.duration == pytest.approx(440, abs=2)


def test_pcm_survives_wav_and_back() -> None:
    pcm = np.array([0, 1, -1, 32767, -32768], "<i2").tobytes()
    recording = Audio.open(io.BytesIO(wav_bytes(pcm, 48_000)))
    assert recording.pcm() == pcm == Audio.from_pcm(pcm, 48_000).pcm()
    assert recording.sample_rate == 48_000
    with wave.open(io.BytesIO(wav_bytes(pcm, 48_000))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getnframes()) == (1, 2, 5)


def test_resampling_keeps_duration_and_pitch() -> None:
    recording = Audio(tone(1.0, 44_100), 44_100).resampled(16_000)
    assert recording.sample_rate == 16_000
    assert recording.samples.dtype == np.dtype(np.float32)
    assert recording.duration == pytest.approx(1.0, abs=1e-3)
    assert np.abs(recording.samples[100:-100] - tone(1.0)[100:-100]).max() < 0.01


def test_a_cut_wav_says_how_many_bytes_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "voice.wav"
    path.write_bytes(wav_bytes(bytes(2_000), 16_000)[:-1])
    with pytest.raises(AudioError, match=r"is cut off after 0\.1 s: it has 2043 bytes of at least 2044"):
        Audio.open(path)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"this is no sound at all, only text", bytes(5_000)])
def test_what_is_no_sound_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "voice.wav"
    path.write_bytes(data)
    with pytest.raises(AudioError, match=r"voice\.wav") as caught:
        Audio.open(path)
    assert caught.value.remedy


def test_a_wav_without_samples_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 16_000)
    with pytest.raises(AudioError, match="has no sound in it"):
        Audio.open(tmp_path / "empty.wav")
    with pytest.raises(AudioError, match="cannot be opened"):
        Audio.open(tmp_path / "missing.wav")


def test_samples_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "nan.wav", np.array([0.0, np.nan], np.float32), 16_000, subtype="FLOAT")
    with pytest.raises(AudioError, match="not numbers"):
        Audio.open(tmp_path / "nan.wav")


@pytest.mark.parametrize("pcm", [b"", b"\x00\x01\x02"])
def test_half_a_sample_is_refused(pcm: bytes) -> None:
    with pytest.raises(AudioError, match="whole number"):
        wav_bytes(pcm, 16_000)


@pytest.mark.parametrize("rate", [48_000, 44_100, 22_050])
def test_a_long_recording_is_read_for_speech_as_it_would_be_resampled(
    rate: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 5 * rate + 1234).astype(np.float32)
    soundfile.write(tmp_path / "long.wav", noise, rate, subtype="FLOAT")
    plain = Audio.open(tmp_path / "long.wav", for_speech=True)
    assert plain.sample_rate == rate
    monkeypatch.setattr("align.audio.LONG_FRAMES", rate)
    read = Audio.open(tmp_path / "long.wav", for_speech=True)
    assert read.sample_rate == SPEECH_RATE
    assert np.allclose(read.samples, plain.resampled(SPEECH_RATE).samples, atol=1e-6)
    assert read.duration == pytest.approx(plain.duration, abs=1 / SPEECH_RATE)


def test_samples_of_a_long_recording_come_back_after_their_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 96_000).astype(np.float32)
    soundfile.write(tmp_path / "long.wav", noise, 48_000, subtype="FLOAT")
    monkeypatch.setattr("align.audio.LONG_FRAMES", 48_000)
    read = Audio.open(tmp_path / "long.wav", for_speech=True)
    before = read.samples.copy()
    assert isinstance(getattr(read.samples.base, "obj", None), mmap.mmap)
    read.release()
    assert np.array_equal(read.samples, before)
    assert read.pcm() == Audio(before, SPEECH_RATE).pcm()
    monkeypatch.setattr("os.posix_fallocate", no_space)
    assert np.array_equal(Audio.open(tmp_path / "long.wav", for_speech=True).samples, before)


def no_space(descriptor: int, start: int, size: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("samples", "rate", "message"),
    [
        (np.zeros(2, np.float32), 0, "The sample rate is 0 Hz."),
        (np.zeros(2, np.float32), 768_001, "The sample rate is 768001 Hz."),
        (np.zeros(0, np.float32), 16_000, "The samples have the shape (0,)."),
        (np.zeros((2, 2), np.float32), 16_000, "The samples have the shape (2, 2)."),
    ],
)
def test_what_is_no_sound_in_memory_is_refused(samples: NDArray[np.float32], rate: int, message: str) -> None:
    with pytest.raises(AudioError) as refused:
        Audio(samples, rate)
    assert refused.value.message == message
    assert Audio(np.zeros(1, np.float32), 768_000).duration == 1 / 768_000


def test_a_wav_header_is_that_of_one_channel_of_16_bits_and_states_no_more_than_it_can() -> None:
    assert wav_header(4, 8_000) == (
        b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x04\0\0\0"
    )
    assert wav_header(2**32 - 37, 8_000)[4:8] == b"\xff" * 4
    with pytest.raises(AudioError, match="too many for a WAV file"):
        wav_header(2**32 - 36, 8_000)


def test_samples_beyond_full_scale_are_clipped() -> None:
    loud = Audio(np.array([1.5, -1.5, 0.5], np.float32), 8_000)
    assert np.frombuffer(loud.pcm(), "<i2").tolist() == [32767, -32768, 16384]


def test_recordings_of_exactly_the_limits_are_read_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soundfile.write(tmp_path / "voice.wav", tone(0.1, 48_000), 48_000)
    monkeypatch.setattr("align.audio.LONG_FRAMES", 4_800)
    monkeypatch.setattr("align.audio.MAX_FRAMES", 4_800)
    assert Audio.open(tmp_path / "voice.wav", for_speech=True).sample_rate == 48_000
    monkeypatch.setattr("align.audio.MAX_FRAMES", 4_799)
    with pytest.raises(AudioError, match="has more than 4799 samples per channel"):
        Audio.open(tmp_path / "voice.wav")


MP3 = b"\xff\xf3\x48\xc4".ljust(144, b"\0")  # 32 kbit/s at 16 kHz
AAC = b"\xff\xf1\x60\x40\x02\x00\xfc".ljust(16, b"\0")


@pytest.mark.parametrize(
    ("head", "demuxer"),
    [
        (b"\x1a\x45\xdf\xa3 more", "matroska"),
        (b"\0\0\0\x20ftypM4A ", "mov"),
        (4 * AAC, "aac"),
        (4 * MP3, "mp3"),
        (b"ID3\4\0\0\0\0\0\5 name" + 2 * MP3, "mp3"),
        (b"ID3\4\0\0\0\0\0\5 namefLaC", "flac"),
        (MP3, None),  # a single frame may be anything
        (b"\xff", None),
        (b"RIFF\0\0\0\0AVI ", None),
        (b"RIFX\0\0\0\0WAVE", None),
        (b"RF64\0\0\0\0WAVE", "wav"),
        (b"FORM\0\0\0\0AIFC", "aiff"),
        (b"OggS", "ogg"),
        (b"caff", "caf"),
        (b"riff", "w64"),
    ],
)
def test_a_form_is_known_by_how_it_begins(head: bytes, demuxer: str | None) -> None:
    form = form_of(io.BytesIO(head))
    assert (form and form.demuxer) == demuxer
