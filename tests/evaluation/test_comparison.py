"""Systems compared by walks whose truth is known, and by cases that can be computed another way."""

from __future__ import annotations

from itertools import product
from math import inf, nan

import numpy as np
import pytest

from environments import InvalidDataError
from pangea_server.quality.comparison import WALK_MEASURES, ScoredWalk, column, compare_systems, estimate
from pangea_server.quality.comparison.differences import flip_test, holm, mcnemar
from pangea_server.quality.comparison.estimates import two_way_variance

SUCCESS = WALK_MEASURES[0]


def walk(system: str, path: str, person: str | None, success: float) -> ScoredWalk:
    return ScoredWalk(system, path, f"{system}{path}", person, {"sr": success})


def test_a_known_difference_is_found_and_its_interval_has_the_truth() -> None:
    """A succeeds on 80 of 100 paths, B on 55, by twenty people who are equally good."""
    systems = (("A", 80), ("B", 55))
    walks = [
        walk(name, str(path), str(path % 20), float(path * 37 % 100 < good))
        for name, good in systems
        for path in range(100)
    ]
    (pair,) = compare_systems(walks, SUCCESS)
    assert pair.p is not None and pair.p < 0.001  # noqa: PT018
    assert pair.value == pytest.approx(0.25)
    assert pair.low is not None and pair.high is not None  # noqa: PT018
    assert 0 < pair.low < 0.25 < pair.high


def test_what_differs_by_path_and_not_on_the_whole_is_no_difference() -> None:
    """A succeeds on the even paths, B on the odd ones."""
    walks = [
        walk(name, str(path), str(path % 20), float(path % 2 == odd))
        for odd, name in enumerate("AB")
        for path in range(100)
    ]
    (pair,) = compare_systems(walks, SUCCESS)
    assert pair.p is not None and pair.p > 0.5  # noqa: PT018
    assert pair.low is not None and pair.high is not None  # noqa: PT018
    assert pair.low < 0 < pair.high


def test_the_sign_flips_are_all_sign_flips_of_few_paths() -> None:
    apart = np.array([0.5, -0.25, 1.0, 0.75, 0.0, 0.3])
    means = [abs((np.array(signs) * apart).mean()) for signs in product((1, -1), repeat=len(apart))]
    expected = np.mean([mean >= abs(apart.mean()) - 1e-12 for mean in means])
    assert flip_test(apart) == pytest.approx(expected)


def test_the_variance_counts_walks_of_one_path_or_one_person_together() -> None:
    random = np.random.default_rng(3)
    contributions, paths, people = (
        random.normal(size=30),
        random.integers(5, size=30),
        random.integers(6, size=30),
    )

    def slow(pairs: list[tuple[int, ...]]) -> float:
        sums = [contributions[[each == one for each in pairs]].sum() for one in sorted(set(pairs))]
        return float(sum(each**2 for each in sums) * len(sums) / (len(sums) - 1))

    by_path, by_person = slow([(path,) for path in paths]), slow([(person,) for person in people])
    expected = by_path + by_person - slow(list(zip(paths, people, strict=True)))
    assert two_way_variance(contributions, paths, people) == pytest.approx(max(by_path, by_person, expected))


def test_holm_corrects_in_steps() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == [
        pytest.approx(0.03),
        None,
        pytest.approx(0.06),
        pytest.approx(0.06),
    ]


def test_mcnemar_needs_one_walk_of_each_system_on_a_path() -> None:
    walks = [walk("A", str(path), f"p{path}", 1.0) for path in range(8)]
    walks += [walk("B", str(path), f"q{path}", float(path < 2)) for path in range(8)]
    found = mcnemar(column(walks, "sr"), "A", "B")
    assert (found.only_first, found.only_second) == (6, 0)
    assert found.p == pytest.approx(2 * 0.5**6)
    again = mcnemar(column([*walks, walk("A", "0", "r", 0.0)], "sr"), "A", "B")
    assert again.p is None
    assert again.reason == "A has several walks on a path."


def test_an_interval_of_success_stays_between_0_and_1_and_counts_no_more_than_the_walks() -> None:
    walks = [walk("A", str(path), str(path % 5), 1.0) for path in range(20)]
    found = estimate(column(walks, "sr"), SUCCESS)
    assert (found.value, found.high, found.people) == (1.0, 1.0, 5)
    assert found.low is not None
    assert 0.7 < found.low < 0.9


def test_one_walk_of_each_system_has_no_interval_and_no_p() -> None:
    walks = [walk("A", "1", "x", 1.0), walk("B", "1", "y", 0.0)]
    (pair,) = compare_systems(walks, SUCCESS)
    assert (pair.value, pair.low, pair.p, pair.p_holm) == (1.0, None, None, None)
    assert pair.reason == "One path tells nothing about others."
    assert estimate(column(walks, "sr").of("A"), SUCCESS).reason == "One path tells nothing about others."


def test_systems_without_a_common_path_are_not_compared() -> None:
    (pair,) = compare_systems([walk("A", "1", "x", 1.0), walk("B", "2", "x", 0.0)], SUCCESS)
    assert pair.value is None
    assert pair.reason == "A and B share no path."


def test_unknown_people_are_counted_as_different_ones_and_not_told() -> None:
    found = estimate(column([walk("A", str(path), None, path % 2) for path in range(6)], "sr"), SUCCESS)
    assert found.people is None
    assert found.low is not None


@pytest.mark.parametrize("value", [nan, inf, -0.1, 1.5])
def test_a_score_that_is_none_is_refused_with_its_instruction(value: float) -> None:
    with pytest.raises(
        InvalidDataError, match=r"sr of a walk along instruction A1 is .*: it is a number from 0 to 1"
    ):
        column([walk("A", "1", "x", value)], "sr")
