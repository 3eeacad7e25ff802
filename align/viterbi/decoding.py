"""Decoding sound and words into segments: two passes adapt the features to the model, the third gives the result."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.viterbi.adaptation import Features, adaptation
from align.viterbi.front_end import centred_cepstra
from align.viterbi.network import build_network
from align.viterbi.scoring import BLOCK_FRAMES, Scorer
from align.viterbi.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from threadpoolctl import threadpool_limits

    from align.viterbi.acoustic_model import AcousticModel
    from align.viterbi.lexicon import Pronunciation
    from align.viterbi.network import Network
    from align.viterbi.prices import Prices
    from align.viterbi.search import StatePath

ADAPTATION_PASSES = 2
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
    """

    what: int
    first: int
    end: int
    fit: float


class Decoding(NamedTuple):
    """The segments that the search found, in order of time, covering all frames; and those with a higher garbage
    price."""

    segments: list[ArcSegment]
    with_dearer_garbage: list[ArcSegment]


def features_of(samples: NDArray[np.float32]) -> Features:
    """The features of 16 kHz sound, not adapted yet; the samples are not needed any more."""
    with _one_core():
        return Features(centred_cepstra(samples))


def _one_core() -> threadpool_limits:
    """For such small matrices, threads cost more than they gain."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1, "blas")


def decode(
    original: Features,
    words: Sequence[Sequence[Pronunciation]],
    fillers: Sequence[Pronunciation],
    model: AcousticModel,
    prices: Prices,
) -> Decoding:
    """Find words in sound with these features. Runs on one core."""
    with _one_core():
        return _decode(original, words, fillers, model, prices)


def _decode(
    original: Features,
    words: Sequence[Sequence[Pronunciation]],
    fillers: Sequence[Pronunciation],
    model: AcousticModel,
    prices: Prices,
) -> Decoding:
    features = _adapted(original, build_network(words, [], model, prices), model)
    network = build_network(words, fillers, model, prices)
    scorer = Scorer(network, model)
    usual, dearer, likeliest = Search(network), Search(network), []
    for scores, best in scorer.blocks(features, len(features)):
        usual.advance(scores)
        scores[:, network.GARBAGE_COLUMN] += DEARER_GARBAGE
        dearer.advance(scores)
        likeliest.append(best)
    fits = _Fits(network, model, features, np.concatenate(likeliest))
    return Decoding(fits.segments(usual.path()), fits.segments(dearer.path()))


def _adapted(original: Features, network: Network, model: AcousticModel) -> Features:
    """Adapt the features to the words that a search finds, and again to those that a second search finds."""
    scorer, features = Scorer(network, model), original
    end = min(len(original), ADAPTATION_FRAMES)
    for _ in range(ADAPTATION_PASSES):
        search = Search(network)
        for scores, _ in scorer.blocks(features, end):
            search.advance(scores)
        path = search.path(to_the_end=end == len(original))
        spoken = np.flatnonzero(network.what[network.arc[path.states]] >= 0)
        senones, _ = model.best_senones(features.at(spoken), network.candidates(path.states[spoken]))
        features = original.adapted(adaptation(model, original.at(spoken), senones))
    return features


class _Fits:
    """The fit of each frame of a path."""

    def __init__(
        self,
        network: Network,
        model: AcousticModel,
        features: Features,
        likeliest: NDArray[np.float32],
    ) -> None:
        self._network, self._model = network, model
        self._features, self._likeliest = features, likeliest

    def segments(self, path: StatePath) -> list[ArcSegment]:
        what = self._network.what[self._network.arc[path.states]]
        fit = self._of_frames(path.states)
        bounds = [*np.flatnonzero(path.entered).tolist(), len(what)]
        return [
            ArcSegment(int(what[first]), first, end, float(fit[first:end].mean()))
            for first, end in pairwise(bounds)
        ]

    def _of_frames(self, states: NDArray[np.int32]) -> NDArray[np.float64]:
        network, fit = self._network, np.zeros(states.size)
        scored = np.flatnonzero(network.column[states] != network.GARBAGE_COLUMN)
        for first in range(0, scored.size, BLOCK_FRAMES):
            some = scored[first : first + BLOCK_FRAMES]
            candidates = network.candidates(states[some])
            _, scores = self._model.best_senones(self._features.at(some), candidates)
            fit[some] = scores - self._likeliest[some]
        return fit
