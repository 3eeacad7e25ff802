"""The English acoustic model of the pocketsphinx wheel: the likelihood of a frame in each state of each phone.

Every phone has a codebook of 128 diagonal Gaussians per feature stream (phonetically tied mixtures); a senone, one
state of a phone in context, is a set of weights over its phone's codebook. A frame's score is the log of its density.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from align.errors import EngineNotInstalledError
from align.viterbi.model_files import (
    read_gaussians,
    read_mixture_weights,
    read_model_definition,
    read_transitions,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.viterbi.model_files import ModelDefinition

FEATURE_WIDTH = 13
"""Number of features in a stream; the streams are cepstra, slopes and curvatures."""
INSIDE, BEGIN, END, SINGLE = range(4)
"""The model's numbers for a phone's position in its word."""

_LEAST_VARIANCE = 1e-4
_LEAST_TRANSITION = 1e-4
_LEAST_DENSITY = np.float32(1e-30)
_CHUNK = 1024  # frames of one codebook that are scored at a time
_NOT_SPEECH = ("SIL", "+NSN+", "+SPN+")


class Codebook(NamedTuple):
    """One phone's Gaussians in one stream: (128, 13) each, and (128,) the log of their norms."""

    mean: NDArray[np.float64]
    precision: NDArray[np.float64]
    log_norm: NDArray[np.float64]

    def log_densities(self, frames: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log densities (t, 128) of frames (t, 13)."""
        linear = frames @ (self.mean * self.precision).T
        return np.asarray(linear - 0.5 * (np.square(frames) @ self.precision.T) + self.log_norm)


class AcousticModel:
    """Reads the four files of a model folder.

    Attributes:
        phones: number of each context-independent phone, by ARPAbet name.
        codebook_of: (senones,) the phone whose codebook a senone weighs.
        speech_senones: the states of all context-independent phones but silence and noises.
        stay, leave: (matrices, 3) log probabilities of a state's two transitions.
        weights: (streams, 128, senones).
    """

    def __init__(self, folder: Path) -> None:
        self.definition: ModelDefinition = read_model_definition(folder / "mdef")
        self.phones = {name: number for number, name in enumerate(self.definition.names)}
        self._mean = read_gaussians(folder / "means")
        self._variance = np.maximum(read_gaussians(folder / "variances"), np.float32(_LEAST_VARIANCE))
        self.n_streams = self._mean.shape[1]
        self.weights = read_mixture_weights(folder / "sendump", self.n_streams)
        self.stay, self.leave = _stay_and_leave(read_transitions(folder / "transition_matrices"))
        self.codebook_of = _codebook_of(self.definition)
        speech = [number for name, number in self.phones.items() if name not in _NOT_SPEECH]
        self.speech_senones = np.unique(self.definition.senones[speech]).astype(np.int64)
        self._coefficients = np.stack([self._coefficients_of(stream) for stream in range(self.n_streams)])
        self._keys, self._models = _triphones(self.definition)

    @property
    def silence(self) -> int:
        """Number of the silence phone."""
        return self.definition.silence

    def codebook(self, phone: int, stream: int) -> Codebook:
        """The Gaussians of a phone in a stream."""
        mean, variance = (part[phone, stream].astype(np.float64) for part in (self._mean, self._variance))
        log_norm = -0.5 * (np.log(2 * np.pi * variance) + np.square(mean) / variance).sum(axis=1)
        return Codebook(mean, 1 / variance, log_norm)

    def model_in_context(self, phone: int, left: int, right: int, position: int) -> int:
        """Number of the phone's model between two neighbours (a triphone).

        If the model lacks this context, it falls back to another position in the word, then to silence as a neighbour,
        then to the phone in any context.
        """
        others = [other for other in (INSIDE, BEGIN, END, SINGLE) if other != position]
        attempts = [(position, left, right), *((other, left, right) for other in others)]
        attempts += [(position, self.silence, right), (position, left, self.silence)]
        for where, before, after in attempts:
            key = _key(where, phone, before, after)
            index = int(np.searchsorted(self._keys, key))
            if index < self._keys.size and self._keys[index] == key:
                return int(self._models[index])
        return phone

    def scores(self, frames: NDArray[np.float64], senones: NDArray[np.int64]) -> NDArray[np.float32]:
        """Log densities (senones, t) of frames (t, 39) in the given senones."""
        return self.mixtures(senones).scores(frames)

    def mixtures(self, senones: NDArray[np.int64]) -> Mixtures:
        """The given senones, made ready to score many frames."""
        groups = _by_codebook(self.codebook_of[senones])
        return Mixtures(
            [(members, *self._parameters(phone, senones[members])) for phone, members in groups], senones.size
        )

    def best_senones(
        self, frames: NDArray[np.float64], candidates: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The most likely (t,) of each frame's candidates (t, k), all of one codebook, and its log density (t,)."""
        best, highest = np.empty(len(frames), np.int64), np.empty(len(frames), np.float32)
        for phone, members in _by_codebook(self.codebook_of[candidates[:, 0]]):
            for first in range(0, members.size, _CHUNK):
                some = members[first : first + _CHUNK]
                senones, rows = np.unique(candidates[some], return_inverse=True)
                scores = _mixed(*self._parameters(phone, senones), _statistics(frames[some], self.n_streams))
                found = np.take_along_axis(scores.T, rows.reshape(some.size, -1), axis=1)
                choice = found.argmax(axis=1)[:, None]
                best[some] = np.take_along_axis(candidates[some], choice, axis=1)[:, 0]
                highest[some] = np.take_along_axis(found, choice, axis=1)[:, 0]
        return best, highest

    def _parameters(
        self, phone: int, senones: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Coefficients (streams, 128, 27) of a phone's Gaussians, and the weights (streams, n, 128) of n of its
        senones."""
        weights = np.ascontiguousarray(self.weights[:, :, senones].transpose(0, 2, 1))
        return self._coefficients[:, phone], weights

    def shares(
        self, book: Codebook, stream: int, frames: NDArray[np.float64], senones: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The share (t, 128) of each Gaussian of one codebook in the density of frame i (t, 13) in senone i (t,)."""
        density = book.log_densities(frames) + np.log(self.weights[stream][:, senones].T + _LEAST_DENSITY)
        share = np.exp(density - density.max(axis=1, keepdims=True))
        return np.asarray(share / share.sum(axis=1, keepdims=True))

    def _coefficients_of(self, stream: int) -> NDArray[np.float32]:
        """Coefficients (phones, 128, 27): multiplied by a frame, its squares and one, they give the log densities."""
        books = [self.codebook(phone, stream) for phone in range(len(self._mean))]
        rows = [np.hstack([b.mean * b.precision, -0.5 * b.precision, b.log_norm[:, None]]) for b in books]
        return np.asarray(rows, np.float32)


class Mixtures:
    """Some senones, made ready to score many frames.

    Args:
        groups: the places of the senones of each codebook, its coefficients and their weights.
        count: the number of senones.
    """

    def __init__(
        self, groups: Sequence[tuple[NDArray[np.intp], NDArray[np.float32], NDArray[np.float32]]], count: int
    ) -> None:
        self._groups, self._count = groups, count

    def scores(self, frames: NDArray[np.float64]) -> NDArray[np.float32]:
        """Log densities (senones, t) of frames (t, 39)."""
        total = np.empty((self._count, len(frames)), np.float32)
        statistics = _statistics(frames, frames.shape[1] // FEATURE_WIDTH)
        for members, coefficients, weights in self._groups:
            total[members] = _mixed(coefficients, weights, statistics)
        return total


@cache
def english_model() -> AcousticModel:
    """The model en-us of the installed pocketsphinx (CMU, 16 kHz, phonetically tied).

    Raises:
        EngineNotInstalledError: pocketsphinx is missing.
        EngineError: the files are not those of such a model.
    """
    return AcousticModel(model_folder() / "en-us")


def model_folder() -> Path:
    """The folder of pocketsphinx's English models and dictionary.

    Raises:
        EngineNotInstalledError: pocketsphinx is missing.
    """
    try:
        import pocketsphinx
    except ImportError as exc:
        raise EngineNotInstalledError(
            "The package pocketsphinx is missing.", remedy="pip install pocketsphinx"
        ) from exc
    return Path(pocketsphinx.get_model_path()) / "en-us"


def _statistics(frames: NDArray[np.float64], n_streams: int) -> NDArray[np.float32]:
    """A frame, its squares and one (streams, 27, t), of frames (t, 39)."""
    streams = frames.T.reshape(n_streams, FEATURE_WIDTH, -1)
    ones = np.ones((n_streams, 1, len(frames)))
    return np.concatenate([streams, np.square(streams), ones], axis=1, dtype=np.float32)


def _mixed(
    coefficients: NDArray[np.float32], weights: NDArray[np.float32], statistics: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Log densities (n, t) of frames in n senones of one codebook, the sum of their streams."""
    total = np.zeros((weights.shape[1], statistics.shape[2]), np.float32)
    for gaussians, shares, stream in zip(coefficients, weights, statistics, strict=True):
        density = gaussians @ stream
        highest = density.max(axis=0)
        np.exp(np.subtract(density, highest, out=density), out=density)
        mixed = shares @ density
        total += np.log(np.maximum(mixed, _LEAST_DENSITY, out=mixed), out=mixed)
        total += highest
    return total


def _stay_and_leave(
    probability: NDArray[np.float64],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    states = np.arange(probability.shape[1])
    logs = np.log(np.maximum(probability, _LEAST_TRANSITION)).astype(np.float32)
    return logs[:, states, states], logs[:, states, states + 1]


def _codebook_of(definition: ModelDefinition) -> NDArray[np.int64]:
    phone_of_model = np.concatenate([np.arange(len(definition.names)), definition.contexts[:, 1]])
    codebook = np.zeros(definition.n_senones, np.int64)
    codebook[definition.senones] = phone_of_model[:, None]
    return codebook


def _triphones(definition: ModelDefinition) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    keys = _key(*definition.contexts.T.astype(np.int32))
    order = np.argsort(keys)
    return keys[order], (order + len(definition.names)).astype(np.int32)


def _key(position: Any, phone: Any, left: Any, right: Any) -> Any:
    """One number for a context, or an array of them."""
    return ((position * 256 + phone) * 256 + left) * 256 + right


def _by_codebook(codebooks: NDArray[np.int64]) -> Sequence[tuple[int, NDArray[np.intp]]]:
    return [(int(phone), np.flatnonzero(codebooks == phone)) for phone in np.unique(codebooks)]
