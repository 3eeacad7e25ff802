"""Sound inside WebM, Matroska, MP4 and AAC files, which browsers record and libsndfile does not read.

PyAV (FFmpeg) decodes them. It belongs to the extra ``webm``: its wheels carry encoders under the GPL, and 75 MB of
libraries. Only the demuxer that the first bytes ask for is used, only with decoders of sound, and only on the opened
file: no address inside a file is ever followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from align.errors import AudioError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MOST_CHANNELS = 8
CUT_OFF_SECONDS = 1.0
"""A file whose sound ends so much before its header promises is cut off."""

_HEAD_BYTES = 12
_MATROSKA = b"\x1a\x45\xdf\xa3"
_DECODERS = "opus,vorbis,aac,mp3float,mp3,flac,alac,pcm_s16le,pcm_s16be,pcm_f32le,pcm_f32be"
_REMEDY = "Record it again, or convert it to WAV or FLAC."


def demuxer_for(file: BinaryIO) -> str | None:
    """FFmpeg's name for the form of a file that begins like one of those read here; None for all others."""
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    file.seek(0)
    if head.startswith(_MATROSKA):
        return "matroska"
    if head[4:8] == b"ftyp":
        return "mov"
    is_adts = len(head) > 1 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0  # MPEG's layers have other bits
    return "aac" if is_adts else None


class ContainedSound:
    """The first sound in such a file, with the attributes and blocks of ``soundfile.SoundFile``.

    Args:
        file: seekable.
        demuxer: FFmpeg's name for its form.
        name: of the file, for errors.
        most_frames: the sound is counted up to this number of samples per channel.

    Attributes:
        frames: samples per channel; ``most_frames + 1`` when there are more.
        samplerate: in Hz.
        channels: at most ``MOST_CHANNELS``.

    Raises:
        AudioError: PyAV is missing; or there is no sound in the file, in no known codec, or it is damaged or cut off.
    """

    def __init__(self, file: BinaryIO, demuxer: str, name: str, most_frames: int) -> None:
        self._file, self._demuxer, self._name = file, demuxer, name
        self.samplerate, self.channels, promised = self._head()
        self.frames = 0
        if promised * self.samplerate > most_frames:
            self.frames = most_frames + 1
            return
        for block in self._decoded():
            self.frames += block.shape[1]
            if self.frames > most_frames:
                self.frames = most_frames + 1
                return
        if self.frames < (promised - CUT_OFF_SECONDS) * self.samplerate:
            raise AudioError(
                f"{name} is cut off: {self.frames / self.samplerate:.1f} s of {promised:.1f} s are there.",
                remedy="Copy the whole file again; nothing is taken from a part of one.",
            )

    def __enter__(self) -> ContainedSound:
        return self

    def __exit__(self, *exception: object) -> None: ...

    def blocks(
        self, blocksize: int, dtype: str = "float32", always_2d: bool = True
    ) -> Iterator[NDArray[np.float32]]:
        """All samples in order, (n, channels) float32 with ``blocksize`` rows at most."""
        for block in self._decoded():
            for first in range(0, block.shape[1], blocksize):
                yield np.ascontiguousarray(block[:, first : first + blocksize].T)

    def _head(self) -> tuple[int, int, float]:
        """Sample rate, channels, and the length in seconds that the file promises; 0 where it promises none."""
        with self._opened() as (container, stream):
            rate, channels = int(stream.rate or 0), int(stream.channels or 0)
            if rate <= 0 or channels <= 0:
                raise _unreadable(self._name, "it does not say its sample rate or its channels")
            if channels > MOST_CHANNELS:
                raise AudioError(
                    f"{self._name} has {channels} channels of sound.",
                    remedy=f"Record it with at most {MOST_CHANNELS} channels.",
                )
            known = self._demuxer != "aac" and container.duration  # FFmpeg only guesses that of a bare stream
            return rate, channels, float(known) / 1_000_000 if known else 0.0

    def _decoded(self) -> Iterator[NDArray[np.float32]]:
        """The sound as blocks (channels, n) of float32."""
        import av

        with self._opened() as (container, stream):
            to_floats = av.AudioResampler(format="fltp", layout=stream.layout, rate=self.samplerate)
            try:
                for frame in container.decode(stream):
                    if frame.sample_rate != self.samplerate or frame.layout.nb_channels != self.channels:
                        raise _unreadable(self._name, "its sample rate or its channels change")
                    for converted in to_floats.resample(frame):
                        yield np.asarray(converted.to_ndarray(), np.float32)
            except (av.FFmpegError, ValueError) as exc:
                raise _unreadable(self._name, _reason(exc)) from exc

    def _opened(self) -> _Opened:
        return _Opened(self._file, self._demuxer, self._name)


def _reason(exc: Exception) -> str:
    """FFmpeg's text without the number of the file."""
    return str(getattr(exc, "strerror", None) or exc)


def _unreadable(name: str, what: str) -> AudioError:
    return AudioError(f"{name} cannot be read as sound: {what}.", remedy=_REMEDY)


class _Opened:
    """The container and its first stream of sound, in a ``with`` block."""

    def __init__(self, file: BinaryIO, demuxer: str, name: str) -> None:
        self._file, self._demuxer, self._name = file, demuxer, name

    def __enter__(self) -> tuple[Any, Any]:
        try:
            import av
        except ImportError as exc:
            raise AudioError(
                f"{self._name} is WebM, MP4 or AAC, and the package av is missing.",
                remedy="pip install 'pangea-toolkit[webm]', or convert it to WAV or FLAC.",
            ) from exc
        self._file.seek(0)
        try:
            self._container = av.open(
                self._file, format=self._demuxer, options={"codec_whitelist": _DECODERS, "max_streams": "16"}
            )
        except (av.FFmpegError, ValueError) as exc:
            raise _unreadable(self._name, _reason(exc)) from exc
        if not self._container.streams.audio:
            self._container.close()
            raise AudioError(f"{self._name} has no sound in it.", remedy=_REMEDY)
        return self._container, self._container.streams.audio[0]

    def __exit__(self, *exception: object) -> None:
        self._container.close()
