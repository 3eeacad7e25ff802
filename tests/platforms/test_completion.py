"""Completion codes: after the work and not before, once for each piece of work, and only to its person."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.platforms.completion import complete, earning
from pangea_server.collect.platforms.completion_codes import PlatformRow, check_codes, read_rows
from pangea_server.collect.platforms.records import Payee, Visit
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import Store
from tests.platforms.conftest import Offer, do_work
from tests.server.conftest import PATH
from tests.trust.conftest import guide_paths


def asked(person: Someone) -> str:
    """The code that this person gets."""
    response = person.call("POST", "/me/visit/completion")
    assert response.status_code == 200, response.text
    code: str = response.json()["code"]
    return code


def test_a_code_comes_after_the_whole_way_through_the_real_submit(
    offer: Offer, people: People, campaign: None
) -> None:
    people().guide()
    person = offer("mturk-code").someone()
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")
    lease = person.lease("follower")
    answer = person.record(lease["lease_id"], PATH, voice=()) | {"outcome": "done"}
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")
    broken = answer | {"pose": answer["pose"] | {"sha256": "0" * 64}}
    assert person.submit(lease["lease_id"], broken).status_code == 422
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")
    assert person.submit(lease["lease_id"], answer).status_code == 200
    assert len(asked(person)) == 12
    assert asked(person) == asked(person)


def test_who_came_to_follow_is_sent_to_no_guide_task_by_turns(
    offer: Offer, tower: Callable[..., None], store: Store, people: People
) -> None:
    tower(turns=10)
    guide_paths(store, 1)
    sent = people().call("POST", "/leases", json={"kind": "follower"})
    assert (sent.status_code, sent.headers["PanGEA-Kind"]) == (204, "guide")
    assert offer("mturk-code").someone().lease("follower")


def test_partial_work_is_counted_and_shown(offer: Offer, store: Store) -> None:
    person = offer("prolific", required=3).someone()
    do_work(store.records, person, 2)
    do_work(store.records, person, 1, kind="guide")  # of another kind
    visit = person.call("GET", "/me/visit").json()
    assert (visit["done"], visit["code"], visit["way_back"]) == (2, None, None)
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")
    do_work(store.records, person)
    assert asked(person) == "C0FFEE"


def test_prolifics_code_is_not_told_before(offer: Offer, store: Store) -> None:
    study = offer("prolific")
    person = study.someone()
    for answer in (study.ask(), person.call("GET", "/me/visit"), person.call("POST", "/me/visit/completion")):
        assert "C0FFEE" not in answer.text
    do_work(store.records, person)
    view = person.call("POST", "/me/visit/completion").json()
    assert view["way_back"]["url"] == "https://app.prolific.com/submissions/complete?cc=C0FFEE"


def test_mechanical_turk_is_sent_its_own_assignment(offer: Offer, store: Store) -> None:
    person = offer("mturk").someone("A1WORKER", "3ASSIGN")
    do_work(store.records, person)
    back = person.call("POST", "/me/visit/completion").json()["way_back"]
    assert (back["url"], back["method"]) == ("https://workersandbox.mturk.com/mturk/externalSubmit", "post")
    assert back["fields"]["assignmentId"] == "3ASSIGN"
    (payee,) = store.records.find(Payee)
    store.records.transact(lambda transaction: transaction.delete(Payee, payee.record_id))
    assert person.call("GET", "/me/visit").json()["way_back"] is None


def test_work_earns_one_code_only(offer: Offer, store: Store) -> None:
    study = offer("mturk-code")
    person = study.someone("A1WORKER", "3ONE")
    do_work(store.records, person)
    first = asked(person)
    study.enter(person.token, **study.ids("A1WORKER", "3TWO"))
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")
    do_work(store.records, person)
    assert asked(person) != first
    spent = [lease for visit in store.records.find(Visit) for lease in visit.lease_ids]
    assert len(spent) == len(set(spent)) == 2


def test_two_tabs_that_ask_at_once_get_one_code(offer: Offer, store: Store) -> None:
    person = offer("mturk-code").someone()
    do_work(store.records, person)
    (visit,), annotator = store.records.find(Visit), store.records.get(Annotator, padded(person.annotator_id))
    with ThreadPoolExecutor(8) as pool:
        codes = set(pool.map(lambda _: complete(store.records, annotator, visit.visit_id).code, range(16)))
    assert len(codes) == 1


def test_rejected_work_earns_nothing(offer: Offer, store: Store) -> None:
    person = offer("mturk-code").someone()
    (lease_id,) = do_work(store.records, person)
    store.records.create(
        Review(
            task_id="follower-000001",
            kind="follower",
            number=1,
            lease_id=lease_id,
            annotator_id=person.annotator_id,
            language="en-US",
            scan_id="corridor",
            state=ReviewState.REJECTED,
        )
    )
    assert person.call("GET", "/me/visit").json()["done"] == 0
    assert_problem(person.call("POST", "/me/visit/completion"), 409, "not_complete")


def test_others_work_earns_nothing(offer: Offer, store: Store, people: People) -> None:
    study = offer("mturk-code")
    one, two = study.someone("A1ONE", "3ONE"), study.someone("A2TWO", "3TWO")
    do_work(store.records, one)
    assert_problem(two.call("POST", "/me/visit/completion"), 409, "not_complete")
    assert people().call("GET", "/me/visit").status_code == 204
    assert_problem(people().call("POST", "/me/visit/completion"), 404, "record_not_found")


def test_codes_that_come_back_are_told_apart(offer: Offer, store: Store) -> None:
    study = offer("mturk-code")
    one, two = study.someone("A1ONE", "3ONE"), study.someone("A2TWO", "3TWO")
    study.someone("A3PART", "3PART")
    do_work(store.records, one)
    do_work(store.records, two)
    code, other = asked(one), asked(two)
    rows = [
        (PlatformRow("3ONE", code.lower()), "right"),
        (PlatformRow("3ONE", code), "duplicate"),  # the same row once more
        (PlatformRow("3TWO", code), "duplicate"),  # of another assignment
        (PlatformRow("3PART", "AAAAAAAAAAAA"), "partial"),
        (PlatformRow("3PART2", other), "duplicate"),
        (PlatformRow("3NOBODY", "AAAAAAAAAAAA"), "unknown"),
    ]
    checked = list(check_codes(store.records, study.study, [row for row, _ in rows]))
    assert [each.verdict for each in checked] == [verdict for _, verdict in rows]
    assert [each.annotator_id for each in checked][:2] == [one.annotator_id] * 2
    (wrong,) = check_codes(store.records, study.study, [PlatformRow("3TWO", "AAAAAAAAAAAA")])
    assert wrong.verdict == "wrong"


def test_prolifics_common_code_proves_nothing_without_the_work(offer: Offer, store: Store) -> None:
    study = offer("prolific")
    done = study.someone("5aDone", "sessionOne")
    study.someone("5aPart", "sessionTwo")
    do_work(store.records, done)
    asked(done)
    rows = [
        PlatformRow("sessionOne", "C0FFEE"),
        PlatformRow("sessionTwo", "C0FFEE"),
        PlatformRow("sessionThree", "C0FFEE"),
    ]
    verdicts = [each.verdict for each in check_codes(store.records, study.study, rows)]
    assert verdicts == ["right", "partial", "unknown"]


def test_a_million_guesses_at_a_code_are_far_too_few() -> None:
    from pangea_server.collect.platforms.mechanical_turk import ALPHABET, CODE_LENGTH

    assert len(ALPHABET) == len(set(ALPHABET))
    assert 1e6 / len(ALPHABET) ** CODE_LENGTH < 1e-11


@pytest.mark.parametrize(
    "head", ["AssignmentId,Answer.surveycode", "Submission id,Completion code", "code,assignment_id,extra"]
)
def test_exports_of_the_platforms_are_read(head: str) -> None:
    cells = {"AssignmentId": "3A", "Submission id": "3A", "assignment_id": "3A", "extra": "?"}
    line = ",".join(cells.get(column, " CODE ") for column in head.split(","))
    assert list(read_rows(io.StringIO(f"{head}\n{line}\n"))) == [PlatformRow("3A", "CODE")]


def test_a_table_without_codes_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="no column for the code"):
        list(read_rows(io.StringIO("AssignmentId\n3A\n")))


def test_the_oldest_accepted_answers_of_the_kind_earn_a_code() -> None:
    def lease(
        name: str, hours: int, kind: str = "follower", state: LeaseState = LeaseState.SUBMITTED
    ) -> Lease:
        return Lease(
            lease_id=name,
            task_id="follower-000001",
            kind=kind,
            annotator_id=1,
            state=state,
            expires_at=now(),
            created_at=now() + timedelta(hours=hours),
        )

    held = [
        lease("third", 3),
        lease("first", 1),
        lease("other kind", 0, kind="guide"),
        lease("given back", 0, state=LeaseState.RETURNED),
        lease("spent", 0),
        lease("second", 2),
    ]
    assert [each.lease_id for each in earning("follower", held, {"spent"})] == ["first", "second", "third"]
