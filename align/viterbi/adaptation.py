"""Adaptation of a recording's features to the acoustic model: one affine transform per stream for the whole recording.

Source: Gales 1998, "Maximum likelihood linear transformations for HMM-based speech recognition", Computer Speech and
Language 12: constrained MLLR (fMLLR) with diagonal covariances, solved row by row. Our choice: one block per stream,
and some pseudo-frames that favour the identity, so that a short recording changes little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.viterbi.acoustic_model import FEATURE_WIDTH
from align.viterbi.front_end import DECIBELS, features_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from align.viterbi.acoustic_model import AcousticModel

LEAST_FRAMES = 150
"""Least number of frames of speech; fewer are not enough to adapt."""
PRIOR_FRAMES = 20.0
"""Weight of the identity, in frames."""

_SWEEPS = 8
_CHUNK = 1024  # frames whose squares are in memory at a time
_TINY = 1e-300


Transforms = tuple["NDArray[np.float64]", ...]
"""W = [A b] (13, 14) of each stream; none changes nothing."""


class CepstralFeatures:
    """The features (t, 39) of a recording, made from its cepstra when they are needed: those of an hour are 37 MB, and
    its features would be three times as much.

    Args:
        static: (t, 13) cepstra minus their mean.
        transforms: that adapt the features to the model.
    """

    def __init__(self, static: NDArray[np.float64], transforms: Transforms = ()) -> None:
        self._static, self._transforms = static, transforms

    def __len__(self) -> int:
        return len(self._static)

    @property
    def loudness(self) -> NDArray[np.float64]:
        """Loudness (t,) of each frame in decibels, compared with the mean: that of the mel filters, without noise."""
        return self._static[:, 0] * DECIBELS

    def at(self, frames: NDArray[np.intp]) -> NDArray[np.float64]:
        """The features (n, 39) of these frames (n,)."""
        return transformed(features_at(self._static, frames), self._transforms)

    def blocks(self, end: int, size: int) -> Iterator[NDArray[np.float64]]:
        """The features of the frames before ``end``, at most ``size`` frames at a time."""
        for first in range(0, end, size):
            yield self.at(np.arange(first, min(first + size, end)))

    def adapted(self, transforms: Transforms) -> CepstralFeatures:
        """The same recording under other transforms."""
        return CepstralFeatures(self._static, transforms)


def transformed(features: NDArray[np.float64], transforms: Transforms) -> NDArray[np.float64]:
    """Features (n, 39) under a transform for each stream."""
    if not transforms:
        return features
    streams = np.split(features, len(transforms), axis=1)
    return np.hstack(
        [
            part @ transform[:, :FEATURE_WIDTH].T + transform[:, FEATURE_WIDTH]
            for part, transform in zip(streams, transforms, strict=True)
        ]
    )


def adaptation(model: AcousticModel, seen: NDArray[np.float64], senones: NDArray[np.int64]) -> Transforms:
    """The transforms under which frames are most likely in their senones; none for too few frames.

    Args:
        seen: (n, 39) the frames to adapt to.
        senones: (n,) their senones according to the search.
    """
    if len(seen) < LEAST_FRAMES:
        return ()
    streams = enumerate(np.split(seen, model.n_streams, axis=1))
    return tuple(_transform(model, stream, np.ascontiguousarray(part), senones) for stream, part in streams)


def _transform(
    model: AcousticModel, stream: int, seen: NDArray[np.float64], senones: NDArray[np.int64]
) -> NDArray[np.float64]:
    precision, target = _expected_gaussians(model, stream, seen, senones)
    return _solve(seen, precision, target)


def _expected_gaussians(
    model: AcousticModel, stream: int, seen: NDArray[np.float64], senones: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Precision (n, 13), and precision times mean, of the Gaussians that probably produced each frame."""
    precision, target = np.empty_like(seen), np.empty_like(seen)
    codebooks = model.codebook_of[senones]
    for phone in np.unique(codebooks):
        members = np.flatnonzero(codebooks == phone)
        book = model.codebook(int(phone), stream)
        share = model.shares(book, stream, seen[members], senones[members])
        precision[members] = share @ book.precision
        target[members] = share @ (book.precision * book.mean)
    return precision, target


def _solve(
    seen: NDArray[np.float64], precision: NDArray[np.float64], target: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The transform W = [A b] (13, 14) that maximises n log|det A| - 0.5 sum_d w_d G_d w_d + w_d k_d (Gales' eq.
    17-20)."""
    extended = np.hstack([seen, np.ones((len(seen), 1))])
    quadratic = _weighted_squares(extended, precision)
    linear = target.T @ extended
    identity = np.eye(FEATURE_WIDTH, FEATURE_WIDTH + 1)
    scale = np.append(np.square(seen).mean(axis=0), 1.0)
    pull = PRIOR_FRAMES * precision.mean(axis=0)[:, None] * scale  # (13, 14), the diagonals of the prior
    quadratic += np.einsum("di,ij->dij", pull, np.eye(FEATURE_WIDTH + 1))
    linear += pull * identity
    inverse, count = np.linalg.inv(quadratic), len(seen) + PRIOR_FRAMES
    transform = identity.copy()
    for _ in range(_SWEEPS):
        for row in range(FEATURE_WIDTH):
            transform[row] = _best_row(transform, row, inverse[row], linear[row], quadratic[row], count)
    return transform


def _weighted_squares(frames: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum (d, n, n) of the outer squares of frames (t, n), for each of their weights (t, d)."""
    width = frames.shape[1]
    total = np.zeros((weights.shape[1], width * width))
    for first in range(0, len(frames), _CHUNK):
        some = frames[first : first + _CHUNK]
        squares = (some[:, :, None] * some[:, None, :]).reshape(len(some), -1)
        total += weights[first : first + _CHUNK].T @ squares
    return total.reshape(-1, width, width)


def _best_row(
    transform: NDArray[np.float64],
    row: int,
    inverse: NDArray[np.float64],
    linear: NDArray[np.float64],
    quadratic: NDArray[np.float64],
    count: float,
) -> NDArray[np.float64]:
    """The best row when the other rows are fixed: one of the two roots of Gales' quadratic equation."""
    square = transform[:, :FEATURE_WIDTH]
    cofactors = np.append(np.linalg.inv(square)[:, row] * np.linalg.det(square), 0.0)
    a, b = cofactors @ inverse @ cofactors, cofactors @ inverse @ linear
    root = np.sqrt(b * b + 4 * a * count)
    candidates = [
        (alpha * cofactors + linear) @ inverse for alpha in ((root - b) / (2 * a), (-root - b) / (2 * a))
    ]
    return max(
        candidates,
        key=lambda w: count * np.log(abs(w @ cofactors) + _TINY) - 0.5 * w @ quadratic @ w + w @ linear,
    )
