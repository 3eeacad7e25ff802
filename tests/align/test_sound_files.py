"""Files as people have them: each form of sound, and what befalls it. What is read is what is there, or it is refused.

Whole files are compared with libsndfile, which shares no code with the decoder.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from align import Audio, AudioError
from tests.align.contained import write_contained

RATE = 16_000
NOISE = np.random.default_rng(0).normal(0, 0.1, RATE).astype(np.float32)
"""One second, of which nothing can be left out unnoticed."""
SNDFILE = {
    "wav": ("WAV", "PCM_16"), "wav 24": ("WAV", "PCM_24"), "wav float": ("WAV", "FLOAT"), "wav ulaw": ("WAV", "ULAW"),
    "wav gsm": ("WAV", "GSM610"), "wav 8": ("WAV", "PCM_U8"), "wav 32": ("WAV", "PCM_32"), "wav 64": ("WAV", "DOUBLE"),
    "wav alaw": ("WAV", "ALAW"), "wav ima": ("WAV", "IMA_ADPCM"), "wav ms": ("WAV", "MS_ADPCM"),
    "rf64": ("RF64", "PCM_16"), "wave64": ("W64", "PCM_16"), "aiff": ("AIFF", "PCM_16"),
    "caf": ("CAF", "PCM_16"), "flac": ("FLAC", "PCM_16"), "vorbis": ("OGG", "VORBIS"), "opus": ("OGG", "OPUS"),
    "mp3": ("MP3", "MPEG_LAYER_III"),
}  # fmt: skip
CONTAINED = {
    "webm": (".webm", {}), "webm live": (".webm", {"live": "1"}), "m4a": (".m4a", {}),
    "mp4 live": (".mp4", {"movflags": "frag_keyframe+empty_moov", "frag_duration": "200000"}), "aac": (".aac", {}),
}  # fmt: skip
TABLE = """
form       whole  cut  joined  tag   damaged
wav        1.00   cut  2.00    1.00  1.00
wav 24     1.00   cut  2.00    1.00  1.00
wav float  1.00   cut  2.00    1.00  1.00
wav ulaw   1.00   cut  2.00    1.00  1.00
wav gsm    1.00   cut  2.00    1.00  1.00
rf64       1.00   cut  2.00    1.00  1.00
wave64     1.00   cut  2.00    1.00  1.00
aiff       1.00   cut  2.00    1.00  1.00
caf        1.00   cut  2.00    1.00  1.00
flac       1.00   cut  2.00    1.00  damaged
vorbis     1.00   cut  2.00    1.00  damaged
opus       1.00   cut  2.00    1.00  damaged
mp3        1.00   cut  2.00    1.00  damaged
webm       1.00   cut  2.00    1.00  damaged
webm live  1.00   cut  2.00    1.00  damaged
m4a        1.02   cut  2.05    1.02  damaged
mp4 live   1.09   cut  2.18    1.09  damaged
aac        1.09   cut  2.18    1.09  damaged
"""
"""Seconds, or a word of the refusal. Samples without a checksum may have any value. Bare AAC does not say that its
encoder put silence before the sound and behind it."""
CELLS = [
    (line[:11].strip(), fault, expected)
    for line in TABLE.splitlines()[2:]
    for fault, expected in zip(TABLE.split()[1:6], line[11:].split(), strict=True)
]
ROOM = 1 / RATE
"""GSM, MP3 and AAC have frames of some hundredths of a second."""
FRAMES = {"wav gsm": 0.04, "m4a": 0.03, "mp4 live": 0.03, "aac": 0.03}


def written(form: str, folder: Path, samples: NDArray[np.float32] = NOISE) -> bytes:
    rate = {"opus": 48_000, "webm": 48_000, "webm live": 48_000, "wav gsm": 8_000}.get(form, RATE)
    rows = np.repeat(samples, max(1, rate // RATE), axis=-1)
    if form in CONTAINED:
        suffix, options = CONTAINED[form]
        return write_contained(folder / f"made{suffix}", rows, rate, options=options).read_bytes()
    file, (container, codec) = io.BytesIO(), SNDFILE[form]
    soundfile.write(file, rows.T, rate, format=container, subtype=codec)
    return file.getvalue()


FAULTS: dict[str, Callable[[bytes], bytes]] = {
    "whole": lambda data: data,
    "cut": lambda data: data[: len(data) * 2 // 3 + 1],
    "joined": lambda data: data + data,
    "tag": lambda data: data + b"TAG" + b"A voice".ljust(125, b"\0"),
    "damaged": lambda data: data[: len(data) // 2] + NOISE.tobytes()[:300] + data[len(data) // 2 + 300 :],
}
REFUSED = {"cut": "cut off", "damaged": "is damaged", "bytes": "neither a tag nor another recording"}


@pytest.mark.parametrize(("form", "fault", "expected"), CELLS)
def test_what_is_read_is_what_is_there(form: str, fault: str, expected: str, tmp_path: Path) -> None:
    samples = NOISE[: RATE // 2] if "gsm" in form else NOISE  # at half the rate
    path = tmp_path / "voice"
    path.write_bytes(FAULTS[fault](written(form, tmp_path, samples)))
    if expected in REFUSED:
        with pytest.raises(AudioError, match=REFUSED[expected]):
            Audio.open(path)
    else:
        assert Audio.open(path).duration == pytest.approx(float(expected), abs=FRAMES.get(form, ROOM) * 2)


@pytest.mark.parametrize("form", SNDFILE)
def test_the_samples_are_those_that_another_decoder_reads(form: str, tmp_path: Path) -> None:
    data = written(form, tmp_path)
    theirs, rate = soundfile.read(io.BytesIO(data), dtype="float32")
    ours = Audio.open(io.BytesIO(data))
    assert ours.sample_rate == rate
    assert (
        ours.samples.size == len(theirs) or form == "wav gsm"
    )  # libsndfile counts the byte that fills up the chunk
    rounding = 0.01 if form == "wav ms" else 1e-6  # its decoders round what they predict in other ways
    assert np.allclose(ours.samples, theirs[: ours.samples.size], atol=rounding)


@pytest.mark.parametrize(
    "form", ["flac", "vorbis", "opus", "mp3", "webm", "webm live", "m4a", "mp4 live", "aac", "wav"]
)
def test_a_file_is_refused_wherever_it_is_cut(form: str, tmp_path: Path) -> None:
    data = written(form, tmp_path)
    for size in np.random.default_rng(1).integers(len(data) // 10, len(data) - 1, 12):
        with pytest.raises(AudioError):
            Audio.open(io.BytesIO(data[:size]))


@pytest.mark.parametrize("form", [*SNDFILE, *CONTAINED])
def test_the_head_of_a_file_alone_or_with_wrong_bytes_is_refused_or_read(form: str, tmp_path: Path) -> None:
    data, draw = written(form, tmp_path, NOISE[: RATE // 20]), np.random.default_rng(2)
    spoilt = [data[:size] for size in range(100)]
    for place in draw.integers(0, 200, 60):
        spoilt.append(data[:place] + draw.bytes(1) + data[place + 1 :])
    for each in spoilt:
        with suppress(AudioError):
            assert Audio.open(io.BytesIO(each)).samples.size


def patched(data: bytes, at: bytes, offset: int, new: bytes) -> bytes:
    position = data.index(at) + offset
    return data[:position] + new + data[position + len(new) :]


@pytest.mark.parametrize(
    ("form", "at", "offset", "new"),
    [
        ("wav", b"data", 4, b"\xff" * 4),  # FFmpeg into a pipe
        ("wav", b"data", 4, bytes(4)),  # a recorder that was switched off
        ("wav", b"data", 4, (0x7FFFFFFF - 36).to_bytes(4, "little")),  # SoX into a pipe
        ("wav", b"data", 4, (2**31).to_bytes(4, "little")),  # arecord into a pipe
        ("wav 24", b"data", 4, b"\xff" * 4),
        ("rf64", b"ds64", 16, bytes(8)),
        ("wave64", b"data", 16, (2**63 - 1).to_bytes(8, "little")),
        ("aiff", b"SSND", 4, b"\xff" * 4),
        ("caf", b"data", 4, b"\xff" * 8),
        ("flac", b"fLaC", 8 + 13, b"\xf0" + bytes(4)),
    ],
)  # fmt: skip
def test_a_length_that_means_unknown_is_none(
    form: str, at: bytes, offset: int, new: bytes, tmp_path: Path
) -> None:
    data = written(form, tmp_path)
    changed = patched(data, at, offset, new)
    assert changed != data
    assert np.array_equal(Audio.open(io.BytesIO(changed)).samples, Audio.open(io.BytesIO(data)).samples)


@pytest.mark.parametrize(
    ("form", "at", "offset", "new", "expected"),
    [
        ("wav", b"data", 4, (2 * RATE - 2000).to_bytes(4, "little"), "goes on for 2000 bytes behind the end"),
        ("wav", b"data", 4, (2 * RATE + 2).to_bytes(4, "little"), "it has 32044 bytes of at least 32046"),
        ("rf64", b"ds64", 16, (2 * RATE - 2000).to_bytes(8, "little"), "goes on for 2000 bytes behind the end"),
        ("rf64", b"ds64", 16, (2 * RATE + 2).to_bytes(8, "little"), "of at least"),
        ("wave64", b"data\xf3", 16, (24 + 2 * RATE - 2000).to_bytes(8, "little"), "goes on for 2000 bytes"),
        ("wave64", b"data\xf3", 16, (24 + 2 * RATE + 8).to_bytes(8, "little"), "of at least"),
        ("aiff", b"SSND", 4, (8 + 2 * RATE - 2000).to_bytes(4, "big"), "goes on for 2000 bytes"),
        ("aiff", b"SSND", 4, (8 + 2 * RATE + 2).to_bytes(4, "big"), "of at least"),
        ("caf", b"data", 4, (4 + 2 * RATE - 2000).to_bytes(8, "big"), "goes on for 2000 bytes"),
        ("caf", b"data", 4, (4 + 2 * RATE + 2).to_bytes(8, "big"), "of at least"),
        ("flac", b"fLaC", 8 + 13, b"\xf0" + (RATE + 1).to_bytes(4, "big"), "1.0 s of 1.0 s are there"),
        ("flac", b"fLaC", 8 + 13, b"\xf0" + (RATE // 2).to_bytes(4, "big"), RATE),
        ("mp3", b"Xing", 8, (10**6).to_bytes(4, "big"), RATE),
        ("mp3", b"Xing", 8, (3).to_bytes(4, "big"), RATE),
        ("mp3", b"Xing", 0, b"none", None),
    ],
)  # fmt: skip
def test_a_length_that_is_wrong_neither_adds_nor_takes_away(
    form: str, at: bytes, offset: int, new: bytes, expected: str | int | None, tmp_path: Path
) -> None:
    changed = io.BytesIO(patched(written(form, tmp_path), at, offset, new))
    if isinstance(expected, str):
        with pytest.raises(AudioError, match=expected):
            Audio.open(changed)
    elif expected is None:
        assert RATE <= Audio.open(changed).samples.size <= RATE + 4 * 1152  # with the silence of the encoder
    else:
        assert Audio.open(changed).samples.size == pytest.approx(expected, abs=1152)


@pytest.mark.parametrize(("left", "right", "level"), [(1, -1, 1.0), (1, 0, 0.5), (0.2, -1, 0.4), (1, 1, 1.0)])
def test_channels_that_cancel_are_not_silence(left: float, right: float, level: float) -> None:
    file = io.BytesIO()
    soundfile.write(
        file, np.stack([left * NOISE, right * NOISE], axis=1), RATE, format="WAV", subtype="FLOAT"
    )
    assert np.abs(Audio.open(file).samples).max() == pytest.approx(level * np.abs(NOISE).max(), rel=1e-5)


def test_recordings_of_several_rates_in_one_file_are_refused() -> None:
    parts = [io.BytesIO(), io.BytesIO()]
    for part, rate in zip(parts, (16_000, 48_000), strict=True):
        soundfile.write(part, NOISE, rate, format="WAV")
    with pytest.raises(AudioError, match="its sample rate or its channels change"):
        Audio.open(io.BytesIO(b"".join(part.getvalue() for part in parts)))


@pytest.mark.parametrize(
    "before", [b"ID3\4\0\0\0\0\1\0" + bytes(128), bytes(100), b"ID3\4\0\x10\0\0\0\1\0" + bytes(10)]
)
def test_what_stands_before_the_first_frame_is_passed_over(before: bytes, tmp_path: Path) -> None:
    data = written("mp3", tmp_path)
    assert Audio.open(io.BytesIO(before + data)).samples.size == pytest.approx(RATE, abs=2 * 1152)


def test_chunks_of_odd_length_before_and_behind_the_sound_are_passed_over(tmp_path: Path) -> None:
    data, odd = written("wav", tmp_path), b"JUNK" + struct.pack("<I", 3) + b"abc\0"
    assert Audio.open(io.BytesIO(data[:36] + odd + data[36:] + odd)).samples.size == RATE


def test_a_codec_that_is_not_read_is_named(tmp_path: Path) -> None:
    data = patched(written("wav", tmp_path), b"fmt ", 8, (0x0270).to_bytes(2, "little"))
    with pytest.raises(AudioError, match="cannot be read as sound: its codec is atrac3"):
        Audio.open(io.BytesIO(data))


@pytest.mark.parametrize("seconds", [0.01, 0.3, 1.0])
def test_vorbis_ends_where_its_last_page_says(seconds: float) -> None:
    file = io.BytesIO()
    soundfile.write(file, NOISE[: int(8_000 * seconds)], 8_000, format="OGG", subtype="VORBIS")
    assert Audio.open(file).samples.size == int(8_000 * seconds)


def test_a_codec_of_which_the_end_would_be_lost_is_refused() -> None:
    file = io.BytesIO()
    soundfile.write(file, NOISE, RATE, format="CAF", subtype="ALAC_16")
    with pytest.raises(AudioError, match="its codec is alac in CAF, of which FFmpeg leaves off the end"):
        Audio.open(file)


def test_big_endian_wav_is_refused_by_name() -> None:
    file = io.BytesIO()
    soundfile.write(file, NOISE, RATE, format="WAV", subtype="PCM_16", endian="BIG")
    with pytest.raises(
        AudioError, match=r"cannot be read as sound: it is WAV of big-endian numbers \(RIFX\)"
    ):
        Audio.open(file)


def test_an_ogg_file_without_its_last_page_is_cut_off(tmp_path: Path) -> None:
    data = written("vorbis", tmp_path)
    with pytest.raises(AudioError, match="its end is missing"):
        Audio.open(io.BytesIO(data[: data.rindex(b"OggS")]))
