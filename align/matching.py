"""Matching recognised words to written words, to give the written words times.

Source: Ku et al. 2020 (Room-Across-Room), arXiv:2010.07954: dynamic time warping over words whose cost is the edit
distance of their characters. Our choice: on the warping path every written word keeps at most one recognised word, the
nearest, and the other way round, and none that differs in more than half of its characters; the others stay untimed.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Literal

import numpy as np

from align.timed import TimedWord
from align.transcript import spoken_form
from environments.metrics.dtw import dtw, dtw_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.transcript import Transcript

Method = Literal["exact", "banded", "fastdtw"]
"""How recognised words are warped onto written ones: along the cheapest path of all; along the cheapest near the
diagonal, in time and memory that grow with the length instead of its square; or along fastdtw's, as in 2021."""

BAND_SHARE = 0.1
"""How far the path of ``banded`` may leave the diagonal, as a share of the recognised words."""

BAND_WORDS = 20
"""The same in words, for short texts, where a sentence that nobody said is more than that share."""

MAX_DISTANCE = 0.5
"""Words are different when their edit distance is more than this share of the longer word's characters."""


def transfer_times(
    recognised: Sequence[TimedWord], transcript: Transcript, method: Method = "exact"
) -> list[TimedWord | None]:
    """One entry per token of the transcript: the times of the recognised word it matches, or None.

    A token of several spoken words ("in-front") lasts from the first matched one to the last.

    Args:
        method: ``fastdtw``, as in 2021, is slower and less exact; ``banded`` misses words that lie far from the
            diagonal, as after minutes of speech that are not written.
    """
    heard = [
        (index, word)
        for index, known in enumerate(recognised)
        for word in spoken_form(known.word, transcript.language)
    ]
    written = transcript.spoken
    times: list[TimedWord | None] = [None] * len(transcript.tokens)
    for i, j in match([word for _, word in written], [word for _, word in heard], method):
        token, source = written[i][0], recognised[heard[j][0]]
        known = times[token]
        start = known.start_time if known else source.start_time
        text = transcript.tokens[token].text
        times[token] = TimedWord(text, start, source.end_time, source.source, source.confidence)
    return times


def match(
    written: Sequence[str], recognised: Sequence[str], method: Method = "exact"
) -> list[tuple[int, int]]:
    """Pairs (i, j), increasing in both, where written[i] and recognised[j] are the same word."""
    if not written or not recognised:
        return []
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    def distances(rows: slice, columns: slice) -> NDArray[np.float64]:
        some = cdist(written[rows], recognised[columns], scorer=Levenshtein.normalized_distance)
        return np.asarray(some, np.float64)

    if method == "fastdtw":
        path = dtw(distances(slice(None), slice(None)), "fastdtw").path
    else:
        band = max(BAND_WORDS, ceil(BAND_SHARE * len(recognised))) if method == "banded" else None
        path = dtw_path(distances, len(written), len(recognised), band=band)
    near = [(Levenshtein.normalized_distance(written[i], recognised[j]), i, j) for i, j in path.tolist()]
    pairs: dict[int, int] = {}
    for cost, i, j in sorted(near):
        if cost <= MAX_DISTANCE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return sorted(pairs.items())


def edit_distance(recognised: Sequence[TimedWord], transcript: Transcript) -> float:
    """The distance between the recognised and the written words, in [0, 1].

    Our choice (RxR publishes a fraction without its definition): the Levenshtein distance between the spoken forms,
    joined by spaces, divided by the length of the longer one.
    """
    from rapidfuzz.distance import Levenshtein

    heard = " ".join(word for known in recognised for word in spoken_form(known.word, transcript.language))
    return float(Levenshtein.normalized_distance(" ".join(word for _, word in transcript.spoken), heard))
