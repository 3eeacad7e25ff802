"""Passages of a transcript that were not said: a hidden Markov model over its words with two states, said and not said.

Evidence comes word by word; people leave out or add whole sentences, so that a change of state costs less between two
sentences than within one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class StateChange(NamedTuple):
    """Log probability lost when the state changes between two sentences, and within one."""

    between: float
    within: float


CHANGE = StateChange(1.0, 3.0)
"""Where an engine measured the words. Of 343 right transcripts none comes nearer than 3 to a passage, and none of 216
in noise, music, a room, a telephone or clipped; of 36 with a second voice 10 and 5 dB below, one and eight have one."""
MOST_EVIDENCE = 4.0
"""No single word counts more, whatever its signs: a mistyped word fits as badly as one that was not said."""
LEAST_WORDS = 2
"""Fewer words in a row are no passage."""
SNAP_WORDS = 3
"""Words by which a passage may grow or shrink to begin and end with a sentence: evidence blends into the next word."""
SENTENCE_ENDS = (".", "!", "?", "।", "॥", "…", ";")

_CLOSING = "\"'”’»)]}"


def unspoken_passages(
    words: Sequence[str], evidence: Sequence[float | None], change: StateChange = CHANGE
) -> list[tuple[int, int]]:
    """The passages that were not said: each one's first word, and the one after its last.

    Args:
        words: (n,) as written, with punctuation.
        evidence: (n,) of ``Scale.said``: positive for words that were said; None for words that nobody says.
        change: what it costs to begin and to end a passage.
    """
    starts = [place for place in range(len(words) + 1) if place == 0 or ends_sentence(words[place - 1])]
    passages = [_snapped(run, starts) for run in _runs(_likeliest_states(words, evidence, change))]
    return [
        (first, end)
        for first, end in passages
        if sum(e is not None for e in evidence[first:end]) >= LEAST_WORDS
    ]


def _snapped(run: tuple[int, int], starts: Sequence[int]) -> tuple[int, int]:
    """The run with its ends moved to the beginnings of sentences nearby, if most of it stays the same."""
    reach = min(SNAP_WORDS, (run[1] - run[0]) // 3)
    first, end = (min(starts, key=lambda start: abs(start - place)) for place in run)
    first = first if abs(first - run[0]) <= reach else run[0]
    end = end if abs(end - run[1]) <= reach else run[1]
    return (first, end) if first < end else run


def ends_sentence(word: str) -> bool:
    """Whether a written word is the last of a sentence."""
    return word.rstrip(_CLOSING).endswith(SENTENCE_ENDS)


def _likeliest_states(
    words: Sequence[str], evidence: Sequence[float | None], change: StateChange
) -> list[bool]:
    """Whether each word belongs to a passage that was not said (Viterbi's algorithm)."""
    said, not_said = 0.0, -change.between
    back: list[tuple[bool, bool]] = []
    for place, amount in enumerate(evidence):
        cost = change.between if place == 0 or ends_sentence(words[place - 1]) else change.within
        back.append((not_said - cost > said, said - cost > not_said))
        said, not_said = max(said, not_said - cost), max(not_said, said - cost)
        weight = 0.0 if amount is None else max(-MOST_EVIDENCE, min(MOST_EVIDENCE, amount))
        said, not_said = said + weight / 2, not_said - weight / 2
    state, states = not_said - change.between > said, list[bool]()
    for came_from_not_said, came_from_said in reversed(back):
        states.append(state)
        state = not came_from_said if state else came_from_not_said
    return states[::-1]


def _runs(states: Sequence[bool]) -> Iterator[tuple[int, int]]:
    first = None
    for place, state in enumerate([*states, False]):
        if state and first is None:
            first = place
        elif not state and first is not None:
            yield first, place
            first = None
