"""Sessions: the browsers in which people are signed in. Each has a bearer token that the browser made."""

from __future__ import annotations

import re
from datetime import timedelta

from pangea_server.core.errors import NotSignedInError, RecordNotFoundError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.access.tokens import PATTERN, hash_token
from pangea_server.stores.protocol import RecordStore, Transaction

RENEWED_AT = 0.5  # of a session's lifetime


def new_session(token: str, annotator_id: int, lasts: timedelta) -> Session:
    """A new session, not stored yet."""
    return Session(token_hash=hash_token(token), annotator_id=annotator_id, expires_at=now() + lasts)


def open_session(records: RecordStore, token: str, annotator_id: int, lasts: timedelta) -> Session:
    """Sign a person in; a repeated call changes nothing, as the first answer may have been lost."""
    session = new_session(token, annotator_id, lasts)

    def write(transaction: Transaction) -> Session:
        known = transaction.get(Session, session.record_id)
        if known is None:
            transaction.create(session)
        elif known.annotator_id != annotator_id:
            raise another_is_here()
        return known or session

    return records.transact(write)


def another_is_here() -> NotSignedInError:
    return NotSignedInError("Another person is signed in in this browser.", remedy="Sign out first.")


def who(records: RecordStore, token: str) -> Annotator:
    """The person who is signed in with ``token``.

    Raises:
        NotSignedInError: no one is, or the session has ended.
    """
    return records.get(Annotator, padded(_session(records, token).annotator_id))


def is_session(records: RecordStore, authorization: bytes) -> bool:
    """Whether a person is signed in with this value of the header ``Authorization``."""
    scheme, _, token = authorization.decode("latin-1").partition(" ")
    if scheme.lower() != "bearer" or not re.fullmatch(PATTERN, token):
        return False
    try:
        _session(records, token)
    except NotSignedInError:
        return False
    return True


def lengthen(records: RecordStore, token: str, lasts: timedelta) -> None:
    """Give a session that is used its full lifetime, and no more: a clock that was ahead may have given it years."""
    session = _session(records, token)
    if RENEWED_AT * lasts < session.expires_at - now() <= lasts:
        return

    def write(transaction: Transaction) -> None:
        known = transaction.get(Session, session.record_id)
        if known:
            transaction.replace(known.model_copy(update={"expires_at": now() + lasts}))

    records.transact(write)


def close_session(records: RecordStore, token: str) -> None:
    """Sign a browser out; doing it twice is not an error."""
    records.transact(lambda transaction: transaction.delete(Session, hash_token(token)))


def _session(records: RecordStore, token: str) -> Session:
    try:
        session = records.get(Session, hash_token(token))
    except RecordNotFoundError:
        session = None
    if session is None or session.expires_at <= now():
        raise NotSignedInError(
            "You are no longer signed in.",
            remedy="Open the link that you were given, or ask for a new one.",
        )
    return session
