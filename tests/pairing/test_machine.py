"""What may happen to a pairing: 1,000 random schedules of people who come, stay away, leave and hand in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from pangea_server.annotate.pairing.machine import (
    GRACE,
    ends,
    finished,
    forgotten,
    free_role,
    handed_in,
    has_room_for,
    is_abandoned,
    left,
    played_by_program,
    sat_down,
    seen,
)
from pangea_server.annotate.pairing.records import EndReason, Pairing, PairingState, Seat

AT = datetime(2026, 12, 1, tzinfo=UTC)
ROLES = ("oracle", "navigator")
CHANGES = {each.__name__: each for each in (seen, played_by_program, left, finished, handed_in, forgotten)}
ORDER = [PairingState.WAITING, PairingState.RUNNING, PairingState.ENDED]


def pairing() -> Pairing:
    return Pairing(pairing_id="p", kind="guide_two", path_id=1, language="en-US", number=0, roles=ROLES)


def seat(number: int, role: str, at: datetime = AT) -> Seat:
    return Seat(role=role, task_id=f"t{number}", lease_id=f"l{number}", annotator_id=number, seen_at=at)


def running() -> Pairing:
    return sat_down(sat_down(pairing(), seat(1, "oracle")), seat(2, "navigator"))


def test_the_second_one_takes_the_role_that_is_left() -> None:
    alone = sat_down(pairing(), seat(1, "navigator"))
    assert (alone.state, free_role(alone, "navigator"), free_role(pairing(), "oracle")) == (
        "waiting",
        "oracle",
        "oracle",
    )
    assert sat_down(alone, seat(2, "oracle")).state is PairingState.RUNNING


@pytest.mark.parametrize(
    "second", [seat(1, "navigator"), seat(3, "navigator").model_copy(update={"task_id": "t1"})]
)
def test_nobody_sits_opposite_themselves(second: Seat) -> None:
    alone = sat_down(pairing(), seat(1, "oracle"))
    assert not has_room_for(alone, second.task_id, second.annotator_id)
    with pytest.raises(ValueError, match="no room"):
        sat_down(alone, second)


def test_the_navigator_ends_it_and_the_oracle_only_when_left_alone() -> None:
    both, soon, late = running(), AT + GRACE, AT + GRACE + timedelta(seconds=1)
    assert [ends(both, each) for each in both.seats] == [False, True]
    assert finished(both, "l2", soon).reason is EndReason.DONE
    assert finished(both, "l1", soon) == both
    assert finished(seen(both, "l2", soon), "l1", late).state is PairingState.RUNNING
    assert finished(both, "l1", late).reason is EndReason.LEFT


def test_a_clock_that_was_ahead_for_a_while_keeps_nobody_waiting() -> None:
    ahead = seen(running(), "l2", AT + timedelta(hours=1))
    late = AT + GRACE + timedelta(seconds=2)
    assert finished(ahead, "l1", late) == ahead
    assert finished(seen(ahead, "l2", AT + timedelta(seconds=1)), "l1", late).reason is EndReason.LEFT


def test_an_answer_ends_it_where_its_page_could_not_say_so() -> None:
    assert handed_in(running(), "l2", AT).reason is EndReason.DONE
    assert handed_in(running(), "l1", AT).reason is EndReason.LEFT
    assert handed_in(finished(running(), "l2", AT), "l1", AT).reason is EndReason.DONE


def test_who_waits_and_is_gone_makes_room() -> None:
    alone = sat_down(pairing(), seat(1, "oracle"))
    assert not is_abandoned(alone, AT + GRACE)
    assert is_abandoned(alone, AT + GRACE + timedelta(seconds=1))
    assert not is_abandoned(running(), AT + 2 * GRACE)


def test_withdrawing_leaves_no_trace_of_who_sat_there() -> None:
    after = forgotten(running(), "l1", AT)
    assert [each.annotator_id for each in after.seats] == [2]
    assert after.reason is EndReason.LEFT


@pytest.mark.parametrize("number", range(1000))
def test_random_schedules(number: int) -> None:
    random, now, at = Random(number), pairing(), AT
    history = [now]
    for _ in range(30):
        at += timedelta(seconds=random.choice((0, 1, 30, 130)))
        person = random.randrange(1, 5)
        lease = f"l{person}"
        act = random.choice(("sit", *CHANGES))
        if act == "sit":
            if has_room_for(now, f"t{person}", person):
                now = sat_down(now, seat(person, free_role(now, random.choice(ROLES)), at))
        else:
            change = CHANGES[act]
            once = change(now, lease, at)
            assert change(once, lease, at) == once  # said twice is said once
            now = once
        history.append(now)
    for before, after in pairwise(history):
        assert ORDER.index(before.state) <= ORDER.index(after.state)
        assert len(after.seats) <= 2
        assert (
            len({each.role for each in after.seats})
            == len({each.annotator_id for each in after.seats})
            == len(after.seats)
        )
        assert before.reason in (None, after.reason)
        assert (
            (after.state is PairingState.ENDED) == (after.reason is not None) == (after.ended_at is not None)
        )
        kept = {each.lease_id for each in before.seats if each.handed_in}
        assert all(each.handed_in for each in after.seats if each.lease_id in kept)
