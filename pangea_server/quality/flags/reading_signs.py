"""Signs that a person reads a prepared text aloud instead of finding words while looking. Pure.

Each sign is a number from 0 (as when people speak freely) to 1 (as when they read), or is not known, with the reason.
None of them proves anything alone: fluent people pause little, and some people hold the camera still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from align import PoseTrace
from align.timed import TimedWord
from align.transcript import primary_language
from pangea_server.quality.flags.sound import LONGEST_GAP, Sound

LEAST_WORDS_HEARD = 12
"""Fewer words tell nothing about how a person speaks."""
LEAST_SPEECH_HEARD = 5.0
"""Seconds of speech below which pauses and the camera tell nothing."""
OTHERS_NEEDED = 3
"""Earlier answers of the same person that their usual speed is known by."""
NEARBY = 1.0
"""Seconds before and after a moment in which the camera's movement counts as at this moment."""
MOVED = np.radians(8)
"""Radians between the camera's outermost directions within that time, above which it moved."""

HESITATIONS = {
    "en": frozenset({"uh", "uhh", "um", "umm", "uhm", "er", "erm", "eh", "hmm", "hm", "mm"}),
    "hi": frozenset({"अं", "अँ", "अम", "उम", "उम्म", "हम्म", "हूँ", "एह"}),
    "te": frozenset({"అం", "అమ్", "ఉమ్", "ఉమ్మ్", "హ్మ్", "హుఁ", "ఆఁ", "ఏఁ"}),
}
"""Sounds that people make while they look for a word, as transcripts write them; no native speaker has checked hi and
te."""


@dataclass(frozen=True, slots=True)
class ReadingSign:
    """One measure.

    Attributes:
        value: from 0, speaks freely, to 1, reads; None if it is not known.
        told: what was measured, or why nothing could be; a part of a sentence.
    """

    name: str
    value: float | None
    told: str


def places_sign(places: float, total: int) -> ReadingSign:
    """From the number of viewpoints at which the speech was said."""
    return ReadingSign(
        "places",
        _between(places / total, free=0.75, read=0.35),
        f"said at {places:.1f} of {total} viewpoints",
    )


def pauses_sign(voice: Sound) -> ReadingSign:
    """From the share of pauses of at least half a second between the first and the last word."""
    if voice.speech_seconds < LEAST_SPEECH_HEARD:
        return ReadingSign("pauses", None, f"only {voice.speech_seconds:.1f} s of speech")
    inner = sum(after.start_time - before.end_time for before, after in pairwise(voice.spoken))
    share = inner / (voice.spoken[-1].end_time - voice.spoken[0].start_time)
    told = f"pauses of {LONGEST_GAP:g} s or more take {share:.0%} of the time"
    return ReadingSign("pauses", _between(share, free=0.3, read=0.08), told)


def fillers_sign(words: Sequence[str], language: str) -> ReadingSign:
    """From sounds such as "um" in the transcript. Their absence tells nothing, since many people leave them out."""
    fillers = HESITATIONS.get(primary_language(language))
    if fillers is None:
        return ReadingSign("fillers", None, f"fillers of {language} are not known")
    if len(words) < LEAST_WORDS_HEARD:
        return ReadingSign("fillers", None, f"only {len(words)} words")
    count = sum(word.lower().strip(".,;:!?…।-") in fillers for word in words)
    if not count:
        return ReadingSign("fillers", None, "no “um” is written")
    return ReadingSign(
        "fillers", _between(count / len(words), free=0.02, read=0.0), f"{count} fillers such as “um”"
    )


def rate_sign(rate: float | None, usual: float | None) -> ReadingSign:
    """From how much faster the words came than in the same person's other answers.

    Args:
        rate, usual: words in a second of words, without pauses; ``usual`` is None for a person with too few answers.
    """
    if rate is None:
        return ReadingSign("rate", None, "word times are not known yet")
    if usual is None:
        return ReadingSign(
            "rate", None, f"the person has fewer than {OTHERS_NEEDED} other answers with word times"
        )
    ratio = rate / usual
    told = f"{rate:.1f} words a second, the person's own are {usual:.1f}"
    return ReadingSign("rate", _between(ratio, free=1.05, read=1.3), told)


def camera_sign(trace: PoseTrace, voice: Sound) -> ReadingSign:
    """From the share of the speech during which the camera moved: people who read look at the text."""
    if voice.speech_seconds < LEAST_SPEECH_HEARD:
        return ReadingSign("camera", None, f"only {voice.speech_seconds:.1f} s of speech")
    share = float(np.mean(_moved(trace, voice.speech_times)))
    told = f"the camera moved during {share:.0%} of the speech"
    return ReadingSign("camera", _between(share, free=0.5, read=0.1), told)


def rate_of(words: Iterable[TimedWord]) -> float | None:
    """Words in a second of words; None for fewer than ``LEAST_WORDS_HEARD`` with times of their own."""
    heard = [word for word in words if word.source != "interpolated"]
    seconds = sum(word.end_time - word.start_time for word in heard)
    return len(heard) / seconds if len(heard) >= LEAST_WORDS_HEARD and seconds > 0 else None


def _moved(trace: PoseTrace, times: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) whether the camera turned within ``NEARBY`` of each time; steps to another viewpoint do not count."""
    heading = np.unwrap(trace.heading)
    first = np.searchsorted(trace.time, times - NEARBY, side="left")
    last = np.searchsorted(trace.time, times + NEARBY, side="right")
    extents = [
        np.hypot(np.ptp(heading[start:end]), np.ptp(trace.elevation[start:end])) if end > start else 0.0
        for start, end in zip(first, last, strict=True)
    ]
    moved: NDArray[np.bool_] = np.array(extents) > MOVED
    return moved


def _between(value: float, free: float, read: float) -> float:
    """How far ``value`` is on the way from ``free`` to ``read``, in [0, 1]."""
    return float(np.clip((value - free) / (read - free), 0.0, 1.0))
