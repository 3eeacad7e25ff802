"""Sound: samples with their sample rate, and reading and writing sound files."""

from __future__ import annotations

import math
import mmap
import os
import struct
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from align.containers.decoder import SoundFile
from align.errors import AudioError
from environments.input.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

SUFFIXES = (
    ".aac", ".aif", ".aiff", ".caf", ".flac", ".m4a", ".mp3", ".mp4", ".oga", ".ogg", ".opus", ".w64", ".wav", ".weba",
    ".webm",
)  # fmt: skip
"""How the names of files of sound end; what is in a file, its first bytes say."""

MAX_FRAMES = 3600 * 48_000
"""Number of samples in the longest recording that is read: one hour at 48 kHz (0.7 GB)."""

MAX_RATE = 768_000
"""Highest sample rate that is read, in Hz. Resampling takes memory in proportion to it."""

SPEECH_RATE = 16_000
"""The rate that aligners and recognisers of speech work at, in Hz."""

LONG_FRAMES = 5 * 60 * 48_000
"""A longer recording is read for speech at ``SPEECH_RATE``, into a temporary file without a name that is mapped into
memory: an hour then takes 0.23 GB instead of 0.7, which an engine can give back."""

_BLOCK_SAMPLES = 1 << 16
_NEVER_READ = "Record it again, or convert it to WAV, FLAC, MP3 or Ogg."
_CUT_OFF = "Copy the whole file again; nothing is taken from a part of one."


