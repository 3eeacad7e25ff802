"""Reading an entry's voice and pose trace from their files, in the form that a store keeps."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

import numpy as np

from align import Audio, PoseTrace, PoseTraceError
from align.audio import wav_header
from environments import InvalidDataError


class WavFile(NamedTuple):
    """WAV of 16 bits, samples a second, seconds."""

    wav: bytes
    sample_rate: int
    duration: float


def read_voice(source: Path | bytes | None) -> WavFile | None:
    """Read a voice, from its file or its bytes. Raises PangeaError when it is not a sound file, or is cut off."""
    if source is None:
        return None
    sound = Audio.open(io.BytesIO(source) if isinstance(source, bytes) else source)
    pcm = np.clip(np.rint(sound.samples * 32768), -32768, 32767).astype("<i2").tobytes()
    return WavFile(wav_header(len(pcm), sound.sample_rate) + pcm, sound.sample_rate, sound.duration)


def read_trace(file: Path | None) -> PoseTrace | None:
    """Read a pose trace. Raises InvalidDataError, naming the file, when it is not one."""
    if file is None:
        return None
    try:
        return PoseTrace.load(file)
    except PoseTraceError as error:
        raise InvalidDataError(
            f"The pose trace {file.name} cannot be read: {error.message}",
            remedy="Provide the original file, or remove it to import the entry without a pose trace.",
        ) from error


def packed(trace: PoseTrace) -> bytes:
    """The npz that a store keeps."""
    packed = io.BytesIO()
    trace.save(packed)
    return packed.getvalue()
