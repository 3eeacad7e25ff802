"""Forced alignment by PocketSphinx 5, with the acoustic model and dictionary that its wheel carries.

The transcript becomes a chain of words with optional silences; the decoder (a Viterbi beam search over hidden Markov
models of phones, 10 ms a frame) finds the times at which the chain fits the sound best. Speech that is not written, or
words that were not said, have no place in the chain and shift the words beside them, which then have a low confidence.

A word's confidence is the geometric mean, over its frames, of the likelihood of its sounds relative to the likeliest
sounds of the search: clean speech is near 0.3, noise and foreign sounds bring it down.

Three signs show that a transcript belongs to another recording. They were measured on 74 recordings with their own
transcripts (none refused) and 147 times with another transcript (141 refused).
"""

from __future__ import annotations

import math
import re
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from align.engines.protocol import Aligned
from align.errors import EngineError, EngineNotInstalledError, TranscriptMismatchError
from align.phones.pronunciation import phones
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from align.audio import Audio
    from align.transcript import Transcript

SAMPLE_RATE = 16_000
FRAMES_PER_SECOND = 100
POCKETSPHINX_BEAM = 1e-300
"""Width of the search: hardly anything is pruned, which costs little with only one transcript to follow."""
LEAST_CONFIDENCE = 0.0025
"""Least confidence of the median word; it was 0.0032 and more with the right transcript."""
LEAST_SOUND = 0.55
"""Least share of the recording's energy that lies in words; it was 0.80 and more with the right transcript."""
LEAST_WORDS = 0.9
"""Least share of the words that must be found."""

_FILLER = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")
_ALTERNATIVE = re.compile(r"\(\d+\)$")
_ENERGY_BLOCK = 1 << 16  # samples
_SCORE_SCALE = 1 << 10  # PocketSphinx keeps scores shifted right by SENSCR_SHIFT bits


class _Segment(NamedTuple):
    word: str
    start_time: float
    end_time: float
    confidence: float


class PocketSphinx:
    """The engine ``pocketsphinx``: CMUdict for English, ``pronunciation.phones`` for other words and languages."""

    name = "pocketsphinx"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Find the times of all tokens that are spoken; None for the others.

        Raises:
            TranscriptMismatchError: the transcript does not fit the recording.
            EngineError: the words cannot be pronounced in their language, or the decoder failed.
            EngineNotInstalledError: pocketsphinx is missing.
        """
        sound = recording.resampled(SAMPLE_RATE)
        decoder = _decoder(transcript.language)
        chain = _pronounceable(decoder, transcript)
        if not chain:
            raise EngineError(
                f"None of the words can be pronounced in {transcript.language!r}.",
                remedy="Check the language tag.",
            )
        segments = _decode(decoder, sound.pcm(), [word for _, word in chain])
        _refuse_mismatch(segments, chain, sound)
        return Aligned(_by_token(transcript, chain, segments, recording.duration))


def _refuse_mismatch(segments: Sequence[_Segment], chain: Sequence[tuple[int, str]], sound: Audio) -> None:
    found = len(segments) / len(chain)
    in_order = all(segment.word == word for segment, (_, word) in zip(segments, chain, strict=False))
    confidence = median(segment.confidence for segment in segments) if segments else 0.0
    share = _share_of_sound(segments, sound)
    if not in_order or found < LEAST_WORDS or confidence < LEAST_CONFIDENCE or share < LEAST_SOUND:
        raise TranscriptMismatchError(
            f"The transcript does not sound like the recording: {found:.0%} of its words were found, in {share:.0%} of "
            f"the sound, with a median confidence of {confidence:.4f}.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            found=found,
            share=share,
            confidence=confidence,
        )


def _share_of_sound(segments: Sequence[_Segment], sound: Audio) -> float:
    bounds = [[segment.start_time, segment.end_time] for segment in segments]
    samples = np.minimum(np.reshape(bounds, (-1, 2)) * sound.sample_rate, sound.samples.size).astype(int)
    spoken = sum(_energy(sound.samples[first:end]) for first, end in samples)
    return spoken / max(_energy(sound.samples), 1e-12)


def _energy(samples: NDArray[np.float32]) -> float:
    """The sum of the squares; an hour's squares would take more memory than the hour."""
    blocks = (samples[first : first + _ENERGY_BLOCK] for first in range(0, samples.size, _ENERGY_BLOCK))
    return sum(float(np.square(block, dtype=np.float64).sum()) for block in blocks)


def _decoder(language: str) -> Any:
    try:
        from pocketsphinx import Decoder
    except ImportError as exc:
        raise EngineNotInstalledError(
            "The package pocketsphinx is missing.", remedy="pip install pocketsphinx"
        ) from exc
    dictionary = (
        {} if primary_language(language) == "en" else {"dict": None}
    )  # CMUdict would misread French "me" or "pour"
    # bestpath would search the word lattice once more: ten times slower, and it loses last words in noise.
    return Decoder(
        lm=None,
        loglevel="FATAL",
        bestpath=False,
        beam=POCKETSPHINX_BEAM,
        pbeam=POCKETSPHINX_BEAM,
        wbeam=POCKETSPHINX_BEAM,
        **dictionary,
    )


def _pronounceable(decoder: Any, transcript: Transcript) -> list[tuple[int, str]]:
    """The spoken words with their token indexes; words that the decoder's dictionary lacks are added to it if
    possible."""
    return [(index, word) for index, word in transcript.spoken if _learn(decoder, word, transcript.language)]


def _learn(decoder: Any, word: str, language: str) -> bool:
    if decoder.lookup_word(word):
        return True
    pronunciation = phones(word, language)
    if pronunciation:
        decoder.add_word(word, pronunciation, True)
    return bool(pronunciation)


def _decode(decoder: Any, pcm: bytes, words: Sequence[str]) -> list[_Segment]:
    try:
        decoder.set_align_text(" ".join(words))
        decoder.start_utt()
        decoder.process_raw(pcm, full_utt=True)
        decoder.end_utt()
    except RuntimeError as exc:
        raise EngineError(f"PocketSphinx failed: {exc}.", remedy="Try a shorter recording.") from exc
    return list(_segments(decoder.seg() or ()))


def _segments(found: Iterable[Any]) -> Iterable[_Segment]:
    for segment in found:
        if not _FILLER.fullmatch(segment.word):
            first, end = segment.start_frame, segment.end_frame + 1
            confidence = math.exp(math.log(segment.ascore) * _SCORE_SCALE / (end - first))
            word = _ALTERNATIVE.sub("", segment.word)
            yield _Segment(word, first / FRAMES_PER_SECOND, end / FRAMES_PER_SECOND, min(1.0, confidence))


def _by_token(
    transcript: Transcript, chain: Sequence[tuple[int, str]], segments: Sequence[_Segment], duration: float
) -> list[TimedWord | None]:
    """Join the spoken words of each token: from the first start to the last end, with the lowest confidence."""
    times: list[TimedWord | None] = [None] * len(transcript.tokens)
    for (index, _), segment in zip(chain, segments, strict=False):
        known, end = times[index], min(segment.end_time, duration)
        start = known.start_time if known else min(segment.start_time, duration)
        confidence = min(segment.confidence, known.confidence or 0.0) if known else segment.confidence
        times[index] = TimedWord(transcript.tokens[index].text, start, end, "aligned", confidence)
    return times
