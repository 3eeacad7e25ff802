from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from environments import ConfigurationError, InvalidDataError, dtw
from environments.metrics.dtw import dtw_vectors

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


@pytest.mark.parametrize(
    ("n", "m", "band"), [(300, 280, None), (500, 700, 40), (200, 1, None), (130, 130, 3)]
)
@pytest.mark.parametrize("most", [1, 1000, 20_000])
def test_steps_that_are_found_again_are_the_same(
    n: int, m: int, band: float | None, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(0)
    one, other = random.normal(size=(n, 3)), random.normal(size=(m, 3))
    at_once = dtw_vectors(one, other, band=band)
    monkeypatch.setattr("environments.metrics.dtw._MOST_STEPS", most)
    in_parts = dtw_vectors(one, other, band=band)
    assert np.array_equal(in_parts.path, at_once.path)
    assert in_parts.cost == at_once.cost


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


@given(costs, st.floats(0, 0.99))
def test_a_wide_band_is_exact_and_a_narrow_one_is_never_cheaper(
    cost: NDArray[np.float64], band: float
) -> None:
    exact, wide, narrow = dtw(cost), dtw(cost, band=cost.shape[1]), dtw(cost, band=band)
    assert (wide.path == exact.path).all()
    assert narrow.cost >= exact.cost - 1e-9
    assert narrow.path[-1].tolist() == exact.path[-1].tolist()
    assert (np.abs(np.diff(narrow.path, axis=0)) <= 1).all()


def test_a_band_keeps_the_path_near_the_diagonal() -> None:
    cost = np.ones((40, 20))
    cost[:, 0] = cost[-1] = 0.0  # cheapest: along the edge
    assert dtw(cost).cost == 0.0
    path = dtw(cost, band=0.1).path
    assert (np.abs(path[:, 0] / 2 - path[:, 1]) <= 2 + 1).all()


@given(costs, st.integers(0, 8))
def test_vectors_warp_as_the_matrix_of_their_distances_does(points: NDArray[np.float64], band: int) -> None:
    first, second = points, points[::-1] + 1.5
    distances = np.linalg.norm(first[:, None] - second[None], axis=2)
    assert dtw_vectors(first, second).cost == pytest.approx(dtw(distances).cost)
    assert dtw_vectors(first, second, band=band).cost == pytest.approx(dtw(distances, band=band).cost)


def test_a_band_can_lie_about_a_path_known_beforehand() -> None:
    first, second = np.repeat([0.0, 1.0, 2.0], [100, 1, 1])[:, None], np.array([[0.0], [1.0], [2.0]])
    assert dtw_vectors(first, second, band=0).cost > 0
    assert dtw_vectors(first, second, band=0, near=np.repeat([0, 1, 2], [100, 1, 1])).cost == 0.0
    with pytest.raises(InvalidDataError, match="does not fit 102 and 3 items"):
        dtw_vectors(first, second, band=1, near=[2, 1, 0])


def test_bands_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="band -1 is negative"):
        dtw([[1.0]], band=-1)
    with pytest.raises(ConfigurationError, match="has a radius"):
        dtw([[1.0]], "fastdtw", band=3)
    with pytest.raises(InvalidDataError, match="cannot be warped"):
        dtw_vectors([[1.0, 2.0]], [[1.0]])
