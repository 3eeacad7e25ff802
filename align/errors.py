"""Errors of recordings, transcripts, pose traces, and of bringing them together.

PangeaError (environments/errors.py)
├── InvalidDataError     AudioError, TranscriptError, PoseTraceError
├── AlignmentError       TranscriptMismatchError
└── EngineError          EngineNotInstalledError, EngineTimeoutError
"""

from __future__ import annotations

from environments.errors import InvalidDataError, PangeaError


class AudioError(InvalidDataError):
    """A recording that cannot be read, or not as a whole."""


class TranscriptError(InvalidDataError):
    """A transcript with nothing in it that can be spoken."""


class PoseTraceError(InvalidDataError):
    """A pose trace that cannot be read as one."""


class AlignmentError(PangeaError):
    """Words that cannot be given times."""


class TranscriptMismatchError(AlignmentError):
    """The transcript does not seem to be what was said in the recording."""


class EngineError(PangeaError):
    """An aligner or speech recogniser that failed."""


class EngineNotInstalledError(EngineError):
    """An engine whose package is missing."""


class EngineTimeoutError(EngineError):
    """An engine that did not answer in time."""
