"""The words that were said, their times, and what was in view."""

from __future__ import annotations

from align.audio import Audio, Recording, wav_bytes
from align.errors import (
    AlignmentError,
    AudioError,
    EngineError,
    EngineNotInstalledError,
    EngineTimeoutError,
    LanguageNotRecognisedError,
    PoseTraceError,
    RecogniserError,
    RecogniserNotInstalledError,
    RecogniserTimeoutError,
    TranscriptError,
    TranscriptMismatchError,
)
from align.grounding import GroundedWord, ground
from align.mending import correct, mend, retyped
from align.pipeline import Alignment, align_transcript
from align.pose_trace import PoseTrace
from align.report import AlignmentReport, Stretch
from align.timed import TimedWord
from align.transcript import Transcript

__all__ = [
    "Alignment",
    "AlignmentError",
    "AlignmentReport",
    "Audio",
    "AudioError",
    "EngineError",
    "EngineNotInstalledError",
    "EngineTimeoutError",
    "GroundedWord",
    "LanguageNotRecognisedError",
    "PoseTrace",
    "PoseTraceError",
    "RecogniserError",
    "RecogniserNotInstalledError",
    "RecogniserTimeoutError",
    "Recording",
    "Stretch",
    "TimedWord",
    "Transcript",
    "TranscriptError",
    "TranscriptMismatchError",
    "align_transcript",
    "correct",
    "ground",
    "mend",
    "retyped",
    "wav_bytes",
]
