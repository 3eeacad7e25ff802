"""The engine ``viterbi``: timed words, unwritten speech, and the confidence of each word."""

from __future__ import annotations

import logging
import math
from statistics import median
from typing import TYPE_CHECKING

from align.engines.protocol import Aligned
from align.errors import EngineError, TranscriptMismatchError
from align.report import Evidence, Stretch
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from align.audio import Audio
    from align.transcript import Transcript
    from align.viterbi.decoding import ArcSegment, Decoding
    from align.viterbi.lexicon import Pronunciation

log = logging.getLogger(__name__)

FRAME_SECONDS = 0.01
BOUNDARY_SECONDS = 0.005
"""A frame's window is longer than the step to the next frame: a boundary between two frames lies this long after the
later frame's first sample. Our choice: the middle of the step; 0.003 to 0.007 give the same results."""
EVEN_ODDS = -4.0
"""``ArcSegment.fit`` at which a word is equally likely to be wrong or right."""
NOT_SAID = -7.0
"""``ArcSegment.fit`` below which a word gets no time: it is on the path only because skipping it costs more."""
MOVED_SECONDS = 0.15
"""A word is unstable if it moves farther than this when garbage costs more."""
LEAST_FIT, LEAST_FIT_ABROAD = -2.6, -3.7
"""Least fit of the median word in English, and in languages that the model does not know. On 25 recordings it was -1.4
and more (other languages -2.9) with the right transcript, and -2.7 and less (other languages -4.1) with a wrong one."""
LEAST_FOUND = 0.5
"""Least share of the words that must be found."""


class Viterbi:
    """Exact Viterbi search over the acoustic model of pocketsphinx, in a network that allows for repetitions, fillers
    and skipped words.

    A word's confidence is the logistic function of how well its frames fit it, compared with the most likely phone of
    all, per frame and in natural logarithms, plus 4; an unstable word has half of it.
    """

    name = "viterbi"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Find the times of the tokens that were said; None for skipped tokens and those that cannot be pronounced.

        Raises:
            TranscriptMismatchError: the transcript is not what was said in the recording.
            EngineError: the words cannot be pronounced in their language.
            EngineNotInstalledError: pocketsphinx or espeakng-loader is missing.
        """
        _announce_compilation()
        from align.viterbi.acoustic_model import english_model
        from align.viterbi.decoding import decode, features_of
        from align.viterbi.front_end import SAMPLE_RATE
        from align.viterbi.lexicon import filler_pronunciations
        from align.viterbi.prices import prices_for

        samples = recording.resampled(SAMPLE_RATE).samples
        prices, features = prices_for(transcript.language, samples), features_of(samples)
        del samples
        recording.release()  # before dictionary, model and network take their memory
        tokens, words = _pronounceable(transcript)
        fillers = filler_pronunciations(transcript.language)
        decoding = decode(features, words, fillers, english_model(), prices)
        return _aligned(transcript, tokens, decoding, recording.duration)


def _announce_compilation() -> None:
    from align.viterbi import kernels
    from environments.compilation import is_cached

    if not is_cached(kernels.advance):
        log.info("compiling the aligner: half a minute, once per installation")


def _pronounceable(transcript: Transcript) -> tuple[list[int], list[list[Pronunciation]]]:
    """The token indexes and pronunciations of the spoken words that have one."""
    from align.viterbi.lexicon import pronunciations

    said = [(index, pronunciations(word, transcript.language)) for index, word in transcript.spoken]
    known = [(index, ways) for index, ways in said if ways]
    if not known:
        raise EngineError(
            f"None of the words can be pronounced in {transcript.language!r}.",
            remedy="Check the language tag.",
        )
    return [index for index, _ in known], [ways for _, ways in known]


def _aligned(transcript: Transcript, tokens: Sequence[int], decoding: Decoding, duration: float) -> Aligned:
    from align.viterbi.occurrences import occurrences

    passed = occurrences(decoding.segments)
    chosen = {word: segment for word, segment in passed.items() if segment.fit > NOT_SAID}
    _refuse_mismatch(passed, len(chosen) / len(tokens), transcript.language)
    elsewhere = occurrences(decoding.with_dearer_garbage)
    moved = {tokens[word] for word, segment in chosen.items() if _moves(segment, elsewhere.get(word))}
    clock = _Clock(duration)
    words: list[TimedWord | None] = [None] * len(transcript.tokens)
    for word, segment in sorted(chosen.items()):
        index = tokens[word]
        words[index] = _timed(transcript.tokens[index].text, segment, words[index], clock, index in moved)
    evidence = Evidence(
        unwritten=clock.stretches(_unwritten(decoding.segments, chosen)),
        silence=clock.stretches(_silent(decoding.segments)),
        unstable=tuple(sorted(moved)),
    )
    return Aligned(words, evidence)


class _Clock:
    """Converts frames to seconds within a recording."""

    def __init__(self, duration: float) -> None:
        self._duration = duration

    def __call__(self, frame: int) -> float:
        return min(round(frame * FRAME_SECONDS + BOUNDARY_SECONDS, 3) if frame else 0.0, self._duration)

    def stretches(self, spans: Sequence[tuple[int, int]]) -> tuple[Stretch, ...]:
        return tuple(Stretch(self(first), self(end)) for first, end in spans)


def _timed(text: str, segment: ArcSegment, known: TimedWord | None, clock: _Clock, moved: bool) -> TimedWord:
    """Join the spoken words of each token: from the first start to the last end, with the lowest confidence."""
    confidence = confidence_of(segment.fit) * (0.5 if moved else 1.0)
    start = known.start_time if known else clock(segment.first)
    surest = confidence if known is None or known.confidence is None else min(confidence, known.confidence)
    return TimedWord(text, start, clock(segment.end), "aligned", round(surest, 4))


def confidence_of(fit: float) -> float:
    """Confidence in (0, 1) from ``ArcSegment.fit``."""
    return 1 / (1 + math.exp(EVEN_ODDS - fit))


def _moves(segment: ArcSegment, other: ArcSegment | None) -> bool:
    return other is None or abs(other.first - segment.first) * FRAME_SECONDS > MOVED_SECONDS


def _unwritten(segments: Sequence[ArcSegment], chosen: Mapping[int, ArcSegment]) -> list[tuple[int, int]]:
    """Spans of garbage, fillers and repeated words, joined if only silence is between them."""
    from align.viterbi.network import FILLER, GARBAGE, NOISE, SILENCE

    spans: list[tuple[int, int]] = []
    follows = False
    for segment in segments:
        if segment.what in (SILENCE, NOISE):
            continue
        extra = segment.what in (GARBAGE, FILLER) or chosen.get(segment.what) is not segment
        if extra:
            spans.append((spans.pop()[0] if follows else segment.first, segment.end))
        follows = extra
    return spans


def _silent(segments: Sequence[ArcSegment]) -> list[tuple[int, int]]:
    from align.viterbi.network import NOISE, SILENCE

    return [(segment.first, segment.end) for segment in segments if segment.what in (SILENCE, NOISE)]


def _refuse_mismatch(passed: Mapping[int, ArcSegment], found: float, language: str) -> None:
    fit = median(segment.fit for segment in passed.values()) if passed else -math.inf
    least = LEAST_FIT if primary_language(language) == "en" else LEAST_FIT_ABROAD
    if found < LEAST_FOUND or fit < least:
        raise TranscriptMismatchError(
            f"The transcript does not sound like the recording: {found:.0%} of its words were found, and their median "
            f"fit is {fit:.1f}, where {least} is the least.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            found=found,
            fit=fit,
        )
