"""Two recordings on one time line: simulated devices and lines, against the truth."""

from __future__ import annotations

from random import Random

import pytest

from align.clocks import Exchange, ServerTime, server_time

EPOCH = 1_764_000_000.0
MINUTES = 10


def recorded(
    random: Random,
    *,
    drift: float,
    way: float,
    late: float,
    pauses: tuple[float, ...] = (),
    uneven: float = 0.0,
) -> tuple[list[Exchange], list[tuple[float, float]]]:
    """A recording of ten minutes: its exchanges, the promptest of each ten seconds, and true pairs of times.

    Args:
        drift: of the recording's clock; ``way``: seconds of the shortest one; ``late``: of mean delay above it.
        pauses: when it is paused for 20 s each, in its own seconds.
        uneven: by how much the way there is longer than the way back.
    """
    exchanges, truth, asked = [], [], list[Exchange]()
    since, began, own = 0.0, EPOCH, 0.0
    while own < 60 * MINUTES:
        if pauses and own >= pauses[0]:
            began += 20 + (own - since) / (1 + drift)
            since, pauses = own, pauses[1:]
        there, back = (way + extra + random.expovariate(1 / late) for extra in (uneven / 2, -uneven / 2))
        now = began + (own - since) / (1 + drift)
        truth.append((own, now))
        arrived = own + (there + 0.0001 + back) * (1 + drift)
        asked.append(Exchange(since, own, now + there, now + there + 0.0001, arrived, now))
        own += 2
        if len(asked) == 5:
            exchanges.append(min(asked, key=lambda each: each.round_trip))
            asked = []
    return exchanges, truth


def worst(found: ServerTime, truth: list[tuple[float, float]]) -> float:
    return max(abs(found.at(own) - server) for own, server in truth)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("way", "late"), [(0.0005, 0.002), (0.02, 0.01), (0.1, 0.03)])
def test_both_times_agree_to_twenty_milliseconds(seed: int, way: float, late: float) -> None:
    """Home, another country, a mobile phone; clocks off by up to 100 parts in a million, with and without pauses."""
    random = Random(seed)
    two = [
        recorded(random, drift=random.uniform(-1e-4, 1e-4), way=way, late=late, pauses=pauses)
        for pauses in ((), (123.0, 300.0))
    ]
    errors = []
    for exchanges, truth in two:
        found = server_time(exchanges)
        assert found is not None
        assert worst(found, truth) <= found.bound + 0.003
        errors.append(worst(found, truth))
    assert sum(errors) <= 0.020


def test_what_the_ways_differ_by_stays_unseen_and_within_the_bound() -> None:
    exchanges, truth = recorded(Random(1), drift=5e-5, way=0.05, late=0.002, uneven=0.06)
    found = server_time(exchanges)
    assert found is not None
    assert worst(found, truth) == pytest.approx(0.03, abs=0.003)
    assert worst(found, truth) < found.bound


def test_a_single_exchange_is_enough_for_a_time_and_tells_no_drift() -> None:
    found = server_time([Exchange(0, 10.0, EPOCH + 0.02, EPOCH + 0.021, 10.041, EPOCH)])
    assert found is not None
    assert found.rate == pytest.approx(1.0)
    assert found.at(10.0205) == pytest.approx(EPOCH + 0.0205, abs=1e-6)
    assert found.bound == pytest.approx(0.02, abs=1e-6)


def test_nothing_is_made_up_without_an_exchange() -> None:
    assert server_time([]) is None
    impossible = Exchange(0, 10.0, EPOCH, EPOCH + 5, 10.1, EPOCH)  # answered for longer than it took
    assert server_time([impossible]) is None


def test_a_server_whose_clock_is_set_while_it_is_asked_has_a_bound_that_says_so() -> None:
    asked = [Exchange(0.0, own, own + 100.01, own + 100.01, own + 0.02, own) for own in (10.0, 20.0, 30.0)]
    set_back = [Exchange(0.0, own, own + 70.01, own + 70.01, own + 0.02, own) for own in (40.0, 50.0, 60.0)]
    steady, jumped = server_time(asked), server_time(asked + set_back)
    assert steady
    assert jumped
    assert steady.bound == pytest.approx(0.01)
    assert all(abs(jumped.at(each.sent) - each.received) <= jumped.bound + 0.02 for each in asked + set_back)
    assert jumped.bound > 1
