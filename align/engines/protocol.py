"""The engine door: what an aligner or a recogniser offers. Names live in the entry-point group ``pangea.engines``.

An engine is either kind; ``align.pipeline`` asks which. Each is called without arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.audio import Audio
    from align.report import Evidence
    from align.timed import TimedWord
    from align.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Aligned:
    """What an aligner found.

    Attributes:
        words: one entry per token of the transcript: its times, or None where there are none. Nothing is invented.
        evidence: what it knows besides; None where it knows nothing.
    """

    words: Sequence[TimedWord | None]
    evidence: Evidence | None = None


@runtime_checkable
class ForcedAligner(Protocol):
    """Finds given words in a recording."""

    name: str

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Where the tokens of the transcript were said.

        Raises:
            TranscriptMismatchError: the transcript is not what was said.
            EngineError: the engine cannot do this.
        """


@runtime_checkable
class Recognizer(Protocol):
    """Finds out what was said."""

    name: str

    def recognize(self, recording: Audio, language: str) -> Sequence[TimedWord]:
        """The words heard, in the order they were said; none where nothing was.

        Raises:
            EngineError: the engine cannot do this.
        """
