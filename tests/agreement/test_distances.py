"""Agreement of answers that are not numbers: equal to the package where both can be computed, and seen by eye."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from environments.geometry import direction
from pangea_server.quality.agreement import (
    AnsweredItem,
    ScaleLevel,
    agreement_of_answers,
    agreement_of_chains,
    agreement_of_points,
    agreement_of_ratings,
    agreement_of_regions,
    agreement_of_spans,
    alpha_by_distance,
)
from tests.agreement.test_measures import BINARY, FOUR_OBSERVERS, units

Interval = tuple[float, float]


def squares(some: Sequence[float], others: Sequence[float]) -> NDArray[np.float64]:
    return np.asarray(np.subtract.outer(np.array(some), np.array(others)) ** 2)


def overlap(some: Sequence[Interval], others: Sequence[Interval]) -> NDArray[np.float64]:
    """IoU of intervals of a line."""
    low = np.maximum.outer([a for a, _ in some], [a for a, _ in others])
    high = np.minimum.outer([b for _, b in some], [b for _, b in others])
    common = np.maximum(high - low, 0)
    return np.asarray(common / (np.add.outer([b - a for a, b in some], [b - a for a, b in others]) - common))


def test_alpha_of_interval_data_is_krippendorffs() -> None:
    rated = units(FOUR_OBSERVERS)
    found = alpha_by_distance([AnsweredItem(each) for each in rated], squares)
    assert found.value == pytest.approx(0.849, abs=5e-4)
    expected = agreement_of_ratings(rated, "interval")
    assert found.value == pytest.approx(expected.value, abs=1e-12)
    assert found.interval == pytest.approx(expected.interval, abs=1e-9)
    assert (found.units, found.judgements) == (expected.units, expected.judgements)


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=4), min_size=2, max_size=5))
def test_alpha_is_the_packages_for_any_ratings(rated: list[list[int]]) -> None:
    found = alpha_by_distance([AnsweredItem(each) for each in rated], squares)
    expected = agreement_of_ratings(rated, "interval")
    assert (found.value is None) == (expected.value is None)
    if found.value is not None:
        assert found.value == pytest.approx(expected.value)
    else:
        assert found.reason


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_intervals_of_ratings_are_those_of_distances(level: ScaleLevel) -> None:
    """So what holds of one holds of the other: of two values, all levels are the same."""
    of_distances = alpha_by_distance([AnsweredItem(each) for each in units(BINARY)], squares).interval
    assert agreement_of_ratings(units(BINARY), level).interval == pytest.approx(of_distances, abs=1e-9)


def test_chance_is_that_of_the_same_kind_of_thing() -> None:
    """Two doors of one place, two lamps of another: who always says the first door's place does not agree by skill."""
    answers = [[0.0, 1.0], [1.0, 0.0], [100.0, 101.0], [101.0, 100.0]]
    flattered = alpha_by_distance([AnsweredItem(each) for each in answers], squares).value
    groups = ["door", "door", "lamp", "lamp"]
    honest = alpha_by_distance(
        [AnsweredItem(each, group) for each, group in zip(answers, groups, strict=True)], squares
    ).value
    assert flattered
    assert honest
    assert flattered > 0.99
    assert honest < 0


def test_an_item_alone_in_its_group_is_left_out_as_chance_is_not_known() -> None:
    doors = [AnsweredItem([0.0, 1.0], "door"), AnsweredItem([9.0, 9.0], "door")]
    lamp = AnsweredItem([5.0, 5.5], "lamp")
    assert alpha_by_distance([*doors, lamp], squares) == alpha_by_distance(doors, squares)
    alone = alpha_by_distance([lamp], squares)
    assert (alone.value, alone.units) == (None, 1)
    assert "No two items of one group" in alone.reason


