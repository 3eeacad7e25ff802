"""Alignment reports: how much of the recording the transcript explains, and whether the transcript is doubtful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from align.languages import LanguageDoubt
    from align.timed import TimedWord
    from align.viterbi.regions import RegionFit

ReportVerdict = Literal["fits", "doubtful"]

LEAST_COVERAGE = 0.8
MOST_UNWRITTEN = 0.4
"""Largest share of the speech that may be missing from the transcript."""
MOST_UNSTABLE = 0.3
"""Largest share of the words that may be unstable."""
LONGEST_UNWRITTEN = 1.1
"""Seconds of new speech in an unwritten stretch beyond which a sentence is missing: stumbles ("no wait", "on your
left I mean") had 0.96 at most, without the fillers and repetitions in them, and sentences left out 2.0 at least."""
SPEAKING_RATES = (0.5, 6.0)
"""Usual range of words per second of speech, without pauses."""
LONGEST_STUMBLE = 2.0
"""Seconds of an unwritten stretch beyond which it is no stumble, whatever is in it; those had 1.7 at most."""
LARGEST_STUMBLE, SHORTEST_SENTENCE = 0.15, 0.6
"""Share of the speech beyond which a stretch is no stumble either (those had 0.08), if it has so many seconds: where
the sounds are not English, a sentence that is not written looks like a repetition of words that are."""
MOST_NAMED = 3
"""Passages that the reasons name one by one; the report has all of them."""
MOST_QUOTED = 40
"""Letters of a passage that a reason quotes."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a recording; seconds since it began."""

    start_time: float
    end_time: float

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.end_time - self.start_time


@dataclass(frozen=True, slots=True)
class UnspokenPassage:
    """A part of the transcript that was not said.

    Attributes:
        start_char, end_char: its place in the transcript's text.
        text: its words.
    """

    start_char: int
    end_char: int
    text: str


@dataclass(frozen=True, slots=True)
class EngineEvidence:
    """What an engine knows in addition to the times of words.

    Attributes:
        unwritten: stretches of speech that are not in the transcript: other words, and repetitions; None if the engine
            does not know.
        silence: stretches without speech; None if the engine does not know.
        unstable: indexes of the tokens that move by more than 150 ms when unwritten speech is made less likely; None if
            the engine does not know.
        unspoken: passages of tokens that were not said, each its first token and the one after its last; None if the
            engine does not know.
        new_seconds: how much of each of ``unwritten`` is neither a filler nor a repetition; None if the engine does not
            know.
        region: of English, whose pronunciations fit best; None if the engine cannot tell.
    """

    unwritten: tuple[Stretch, ...] | None
    silence: tuple[Stretch, ...] | None
    unstable: tuple[int, ...] | None
    unspoken: tuple[tuple[int, int], ...] | None = None
    new_seconds: tuple[float, ...] | None = None
    region: RegionFit | None = None


NOTHING_KNOWN = EngineEvidence(None, None, None)


@dataclass(frozen=True, slots=True)
class AlignmentReport:
    """Summary of one recording's alignment.

    What the engine cannot know, including the ``Alignment``'s edit distance, is None, and ``unknown`` says why.

    Attributes:
        coverage: share of the tokens whose time comes from the sound, in [0, 1].
        unwritten_share: share of the recording in unwritten stretches ("garbage"), in [0, 1].
        silence_share: share of the recording without speech, in [0, 1].
        unstable_words: number of tokens that move by more than 150 ms between two prices of garbage.
        speaking_rate: tokens timed by the sound, per second of their duration.
        verdict: ``doubtful`` if the transcript may not be what was said, and ``reasons`` say why; None if nothing
            speaks against it, but the engine would not notice everything.
        unspoken: the passages of the transcript that were not said.
        suggested_language: BCP 47, if the transcript seems to be in another language than the one it was aligned in.
        region: of English, whose pronunciations fit best (BCP 47); None where regions cannot be told apart.
        region_margin: ``RegionFit.margin``.
        region_doubted: whether the transcript's language names a region that fits far worse.
    """

    coverage: float
    unwritten_share: float | None
    silence_share: float | None
    unstable_words: int | None
    speaking_rate: float
    verdict: ReportVerdict | None
    reasons: tuple[str, ...] = ()
    unknown: str = ""
    unspoken: tuple[UnspokenPassage, ...] | None = None
    suggested_language: str | None = None
    region: str | None = None
    region_margin: float | None = None
    region_doubted: bool = False


def report_on(
    words: Sequence[TimedWord],
    duration: float,
    evidence: EngineEvidence | None,
    engine: str,
    *,
    recognises: bool = False,
    doubt: LanguageDoubt | None = None,
    other_sound: float | None = None,
) -> AlignmentReport:
    """Make the report on at least one word in a recording of ``duration`` seconds.

    Args:
        doubt: what speaks against the transcript's language.
        other_sound: ``align.loudness.other_sound``.
    """
    known = evidence or NOTHING_KNOWN
    timed = [word for word in words if word.source != "interpolated"]
    seconds = sum(word.end_time - word.start_time for word in timed)
    coverage, rate = len(timed) / len(words), len(timed) / max(seconds, 0.01)
    unwritten = None if known.unwritten is None else _total(known.unwritten)
    share = (unwritten or 0.0) / max(seconds + (unwritten or 0.0), 0.01)
    unspoken = (
        None if known.unspoken is None else tuple(_passage(words[first:end]) for first, end in known.unspoken)
    )
    reasons = [
        *([doubt.reason] if doubt else []),
        *_reasons_in_the_text(unspoken or ()),
        *_reasons_in_the_sound(known, seconds + (unwritten or 0.0)),
        *_reasons(coverage, rate, share, len(known.unstable or ()) / len(words)),
        *([] if other_sound is None else [_other_sound(other_sound, known)]),
    ]
    return AlignmentReport(
        coverage=coverage,
        unwritten_share=None if unwritten is None else unwritten / duration,
        silence_share=None if known.silence is None else _total(known.silence) / duration,
        unstable_words=None if known.unstable is None else len(known.unstable),
        speaking_rate=rate,
        verdict="doubtful" if reasons else "fits" if None not in (known.unwritten, known.unspoken) else None,
        reasons=tuple(reasons),
        unknown=" ".join(_unknown(known, engine, recognises)),
        unspoken=unspoken,
        suggested_language=doubt.suggestion if doubt else None,
        region=known.region.region if known.region else None,
        region_margin=known.region.margin if known.region else None,
        region_doubted=bool(known.region and known.region.doubted),
    )


def _unknown(known: EngineEvidence, engine: str, recognises: bool) -> Iterator[str]:
    if known.unwritten is None:
        yield f"The engine {engine} tells no unwritten speech from silence."
    elif known.silence is None:
        yield f"The engine {engine} tells neither where silence is nor how firm its words' places are."
    if known.unspoken is None:
        yield f"The engine {engine} cannot tell which words were not said."
    if not recognises:
        yield f"The engine {engine} recognises nothing that an edit distance could be taken to."


def _reasons_in_the_text(unspoken: Sequence[UnspokenPassage]) -> Iterator[str]:
    for passage in unspoken[:MOST_NAMED]:
        yield f"not said: \u201c{_shortened(passage.text)}\u201d"
    if len(unspoken) > MOST_NAMED:
        yield f"{len(unspoken) - MOST_NAMED} more passages not said"


def _reasons_in_the_sound(known: EngineEvidence, speech: float) -> Iterator[str]:
    stretches = known.unwritten or ()
    new = known.new_seconds or [None] * len(stretches)
    missing = [
        stretch
        for stretch, seconds in zip(stretches, new, strict=True)
        if _is_sentence(stretch, seconds, speech)
    ]
    for stretch in missing[:MOST_NAMED]:
        yield f"not written: {stretch.duration:.1f} s at {_clock(stretch.start_time)}"
    if len(missing) > MOST_NAMED:
        yield f"{len(missing) - MOST_NAMED} more stretches not written"


def _is_sentence(stretch: Stretch, new: float | None, speech: float) -> bool:
    """Whether an unwritten stretch is longer than a stumble; ``new`` and ``speech`` are seconds."""
    if new is None:
        return stretch.duration > LONGEST_STUMBLE
    large = stretch.duration > max(SHORTEST_SENTENCE, LARGEST_STUMBLE * speech)
    return new > LONGEST_UNWRITTEN or stretch.duration > LONGEST_STUMBLE or large


def _other_sound(below: float, known: EngineEvidence) -> str:
    amount = f"{below:.0f} dB below them" if below >= 1 else "as loud as they are"
    kinds = (
        "music or a second voice"
        if known.unwritten is not None
        else "music, a second voice or words that are not written"
    )
    return f"other sound between the words, such as {kinds}, {amount}"


def _reasons(coverage: float, rate: float, share: float, unstable: float) -> list[str]:
    slowest, fastest = SPEAKING_RATES
    findings = [
        (coverage < LEAST_COVERAGE, f"only {coverage:.0%} of the words were found in the sound"),
        (share > MOST_UNWRITTEN, f"{share:.0%} of the speech is not in the transcript"),
        (unstable > MOST_UNSTABLE, f"{unstable:.0%} of the words have no firm place"),
        (not slowest <= rate <= fastest, f"the words would be said at {rate:.1f} a second"),
    ]
    return [reason for found, reason in findings if found]


def _passage(words: Sequence[TimedWord]) -> UnspokenPassage:
    return UnspokenPassage(
        words[0].start_char or 0, words[-1].end_char or 0, " ".join(word.word for word in words)
    )


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1].rstrip()}…"


def _clock(seconds: float) -> str:
    """Minutes and seconds, as players show them."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _total(stretches: Sequence[Stretch]) -> float:
    return sum(stretch.duration for stretch in stretches)
