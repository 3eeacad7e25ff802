"""Alignment reports: how much of the recording the transcript explains, and whether the transcript is doubtful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from align.timed import TimedWord

ReportVerdict = Literal["fits", "doubtful"]

LEAST_COVERAGE = 0.8
MOST_UNWRITTEN = 0.4
"""Largest share of the speech that may be missing from the transcript."""
MOST_UNSTABLE = 0.3
"""Largest share of the words that may be unstable."""
SPEAKING_RATES = (0.5, 6.0)
"""Usual range of words per second of speech, without pauses."""


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
class Evidence:
    """What an engine knows in addition to the times of words.

    Attributes:
        unwritten: stretches of speech that are not in the transcript: other words, and repetitions.
        silence: stretches without speech.
        unstable: indexes of the tokens that move by more than 150 ms when unwritten speech is made less likely.
    """

    unwritten: tuple[Stretch, ...]
    silence: tuple[Stretch, ...]
    unstable: tuple[int, ...]


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
        verdict: ``doubtful`` if the transcript may not be what was said; ``reasons`` say why.
    """

    coverage: float
    unwritten_share: float | None
    silence_share: float | None
    unstable_words: int | None
    speaking_rate: float
    verdict: ReportVerdict
    reasons: tuple[str, ...] = ()
    unknown: str = ""


def report_on(
    words: Sequence[TimedWord],
    duration: float,
    evidence: Evidence | None,
    engine: str,
    *,
    recognises: bool = False,
) -> AlignmentReport:
    """Make the report on at least one word in a recording of ``duration`` seconds."""
    timed = [word for word in words if word.source != "interpolated"]
    seconds = sum(word.end_time - word.start_time for word in timed)
    coverage, rate = len(timed) / len(words), len(timed) / max(seconds, 0.01)
    unwritten = _total(evidence.unwritten) if evidence else None
    silence = _total(evidence.silence) if evidence else None
    unstable = len(evidence.unstable) if evidence else None
    share = (unwritten or 0.0) / max(seconds + (unwritten or 0.0), 0.01)
    reasons = _reasons(coverage, rate, share, (unstable or 0) / len(words))
    return AlignmentReport(
        coverage=coverage,
        unwritten_share=None if unwritten is None else unwritten / duration,
        silence_share=None if silence is None else silence / duration,
        unstable_words=unstable,
        speaking_rate=rate,
        verdict="doubtful" if reasons else "fits",
        reasons=tuple(reasons),
        unknown=" ".join(_unknown(evidence, engine, recognises)),
    )


def _unknown(evidence: Evidence | None, engine: str, recognises: bool) -> Iterator[str]:
    if evidence is None:
        yield f"The engine {engine} tells no unwritten speech from silence."
    if not recognises:
        yield f"The engine {engine} recognises nothing that an edit distance could be taken to."


def _reasons(coverage: float, rate: float, share: float, unstable: float) -> list[str]:
    slowest, fastest = SPEAKING_RATES
    findings = [
        (coverage < LEAST_COVERAGE, f"only {coverage:.0%} of the words were found in the sound"),
        (share > MOST_UNWRITTEN, f"{share:.0%} of the speech is not in the transcript"),
        (unstable > MOST_UNSTABLE, f"{unstable:.0%} of the words have no firm place"),
        (not slowest <= rate <= fastest, f"the words would be said at {rate:.1f} a second"),
    ]
    return [reason for found, reason in findings if found]


def _total(stretches: Sequence[Stretch]) -> float:
    return sum(stretch.duration for stretch in stretches)
