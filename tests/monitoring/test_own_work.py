"""What an annotator is told of their own work, and what never of anybody else's."""

from __future__ import annotations

import json
from statistics import fmean

import numpy as np
import pytest

from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.app.testing.server import People
from pangea_server.collect.ledger.balances import balances
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.dataset.monitoring.own_work import (
    FEWEST_OTHERS,
    MEASURES,
    comparisons,
    done,
    learning_curve,
)
from pangea_server.dataset.monitoring.table import ASIDE, ROW, Table
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

ME = 1


GUIDE, FOLLOWER = map(kind_names().index, ("guide", "follower"))


def walks(people: dict[int, list[float]], aside: int = 0) -> Table:
    """A table of Followers' walks: for each person their navigation errors, in order of time."""
    errors = [(person, error) for person, values in people.items() for error in values]
    rows = np.zeros(len(errors), ROW)
    rows["kind"], rows["number"], rows["instruction"] = FOLLOWER, np.arange(1, len(errors) + 1), 1
    rows["submitted_at"], rows["aside"] = np.arange(len(errors)), aside
    rows["annotator"], rows["ne"] = np.array(errors).T
    rows["success"] = rows["ne"] < 3
    return Table.empty().updated(rows)


def test_four_others_are_too_few_and_five_are_told_together() -> None:
    four = {ME: [1.0, 4.0]} | {person: [float(person)] * 3 for person in range(2, 6)}
    assert all(each.others is None for each in comparisons(walks(four), ME))
    assert all(step.others is None for step in learning_curve(walks(four), ME, "follower", "success_rate"))
    five = four | {6: [6.0] * 3}
    told = {(each.kind, each.measure): each for each in comparisons(walks(five), ME)}
    assert (told["follower", "ne"].value, told["follower", "ne"].n) == (2.5, 2)
    others = told["follower", "ne"].others
    assert others
    assert (others.people, others.low, others.high) == (5, 3.0, 5.0)
    assert told["guide", "time"].value is None
    assert FEWEST_OTHERS == 5


def test_who_did_next_to_nothing_is_not_among_the_others() -> None:
    people = {person: [1.0] * 3 for person in range(2, 6)} | {7: [50.0]}
    assert all(each.others is None for each in comparisons(walks(people), ME))


def test_check_items_cannot_be_told_from_other_tasks() -> None:
    people = {person: [1.0, 4.0, 2.0] for person in range(1, 8)}
    plain, checked = walks(people), walks(people, aside=ASIDE["check_item"])
    assert comparisons(plain, ME) == comparisons(checked, ME)
    assert learning_curve(plain, ME, "follower", "success_rate") == learning_curve(
        checked, ME, "follower", "success_rate"
    )
    assert done(plain, ME) == done(checked, ME) == {"follower": 3}


def test_the_learning_curve_goes_as_far_as_the_person_has_come() -> None:
    people = {ME: [5.0, 1.0, 2.0, 4.0]} | {person: [1.0, 5.0, 1.0, 1.0, 1.0, 1.0] for person in range(2, 7)}
    steps = learning_curve(walks(people), ME, "follower", "success_rate")
    assert [(step.tasks, step.value, step.others) for step in steps] == [
        ("1", 0.0, 1.0),
        ("2", 1.0, 0.0),
        ("3-4", 0.5, 1.0),
    ]


def test_figures_are_those_of_a_plain_computation() -> None:
    rng = np.random.default_rng(4)
    people = {person: rng.exponential(3, 9).tolist() for person in range(1, 12)}
    table = walks(people)
    table.rows["recording"], table.rows["transcription"] = 20, 50
    table.rows["kind"][::2] = GUIDE
    told = {(each.kind, each.measure): each for each in comparisons(table, ME)}
    errors = table.rows["ne"][(table.rows["annotator"] == ME) & (table.rows["kind"] == FOLLOWER)]
    assert told["follower", "ne"].value == pytest.approx(fmean(errors.tolist()))
    assert told["guide", "transcription_ratio"].value == 2.5
    assert {measure for _, measure in told} == set(MEASURES)


def entry(entry_id: str, amount: int, *, kind: str = "accepted", seconds: float | None = None) -> LedgerEntry:
    lease = entry_id.rpartition("-")[0] if seconds is not None else None
    return LedgerEntry.model_validate(
        {"entry_id": entry_id, "annotator_id": ME, "kind": kind, "amount": amount, "currency": "EUR"}
        | {"reason": "guide accepted", "lease_id": lease, "active_seconds": seconds}
    )


def test_a_corrected_attempt_took_its_time_once() -> None:
    [balance] = balances(
        [
            entry("20261122-a", -500, kind="paid"),
            entry("l1-0000", 600, seconds=120.0),
            entry("l1-0001", -100, kind="correction", seconds=100.0),
            entry("l2-0000", 300, seconds=60.0),
        ]
    )
    assert (balance.earned, balance.paid, balance.due) == (800, 500, 300)
    assert balance.active_seconds == 160.0
    assert balance.hourly == 18_000


@pytest.mark.usefixtures("campaign")
def test_a_person_is_told_of_nobody_else(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    guide, follower = people(), people()
    guide.guide()
    follower.follow(["door", "lamp", "sofa"])
    store.records.create(
        entry("20261122-b", 250, kind="bonus").model_copy(update={"annotator_id": guide.annotator_id})
    )
    mine = guide.call("GET", "/me/work").json()
    assert mine["done"] == {"guide": 1}
    figures = {each["measure"]: each for each in mine["comparisons"]}
    assert (figures["understood"]["value"], figures["understood"]["n"]) == (1.0, 1)
    assert {each["withheld"] for each in mine["comparisons"]} == {"too_few_others"}
    assert [each["due"] for each in mine["balances"]] == [250]
    theirs = follower.call("GET", "/me/work").json()
    assert theirs["balances"] == []
    assert not any(word in json.dumps(theirs) for word in ("annotator", "check", "learning_period"))
    manager = people(Role.MANAGER)
    assert manager.call("GET", "/me/work").status_code == 403
    [row] = manager.call("GET", "/monitor/pay").json()
    assert (row["annotator_id"], row["earned"], row["hourly"]) == (guide.annotator_id, 250, None)
    assert people(Role.REVIEWER).call("GET", "/monitor/pay").status_code == 403


@pytest.mark.usefixtures("campaign")
def test_decisions_come_with_their_reasons(people: People) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    guide.guide()
    [waiting] = reviewer.call("GET", "/review").json()["items"]
    decision = {"verdict": "send_back", "version": waiting["version"], "reason": "The last word is missing."}
    path = f"/review/{waiting['task_id']}"
    reviewer.call("PUT", f"{path}/claim", json={})
    answer = reviewer.call("PUT", f"{path}/decisions/00000000-0000-4000-8000-000000000001", json=decision)
    assert answer.status_code == 200
    reviews = guide.call("GET", "/me/work").json()["reviews"]
    assert (reviews["accepted"], reviews["sent_back"]) == (0, 1)
    assert [each["reason"] for each in reviews["with_reason"]] == ["The last word is missing."]
