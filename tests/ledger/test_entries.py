"""The book, over real work on a real server: what is entered, what is due, and what platforms are told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from environments.errors import ConfigurationError, InvalidDataError
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.ledger.accounts import accounts
from pangea_server.collect.ledger.entries import book, entries_of, grant
from pangea_server.collect.ledger.payouts import as_csv, payouts
from pangea_server.collect.ledger.records import Attendance, LedgerEntry, SignOfWork
from pangea_server.stores.protocol import RecordStore, Store
from tests.platforms.conftest import Offer, do_work, offer
from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "offer", "people", "place", "server", "settings", "store", "web"]
PAY = PayRules(currency="USD", per_hour=1800, per_annotation={"guide": 100, "follower": 50})


@pytest.fixture
def paid(store: Store, campaign: None) -> RecordStore:
    """The corridor's tasks belong to a campaign that pays."""
    definition = CampaignDefinition.model_validate(
        {
            "id": "corridor",
            "languages": ["en-US"],
            "paths": [{"sampler": "r2r"}],
            "pay": PAY.model_dump(),
            "trust": {"learning": 0},
        }
    )
    made = Campaign(campaign_id="corridor", state=CampaignState.RUNNING, version=1, definition=definition)
    store.records.create(made)
    for task in store.records.find(Task):
        mine = task.model_copy(update={"campaign_id": "corridor"})
        store.records.transact(lambda transaction, mine=mine: transaction.replace(mine))  # type: ignore[misc]
    return store.records


def at_work(records: RecordStore, lease_id: str, *times: float) -> None:
    """Signs of work at these seconds, in place of those that were seen."""
    lease = records.get(Lease, lease_id)
    signs = tuple(SignOfWork(time=time, source="draft", phase="transcribe") for time in times)
    seen = Attendance(
        lease_id=lease_id, annotator_id=lease.annotator_id, began_at=lease.created_at, signs=signs
    )

    def write(transaction: object) -> None:
        transaction.delete(Attendance, lease_id)  # type: ignore[attr-defined]
        transaction.create(seen)  # type: ignore[attr-defined]

    records.transact(write)


def guided(person: Someone, records: RecordStore) -> str:
    person.guide()
    (lease,) = records.find(Lease, {"annotator_id": person.annotator_id})
    return lease.lease_id


def test_the_server_sees_by_itself_when_somebody_works(people: People, paid: RecordStore) -> None:
    lease_id = guided(people(), paid)
    sources = {sign.source for sign in paid.get(Attendance, lease_id).signs}
    assert {"task", "recording", "submit"} <= sources


def test_a_page_says_in_which_phase_somebody_is(people: People, paid: RecordStore) -> None:
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    assert person.call("POST", f"/leases/{lease_id}/renew").status_code == 200
    assert person.call("POST", f"/leases/{lease_id}/renew", json={"phase": "record"}).status_code == 200
    assert person.call("POST", f"/leases/{lease_id}/renew", json={"phase": "1; drop"}).status_code == 422
    signs = paid.get(Attendance, lease_id).signs
    assert [(sign.source, sign.phase) for sign in signs] == [("task", ""), ("page", "record")]
    assert all(0 <= sign.time < 60 for sign in signs)


def test_active_time_and_the_piece_are_earned_once(people: People, paid: RecordStore) -> None:
    person = people()
    at_work(paid, guided(person, paid), 60, 120, 1000, 1060)  # 180 s of work, and a pause
    assert book(paid) == 1
    assert book(paid) == 0
    (account,) = accounts(paid)
    assert (account.accepted, account.active_seconds, account.earned) == (1, 180, 190)
    assert account.phases == {"transcribe": pytest.approx(120), "": pytest.approx(60)}
    assert (account.paid, account.due, account.hourly) == (0, 190, 3800)


def test_partial_work_is_kept_and_paid_by_its_time(people: People, paid: RecordStore) -> None:
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    assert book(paid) == 0  # they are at it
    at_work(paid, lease_id, 100)
    person.call("DELETE", f"/leases/{lease_id}")
    book(paid)
    (entry,) = entries_of(paid, person.annotator_id)
    assert (entry.kind, entry.amount) == ("partial", 50)


