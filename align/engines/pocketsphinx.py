"""Forced alignment by PocketSphinx 5, with the acoustic model and dictionary that its wheel carries.

The transcript becomes a chain of words with optional silences; the decoder (a Viterbi beam search over hidden Markov
models of phones, 10 ms a frame) finds the times at which the chain fits the sound best. Speech that is not written, or
words that were not said, have no place in the chain and shift the words beside them, which then have a low confidence.

A word's fit is the logarithm of the geometric mean, over its frames, of the likelihood of its sounds relative to the
likeliest sounds of the search: clean speech is near -1.2, noise and foreign sounds bring it down. Its confidence is
taken from the fits and durations of the words (``align.calibration``).
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from align.calibration import Measured, Timed, common_signs, judge
from align.engines.protocol import Aligned
from align.errors import EngineError, EngineNotInstalledError, TranscriptMismatchError
from align.loudness import loud_frames, loud_pauses, share_in_words
from align.phones.pronunciation import phones
from align.report import LONGEST_STUMBLE, EngineEvidence
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from align.audio import Audio
    from align.calibration import Judgement
    from align.transcript import Transcript

SAMPLE_RATE = 16_000
FRAMES_PER_SECOND = 100
POCKETSPHINX_BEAM = 1e-300
"""Width of the search: hardly anything is pruned, which costs little with only one transcript to follow."""
LEAST_FIT = -6.0
"""Least fit of the median word; it was -5.7 and more with the right transcript."""
WORST_FIT = -12.0
LEAST_SOUND = 0.55
"""Least share of the loud sound that lies in words, by time: a cough is loud, and short."""
LEAST_WORDS = 0.9
"""Least share of the words that must be found."""

_FILLER = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")
_ALTERNATIVE = re.compile(r"\(\d+\)$")
_SCORE_SCALE = 1 << 10  # PocketSphinx keeps scores shifted right by SENSCR_SHIFT bits


class _Segment(NamedTuple):
    word: str
    start_time: float
    end_time: float
    fit: float


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
        found = _found(recording, transcript)
        judgement = judge(self.name, transcript, found.measured)
        _refuse_mismatch(found, judgement)
        times = _by_token(transcript, found, judgement, recording.duration)
        return Aligned(times, _evidence(found, judgement, recording.duration))

    def measured(self, recording: Audio, transcript: Transcript) -> Measured:
        """What the confidence of words is taken from; errors as of ``align``, but no transcript is refused."""
        return _found(recording, transcript).measured


class _Decoded(NamedTuple):
    """What the decoder found: the token and the text of each word, the segments of the first of them, and where the
    recording is loud."""

    chain: Sequence[tuple[int, str]]
    segments: Sequence[_Segment]
    measured: Measured
    loud: NDArray[np.bool_] | None

    @property
    def spans(self) -> list[tuple[float, float]]:
        """Seconds of the words."""
        return [(segment.start_time, segment.end_time) for segment in self.segments]


def _found(recording: Audio, transcript: Transcript) -> _Decoded:
    sound = recording.resampled(SAMPLE_RATE)
    decoder = _decoder(transcript.language)
    chain = _pronounceable(decoder, transcript)
    if not chain:
        raise EngineError(
            f"None of the words can be pronounced in {transcript.language!r}.",
            remedy="Check the language tag.",
        )
    segments = _decode(decoder, sound.pcm(), [word for _, word in chain])
    measured = _measured(decoder, chain, segments, recording.duration)
    return _Decoded(chain, segments, measured, loud_frames(sound))


def _measured(
    decoder: Any, chain: Sequence[tuple[int, str]], segments: Sequence[_Segment], duration: float
) -> Measured:
    tokens = [token for token, _ in chain]
    if not segments:
        return Measured(tokens, [], [], {})
    phones_of = [len(decoder.lookup_word(segment.word).split()) for segment in segments]
    words = Timed(
        np.array([segment.start_time for segment in segments]),
        np.array([segment.end_time for segment in segments]),
        np.array([segment.fit for segment in segments]),
        np.array(phones_of, np.float64),
    )
    found = range(min(len(segments), len(chain)))
    return Measured(tokens, found, words.start.tolist(), common_signs(words, duration))


def _refuse_mismatch(found: _Decoded, judgement: Judgement) -> None:
    segments, chain = found.segments, found.chain
    share = len(segments) / len(chain)
    in_order = all(segment.word == word for segment, (_, word) in zip(segments, chain, strict=False))
    fit = median(segment.fit for segment in segments) if segments else -math.inf
    sound = 1.0 if found.loud is None else share_in_words(found.loud, found.spans)
    if not in_order or share < LEAST_WORDS or fit < LEAST_FIT or sound < LEAST_SOUND:
        raise TranscriptMismatchError(
            f"The transcript does not sound like the recording: {share:.0%} of its words were found, in {sound:.0%} of "
            f"the sound, with a median fit of {fit:.1f}.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            found=share,
            share=sound,
            fit=fit,
        )


def _evidence(found: _Decoded, judgement: Judgement, duration: float) -> EngineEvidence:
    """A long loud pause is speech that is not written; without one, such speech may have been taken for words."""
    loud = [] if found.loud is None else loud_pauses(found.loud, found.spans, duration)
    unwritten = tuple(pause for pause in loud if pause.duration > LONGEST_STUMBLE)
    return EngineEvidence(unwritten or None, None, None, judgement.unspoken)


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
    lexicon = transcript.lexicon
    spoken = {word for _, word in transcript.spoken if word in lexicon}
    own = {word: _learn_own(decoder, word, lexicon[word]) for word in spoken}
    return [
        (index, own.get(word, word))
        for index, word in transcript.spoken
        if word in own or _learn(decoder, word, transcript.language)
    ]


def _learn_own(decoder: Any, word: str, ways: Sequence[tuple[str, ...]]) -> str:
    """Teach the decoder a user's pronunciations, under a name that its dictionary cannot have; returns the name."""
    name = f"own:{word}"
    for number, way in enumerate(ways, 1):
        decoder.add_word(name if number == 1 else f"{name}({number})", " ".join(way), True)
    return name


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
            fit = max(WORST_FIT, math.log(segment.ascore) * _SCORE_SCALE / (end - first))
            word = _ALTERNATIVE.sub("", segment.word)
            yield _Segment(word, first / FRAMES_PER_SECOND, end / FRAMES_PER_SECOND, min(0.0, fit))


def _by_token(
    transcript: Transcript, found: _Decoded, judgement: Judgement, duration: float
) -> list[TimedWord | None]:
    """Join the spoken words of each token: from the first start, with its expected error, to the last end, with the
    lowest confidence."""
    times: list[TimedWord | None] = [None] * len(transcript.tokens)
    for word, ((index, _), segment) in enumerate(zip(found.chain, found.segments, strict=False)):
        known, end = times[index], min(segment.end_time, duration)
        confidence = round(judgement.words[word].confidence, 4)
        if known:
            times[index] = replace(known, end_time=end, confidence=min(confidence, known.confidence or 0.0))
        else:
            text, start = transcript.tokens[index].text, min(segment.start_time, duration)
            error = round(judgement.words[word].expected_error, 4)
            times[index] = TimedWord(text, start, end, "aligned", confidence, expected_error=error)
    return times
