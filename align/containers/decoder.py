"""Sound as samples: every form is decoded by PyAV (FFmpeg), from its first byte to its last.

FFmpeg reads on where it can, and so would shorten a file that is cut off and pass over what is damaged: whether all is
there is first asked of the file's own structure (``forms``). Only the demuxer that the first bytes ask for is used,
only with decoders of sound, and only on the opened file: no address inside a file is ever followed.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from align.containers.boxes import EBML, matroska_parts, mp4_parts
from align.containers.chunks import chunk_form, chunk_parts
from align.containers.mpeg import adts_frame, first_frame, flac_parts, frame_parts, mpeg_frame
from align.containers.ogg import ogg_parts
from align.containers.parts import ContainerPart, CutOff, Damaged, Followed, after_id3, bytes_at, size_of
from align.errors import AudioError
from environments.file_views import FileView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MOST_CHANNELS = 8
CANCELLED = 0.01
"""Channels cancel each other when their mean has less than this share of the loudest one's power."""

_PCM = [f"pcm_{kind}{order}" for kind in ("s16", "s24", "s32", "f32", "f64") for order in ("le", "be")]
_DECODERS = {
    "opus", "vorbis", "aac", "mp3float", "mp2float", "mp1float", "flac", "alac", "gsm", "gsm_ms", "adpcm_ms",
    "adpcm_ima_wav", "pcm_alaw", "pcm_mulaw", "pcm_u8", "pcm_s8", *_PCM,
}  # fmt: skip
_SLACK = {"flac": 0.0, "matroska": 1.0, "mov": 1.0}
"""Forms whose frames have times of their own, and how many seconds may be missing by these: a browser that pauses
leaves gaps of a tenth of a second, and the length that it states may be that of the picture."""
_CONVERT = "Record it again, or convert it to WAV or FLAC."
_COPY = "Copy the whole file again; nothing is taken from a part of one."