def test_a_walk_that_is_no_answer_is_paid_by_its_time(people: People, paid: RecordStore) -> None:
    """The Guide did not reach the goal, and gave the task back."""
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    walk = person.record(lease_id, ["door", "lamp"]) | {"transcript": "Go to the lamp."}
    assert person.submit(lease_id, walk).status_code == 422
    at_work(paid, lease_id, 100)
    person.call("DELETE", f"/leases/{lease_id}")
    book(paid)
    (entry,) = entries_of(paid, person.annotator_id)
    assert (entry.kind, entry.amount) == ("partial", 50)


def test_a_rejection_is_entered_as_the_difference(people: People, paid: RecordStore) -> None:
    person = people()
    lease_id = guided(person, paid)
    at_work(paid, lease_id, 100)
    book(paid)
    for review in paid.find(Review):
        paid.transact(lambda transaction, review=review: transaction.delete(Review, review.record_id))  # type: ignore[misc]
    ids = {"task_id": "guide-000001", "kind": "guide", "number": 1, "lease_id": lease_id}
    who = {"annotator_id": person.annotator_id, "language": "en-US", "scan_id": "corridor"}
    paid.create(Review.model_validate({**ids, **who, "state": ReviewState.REJECTED}))
    book(paid)
    entries = entries_of(paid, person.annotator_id)
    assert [(entry.kind, entry.amount) for entry in entries] == [("accepted", 150), ("correction", -100)]
    (account,) = accounts(paid)
    assert (account.rejected, account.earned) == (1, 50)


def test_two_tabs_are_paid_once(people: People, paid: RecordStore) -> None:
    person = people()
    first = guided(person, paid)
    at_work(paid, first, 50, 100)
    lease = paid.get(Lease, first)
    later = {"created_at": lease.created_at + timedelta(seconds=20)}
    twin = lease.model_copy(update=later | {"lease_id": "twin", "state": LeaseState.RETURNED})
    paid.create(twin)
    at_work(paid, "twin", 40, 90)  # from 20 to 110
    book(paid)
    (account,) = accounts(paid)
    assert account.active_seconds == pytest.approx(110)


def test_bonus_correction_and_payment_have_their_reasons(people: People, paid: RecordStore) -> None:
    person = people()
    grant(paid, person.annotator_id, "bonus", 500, "USD", "ten in a row")
    grant(paid, person.annotator_id, "correction", -100, "USD", "entered twice")
    for kind, amount, reason in (("bonus", -1, "x"), ("paid", 1, "x"), ("bonus", 0, "x"), ("bonus", 5, " ")):
        with pytest.raises(InvalidDataError):
            grant(paid, person.annotator_id, kind, amount, "USD", reason)  # type: ignore[arg-type]
    (account,) = accounts(paid)
    assert account.due == 400
    assert paid.count(LedgerEntry) == 2


def test_platforms_are_told_what_is_due_beyond_their_own_reward(offer: Offer, paid: RecordStore) -> None:
    for platform in ("prolific", "mturk-code"):
        person = offer(platform, reward=20).someone(f"W{platform[0]}", f"S{platform[0]}")
        (lease_id,) = do_work(paid, person)
        at_work(paid, lease_id, 100)
        person.call("POST", "/me/visit/completion")
    book(paid)
    assert [account.due for account in accounts(paid)] == [80, 80]
    found = list(payouts(paid, accounts(paid), "prolific"))
    assert as_csv(found, "prolific") == "Wp,0.80\n"
    lines = as_csv(payouts(paid, accounts(paid), "mturk-code"), "mturk-code").splitlines()
    assert lines[0] == "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken"
    assert lines[1].startswith("Wm,Sm,0.80,")
    grant(paid, found[0].account.annotator_id, "paid", -80, "USD", "bonus on prolific")
    assert list(payouts(paid, accounts(paid), "prolific")) == []


def test_mechanical_turk_pays_in_dollars_only(offer: Offer, paid: RecordStore) -> None:
    person = offer("mturk-code").someone()
    grant(paid, person.annotator_id, "bonus", 500, "EUR", "well done")
    with pytest.raises(ConfigurationError, match="USD"):
        as_csv(payouts(paid, accounts(paid), "mturk-code"), "mturk-code")
