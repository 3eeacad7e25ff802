"""``make bench-dtw``: when exact, banded and fast dynamic time warping are right, and what each costs.

Tokens are words of a text and what a poor recogniser makes of them, warped on the edit distance of their characters as
``align.matching`` does. Frames are 13 numbers each, of random sounds that glide into each other, in noise. Where
each item belongs is known by construction. All methods run on the same input in one process; times are the least of
several runs after one that warms up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from environments import dtw, dtw_vectors

RUNS = 3
TOLERANCE_FRAMES = 10
"""100 ms."""
NOISE = 0.7
"""Of a frame, relative to what tells the sounds apart."""

Path = NDArray[np.int64]


@dataclass(frozen=True)
class Problem:
    """Two sequences whose alignment is known.

    Attributes:
        place: (m,) where in the first each item of the second belongs; -1 where nowhere.
        tolerance: items by which a path may miss it.
        methods: what finds a path, by name; the first is exact.
        costs: what pairs (k, 2) of items cost, (k,).
    """

    name: str
    place: NDArray[np.int64]
    tolerance: int
    methods: dict[str, Callable[[], Path]]
    costs: Callable[[Path], NDArray[np.float64]]


def main() -> None:
    """Print the table."""
    table = Table("input", "method", "ms", "time / exact", "cost / exact", "items in their place")
    for problem in (tokens(200), tokens(1000), frames(4000)):
        measure(problem, table)
    Console(width=110).print(table)


def measure(problem: Problem, table: Table) -> None:
    """A row per method."""
    exact_seconds = exact_cost = 0.0
    for method, find in problem.methods.items():
        path = find()
        seconds, cost = min(_seconds(find) for _ in range(RUNS)), float(problem.costs(path).sum())
        exact_seconds, exact_cost = exact_seconds or seconds, exact_cost or cost
        table.add_row(
            problem.name,
            method,
            f"{1000 * seconds:.2f}",
            f"{seconds / exact_seconds:.2f}",
            f"{cost / exact_cost:.3f}",
            f"{_in_place(path, problem):.1f} %",
        )
    table.add_section()


def tokens(count: int) -> Problem:
    """A text, and the same with one word in five misheard, left out or put in."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    rng = np.random.default_rng(count)
    letters = np.array(list("aeioubdfgklmnprstw"))
    vocabulary = ["".join(rng.choice(letters, size)) for size in rng.integers(2, 8, 150)]
    written = [vocabulary[index] for index in rng.integers(0, len(vocabulary), count)]
    heard: list[str] = []
    place: list[int] = []
    for index, word in enumerate(written):
        fate = rng.random()
        if fate > 0.07:
            heard.append(word if fate > 0.15 else str(rng.choice(vocabulary)))
            place.append(index if fate > 0.15 else -1)
        if fate > 0.95:
            heard.append(str(rng.choice(vocabulary)))
            place.append(-1)
    cost = cdist(written, heard, scorer=Levenshtein.normalized_distance).astype(np.float64)
    methods: dict[str, Callable[[], Path]] = {
        "exact": lambda: dtw(cost).path,
        "band of 10 %": lambda: dtw(cost, band=0.1).path,
        "fastdtw, radius 1": lambda: dtw(cost, "fastdtw", radius=1).path,
        "fastdtw, radius 10": lambda: dtw(cost, "fastdtw", radius=10).path,
    }
    return Problem(
        f"{len(written)} x {len(heard)} tokens",
        np.array(place),
        0,
        methods,
        lambda path: cost[path[:, 0], path[:, 1]],
    )


def frames(count: int) -> Problem:
    """Speech of 40 sounds, and the same by another voice at a tempo from half to double, with pauses."""
    from scipy.ndimage import gaussian_filter1d

    rng = np.random.default_rng(0)
    sounds, said = rng.normal(size=(40, 13)), rng.integers(0, 40, count).repeat(rng.integers(4, 16, count))
    clean = gaussian_filter1d(sounds[said[:count]], 2, axis=0)
    first = clean + rng.normal(scale=NOISE, size=clean.shape)
    tempo = np.exp2(rng.uniform(-1, 1, count // 100)).repeat(100)
    tempo[rng.random(count) < 0.01] = 0.0
    tempo = np.where(gaussian_filter1d((tempo == 0).astype(float), 10) > 0.04, 0.0, tempo)
    place = np.round((tempo.cumsum() - tempo[0]) * (count - 1) / tempo.sum()).astype(np.int64)
    second = clean[place] + rng.normal(scale=NOISE, size=clean.shape)
    methods: dict[str, Callable[[], Path]] = {
        "exact": lambda: dtw_vectors(first, second).path,
        "band of 10 %": lambda: dtw_vectors(first, second, band=0.1).path,
        "band of 2 %": lambda: dtw_vectors(first, second, band=0.02).path,
        "fastdtw, radius 1": partial(_fast, first, second, 1),
        "fastdtw, radius 10": partial(_fast, first, second, 10),
    }
    return Problem(
        f"{count} x {count} frames",
        place,
        TOLERANCE_FRAMES,
        methods,
        lambda path: np.linalg.norm(first[path[:, 0]] - second[path[:, 1]], axis=1),
    )


def _fast(first: NDArray[np.float64], second: NDArray[np.float64], radius: int) -> Path:
    """With its own Euclidean distance: faster than looking our matrix of costs up."""
    from fastdtw import fastdtw

    return np.array(fastdtw(first, second, radius=radius, dist=2)[1], dtype=np.int64)


def _seconds(find: Callable[[], Path]) -> float:
    began = time.perf_counter()
    find()
    return time.perf_counter() - began


def _in_place(path: Path, problem: Problem) -> float:
    """Per cent of the second sequence's items that the path brings near where they belong."""
    known = problem.place[path[:, 1]]
    near = (np.abs(path[:, 0] - known) <= problem.tolerance) & (known >= 0)
    return 100 * len(set(path[near, 1].tolist())) / int((problem.place >= 0).sum())


if __name__ == "__main__":
    main()
