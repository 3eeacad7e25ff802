"""Noticing that a search has lost the path.

A hypothesis that was dropped was less likely than the best one by the beam. If it was right after all, the path that
was found instead later loses as much against it: for many frames in a row it fits far worse than speech fits its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from align.viterbi.search import Search

WORST_RIGHT = 0.5
"""The right path's loss in a frame against the most likely phone, as a share of what garbage loses. Our choice: on the
recordings of ``make bench-align`` it is below this over any ten seconds, but where people say what is not written."""
SUSPICIOUS = 0.5
"""Share of the beam that a path may lose beyond that before the search is repeated with a wider one."""


class LossWatch:
    """Watches what the best path of a search loses.

    Args:
        search: whose frames it watches, from the first on.
        garbage_frame: the price of a frame of garbage.
    """

    def __init__(self, search: Search, garbage_frame: float) -> None:
        self._search = search
        self._right = -WORST_RIGHT * garbage_frame
        self._before = self._excess = self._worst = 0.0

    def after(self, likeliest: NDArray[np.float32]) -> None:
        """Take note of a block of frames, after the search followed it.

        Args:
            likeliest: (t,) log density of the most likely phone in each frame.
        """
        gained = self._search.log_probability - self._before
        self._before += gained
        loss = float(likeliest.sum(dtype="float64")) - gained
        self._excess = max(0.0, self._excess + loss - self._right * len(likeliest))
        self._worst = max(self._worst, self._excess)

    def is_lost(self, *, to_the_end: bool = True) -> bool:
        """Whether the right path may have left the beam.

        Args:
            to_the_end: whether the path must reach the last word, by skipping those that are left.
        """
        at_the_end = self._excess - (self._search.rest if to_the_end else 0.0)
        return max(self._worst, at_the_end) > SUSPICIOUS * self._search.beam
