"""Decoding sound and words into segments: a first pass adapts the features to the model, a second gives the result."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.viterbi.adaptation import CepstralFeatures, adaptation
from align.viterbi.boundaries import Boundaries
from align.viterbi.frame_scores import BLOCK_FRAMES, FrameScorer
from align.viterbi.front_end import centred_cepstra
from align.viterbi.network import GARBAGE, build_network
from align.viterbi.search import BEAMS, Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from threadpoolctl import threadpool_limits

    from align.viterbi.acoustic_model import AcousticModel
    from align.viterbi.boundaries import Boundary
    from align.viterbi.lexicon import Pronunciation
    from align.viterbi.network import Network
    from align.viterbi.prices import Prices
    from align.viterbi.search import StatePath

MOST_ADAPTATIONS = 2
POOR_FIT = -1.5
"""Mean fit of the frames of words (``ArcSegment.fit``) before adaptation, below which they are adapted to twice: in
noise at 10 dB, and in languages that the model does not know."""
ADAPTATION_FRAMES = 9_000
"""Frames used for adaptation: the recording's first minute and a half is enough."""
DEARER_GARBAGE = -3.0
"""Change of the garbage frame price that shows which words depend on it."""


class ArcSegment(NamedTuple):
    """An arc of the path.

    Attributes:
        what: the word's index, or ``SILENCE``, ``NOISE``, ``GARBAGE``, ``FILLER`` of ``network``.
        first, end: the frames, ``end`` excluded.
        fit: mean over the frames of the score minus that of the most likely phone; near zero for clear speech.
        way: of a word, the number of its pronunciation.
    """

    what: int
    first: int
    end: int
    fit: float
    way: int = 0


class Decoding(NamedTuple):
    """The segments that the search found, in order of time, covering all frames; those with a higher garbage price;
    and what is known of the beginning of each of the first, None where it is no word."""

    segments: list[ArcSegment]
    with_dearer_garbage: list[ArcSegment]
    boundaries: list[Boundary | None]


def features_of(samples: NDArray[np.float32]) -> CepstralFeatures:
    """The features of 16 kHz sound, not adapted yet; the samples are not needed any more."""
    with _one_core():
        return CepstralFeatures(centred_cepstra(samples))


def _one_core() -> threadpool_limits:
    """For such small matrices, threads cost more than they gain."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1, "blas")


def decode(
    original: CepstralFeatures,
    words: Sequence[Sequence[Pronunciation]],
    fillers: Sequence[Pronunciation],
    model: AcousticModel,
    prices: Prices,
    neighbours: Sequence[Sequence[Pronunciation]] | None = None,
) -> Decoding:
    """Find words in sound with these features; ``neighbours`` are those of ``build_network``. Runs on one core."""
    with _one_core():
        return _decode(original, words, fillers, model, prices, neighbours)


def _decode(
    original: CepstralFeatures,
    words: Sequence[Sequence[Pronunciation]],
    fillers: Sequence[Pronunciation],
    model: AcousticModel,
    prices: Prices,
    neighbours: Sequence[Sequence[Pronunciation]] | None,
) -> Decoding:
    features = _adapted(original, build_network(words, [], model, prices, neighbours), model)
    network = build_network(words, fillers, model, prices, neighbours)
    usual, dearer, likeliest = _searched(network, FrameScorer(network, model), features)
    fits, path, other = _Fits(network, model, features, likeliest), usual.path(), dearer.path()
    fit = fits.of_frames(path.states)
    boundaries = Boundaries(network, model, features, path, fit, likeliest)
    return Decoding(
        fits.segments(path, fit), fits.segments(other, fits.of_frames(other.states)), boundaries.all()
    )


def _searched(
    network: Network, scorer: FrameScorer, features: CepstralFeatures
) -> tuple[Search, Search, NDArray[np.float32]]:
    """Search with the usual and with the dearer price of garbage, with a wider beam if the path is lost; and the scores
    (t,) of the most likely phone."""
    for beam in BEAMS:
        usual, dearer, likeliest = Search(network, beam), Search(network, beam), []
        watch = LossWatch(usual, network.prices.garbage_frame)
        for scores, best in scorer.blocks(features, len(features)):
            usual.advance(scores)
            watch.after(best)
            scores[:, network.GARBAGE_COLUMN] += DEARER_GARBAGE
            dearer.advance(scores)
            likeliest.append(best)
        if not watch.is_lost():
            break
    return usual, dearer, np.concatenate(likeliest)


def _adapted(original: CepstralFeatures, network: Network, model: AcousticModel) -> CepstralFeatures:
    """Adapt the features to the words that a first search finds; and again to those that a second search finds, if some
    of the first may be wrong: they fit poorly, or there is speech that is not written."""
    scorer, features = FrameScorer(network, model), original
    end = min(len(original), ADAPTATION_FRAMES)
    for _ in range(MOST_ADAPTATIONS):
        path, likeliest = _first_path(network, scorer, features, end)
        what = network.what[network.arc[path.states]]
        spoken = np.flatnonzero(what >= 0)
        senones, scores = model.best_senones(features.at(spoken), network.candidates(path.states[spoken]))
        features = original.adapted(adaptation(model, original.at(spoken), senones))
        fit = (scores - likeliest[spoken]).mean() if spoken.size else -np.inf
        if fit > POOR_FIT and not (what == GARBAGE).any():
            break
    return features


def _first_path(
    network: Network, scorer: FrameScorer, features: CepstralFeatures, end: int
) -> tuple[StatePath, NDArray[np.float32]]:
    """The path through the frames before ``end``, with a wider beam if it is lost; and the scores (t,) of the most
    likely phone."""
    whole = end == len(features)
    for beam in BEAMS:
        search, likeliest = Search(network, beam), []
        watch = LossWatch(search, network.prices.garbage_frame)
        for scores, best in scorer.blocks(features, end):
            search.advance(scores)
            watch.after(best)
            likeliest.append(best)
        if not watch.is_lost(to_the_end=whole):
            break
    return search.path(to_the_end=whole), np.concatenate(likeliest)


class _Fits:
    """The fit of each frame of a path."""

    def __init__(
        self,
        network: Network,
        model: AcousticModel,
        features: CepstralFeatures,
        likeliest: NDArray[np.float32],
    ) -> None:
        self._network, self._model = network, model
        self._features, self.likeliest = features, likeliest

    def segments(self, path: StatePath, fit: NDArray[np.float64]) -> list[ArcSegment]:
        arcs = self._network.arc[path.states]
        what, ways = self._network.what[arcs], _numbers_of_ways(self._network)[arcs]
        bounds = [*np.flatnonzero(path.entered).tolist(), len(what)]
        return [
            ArcSegment(int(what[first]), first, end, float(fit[first:end].mean()), int(ways[first]))
            for first, end in pairwise(bounds)
        ]

    def of_frames(self, states: NDArray[np.int32]) -> NDArray[np.float64]:
        network, fit = self._network, np.zeros(states.size)
        scored = np.flatnonzero(network.column[states] != network.GARBAGE_COLUMN)
        for first in range(0, scored.size, BLOCK_FRAMES):
            some = scored[first : first + BLOCK_FRAMES]
            candidates = network.candidates(states[some])
            _, scores = self._model.best_senones(self._features.at(some), candidates)
            fit[some] = scores - self.likeliest[some]
        return fit


def _numbers_of_ways(network: Network) -> NDArray[np.int64]:
    """For each arc of a word, which of its pronunciations it is: the arcs of a word follow one another."""
    _, firsts, words = np.unique(network.what, return_index=True, return_inverse=True)
    return np.arange(network.what.size) - firsts[words]


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
