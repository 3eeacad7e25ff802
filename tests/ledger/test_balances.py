"""The balance of each person, and the files that platforms are given to pay it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from environments.errors import ConfigurationError
from pangea_server.collect.ledger.accounts import Account
from pangea_server.collect.ledger.balances import Balance, Balances, balances
from pangea_server.collect.ledger.payouts import Payout, as_csv, payouts
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.stores.local.store import LocalStore

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def entry(entry_id: str, amount: int, person: int = 1, **more: Any) -> LedgerEntry:
    usual = {"kind": "bonus", "currency": "EUR", "reason": "x", "at": NOON}
    return LedgerEntry.model_validate(
        usual | {"entry_id": entry_id, "annotator_id": person, "amount": amount} | more
    )


def test_a_balance_is_a_sum_by_person_and_currency() -> None:
    later = NOON + timedelta(hours=1)
    found = balances(
        [
            entry("a", 700, person=2),
            entry("b", 500, at=later),
            entry("c", -200, kind="paid"),
            entry("d", 300, currency="USD"),
            entry("l-0000", 100, kind="accepted", lease_id="l", active_seconds=1800.0),
            entry("m-0000", 0, kind="partial", lease_id="m", active_seconds=None),
        ]
    )
    assert found == [
        Balance(1, "EUR", later, active_seconds=1800.0, earned=600, paid=200),
        Balance(1, "USD", NOON, earned=300),
        Balance(2, "EUR", NOON, earned=700),
    ]
    assert [(each.due, each.hourly) for each in found] == [(400, 1200), (300, None), (700, None)]


def test_the_ledger_is_read_again_only_when_it_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def counted(entries: Iterable[LedgerEntry]) -> list[Balance]:
        read.append(1)
        return balances(entries)

    monkeypatch.setattr("pangea_server.collect.ledger.balances.balances", counted)
    with LocalStore.open(tmp_path / "data") as store:
        known = Balances(store.records)
        assert known.all() == ()
        store.records.create(entry("a", 500))
        for _ in range(2):
            assert [each.earned for each in known.all()] == [500]
        store.records.create(entry("b", 500))
        assert [each.earned for each in known.all()] == [1000]
    assert len(read) == 2


def account(person: int, earned: int, paid: int = 0, currency: str = "USD") -> Account:
    return Account(person, currency, 1, 0, 0, 60.0, {}, earned, paid)


def test_who_is_paid_is_who_came_from_the_platform_at_their_latest_visit(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        for study_id, platform in (("p", "prolific"), ("m", "mturk-code")):
            store.records.create(
                Study.model_validate(
                    {
                        "study_id": study_id,
                        "platform": platform,
                        "kind": "follower",
                        "languages": ["en-US"],
                        "required": 1,
                        "places": 9,
                    }
                )
            )
        for person, study_id, visit_id, hours in (
            (1, "p", "older", 0),
            (1, "p", "newer", 2),
            (1, "m", "elsewhere", 3),
            (2, "p", "settled", 0),
            (3, "m", "other", 0),
        ):
            known = {"visit_id": visit_id, "study_id": study_id, "annotator_id": person}
            at = NOON + timedelta(hours=hours)
            store.records.create(Visit.model_validate(known | {"began_at": at}))
            store.records.create(
                Payee.model_validate(known | {"worker_id": f"W{person}", "assignment_id": f"A-{visit_id}"})
            )
        due = [account(1, 500, 100), account(2, 300, 300), account(3, 200), account(4, 900)]
        found = list(payouts(store.records, due, "prolific"))
        assert [(each.account, each.payee.visit_id) for each in found] == [(due[0], "newer")]
        on_mturk = list(payouts(store.records, due, "mturk-code"))
    assert as_csv(found, "prolific") == "W1,4.00\n"
    assert as_csv(on_mturk, "mturk-code") == (
        "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken\n"
        "W1,A-elsewhere,4.00,For your work,pangea-1-100-400\n"
        "W3,A-other,2.00,For your work,pangea-3-0-200\n"
    )
    in_euro = [Payout(account(1, 500, currency="EUR"), found[0].payee)]
    assert as_csv(in_euro, "prolific") == "W1,5.00\n"
    with pytest.raises(ConfigurationError, match="EUR is due to person 1"):
        as_csv(in_euro, "mturk")
