"""The protocol of engines, which are named in the entry-point group ``pangea.engines``.

Recognisers have an extension point of their own (``align.recognisers``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.audio import Audio
    from align.report import EngineEvidence
    from align.timed import TimedWord
    from align.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Aligned:
    """The result of an engine.

    Attributes:
        words: one entry per token of the transcript: its times, or None where the engine found none.
        evidence: what else the engine knows; None when it knows nothing else.
        heard: the words that a recogniser heard, in order; None where none was asked.
    """

    words: Sequence[TimedWord | None]
    evidence: EngineEvidence | None = None
    heard: Sequence[TimedWord] | None = None


@runtime_checkable
class ForcedAligner(Protocol):
    """An engine that finds given words in a recording."""

    name: str

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Find the times at which the tokens of the transcript were said.

        Raises:
            TranscriptMismatchError: the transcript is not what was said.
            EngineError: the engine cannot do this.
        """
