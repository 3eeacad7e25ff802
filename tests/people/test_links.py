"""Links that let one person in, once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator, Role, Session
from pangea_server.people.access.sessions import lengthen, who
from pangea_server.people.access.tokens import hash_token, new_token
from pangea_server.people.accounts.enrolment import enrol, revoke
from pangea_server.people.accounts.invites import invite, is_link
from pangea_server.people.accounts.records import Invite
from pangea_server.stores.protocol import Store


def open_link(server: TestClient, link: str, session: str) -> Any:
    return server.post("/api/v1/sessions", json={"invite": link, "session": session})


@pytest.fixture
def link(store: Store) -> str:
    return invite(store.records, enrol(store.records, Role.ANNOTATOR, ["hi-IN"]).annotator_id)


def test_a_link_becomes_a_session_and_neither_token_is_kept(
    server: TestClient, settings: Settings, link: str
) -> None:
    session = new_token()
    answer = open_link(server, link, session)
    assert answer.status_code == 201
    assert answer.json()["me"] == {
        "annotator_id": 1,
        "role": "annotator",
        "languages": ["hi-IN"],
        "consent": None,
    }
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"
    assert Someone(server, session, 1).call("GET", "/me").status_code == 200
    kept = b"".join(file.read_bytes() for file in settings.data_dir.rglob("*") if file.is_file())
    assert link.encode() not in kept
    assert session.encode() not in kept
    assert hash_token(session).encode() in kept


def test_a_call_whose_answer_was_lost_may_be_repeated(server: TestClient, link: str) -> None:
    session = new_token()
    first, again = open_link(server, link, session), open_link(server, link, session)
    assert first.json() == again.json()


@pytest.mark.parametrize(
    ("written", "is_one"),
    [
        ("Link {}", True),
        ("link {}", True),
        ("Bearer {}", False),
        ("Link {}0", False),
        ("Link nonsense", False),
    ],
)
def test_a_link_is_known_before_somebody_opens_it(
    store: Store, link: str, written: str, is_one: bool
) -> None:
    """Whoever comes with one has limits of their own, however many share an address."""
    assert is_link(store.records, written.format(link).encode()) == is_one


def test_a_link_whose_time_is_over_is_none(store: Store) -> None:
    person = enrol(store.records, Role.ANNOTATOR, ["hi-IN"]).annotator_id
    late = invite(store.records, person, valid=timedelta(0))
    assert not is_link(store.records, f"Link {late}".encode())


def preview(server: TestClient, link: str) -> Any:
    return server.post("/api/v1/sessions/preview", json={"invite": link})


def test_a_preview_says_whose_a_link_is_and_leaves_it_unopened(server: TestClient, link: str) -> None:
    answer = preview(server, link)
    assert (answer.status_code, answer.json()) == (200, {"annotator_id": 1})
    assert answer.headers["cache-control"] == "no-store"
    assert open_link(server, link, new_token()).status_code == 201


def test_a_preview_refuses_as_opening_would(server: TestClient, store: Store, link: str) -> None:
    assert_problem(preview(server, new_token()), 401, "invite_not_known")
    late = invite(store.records, 1, valid=timedelta(seconds=-1))
    assert_problem(preview(server, late), 410, "invite_expired")
    fresh = invite(store.records, 1)
    open_link(server, fresh, new_token())
    assert_problem(preview(server, fresh), 409, "invite_claimed")


def test_a_second_person_gets_409_and_nothing_of_the_first(server: TestClient, link: str) -> None:
    open_link(server, link, new_token())
    problem = assert_problem(open_link(server, link, new_token()), 409, "invite_claimed")
    assert "already claimed" in problem["detail"]
    assert "hi-IN" not in str(problem)


def test_of_many_who_open_a_link_at_once_one_comes_in(server: TestClient, store: Store, link: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: open_link(server, link, new_token()).status_code, range(16)))
    assert sorted(answers) == [201, *[409] * 15]
    assert store.records.count(Session) == 1


def test_the_links_token_itself_opens_nothing(server: TestClient, link: str) -> None:
    assert_problem(Someone(server, link, 1).call("GET", "/me"), 401, "not_signed_in")


def test_a_link_that_nobody_opened_in_time_is_over(server: TestClient, store: Store) -> None:
    person = enrol(store.records, Role.ANNOTATOR, ["en-US"])
    late = invite(store.records, person.annotator_id, valid=timedelta(0))
    assert_problem(open_link(server, late, new_token()), 410, "invite_expired")


@pytest.mark.parametrize("wrong", ["", "x" * 42, "x" * 44, "x" * 42 + "!", "é" * 43])
def test_what_is_no_token_is_refused(server: TestClient, link: str, wrong: str) -> None:
    assert_problem(open_link(server, wrong, new_token()), 422, "invalid_request")
    assert_problem(open_link(server, link, wrong), 422, "invalid_request")


def test_an_unknown_link_says_so(server: TestClient) -> None:
    assert_problem(open_link(server, new_token(), new_token()), 401, "invite_not_known")


def test_a_new_link_ends_the_one_before_and_once_opened_the_other_browsers(
    server: TestClient, store: Store, link: str
) -> None:
    old = new_token()
    open_link(server, link, old)
    unopened, newest = invite(store.records, 1), invite(store.records, 1)
    assert open_link(server, unopened, new_token()).status_code == 401
    assert (
        who(store.records, old).annotator_id == 1
    )  # nobody is shut out of their work before they have the new one
    assert open_link(server, newest, new_token()).status_code == 201
    assert_problem(Someone(server, old, 1).call("GET", "/me"), 401, "not_signed_in")


def test_who_is_shut_out_is_out_at_once(people: People, store: Store) -> None:
    person = people()
    later = invite(store.records, person.annotator_id)
    revoke(store.records, person.annotator_id, None)
    assert_problem(person.call("GET", "/me"), 401, "not_signed_in")
    assert open_link(person.client, later, new_token()).status_code == 401


def test_who_signs_out_is_out(people: People) -> None:
    person = people()
    assert person.call("DELETE", "/sessions/current").status_code == 204
    assert_problem(person.call("GET", "/me"), 401, "not_signed_in")


def test_a_session_ends_and_using_it_makes_that_later(people: People, store: Store) -> None:
    person = people()
    key = hash_token(person.token)
    lengthen(store.records, person.token, timedelta(days=30))
    kept = store.records.get(Session, key)
    assert kept.expires_at > now() + timedelta(days=29)
    over = kept.model_copy(update={"expires_at": now()})
    store.records.transact(lambda transaction: transaction.replace(over))
    assert_problem(person.call("GET", "/me"), 401, "not_signed_in")


def test_a_session_token_is_of_one_person(server: TestClient, store: Store, people: People) -> None:
    first = people()
    other = invite(store.records, enrol(store.records, Role.OWNER, ["en-US"]).annotator_id)
    problem = assert_problem(open_link(server, other, first.token), 401, "not_signed_in")
    assert problem["detail"] == "Another person is signed in in this browser."
    assert who(store.records, first.token).role is Role.ANNOTATOR


def test_a_person_is_known_by_number_alone(store: Store, people: People) -> None:
    people()
    assert store.records.get(Annotator, padded(1)).identity is None
    assert store.records.count(Invite) == 1
