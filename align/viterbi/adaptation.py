"""Adaptation of a recording's features to the acoustic model: one affine transform per stream for the whole recording.

Source: Gales 1998, "Maximum likelihood linear transformations for HMM-based speech recognition", Computer Speech and
Language 12: constrained MLLR (fMLLR) with diagonal covariances, solved row by row. Our choice: one block per stream,
and some pseudo-frames that favour the identity, so that a short recording changes little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.viterbi.acoustic_model import FEATURE_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from align.viterbi.acoustic_model import AcousticModel

LEAST_FRAMES = 150
"""Least number of frames of speech; fewer are not enough to adapt."""
PRIOR_FRAMES = 20.0
"""Weight of the identity, in frames."""

_SWEEPS = 8
_TINY = 1e-300


def adapted(
    model: AcousticModel,
    features: NDArray[np.float64],
    frames: NDArray[np.intp],
    senones: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Transform the features (t, 39) so that the given frames are most likely in their senones.

    Args:
        frames: (n,) the frames to adapt to.
        senones: (n,) their senones according to the search.
    """
    if frames.size < LEAST_FRAMES:
        return features
    streams = np.split(features, model.n_streams, axis=1)
    return np.hstack(
        [_adapted_stream(model, stream, part, frames, senones) for stream, part in enumerate(streams)]
    )


def _adapted_stream(
    model: AcousticModel,
    stream: int,
    features: NDArray[np.float64],
    frames: NDArray[np.intp],
    senones: NDArray[np.int64],
) -> NDArray[np.float64]:
    seen = features[frames]
    precision, target = _expected_gaussians(model, stream, seen, senones)
    transform = _solve(seen, precision, target)
    return np.asarray(features @ transform[:, :FEATURE_WIDTH].T + transform[:, FEATURE_WIDTH])


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
    quadratic = np.einsum("td,ti,tj->dij", precision, extended, extended, optimize=True)
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
