"""The engine ``viterbi``: timed words, unwritten speech, and the confidence of each word."""

from __future__ import annotations

import logging
import math
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from align.calibration import Measured, judge
from align.engines.protocol import Aligned
from align.errors import EngineError, TranscriptMismatchError
from align.report import EngineEvidence, Stretch
from align.timed import TimedWord
from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from align.audio import Audio
    from align.calibration import Judgement, WordJudgement
    from align.transcript import Transcript
    from align.viterbi.decoding import ArcSegment, Decoding
    from align.viterbi.regions import NetworkWord

log = logging.getLogger(__name__)

FRAME_SECONDS = 0.01
BOUNDARY_SECONDS = 0.005
"""A frame's window is longer than the step to the next frame: a boundary between two frames lies this long after the
later frame's first sample. Our choice: the middle of the step; 0.003 to 0.007 give the same results."""
NOT_SAID = -7.0
"""``ArcSegment.fit`` below which a word gets no time: it is on the path only because skipping it costs more."""
MOVED_SECONDS = 0.15
"""A word is unstable if it moves farther than this when garbage costs more."""
LEAST_FIT, LEAST_FIT_ABROAD = -2.6, -3.7
"""Usual least fit of the median word in English, and in languages that the model does not know."""
LEAST_FOUND = 0.5
"""Least share of the words that must be found."""
MOST_UNSPOKEN, HALF = 0.8, 0.5
"""Largest share of the tokens in passages that were not said; and the largest one if the words fit badly. With another
recording's transcript it was 0.88 and more in 41 of 42 tries, with the right one 0."""


