"""Recognition by PocketSphinx 5 with the English language model that its wheel carries.

With ``align.engines.carried_over`` this is the method of the 2021 toolkit, offline: recognise, then warp the recognised
words onto the written ones. The language model covers general English and often mishears; forced alignment is better
in every figure that we measured. This recogniser exists for comparison.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from align.errors import LanguageNotRecognisedError, RecogniserError, RecogniserNotInstalledError
from align.recognisers.parts import parts
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from align.audio import Audio

SAMPLE_RATE = 16_000
FRAMES_PER_SECOND = 100
PART_SECONDS = 60.0
"""Length of a part in seconds. The search keeps a lattice of all it has heard, so long recordings are recognised in
parts."""

_FILLER = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")
_ALTERNATIVE = re.compile(r"\(\d+\)$")


class PocketSphinxRecognition:
    """The recogniser ``pocketsphinx_recognition``: English only."""

    name = "pocketsphinx_recognition"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        """The recognised words, without confidence.

        Raises:
            LanguageNotRecognisedError: the language is not English.
            RecogniserError: the decoder failed.
            RecogniserNotInstalledError: pocketsphinx is missing.
        """
        if primary_language(language) != "en":
            raise LanguageNotRecognisedError(
                f"The language model of PocketSphinx is English, and this is {language!r}.",
                remedy="Use a forced aligner, such as viterbi.",
            )
        decoder = _decoder()
        return [
            word
            for start, part in parts(recording.resampled(SAMPLE_RATE), PART_SECONDS)
            for word in _heard(decoder, part, start, recording.duration)
        ]


def _decoder() -> Any:
    try:
        from pocketsphinx import Decoder
    except ImportError as exc:
        raise RecogniserNotInstalledError(
            "The package pocketsphinx is missing.", remedy="pip install pocketsphinx"
        ) from exc
    return Decoder(loglevel="FATAL")


def _heard(decoder: Any, part: Audio, offset: float, duration: float) -> Iterator[TimedWord]:
    try:
        decoder.start_utt()
        decoder.process_raw(part.pcm(), full_utt=True)
        decoder.end_utt()
    except RuntimeError as exc:
        raise RecogniserError(f"PocketSphinx failed: {exc}.", remedy="Try a shorter recording.") from exc
    for segment in decoder.seg() or ():
        if not _FILLER.fullmatch(segment.word):
            start = min(offset + segment.start_frame / FRAMES_PER_SECOND, duration)
            end = min(offset + (segment.end_frame + 1) / FRAMES_PER_SECOND, duration)
            yield TimedWord(_ALTERNATIVE.sub("", segment.word), start, end, "recognised")
