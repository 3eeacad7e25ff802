from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from environments import ConfigurationError, InvalidDataError, dtw
from environments.metrics.dtw import _exact_kernel

costs = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=7), elements=st.floats(0, 9))


def cheapest(cost: NDArray[np.float64]) -> float:
    """The definition, word for word."""

    @functools.cache
    def total(i: int, j: int) -> float:
        before = [total(a, b) for a, b in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if a >= 0 and b >= 0]
        return float(cost[i, j]) + min(before, default=0.0)

    return total(cost.shape[0] - 1, cost.shape[1] - 1)


def test_a_case_reckoned_by_hand() -> None:
    warping = dtw([[1, 9, 9], [2, 1, 9], [9, 9, 3]])
    assert warping.cost == 5.0
    assert warping.path.tolist() == [[0, 0], [1, 1], [2, 2]]


def test_one_item_meets_all_of_the_other() -> None:
    warping = dtw([[1.0, 2.0, 3.0]])
    assert warping.cost == 6.0
    assert warping.path.tolist() == [[0, 0], [0, 1], [0, 2]]


@given(costs)
def test_exact_is_the_cheapest(cost: NDArray[np.float64]) -> None:
    assert dtw(cost).cost == pytest.approx(cheapest(cost))


@given(costs, st.sampled_from(["exact", "fastdtw"]))
def test_paths_are_monotone_and_cost_what_they_say(cost: NDArray[np.float64], method: str) -> None:
    warping = dtw(cost, method)  # type: ignore[arg-type]
    steps = np.diff(warping.path, axis=0)
    assert warping.path[0].tolist() == [0, 0]
    assert warping.path[-1].tolist() == [cost.shape[0] - 1, cost.shape[1] - 1]
    assert ((steps >= 0) & (steps <= 1)).all()
    assert (steps.sum(axis=1) > 0).all()
    assert warping.cost == pytest.approx(sum(cost[i, j] for i, j in warping.path))


@given(st.integers(0, 1000))
def test_fastdtw_is_never_cheaper_than_exact(seed: int) -> None:
    cost = np.random.default_rng(seed).random((30, 40))
    narrow, wide = dtw(cost, "fastdtw", radius=1), dtw(cost, "fastdtw", radius=40)
    assert narrow.cost >= dtw(cost).cost - 1e-9
    assert wide.cost == pytest.approx(dtw(cost).cost)


@pytest.mark.parametrize("cost", [[], [[]], [1.0], [[np.nan]], [[np.inf, 1.0]]])
def test_what_is_no_matrix_of_costs_is_refused(cost: list[object]) -> None:
    with pytest.raises(InvalidDataError, match="cannot be warped"):
        dtw(np.array(cost))


def test_unknown_method_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="'quick'"):
        dtw([[1.0]], method="quick")  # type: ignore[arg-type]


def test_the_kernel_works_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])
    assert _exact_kernel.__wrapped__()(np.eye(3)).tolist() == [[0, 0], [0, 1], [1, 2], [2, 2]]
