"""The voice and the pose trace that belong to an entry, from their files to what a store keeps."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

import numpy as np

from align import Audio, PoseTrace, PoseTraceError
from align.audio import wav_header
from environments import InvalidDataError


class VoiceFile(NamedTuple):
    """WAV of 16 bits, samples a second, seconds."""

    wav: bytes
    sample_rate: int
    duration: float


def read_voice(file: Path | None) -> VoiceFile | None:
    """Raises PangeaError where it is no sound, or is cut off."""
    if file is None:
        return None
    sound = Audio.open(file)
    pcm = np.clip(np.rint(sound.samples * 32768), -32768, 32767).astype("<i2").tobytes()
    return VoiceFile(wav_header(len(pcm), sound.sample_rate) + pcm, sound.sample_rate, sound.duration)


def read_trace(file: Path | None) -> PoseTrace | None:
    """Raises InvalidDataError, naming the file, where it is no pose trace."""
    if file is None:
        return None
    try:
        return PoseTrace.load(file)
    except PoseTraceError as error:
        raise InvalidDataError(
            f"The pose trace {file.name} cannot be read: {error.message}",
            remedy="Give it as it was written, or take it away: the entry comes in without one.",
        ) from error


def packed(trace: PoseTrace) -> bytes:
    """The npz that a store keeps."""
    packed = io.BytesIO()
    trace.save(packed)
    return packed.getvalue()
