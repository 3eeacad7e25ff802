"""Who speaks when in a conversation: stretches of speech, turns, gaps and overlaps.

Source of the terms, and of the least pause: Heldner and Edlund 2010, Pauses, gaps and overlaps in conversations,
Journal of Phonetics 38.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

PAUSE = 0.2
"""Seconds of silence that end a stretch of speech: shorter ones are in plosives."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one person said or typed without a pause; times in seconds on one line for all speakers."""

    speaker: str
    start: float
    end: float
    words: tuple[str, ...]
    typed: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.words)


def utterances(speaker: str, words: Iterable[tuple[float, float, str]]) -> list[Utterance]:
    """One person's words, with start and end, in the stretches between their pauses."""
    found: list[Utterance] = []
    for start, end, word in words:
        last = found[-1] if found else None
        if last and start - last.end < PAUSE:
            found[-1] = Utterance(speaker, last.start, max(last.end, end), (*last.words, word))
        else:
            found.append(Utterance(speaker, start, end, (word,)))
    return found


def turns(said: Iterable[Utterance]) -> list[Utterance]:
    """What everybody said, in order of the beginnings, with what one person says until another begins as one."""
    found: list[Utterance] = []
    for each in sorted(said, key=lambda each: each.start):
        last = found[-1] if found else None
        if last and (last.speaker, last.typed) == (each.speaker, each.typed):
            words = (*last.words, *each.words)
            found[-1] = Utterance(each.speaker, last.start, max(last.end, each.end), words, each.typed)
        else:
            found.append(each)
    return found


def merged_turns(said: Iterable[Utterance]) -> list[Utterance]:
    """The same, where it does not matter what was spoken and what was typed: speakers take turns strictly."""
    return turns(Utterance(e.speaker, e.start, e.end, e.words) for e in said)


@dataclass(frozen=True, slots=True)
class FloorTransfer:
    """One person speaks after another."""

    before: Utterance
    after: Utterance

    @property
    def seconds(self) -> float:
        """From the end of the one's speech to the beginning of the other's, negative where they overlap."""
        return self.after.start - self.before.end


def floor_transfers(said: Iterable[Utterance]) -> list[FloorTransfer]:
    """Each time that another person speaks.

    What somebody says wholly within another's speech, such as "mhm", takes nobody's turn.
    """
    spoken = sorted((each for each in said if not each.typed), key=lambda each: (each.start, -each.end))
    holding: list[Utterance] = []
    for each in spoken:
        if not holding or each.end > holding[-1].end:
            holding.append(each)
    return [
        FloorTransfer(before, after) for before, after in pairwise(holding) if before.speaker != after.speaker
    ]


def speech_seconds(said: Iterable[Utterance]) -> float:
    """For how long one or another spoke; overlaps count once."""
    return sum(end - start for start, end in _merged([(e.start, e.end) for e in said if not e.typed]))


def overlap(said: Sequence[Utterance]) -> float | None:
    """The share of the time with speech in which more than one person spoke; None where nobody did."""
    together = speech_seconds(said)
    alone = sum(speech_seconds([each for each in said if each.speaker == who]) for who in _speakers(said))
    return (alone - together) / together if together else None


def _speakers(said: Iterable[Utterance]) -> set[str]:
    return {each.speaker for each in said}


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
