"""The simulated crowds, and what the documentation says of them."""

from __future__ import annotations

import numpy as np
import pytest

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust.simulation import (
    FOLLOWER,
    GUIDE,
    CheckOdds,
    Crowd,
    Shares,
    crowd,
    gold,
    simulate,
    trusted,
    unchecked,
)

PERFECT = CheckOdds("follower", passed_if_good=1.0, passed_if_bad=0.0)


def alike(quality: float, items: int = 300) -> Crowd:
    return Crowd(np.full((5, items), quality), np.full(5, quality > 0.9))


def test_without_checks_nothing_is_spent_and_everything_accepted() -> None:
    assert unchecked(np.random.default_rng(1), alike(0.0), FOLLOWER) == Shares(0.0, 0.0, 1.0, 0.0)


def test_a_fifth_of_gold_refuses_whole_batches() -> None:
    assert gold(np.random.default_rng(1), alike(0.0), PERFECT) == Shares(0.2, 0.8, 0.0, 0.0)
    assert gold(np.random.default_rng(1), alike(1.0), PERFECT) == Shares(0.2, 0.0, 0.0, 0.0)


def test_the_protocol_stops_bad_work_with_the_opening_and_never_good_work() -> None:
    protocol = trusted(TrustRules(share=0.0))
    assert protocol(np.random.default_rng(1), alike(0.0), PERFECT) == Shares(1.0, 0.0, 0.0, 0.0)
    assert protocol(np.random.default_rng(1), alike(1.0), PERFECT) == Shares(0.1, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("check", [FOLLOWER, GUIDE])
def test_over_a_thousand_items_it_costs_less_than_gold_and_lets_no_more_through(check: CheckOdds) -> None:
    ours = simulate(trusted(TrustRules()), check, 1000, crowds=20)
    theirs = simulate(gold, check, 1000, crowds=20)
    assert ours.checks.mean < 0.4 * theirs.checks.mean
    assert ours.bad_accepted.mean < theirs.bad_accepted.mean + theirs.bad_accepted.margin


def test_the_same_seed_gives_the_same_numbers() -> None:
    again = [simulate(gold, GUIDE, 50, crowds=3, seed=4) for _ in range(2)]
    assert again[0] == again[1] != simulate(gold, GUIDE, 50, crowds=3, seed=5)


def test_a_crowd_has_people_of_all_sorts() -> None:
    people = crowd(np.random.default_rng(3), 50, people=4000)
    changing = np.ptp(people.quality, axis=1) > 0
    assert np.mean(people.is_good) == pytest.approx(0.70, abs=0.03)
    assert np.mean(changing) == pytest.approx(0.10, abs=0.03)
    assert not np.any(changing & people.is_good)
    assert people.quality[people.is_good].mean() == pytest.approx(0.95, abs=0.01)
