"""``make bench-regions``: intersection over union of view boxes: how fast, how far from exact, and against counting.

All ways run on the same random overlapping pairs, 3 to 80° wide and 3 to 60° high, in one process and one thread.
"Wrong side" is the share of pairs that lie on the other side of 0.5 than the exact value. The last table counts random
points in both boxes of random pairs; ``--seeds`` names its seeds (five fresh ones by default).
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from environments.regions import view_ious
from environments.regions.approximations import approximate_ious
from tests.benchmarks.regions.counting import Deviations, counted
from tests.benchmarks.regions.unbiased import unbiased_ious

Floats = NDArray[np.float64]
BANDS = ((0, 20), (20, 45), (45, 70), (70, 85))
WAYS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "ours, exact": view_ious,
    "Unbiased IoU, our reading": unbiased_ious,
    "FoV-IoU": partial(approximate_ious, compat="fov"),
    "Sph-IoU": partial(approximate_ious, compat="sph"),
    "planar": partial(approximate_ious, compat="planar"),
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--counted", type=int, default=100_000, help="pairs a seed that are counted")
    parser.add_argument("--seeds", type=int, nargs="+", default=[secrets.randbelow(2**31) for _ in range(5)])
    args = parser.parse_args()
    console = Console(width=110)
    console.print(speed(args.pairs))
    console.print(errors(args.pairs // 10))
    console.print(counting(args.seeds, args.counted))


def speed(pairs: int) -> Table:
    """CPU seconds of one core per million pairs."""
    table = Table("way", f"CPU s per 10^6 pairs (of {pairs:,})", "times ours")
    first, second = overlapping(np.random.default_rng(0), pairs, 0, 85)
    ours = 0.0
    for name, way in WAYS.items():
        way(first[:10], second[:10])  # compiled
        began = time.process_time()
        way(first, second)
        seconds = (time.process_time() - began) * 1e6 / pairs
        ours = ours or seconds
        table.add_row(name, f"{seconds:.2f}", f"{seconds / ours:.1f}")
    return table


def errors(pairs: int) -> Table:
    """How far each way is from the exact value, by the elevation of the first box."""
    table = Table("|elevation|", "way", "mean error", "worst", "wrong side of 0.5")
    for low, high in BANDS:
        first, second = overlapping(np.random.default_rng(low), pairs, low, high)
        exact = view_ious(first, second)
        for name, way in list(WAYS.items())[1:]:
            found = way(first, second)
            error, wrong = np.abs(found - exact), (found >= 0.5) != (exact >= 0.5)
            table.add_row(
                f"{low}-{high}°", name, f"{error.mean():.2g}", f"{error.max():.2g}", f"{wrong.mean():.2%}"
            )
        table.add_section()
    return table


def counting(seeds: list[int], pairs: int) -> Table:
    """How far the exact value is from counting random points, in standard errors."""
    table = Table("seed", "pairs", "over 3 standard errors", "furthest")
    for seed in seeds:
        found: Deviations = counted(seed, pairs)
        table.add_row(str(seed), f"{pairs:,}", f"{found.over_three:.3%}", f"{found.furthest:.2f}")
    return table


def overlapping(rng: np.random.Generator, pairs: int, low: float, high: float) -> tuple[Floats, Floats]:
    """Random pairs (n, 4) that overlap, the first with a centre between two elevations in degrees, up or down."""
    found: list[tuple[Floats, Floats]] = []
    count = 0
    while count < pairs:
        first = _boxes(rng, pairs)
        first[:, 1] = np.radians(rng.uniform(low, high, pairs)) * rng.choice([-1, 1], pairs)
        second = _boxes(rng, pairs)
        second[:, 1] = first[:, 1] + rng.uniform(-0.5, 0.5, pairs) * first[:, 3]
        second[:, 1] = second[:, 1].clip(-np.pi / 2, np.pi / 2)
        second[:, 0] = first[:, 0] + rng.uniform(-0.5, 0.5, pairs) * first[:, 2] / np.cos(first[:, 1])
        meet = view_ious(first, second) > 0
        found.append((first[meet], second[meet]))
        count += int(meet.sum())
    return (
        np.concatenate([pair[0] for pair in found])[:pairs],
        np.concatenate([pair[1] for pair in found])[:pairs],
    )


def _boxes(rng: np.random.Generator, count: int) -> Floats:
    size = np.radians(np.stack([rng.uniform(3, 80, count), rng.uniform(3, 60, count)], axis=1))
    return np.concatenate([rng.uniform(-np.pi, np.pi, (count, 1)), np.zeros((count, 1)), size], axis=1)


if __name__ == "__main__":
    main()
