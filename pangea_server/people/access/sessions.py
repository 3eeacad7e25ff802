"""Sessions: the browsers in which people are signed in. Each has a bearer token that it made itself."""

from __future__ import annotations

from datetime import timedelta

from pangea_server.core.errors import NotSignedInError, RecordNotFoundError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.access.tokens import hash_token
from pangea_server.stores.protocol import RecordStore, Transaction

RENEWED_AT = 0.5  # of a session's life


def new_session(token: str, annotator_id: int, lasts: timedelta) -> Session:
    """A session that is not stored yet."""
    return Session(token_hash=hash_token(token), annotator_id=annotator_id, expires_at=now() + lasts)


def open_session(records: RecordStore, token: str, annotator_id: int, lasts: timedelta) -> Session:
    """Sign a person in; the same call again changes nothing, as its answer may have been lost."""
    session = new_session(token, annotator_id, lasts)

    def write(transaction: Transaction) -> Session:
        known = transaction.get(Session, session.record_id)
        if known is None:
            transaction.create(session)
        elif known.annotator_id != annotator_id:
            raise NotSignedInError("This browser is somebody else's.", remedy="Sign out first.")
        return known or session

    return records.transact(write)


def who(records: RecordStore, token: str) -> Annotator:
    """The person who is signed in with ``token``.

    Raises:
        NotSignedInError: nobody is, or the session is over.
    """
    return records.get(Annotator, padded(_session(records, token).annotator_id))


def lengthen(records: RecordStore, token: str, lasts: timedelta) -> None:
    """Give a session that is used its whole life again."""
    session = _session(records, token)
    if session.expires_at - now() > RENEWED_AT * lasts:
        return

    def write(transaction: Transaction) -> None:
        known = transaction.get(Session, session.record_id)
        if known:
            transaction.replace(known.model_copy(update={"expires_at": now() + lasts}))

    records.transact(write)


def close_session(records: RecordStore, token: str) -> None:
    """Sign a browser out; doing it twice is no error."""
    records.transact(lambda transaction: transaction.delete(Session, hash_token(token)))


def _session(records: RecordStore, token: str) -> Session:
    try:
        session = records.get(Session, hash_token(token))
    except RecordNotFoundError:
        session = None
    if session is None or session.expires_at <= now():
        raise NotSignedInError(
            "You are not signed in any more.",
            remedy="Open the link that you were given, or ask for a new one.",
        )
    return session
