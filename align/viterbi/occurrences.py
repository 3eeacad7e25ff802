"""Choosing the occurrence of each word that the path passes more than once.

People start again: "go into, no, go straight, no wait, go into the hall". The last occurrence counts, unless an earlier
one sounds much more like the word: sometimes the search mistakes a filler for a repetition. Words stay in order.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from align.viterbi.decoding import ArcSegment

LAST_COUNTS = 0.75
"""Bonus for the last occurrence, in the unit of ``ArcSegment.fit``."""


class _Chain(NamedTuple):
    """The best choice for all words up to this one, given the segment chosen for this one."""

    worth: float
    segment: ArcSegment | None = None
    before: _Chain | None = None

    @property
    def first(self) -> int:
        return self.segment.first if self.segment else -1


def occurrences(segments: Sequence[ArcSegment]) -> Mapping[int, ArcSegment]:
    """Choose one segment for every word that the path passes, in order of time and of words.

    A word that was said only before the words in front of it has none.
    """
    said: dict[int, list[ArcSegment]] = defaultdict(list)
    for segment in segments:
        if segment.what >= 0:
            said[segment.what].append(segment)
    chains = [_Chain(0.0)]
    for word in sorted(said):
        longer = [chain for segment in said[word] if (chain := _longer(chains, segment, said[word][-1]))]
        chains = longer or chains
    chosen, chain = {}, max(chains, key=lambda chain: chain.worth)
    while chain.segment and chain.before:
        chosen[chain.segment.what] = chain.segment
        chain = chain.before
    return chosen


def _longer(chains: Sequence[_Chain], segment: ArcSegment, last: ArcSegment) -> _Chain | None:
    before = max((c for c in chains if c.first < segment.first), key=lambda c: c.worth, default=None)
    if before is None:
        return None
    worth = min(segment.fit, 0.0) + (LAST_COUNTS if segment is last else 0.0)
    return _Chain(before.worth + worth, segment, before)