@dataclass(frozen=True, slots=True, eq=False)
class Audio:
    """One channel of sound.

    Attributes:
        samples: (n,) float32 in [-1, 1], n >= 1.
        sample_rate: in Hz.
    """

    samples: NDArray[np.float32]
    sample_rate: int

    def __post_init__(self) -> None:
        if not 0 < self.sample_rate <= MAX_RATE:
            raise AudioError(
                f"The sample rate is {self.sample_rate} Hz.", remedy="Give the rate at which it was recorded."
            )
        if self.samples.ndim != 1 or not self.samples.size:
            raise AudioError(
                f"The samples have the shape {self.samples.shape}.",
                remedy="Give one channel that is not empty.",
            )
        if not np.isfinite(self.samples.sum(dtype=np.float64)):  # finite ones cannot overflow it
            raise AudioError("The recording has samples that are not numbers.", remedy="Record it again.")

    @classmethod
    def open(cls, source: str | Path | BinaryIO, *, for_speech: bool = False) -> Audio:
        """Read the sound of a file, or of a seekable stream, to its end; its channels are mixed to one.

        It may be WAV (RIFF, RF64, Wave64), AIFF, CAF, FLAC, MP3, AAC, Ogg (Vorbis, Opus), WebM or MP4.

        Args:
            for_speech: a recording of more than ``LONG_FRAMES`` is read at ``SPEECH_RATE``, in less memory.

        Raises:
            AudioError: the file is not a sound file, is empty, damaged or cut off, or longer than ``MAX_FRAMES``.
        """
        name = str(source) if isinstance(source, str | Path) else _name_of(source)
        with _opened(source) as file:
            return cls(*_decode(file, name, for_speech))

    @classmethod
    def from_pcm(cls, pcm: bytes, sample_rate: int) -> Audio:
        """Sound from 16-bit little-endian samples of one channel, as the browser sends them.

        Raises:
            AudioError: there are none, or half a sample is left over.
        """
        _refuse_half_samples(pcm)
        return cls(np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32768), sample_rate)

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.samples.size / self.sample_rate

    def resampled(self, sample_rate: int) -> Audio:
        """The same sound at another sample rate (polyphase filter); itself if it already has that rate."""
        if sample_rate == self.sample_rate:
            return self
        from scipy.signal import resample_poly

        divisor = math.gcd(sample_rate, self.sample_rate)
        samples = resample_poly(self.samples, sample_rate // divisor, self.sample_rate // divisor)
        return Audio(samples.astype(np.float32, copy=False), sample_rate)

    def release(self) -> None:
        """Give back the memory of a long recording that was read for speech; its samples are in a file without a name,
        and are read from there when they are next used."""
        mapped = getattr(self.samples.base, "obj", None)  # numpy's base is a view of the file
        if isinstance(mapped, mmap.mmap):
            mapped.madvise(mmap.MADV_DONTNEED)

    def pcm(self) -> bytes:
        """The samples as 16-bit little-endian integers, clipped to their range."""
        whole = bytearray(2 * self.samples.size)
        integers = np.frombuffer(whole, "<i2")
        for first in range(0, self.samples.size, _BLOCK_SAMPLES):
            scaled = np.rint(self.samples[first : first + _BLOCK_SAMPLES] * 32768)
            integers[first : first + scaled.size] = np.clip(scaled, -32768, 32767)
        self.release()
        return bytes(whole)


Recording = Audio  # the name under which other packages' engines know this class


def wav_bytes(pcm: bytes, sample_rate: int) -> bytes:
    """A WAV file of 16-bit little-endian samples of one channel.

    Raises:
        AudioError: there are no samples, or half a sample is left over.
    """
    _refuse_half_samples(pcm)
    return wav_header(len(pcm), sample_rate) + pcm


def wav_header(size: int, sample_rate: int) -> bytes:
    """The header (44 bytes) of a WAV file with ``size`` bytes of 16-bit samples of one channel.

    Raises:
        AudioError: ``size`` is more than a WAV header can state.
    """
    if size > 2**32 - 1 - 36:
        raise AudioError(f"{size} bytes are too many for a WAV file.", remedy="Record it in parts.")
    form = struct.pack("<4sI4s", b"RIFF", 36 + size, b"WAVE")
    pcm, channels, width = 1, 1, 2
    rates = (sample_rate, sample_rate * channels * width, channels * width, 8 * width)
    return form + struct.pack("<4sIHHIIHH4sI", b"fmt ", 16, pcm, channels, *rates, b"data", size)


def _name_of(stream: BinaryIO) -> str:
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else "the recording"  # a file that was opened by its number has that


def _refuse_half_samples(pcm: bytes) -> None:
    if not pcm or len(pcm) % 2:
        raise AudioError(f"PCM of {len(pcm)} bytes is not a whole number of 16-bit samples.", remedy=_CUT_OFF)


def _opened(source: str | Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    if not isinstance(source, str | Path):
        return nullcontext(source)
    try:
        return open_regular(Path(source))
    except OSError as exc:
        raise AudioError(f"{source} cannot be opened: {exc.strerror}.", remedy="Check the path.") from exc


def _decode(file: BinaryIO, name: str, for_speech: bool) -> tuple[NDArray[np.float32], int]:
    sound = SoundFile(file, name)
    read = partial(_read, rate=sound.samplerate, name=name, for_speech=for_speech)
    samples, rate = read(sound.mean())
    return read(sound.channel(sound.loudest)) if sound.loudest is not None else (samples, rate)


def _read(
    blocks: Iterator[NDArray[np.float32]], rate: int, name: str, for_speech: bool
) -> tuple[NDArray[np.float32], int]:
    """All samples, and their rate: that of speech for a long recording."""
    bounded, held = _bounded(blocks, name), bytearray()
    for block in bounded:
        held += block.tobytes()
        if for_speech and len(held) > 4 * LONG_FRAMES:
            begin = np.frombuffer(held, np.float32)
            whole = chain((begin[at : at + rate] for at in range(0, begin.size, rate)), bounded)
            if rate > SPEECH_RATE:
                return _on_disk(_at_speech_rate(whole, rate)), SPEECH_RATE
            return _on_disk(whole), rate
    if not held:
        raise AudioError(f"{name} has no sound in it.", remedy=_NEVER_READ)
    return np.frombuffer(held, np.float32), rate


def _bounded(blocks: Iterator[NDArray[np.float32]], name: str) -> Iterator[NDArray[np.float32]]:
    frames = 0
    for block in blocks:
        frames += block.size
        if frames > MAX_FRAMES:
            message = f"{name} has more than {MAX_FRAMES} samples per channel, the most that are read."
            raise AudioError(message, remedy="Cut it into shorter recordings.", frames=frames)
        yield block


def _on_disk(blocks: Iterator[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The samples in a temporary file without a name, which ``Audio.release`` needs; in memory on a full disk."""
    with tempfile.TemporaryFile() as file:
        size, parts = 0, filter(None, (block.tobytes() for block in blocks))
        for data in parts:
            try:
                os.posix_fallocate(file.fileno(), size, len(data))
            except OSError:
                held = bytearray(os.pread(file.fileno(), size, 0))
                for part in chain([data], parts):
                    held += part
                return np.frombuffer(held, np.float32)
            size += os.pwrite(file.fileno(), data, size)
        return np.frombuffer(mmap.mmap(file.fileno(), size), np.float32)


def _at_speech_rate(blocks: Iterator[NDArray[np.float32]], rate: int) -> Iterator[NDArray[np.float32]]:
    """The sound at ``SPEECH_RATE``, as ``Audio.resampled`` would make it, with a second of the original in memory."""
    from scipy.signal import resample_poly

    divisor = math.gcd(SPEECH_RATE, rate)
    up, down = SPEECH_RATE // divisor, rate // divisor
    margin = 32 * down  # the filter reaches 10 * down samples to each side, at most
    whole = rate // down * down
    held, first, done = np.zeros(0, np.float32), 0, 0  # ``held`` starts at ``first``, a multiple of ``down``

    def resampled(until: int) -> NDArray[np.float32]:
        start = first // down * up
        made: NDArray[np.float32] = resample_poly(held, up, down)[done - start : until - start]
        return made

    for second in _joined(blocks, rate):
        held = np.concatenate([held, second])
        if len(held) >= whole + 2 * margin:
            ready = first + (len(held) - margin) // down * down
            yield resampled(ready // down * up)
            done = ready // down * up
            keep = max(first, ready - margin)
            held, first = held[keep - first :], keep
    yield resampled(-(-(first + len(held)) * up // down))


def _joined(blocks: Iterator[NDArray[np.float32]], size: int) -> Iterator[NDArray[np.float32]]:
    """The same samples in blocks of at least ``size``, and the rest."""
    held: list[NDArray[np.float32]] = []
    for block in blocks:
        held.append(block)
        if sum(map(len, held)) >= size:
            yield np.concatenate(held)
            held = []
    if held:
        yield np.concatenate(held)