def intervals_that_hold(groups: int, things: int, people: int, campaigns: int) -> float:
    """The share of simulated campaigns whose interval holds the alpha of endless ones, and always its own alpha."""
    chance = np.random.default_rng(2011)
    noise = 0.3
    truth = 1 - noise**2 / (noise**2 + (things - 1) * people / (things * people - 1))
    held = 0
    for _ in range(campaigns):
        middles = chance.normal(size=(groups, things, 1))
        answers = middles + noise * chance.normal(size=(groups, things, people))
        items = [AnsweredItem(list(each), str(group)) for group, row in enumerate(answers) for each in row]
        found = alpha_by_distance(items, squares)
        assert found.value is not None
        assert found.interval
        low, high = found.interval
        assert low < found.value < high
        held += low <= truth <= high
    return held / campaigns


def points(*degrees: Sequence[float], group: str = "") -> AnsweredItem[NDArray[np.float64]]:
    return AnsweredItem([direction(np.radians(heading), np.radians(up)) for heading, up in degrees], group)


def test_directions_agree_across_the_seam() -> None:
    found = agreement_of_points([points((179, 0), (-179, 0)), points((0, 0), (0, 4))])
    assert found.angle.value == pytest.approx(3)
    assert [share.value for share in found.within.values()] == [0, 0.5, 1, 1]
    assert found.alpha.value == pytest.approx(1, abs=0.01)
    assert found.alpha.interval is None  # two things


def test_people_who_point_anywhere_agree_as_by_chance() -> None:
    chance = np.random.default_rng(3)
    vectors = chance.normal(size=(400, 2, 3))
    vectors /= np.linalg.norm(vectors, axis=-1, keepdims=True)
    found = agreement_of_points([AnsweredItem(list(each)) for each in vectors])
    assert found.alpha.interval
    low, high = found.alpha.interval
    assert low < 0 < high
    assert found.angle.value == pytest.approx(90, abs=5)


def test_regions_agree_by_what_they_share() -> None:
    found = agreement_of_regions(
        [
            AnsweredItem([(0.0, 2.0), (1.0, 3.0)]),
            AnsweredItem([(9.0, 10.0), (9.0, 10.0)]),
            AnsweredItem([(5.0, 6.0)]),
        ],
        overlap,
    )
    assert found.iou.value == pytest.approx((1 / 3 + 1) / 2)
    assert {least: share.value for least, share in found.at_least.items()} == {0.5: 0.5, 0.7: 0.5}
    observed = (2 * (2 / 3) ** 2) / 4  # of four answers; the second item has none
    expected = (2 * (2 / 3) ** 2 + 2 * 4) / (4 * 3)  # all pairs: apart by 1 but for those two
    assert found.alpha.value == pytest.approx(1 - observed / expected)
    assert found.alpha.units == 2


def test_all_the_same_is_not_known() -> None:
    found = agreement_of_regions([AnsweredItem([(0.0, 1.0)] * 3)] * 2, overlap)
    assert (found.alpha.value, found.iou.value) == (None, 1)
    assert "chance would agree as well" in found.alpha.reason


def test_links_agree_by_identity() -> None:
    links = [["same", "same"], ["different", "different"], ["same", "different"], ["not_seen"]]
    found = agreement_of_answers(links)
    assert found.value == pytest.approx(
        1 - 5 * 2 / (2 * 9)
    )  # nominal alpha by hand: 1 - (n - 1) 2 / (2 * 3 * 3)
    assert found.units == 3
    assert (
        agreement_of_answers([["same", "same"]]).reason
        == "All people answered same: chance would agree as well."
    )


def test_spans_agree_by_exact_characters() -> None:
    found = agreement_of_spans([[[(0, 8), (12, 14)], [(0, 8)]], [[(3, 9)], []], [[(1, 2)]]])
    assert found.value == pytest.approx(2 * 1 / (2 + 1 + 1 + 0))
    assert (found.units, found.judgements) == (2, 4)
    assert agreement_of_spans([[[], []]]).reason == "Nobody marked anything."


def test_chains_agree_alike_whoever_is_the_key() -> None:
    one, other = [["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d"]]
    there, back = agreement_of_chains([[one, other]]), agreement_of_chains([[other, one]])
    assert there == back
    assert there.value
    assert 0 < there.value < 1
    assert agreement_of_chains([[one, one, one]]).value == 1
