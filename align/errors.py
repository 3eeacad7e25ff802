"""Errors about recordings, transcripts and pose traces, and about aligning them.

PangeaError (environments/errors.py)
├── InvalidDataError     AudioError, TranscriptError, PoseTraceError
├── AlignmentError       TranscriptMismatchError
└── EngineError          EngineNotInstalledError, EngineTimeoutError
    └── RecogniserError  LanguageNotRecognisedError, RecogniserNotInstalledError, RecogniserTimeoutError
"""

from __future__ import annotations

from environments.errors import InvalidDataError, PangeaError


class AudioError(InvalidDataError):
    """A recording that cannot be read completely."""


class TranscriptError(InvalidDataError):
    """A transcript that contains no word that can be spoken."""


class PoseTraceError(InvalidDataError):
    """A file that is not a valid pose trace."""


class AlignmentError(PangeaError):
    """Words that cannot be given times."""


class TranscriptMismatchError(AlignmentError):
    """The transcript does not seem to be what was said in the recording."""


class EngineError(PangeaError):
    """An engine or a recogniser that failed."""


class EngineNotInstalledError(EngineError):
    """An engine whose package is missing."""


class EngineTimeoutError(EngineError):
    """An engine that did not answer in time."""


class RecogniserError(EngineError):
    """A recogniser that failed."""


class LanguageNotRecognisedError(RecogniserError):
    """A recogniser that does not know the language, or answered in another one."""


class RecogniserNotInstalledError(RecogniserError, EngineNotInstalledError):
    """A recogniser whose package or model is missing."""


class RecogniserTimeoutError(RecogniserError, EngineTimeoutError):
    """A recogniser that did not answer in time."""