class Viterbi:
    """Viterbi beam search over the acoustic model of pocketsphinx, in a network that allows for repetitions, fillers
    and skipped words; repeated with a wider beam where it lost the path (``align.viterbi.lost``).

    A word's confidence and expected error are those of ``align.calibration``.
    """

    name = "viterbi"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Find the times of the tokens that were said; None for skipped tokens and those that cannot be pronounced.

        Raises:
            TranscriptMismatchError: the transcript is not what was said in the recording.
            EngineError: the words cannot be pronounced in their language.
            EngineNotInstalledError: pocketsphinx or espeakng-loader is missing.
        """
        found = _found(recording, transcript)
        judgement = judge(self.name, transcript, found.measured)
        _refuse_mismatch(found, judgement, transcript)
        return _aligned(found, judgement, transcript)

    def measured(self, recording: Audio, transcript: Transcript) -> Measured:
        """What the confidence of words is taken from; errors as of ``align``, but no transcript is refused."""
        return _found(recording, transcript).measured


class _Searched(NamedTuple):
    """What the search found.

    Attributes:
        words: those of the network, each of a token that can be pronounced.
        passed, chosen: the segment of each word that the path passes, and of each that gets its time.
        moved: the tokens that are elsewhere when garbage is dearer.
        clock: of the recording.
    """

    words: Sequence[NetworkWord]
    segments: Sequence[ArcSegment]
    passed: Mapping[int, ArcSegment]
    chosen: Mapping[int, ArcSegment]
    moved: frozenset[int]
    clock: _Clock
    measured: Measured


def _found(recording: Audio, transcript: Transcript) -> _Searched:
    _announce_compilation()
    from align.viterbi.acoustic_model import english_model
    from align.viterbi.decoding import decode, features_of
    from align.viterbi.front_end import SAMPLE_RATE
    from align.viterbi.lexicon import filler_pronunciations
    from align.viterbi.prices import prices_for
    from align.viterbi.regions import price_of_another_region

    samples = recording.resampled(SAMPLE_RATE).samples
    features = features_of(samples)
    prices = prices_for(transcript.language, features.loudness)
    del samples
    recording.release()  # before dictionary, model and network take their memory
    words = _pronounceable(transcript)
    fillers = filler_pronunciations(transcript.language)
    prices = prices._replace(other_region=price_of_another_region(transcript.language))
    ways, usual = [word.ways for word in words], [word.usual for word in words]
    decoding = decode(features, ways, fillers, english_model(), prices, usual)
    return _examined(decoding, words, recording.duration)


def _examined(decoding: Decoding, words: Sequence[NetworkWord], duration: float) -> _Searched:
    from align.viterbi.occurrences import occurrences
    from align.viterbi.signs import signs_of

    tokens = [word.token for word in words]
    passed, elsewhere = occurrences(decoding.segments), occurrences(decoding.with_dearer_garbage)
    chosen = {word: segment for word, segment in sorted(passed.items()) if segment.fit > NOT_SAID}
    moved = frozenset(
        tokens[word] for word, segment in chosen.items() if _moves(segment, elsewhere.get(word))
    )
    clock = _Clock(duration)
    signs = signs_of(decoding, chosen, elsewhere, len(tokens)) if chosen else {}
    starts = [clock(segment.first) for segment in chosen.values()]
    measured = Measured(tokens, list(chosen), starts, signs)
    return _Searched(words, decoding.segments, passed, chosen, moved, clock, measured)


def _announce_compilation() -> None:
    from align.viterbi import kernels
    from environments.compilation import is_cached

    if not is_cached(kernels.advance):
        log.info("compiling the aligner: half a minute, once per installation")


def _pronounceable(transcript: Transcript) -> list[NetworkWord]:
    """The spoken words that have a pronunciation."""
    from align.viterbi.regions import words_of

    known = words_of(transcript)
    if not known:
        raise EngineError(
            f"None of the words can be pronounced in {transcript.language!r}.",
            remedy="Check the language tag.",
        )
    return known


def _aligned(found: _Searched, judgement: Judgement, transcript: Transcript) -> Aligned:
    from align.viterbi.regions import region_fit

    words: list[TimedWord | None] = [None] * len(transcript.tokens)
    for word, segment in found.chosen.items():
        index = found.words[word].token
        text, judged = transcript.tokens[index].text, judgement.words[word]
        words[index] = _timed(text, segment, judged, words[index], found.clock)
    spans, new_frames = _unwritten(found.segments, found.chosen)
    evidence = EngineEvidence(
        unwritten=found.clock.stretches(spans),
        silence=found.clock.stretches(_silent(found.segments)),
        unstable=tuple(sorted(found.moved)),
        unspoken=judgement.unspoken,
        new_seconds=tuple(frames * FRAME_SECONDS for frames in new_frames),
        region=region_fit(
            ((found.words[word], segment.way) for word, segment in found.chosen.items()), transcript.language
        ),
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


def _timed(
    text: str, segment: ArcSegment, judged: WordJudgement, known: TimedWord | None, clock: _Clock
) -> TimedWord:
    """Join the spoken words of each token: from the first start, with its expected error, to the last end, with the
    lowest confidence."""
    confidence, error = round(judged.confidence, 4), round(judged.expected_error, 4)
    if known is None:
        return TimedWord(
            text, clock(segment.first), clock(segment.end), "aligned", confidence, expected_error=error
        )
    return replace(known, end_time=clock(segment.end), confidence=min(confidence, known.confidence or 0.0))


def _moves(segment: ArcSegment, other: ArcSegment | None) -> bool:
    return other is None or abs(other.first - segment.first) * FRAME_SECONDS > MOVED_SECONDS


def _unwritten(
    segments: Sequence[ArcSegment], chosen: Mapping[int, ArcSegment]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Spans of garbage, fillers and repeated words, joined if only silence is between them; and the frames of garbage
    in each of them."""
    from align.viterbi.network import FILLER, GARBAGE, NOISE, SILENCE

    spans: list[tuple[int, int]] = []
    new_frames: list[int] = []
    follows = False
    for segment in segments:
        if segment.what in (SILENCE, NOISE):
            continue
        extra = segment.what in (GARBAGE, FILLER) or chosen.get(segment.what) is not segment
        if extra:
            garbage = segment.end - segment.first if segment.what == GARBAGE else 0
            new_frames.append(garbage + (new_frames.pop() if follows else 0))
            spans.append((spans.pop()[0] if follows else segment.first, segment.end))
        follows = extra
    return spans, new_frames


def _silent(segments: Sequence[ArcSegment]) -> list[tuple[int, int]]:
    from align.viterbi.network import NOISE, SILENCE

    return [(segment.first, segment.end) for segment in segments if segment.what in (SILENCE, NOISE)]


def _refuse_mismatch(found: _Searched, judgement: Judgement, transcript: Transcript) -> None:
    passed = found.passed.values()
    share = len(found.chosen) / len(found.words)
    fit = median(segment.fit for segment in passed) if passed else -math.inf
    least = LEAST_FIT if primary_language(transcript.language) == "en" else LEAST_FIT_ABROAD
    unspoken = judgement.unspoken_tokens / len(transcript.tokens)
    if share < LEAST_FOUND or unspoken > MOST_UNSPOKEN or (fit < least and unspoken > HALF):
        raise TranscriptMismatchError(
            f"The transcript does not sound like the recording: {share:.0%} of its words were found, {unspoken:.0%} "
            f"were probably not said, and the median fit is {fit:.1f}.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            found=share,
            unspoken=unspoken,
            fit=fit,
        )
