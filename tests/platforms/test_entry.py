"""Coming in from a platform: with the key of the study, once a person, once an attempt, and never as somebody else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from environments.errors import ConfigurationError
from pangea_server.annotate.kinds.guide import GuideTask
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.collect.platforms.studies import close_study, entry_address, make_study
from pangea_server.core.records import padded
from pangea_server.dataset.erasure.withdrawal import sweep, withdraw
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import revoke
from pangea_server.stores.protocol import Store
from tests.platforms.conftest import SANDBOX, Offer


@pytest.mark.parametrize("platform", ["prolific", "mturk", "mturk-code"])
def test_a_worker_comes_in_and_is_an_annotator_in_the_studys_languages(
    offer: Offer, store: Store, platform: str
) -> None:
    study = offer(platform)
    person = study.someone()
    me = person.call("GET", "/me").json()
    assert (me["role"], me["languages"]) == ("annotator", ["en-US"])
    visit = person.call("GET", "/me/visit").json()
    assert (visit["done"], visit["required"], visit["code"]) == (0, 1, None)
    assert store.records.get(Study, study.study.study_id).taken == 1


def test_the_platforms_ids_stand_in_the_clear_only_where_payment_reads_them(
    offer: Offer, store: Store
) -> None:
    offer("mturk-code").someone("A2SECRETWORKER", "3SECRETASSIGNMENT")
    (payee,) = store.records.find(Payee)
    assert (payee.worker_id, payee.assignment_id) == ("A2SECRETWORKER", "3SECRETASSIGNMENT")
    for kind in (Annotator, Visit):
        for record in store.records.find(kind):
            assert "SECRET" not in record.model_dump_json()


def test_the_same_browser_may_say_it_again_and_come_with_another_attempt(offer: Offer, store: Store) -> None:
    study, token = offer("mturk-code"), new_token()
    for assignment in ("3ONE", "3ONE", "3TWO"):
        assert study.enter(token, **study.ids("A1WORKER", assignment)).status_code == 201
    assert store.records.count(Annotator) == 1
    assert store.records.count(Visit) == 2
    assert store.records.get(Study, study.study.study_id).taken == 2


def test_one_worker_is_one_person_in_all_studies_of_a_platform(offer: Offer, store: Store) -> None:
    token = new_token()
    for study in (offer("mturk"), offer("mturk-code")):
        assert study.enter(token, **study.ids("A1WORKER", "3ASSIGN")).status_code == 201
    assert store.records.count(Annotator) == 1


def test_a_forged_worker_id_opens_nothing_of_its_owner(offer: Offer, store: Store) -> None:
    study = offer("mturk-code")
    owner = study.someone("A1WORKER", "3OWN")
    assert_problem(study.worker("A1WORKER", "3MADEUP"), 409, "entry_claimed")
    assert_problem(study.worker("A1WORKER", "3OWN"), 409, "entry_claimed")
    assert owner.call("GET", "/me").status_code == 200
    assert store.records.count(Visit) == 1


def test_a_replayed_assignment_is_nobody_elses(offer: Offer, store: Store) -> None:
    study = offer("mturk-code")
    study.someone("A1WORKER", "3OWN")
    assert_problem(study.worker("A2THIEF", "3OWN"), 409, "entry_claimed")
    thief = study.someone("A2THIEF", "3THIEF")
    assert_problem(study.enter(thief.token, **study.ids("A2THIEF", "3OWN")), 409, "entry_claimed")
    assert_problem(study.enter(thief.token, **study.ids("A3THIRD", "3NEW")), 409, "entry_claimed")


def test_who_was_shut_out_stays_out(offer: Offer, store: Store) -> None:
    study, token = offer("mturk-code"), new_token()
    assert study.enter(token, **study.ids("A1WORKER", "3ONE")).status_code == 201
    revoke(store.records, 1, None)
    assert_problem(study.enter(token, **study.ids("A1WORKER", "3TWO")), 409, "entry_claimed")


@pytest.mark.parametrize("key", ["", "wrong", "x" * 22])
def test_a_study_without_its_key_is_none(offer: Offer, key: str) -> None:
    study = offer("mturk-code")
    assert_problem(study.ask(key), 404, "study_not_found")
    assert_problem(study.worker(key=key), 404, "study_not_found")


def test_a_key_is_of_one_study_only(offer: Offer) -> None:
    one, two = offer("mturk-code"), offer("mturk-code")
    assert_problem(one.ask(two.key), 404, "study_not_found")


def test_a_preview_tells_what_the_work_is_and_lets_nobody_in(offer: Offer, store: Store) -> None:
    study = offer("mturk")
    view = study.ask().json()
    assert set(view) == {
        *("study_id", "platform", "kind", "languages", "required", "is_open", "opens_at", "worker_parameter")
    }
    refused = study.enter(assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", hitId="3HIT", turkSubmitTo=SANDBOX)
    assert_problem(refused, 403, "preview")
    assert store.records.count(Annotator) == store.records.count(Visit) == 0


@pytest.mark.parametrize(
    "address",
    [
        *("https://evil.example", "http://www.mturk.com", "https://www.mturk.com.evil.example", ""),
        *(
            "https://www.mturk.com@evil.example",
            "https://www.mturk.com/..",
            "//www.mturk.com",
            "javascript:1",
        ),
        *("https://www.mturk.com?x", "https://www.mturk.com#x", "https://WWW.MTURK.COM:444"),
    ],
)
def test_a_foreign_turkSubmitTo_is_refused(offer: Offer, store: Store, address: str) -> None:
    study = offer("mturk")
    ids = study.ids("A1WORKER", "3ASSIGN") | {"turkSubmitTo": address}
    assert_problem(study.enter(**ids), 422, "invalid_data")
    assert store.records.count(Visit) == 0


@pytest.mark.parametrize("worker", ["", "a b", "=cmd|'/c calc'!A1", "A" * 256, "../x", "म"])
def test_an_id_that_no_platform_gives_is_refused(offer: Offer, worker: str) -> None:
    assert offer("prolific").worker(worker).status_code == 422
    assert offer("mturk-code").worker(worker).status_code == 422


def test_places_bound_what_made_up_ids_are_good_for(offer: Offer, store: Store) -> None:
    study = offer("prolific", places=3)
    statuses = [study.worker(f"made{number}", f"up{number}").status_code for number in range(5)]
    assert statuses == [201, 201, 201, 410, 410]
    assert store.records.count(Annotator) == 3
    assert study.ask().json()["is_open"] is False


def test_one_address_brings_in_thirty_and_then_waits(offer: Offer) -> None:
    study = offer("prolific", places=100)
    answers = [study.worker(f"made{number}", f"up{number}") for number in range(31)]
    assert [answer.status_code for answer in answers] == [201] * 30 + [429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 6


def test_a_closed_study_takes_nobody_and_keeps_whom_it_has(offer: Offer, store: Store) -> None:
    study, token = offer("mturk-code"), new_token()
    ids = study.ids("A1WORKER", "3ASSIGN")
    assert study.enter(token, **ids).status_code == 201
    close_study(store.records, study.study.study_id)
    assert_problem(study.worker("A2LATE", "3LATE"), 410, "study_closed")
    assert study.enter(token, **ids).status_code == 201


def test_many_browsers_at_once_are_one_person(offer: Offer, store: Store) -> None:
    study = offer("mturk-code")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: study.worker("A1WORKER", "3ASSIGN").status_code, range(8)))
    assert sorted(answers) == [201] + [409] * 7
    assert store.records.count(Annotator) == store.records.count(Visit) == 1


def test_withdrawal_removes_the_ids_and_a_restored_backup_brings_none_back(
    offer: Offer, store: Store
) -> None:
    person = offer("mturk-code").someone()
    (payee,), annotator = store.records.find(Payee), store.records.get(Annotator, padded(person.annotator_id))
    withdraw(store, person.annotator_id, None)
    assert store.records.count(Payee) == 0
    assert store.records.get(Annotator, padded(person.annotator_id)).identity is None
    store.records.create(payee)
    store.records.transact(lambda transaction: transaction.replace(annotator))
    sweep(store)
    assert store.records.count(Payee) == 0


def test_a_study_that_cannot_work_is_refused(store: Store) -> None:
    guide = GuideTask()
    with pytest.raises(ConfigurationError, match="no microphone"):
        make_study(store.records, "mturk", guide, ("en-US",), required=1, places=1)
    with pytest.raises(ConfigurationError, match="completion code"):
        make_study(store.records, "prolific", guide, ("en-US",), required=1, places=1)
    with pytest.raises(ConfigurationError, match="completion code"):
        make_study(store.records, "mturk-code", guide, ("en-US",), required=1, places=1, completion_code="X")


def test_prolific_is_given_its_placeholders(offer: Offer, store: Store) -> None:
    address = entry_address(store.records, offer("prolific").study, "https://pangea.example.org")
    assert address.startswith("https://pangea.example.org/enter?study=")
    assert address.endswith(
        "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )


@pytest.mark.usefixtures("campaign")
def test_what_is_next_is_of_the_kind_that_the_platform_offered(offer: Offer, people: People) -> None:
    visitor = offer().someone()
    assert people().call("GET", "/me/next").json() == {"kind": "guide", "reason": None, "opens_at": None}
    assert visitor.call("GET", "/me/next").json() == {"kind": None, "reason": "nothing", "opens_at": None}
    answer = visitor.call("POST", "/leases", json={"kind": "follower"})
    assert (answer.status_code, answer.headers["PanGEA-Reason"]) == (204, "nothing")
