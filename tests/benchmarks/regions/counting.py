"""The exact values against counting random points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from environments.compilation import compiled
from environments.regions import view_ious
from environments.regions.kernels import fill_view

Floats = NDArray[np.float64]
POINTS = 2000
"""In the first box of each pair."""


@dataclass(frozen=True)
class Deviations:
    """How far exact values are from counted ones, in standard errors.

    Attributes:
        over_three: share of pairs over 3 (of a normal distribution: 0.27 %).
        furthest: of all.
    """

    over_three: float
    furthest: float


def counted(seed: int, pairs: int) -> Deviations:
    """Compare what two boxes share, as a share of the first, with the share of random points of the first that lie in
    the second."""
    rng = np.random.default_rng(seed)
    first, second = _near_pairs(rng, pairs)
    one, other, both = (_areas(first), _areas(second), view_ious(first, second))
    share = both * (one + other) / (1 + both) / one
    hits = count_hits(first, second, POINTS, seed)
    sure = share * POINTS < 1e-6, (1 - share) * POINTS < 1e-6  # nothing, or all, to be counted
    assert (hits[sure[0]] == 0).all()
    assert (hits[sure[1]] == POINTS).all()
    rest = ~(sure[0] | sure[1])
    return _deviations(hits[rest], share[rest], pairs)


def _deviations(hits: Floats, share: Floats, pairs: int) -> Deviations:
    """Standard errors from binomial tails, which are not normal where few points are hit."""
    from scipy.stats import binom, norm

    tail = np.minimum(binom.cdf(hits, POINTS, share), binom.sf(hits - 1, POINTS, share))
    errors = norm.isf(np.clip(tail, 1e-300, 0.5))
    return Deviations(float((errors > 3).sum() / pairs), float(errors.max()))


def _areas(boxes: Floats) -> Floats:
    areas: Floats = 4 * np.arcsin(np.sin(boxes[:, 2] / 2) * np.sin(boxes[:, 3] / 2))
    return areas


def _near_pairs(rng: np.random.Generator, pairs: int) -> tuple[Floats, Floats]:
    """Boxes of 0.2 to 175° anywhere on the sphere, the second near the first."""
    sizes = np.exp(rng.uniform(np.log(np.radians(0.2)), np.log(np.radians(175)), (2, pairs, 2)))
    look = np.stack([rng.uniform(-np.pi, np.pi, pairs), np.arcsin(rng.uniform(-1, 1, pairs))], axis=1)
    second = sizes[0] * np.exp(rng.normal(0, 0.7, (pairs, 2)))
    second = np.where(rng.random((pairs, 1)) < 0.2, sizes[1], second).clip(np.radians(0.2), np.radians(175))
    move = rng.uniform(-0.6, 0.6, (pairs, 2)) * sizes[0]
    other = look + move / np.stack([np.cos(look[:, 1]).clip(0.05), np.ones(pairs)], axis=1)
    other[:, 1] = other[:, 1].clip(-np.pi / 2, np.pi / 2)
    return np.concatenate([look, sizes[0]], axis=1), np.concatenate([other, second], axis=1)


@compiled
def count_hits(first: Floats, second: Floats, points: int, seed: int) -> Floats:
    """Of random points in each first box (n, 4), the number (n,) that lie in the second.

    A point is drawn in the frame of the first box: a heading, and the sine of an elevation, until it lies in the box.
    """
    np.random.seed(seed)
    hits = np.zeros(len(first))
    corners, sides = np.empty((4, 3)), np.empty((4, 3))
    other_corners, planes = np.empty((4, 3)), np.empty((4, 3))
    for i in range(len(first)):
        fill_view(first[i, 0], first[i, 1], first[i, 2], first[i, 3], corners, sides)
        fill_view(second[i, 0], second[i, 1], second[i, 2], second[i, 3], other_corners, planes)
        sa, ca = np.sin(first[i, 2] / 2), np.cos(first[i, 2] / 2)
        sb, cb = np.sin(first[i, 3] / 2), np.cos(first[i, 3] / 2)
        taken = 0
        while taken < points:
            x = (2 * np.random.random() - 1) * first[i, 2] / 2
            s = (2 * np.random.random() - 1) * sb
            if abs(s) > np.sqrt(1 - s * s) * np.cos(x) * sb / cb:
                continue
            level = np.sqrt(1 - s * s)
            f, r = level * np.cos(x), level * np.sin(x)
            inside = True
            for plane in range(4):
                dot = 0.0
                for k in range(3):
                    forward = (sides[0, k] + sides[2, k]) / (2 * sa)
                    right = (sides[0, k] - sides[2, k]) / (2 * ca)
                    up = (sides[3, k] - sides[1, k]) / (2 * cb)
                    dot += planes[plane, k] * (f * forward + r * right + s * up)
                if dot < 0:
                    inside = False
                    break
            hits[i] += inside
            taken += 1
    return hits
