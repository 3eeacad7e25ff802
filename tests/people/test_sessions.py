"""How long a session lasts, and whose it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pangea_server.core.errors import (
    NotSignedInError,
)
from pangea_server.people.access import sessions
from pangea_server.people.access.records import Annotator, Role, Session
from pangea_server.people.access.sessions import is_session, lengthen, open_session, who
from pangea_server.people.access.tokens import hash_token, new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.stores.protocol import RecordStore, Store

DAY = timedelta(days=1)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def records(store: Store) -> RecordStore:
    return store.records


def person(records: RecordStore) -> Annotator:
    return enrol(records, Role.ANNOTATOR, ["en-US"])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time is its last one."""
    times = [NOON]
    monkeypatch.setattr(sessions, "now", lambda: times[-1])
    return times


def test_a_session_opened_again_keeps_its_end_and_is_one_persons(
    records: RecordStore, clock: list[datetime]
) -> None:
    first, second = person(records), person(records)
    token = new_token()
    assert open_session(records, token, first.annotator_id, DAY).expires_at == NOON + DAY
    clock.append(NOON + DAY / 2)
    assert open_session(records, token, first.annotator_id, DAY).expires_at == NOON + DAY
    with pytest.raises(NotSignedInError, match="Another person"):
        open_session(records, token, second.annotator_id, DAY)
    clock.append(NOON + DAY - timedelta(microseconds=1))
    assert who(records, token) == first
    clock.append(NOON + DAY)
    with pytest.raises(NotSignedInError):
        who(records, token)


@pytest.mark.parametrize(
    ("left", "becomes"), [(10.0, 10.0), (5.1, 5.1), (5.0, 10.0), (1.0, 10.0), (10.1, 10.0), (400.0, 10.0)]
)
def test_a_session_is_lengthened_in_its_second_half_and_cut_where_it_is_too_long(
    records: RecordStore, clock: list[datetime], left: float, becomes: float
) -> None:
    token = new_token()
    open_session(records, token, person(records).annotator_id, left * DAY)
    lengthen(records, token, 10 * DAY)
    assert records.get(Session, hash_token(token)).expires_at == NOON + becomes * DAY


def test_a_header_is_of_a_session_by_its_scheme_its_form_and_its_time(
    records: RecordStore, clock: list[datetime]
) -> None:
    token = new_token()
    open_session(records, token, person(records).annotator_id, DAY)
    for header in (f"Bearer {token}", f"bearer {token}"):
        assert is_session(records, header.encode())
    for header in (
        f"Basic {token}",
        token,
        f"Bearer {new_token()}",
        f"Bearer {token}x",
        "Bearer ",
        "Bearer é",
    ):
        assert not is_session(records, header.encode()), header
    clock.append(NOON + DAY)
    assert not is_session(records, f"Bearer {token}".encode())