class SoundFile:
    """The sound in a file, as one channel. A file may hold several recordings one after the other.

    Args:
        file: seekable.
        name: of the file, for errors.

    Attributes:
        samplerate: in Hz.
        loudest: the channel to read instead of the mean, known when the mean was read to its end: the channels cancel
            each other, as when a microphone is wired the wrong way round. None: they do not.

    Raises:
        AudioError: there is no sound in the file, or in no form or codec that is read, or it is damaged or cut off.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name
        self.loudest: int | None = None
        form = form_of(file)
        if form is None:
            if bytes_at(file, 0, 4) == b"RIFX":  # FFmpeg would take each sample's bytes in the wrong order
                raise self._unreadable("it is WAV of big-endian numbers (RIFX)")
            raise self._unreadable("it is of no form that is known")
        self._demuxer = form.demuxer
        try:
            self._parts = list(form.parts)
        except (CutOff, Damaged, Followed) as exc:
            raise self._refusal(exc) from exc
        self.samplerate, self._channels = self._head()

    def mean(self) -> Iterator[NDArray[np.float32]]:
        """All samples in order: the mean of the channels."""
        power, mixed = np.zeros(self._channels), 0.0
        for block in self._decoded():
            mono = block.mean(axis=0) if self._channels > 1 else block[0]
            if self._channels > 1:
                power += np.square(block, dtype=np.float64).sum(axis=1)
                mixed += float(np.square(mono, dtype=np.float64).sum())
            yield mono
        self.loudest = int(power.argmax()) if mixed < CANCELLED * power.max() else None

    def channel(self, number: int) -> Iterator[NDArray[np.float32]]:
        """All samples in order, of one channel."""
        return (block[number] for block in self._decoded())

    def _head(self) -> tuple[int, int]:
        """Sample rate and channels of the first recording."""
        with self._opened(self._parts[0]) as (_, stream):
            rate, channels = int(stream.rate or 0), int(stream.channels or 0)
        if rate <= 0 or channels <= 0:
            raise self._unreadable("it does not say its sample rate or its channels")
        if channels > MOST_CHANNELS:
            raise AudioError(
                f"{self._name} has {channels} channels of sound.",
                remedy=f"Record it with at most {MOST_CHANNELS} channels.",
            )
        return rate, channels

    def _decoded(self) -> Iterator[NDArray[np.float32]]:
        """The sound as blocks (channels, n) of float32."""
        for part in self._parts:
            yield from self._decoded_part(part)

    def _decoded_part(self, part: ContainerPart) -> Iterator[NDArray[np.float32]]:
        import av

        frames = 0
        with self._opened(part) as (container, stream):
            promised = self._promised(container, stream)
            last = self._last(stream)
            to_floats = av.AudioResampler(format="fltp", layout=stream.layout, rate=self.samplerate)
            try:
                for frame in container.decode(stream):
                    if frame.sample_rate != self.samplerate or frame.layout.nb_channels != self._channels:
                        raise self._unreadable("its sample rate or its channels change")
                    self._check_gap(frame, stream, frames)
                    for converted in to_floats.resample(frame):
                        yield np.asarray(converted.to_ndarray(), np.float32)[:, : max(0, last - frames)]
                    frames += frame.samples
            except (av.FFmpegError, ValueError) as exc:
                raise self._damaged(frames, _reason(exc)) from exc
        if frames < round((promised - _SLACK.get(self._demuxer, 0.0)) * self.samplerate):
            read = frames / self.samplerate
            raise AudioError(
                f"{self._name} is cut off: {read:.1f} s of {promised:.1f} s are there.", remedy=_COPY
            )

    def _promised(self, container: Any, stream: Any) -> float:
        """Seconds that a recording says it has; 0: it does not say. FFmpeg only guesses that of bare frames."""
        if self._demuxer not in _SLACK:
            return 0.0
        if stream.duration:
            return float(stream.duration * stream.time_base)
        return float(container.duration or 0) / 1_000_000

    def _last(self, stream: Any) -> int:
        """The number of samples at which a recording ends though its last block goes on, as Vorbis in Ogg says."""
        if self._demuxer == "ogg" and stream.codec_context.name == "vorbis" and stream.duration:
            return round(float(stream.duration * stream.time_base) * self.samplerate)
        return sys.maxsize

    def _check_gap(self, frame: Any, stream: Any, frames: int) -> None:
        if self._demuxer in _SLACK and frame.pts is not None:
            begin = float((frame.pts - (stream.start_time or 0)) * frame.time_base)
            if begin - (frames + 0.5) / self.samplerate > _SLACK[self._demuxer]:
                raise self._damaged(frames, f"the next sound is at {begin:.1f} s")

    @contextmanager
    def _opened(self, part: ContainerPart) -> Iterator[tuple[Any, Any]]:
        """FFmpeg's container and its first stream of sound."""
        import av

        source = _PartFile(self._file, part)
        try:
            container = av.open(
                source,
                format=self._demuxer,
                options={"codec_whitelist": ",".join(_DECODERS), "max_streams": "16"},
            )
        except (av.FFmpegError, ValueError) as exc:
            raise self._unreadable(_reason(exc)) from exc
        with container:
            if not container.streams.audio:
                raise AudioError(f"{self._name} has no sound in it.", remedy=_CONVERT)
            stream = container.streams.audio[0]
            codec = stream.codec_context.name if stream.codec_context else "of no known name"
            if codec not in _DECODERS:
                raise self._unreadable(f"its codec is {codec}")
            if self._demuxer == "caf" and not codec.startswith("pcm_"):
                raise self._unreadable(f"its codec is {codec} in CAF, of which FFmpeg leaves off the end")
            yield container, stream

    def _unreadable(self, what: str) -> AudioError:
        return AudioError(f"{self._name} cannot be read as sound: {what}.", remedy=_CONVERT)

    def _damaged(self, frames: int, what: str) -> AudioError:
        at = frames / self.samplerate
        return AudioError(f"{self._name} is damaged or cut off at {at:.1f} s: {what}.", remedy=_COPY)

    def _refusal(self, exc: CutOff | Damaged | Followed) -> AudioError:
        size = size_of(self._file)
        if isinstance(exc, Followed):
            return AudioError(
                f"{self._name} goes on for {size - exc.end} bytes behind the end that its header states, with what is "
                "neither a tag nor another recording.",
                remedy="Repair its header, for example with: ffmpeg -ignore_length 1 -i FILE -c copy REPAIRED",
            )
        end = exc.at if isinstance(exc, Damaged) else size
        seconds = self._seconds_before(ContainerPart(exc.start, end))
        if isinstance(exc, Damaged):
            return AudioError(f"{self._name} is damaged{seconds}, at byte {exc.at}.", remedy=_COPY)
        promised = f" of at least {exc.promised}" if exc.promised else ", and its end is missing"
        return AudioError(
            f"{self._name} is cut off{seconds}: it has {size} bytes{promised}.",
            remedy=_COPY,
            size=size,
            promised=exc.promised,
        )

    def _seconds_before(self, part: ContainerPart) -> str:
        """How much of a recording can be decoded, for an error."""
        import av

        frames = 0
        try:
            with self._opened(part) as (container, stream):
                for frame in container.decode(stream):
                    frames += frame.samples
                    rate = frame.sample_rate
        except (AudioError, av.FFmpegError, ValueError):
            pass
        return f" after {frames / rate:.1f} s" if frames else ""


class _PartFile(FileView):
    """A part of a file as a file."""

    def __init__(self, file: BinaryIO, part: ContainerPart) -> None:
        self._file, self._part = file, part

    @property
    def size(self) -> int:
        return self._part.end - self._part.start

    def readinto(self, buffer: Any) -> int:
        data = self._part.read(self._file, self._position, len(buffer))
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)


def _reason(exc: Exception) -> str:
    """FFmpeg's text without the number of the file."""
    return str(getattr(exc, "strerror", None) or exc)


if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class ContainerForm:
    """FFmpeg's name of a form, and the recordings of a file; walking through them may raise what ``parts`` has."""

    demuxer: str
    parts: Iterator[ContainerPart]


def form_of(file: BinaryIO) -> ContainerForm | None:
    """The form of a file; None: none that is read here."""
    head = bytes_at(file, 0, 16)
    if form := chunk_form(head):
        return ContainerForm(form.demuxer, chunk_parts(file, form))
    if head.startswith(b"OggS"):
        return ContainerForm("ogg", ogg_parts(file))
    if head.startswith(EBML.to_bytes(4, "big")):
        return ContainerForm("matroska", matroska_parts(file))
    if head[4:8] == b"ftyp":
        return ContainerForm("mov", mp4_parts(file))
    if bytes_at(file, after_id3(file, 0), 4) == b"fLaC":
        return ContainerForm("flac", flac_parts(file))
    aac, mp3 = first_frame(file, adts_frame), first_frame(file, mpeg_frame)
    if aac is not None and (mp3 is None or aac < mp3):
        return ContainerForm("aac", frame_parts(file, aac, adts_frame))
    return None if mp3 is None else ContainerForm("mp3", frame_parts(file, mp3, mpeg_frame))
