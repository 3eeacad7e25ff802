"""The engine that carries the words of a recogniser over to a transcript, with any recogniser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from align.disagreement import disagreement
from align.engines.protocol import Aligned
from align.errors import TranscriptMismatchError
from align.matching import edit_distance, transfer_times

if TYPE_CHECKING:
    from align.audio import Audio
    from align.matching import Method
    from align.recognisers.protocol import Recognizer
    from align.transcript import Transcript


class CarriedOver:
    """Recognise, then warp the recognised words onto the written ones (``align.matching``), as RxR did.

    Args:
        recogniser: any of them.
        method: of ``align.matching.transfer_times``.
    """

    def __init__(self, recogniser: Recognizer, method: Method = "exact") -> None:
        self.name = recogniser.name
        self.recogniser = recogniser
        self._method = method

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """The recognised words' times, and what was heard.

        Raises:
            TranscriptMismatchError: no recognised word is in the transcript.
            EngineError: the recogniser failed.
        """
        heard = tuple(self.recogniser.recognize(recording, transcript.language))
        times = transfer_times(heard, transcript, self._method)
        if not any(times):
            raise TranscriptMismatchError(
                f"None of the {len(heard)} recognised words is in the transcript of {len(transcript.tokens)} tokens.",
                remedy="Check that recording, transcript and language belong together.",
                edit_distance=edit_distance(heard, transcript),
            )
        return Aligned(times, disagreement(heard, transcript), heard)
