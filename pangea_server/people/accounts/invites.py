"""Invites: links that let one person in, once."""

from __future__ import annotations

import re
from datetime import timedelta

from pangea_server.core.errors import (
    InviteClaimedError,
    InviteExpiredError,
    InviteNotKnownError,
    RecordWithdrawnError,
)
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import MOST_KEYS, Annotator, Session
from pangea_server.people.access.sessions import another_is_here, new_session
from pangea_server.people.access.tokens import PATTERN, hash_token, new_token
from pangea_server.people.accounts.enrolment import check_may_bring_in
from pangea_server.people.accounts.records import Invite
from pangea_server.people.audit.log import note
from pangea_server.stores.protocol import RecordStore, Transaction, found

VALID = timedelta(days=30)


def invite(
    records: RecordStore, annotator_id: int, actor: Annotator | None = None, valid: timedelta = VALID
) -> str:
    """Create a person's link and return its token, which cannot be read again.

    Their unopened links stop working. Their browser stays signed in until the new link is opened.
    """
    person = records.get(Annotator, padded(annotator_id))
    check_may_bring_in(records, actor, person.role)
    if person.withdrawn_at:
        raise RecordWithdrawnError(
            f"Person {annotator_id} has withdrawn.", remedy="Invite them as a new person."
        )
    token = new_token()
    made = Invite(token_hash=hash_token(token), annotator_id=annotator_id, expires_at=now() + valid)

    def write(transaction: Transaction) -> None:
        known = transaction.get(Annotator, padded(annotator_id))
        for earlier in transaction.find(Invite, {"annotator_id": annotator_id}, limit=MOST_KEYS):
            if earlier.session_hash is None:
                transaction.delete(Invite, earlier.record_id)
        transaction.create(made)
        if known and known.shut_out_at:
            transaction.replace(known.model_copy(update={"shut_out_at": None}))
        note(transaction, actor.annotator_id if actor else None, "invited", annotator_id)

    records.transact(write)
    return token


def claim(
    records: RecordStore, token: str, session_token: str, lasts: timedelta, identity: str | None = None
) -> Session:
    """Exchange an invite for a session; a repeated exchange returns the same session, as the answer may be lost.

    The person's other browsers are signed out: people ask for a new link when they have lost a device.

    Args:
        session_token: made by the browser that opens the link.
        identity: the person's identity at the sign-in service, which identifies them from now on.

    Raises:
        InviteNotKnownError: the link is unknown, or was revoked.
        InviteClaimedError: it was already opened in another browser.
        InviteExpiredError: it was not opened in time.
        NotSignedInError: the session is another person's.
    """
    session_hash = hash_token(session_token)

    def exchange(transaction: Transaction) -> Session:
        link = _known(transaction.get(Invite, hash_token(token)))
        known = transaction.get(Session, session_hash)
        if link.session_hash is not None:
            if known is None or link.session_hash != session_hash:
                raise _claimed()
            return known
        _check_in_time(link)
        if known and known.annotator_id != link.annotator_id:
            raise another_is_here()
        person = transaction.get(Annotator, padded(link.annotator_id))
        same = transaction.find(Annotator, {"identity": identity}, limit=1) if identity else ()
        if same and same[0].annotator_id != link.annotator_id:
            raise _claimed()  # their account came with another link, at the same time
        earlier = transaction.find(Session, {"annotator_id": link.annotator_id}, limit=MOST_KEYS)
        session = new_session(session_token, link.annotator_id, lasts)
        transaction.replace(link.model_copy(update={"session_hash": session_hash}))
        if person and identity:
            transaction.replace(person.model_copy(update={"identity": identity}))
        for other in earlier:
            transaction.delete(Session, other.record_id)
        transaction.create(session)
        return session

    return records.transact(exchange)


def unopened(records: RecordStore, token: str) -> Invite:
    """The invite of a link that nobody has opened yet.

    Raises:
        InviteNotKnownError, InviteClaimedError, InviteExpiredError: as ``claim`` does.
    """
    link = _known(records.transact(lambda transaction: transaction.get(Invite, hash_token(token))))
    if link.session_hash is not None:
        raise _claimed()
    _check_in_time(link)
    return link


def is_link(records: RecordStore, authorization: bytes) -> bool:
    """Whether this value of the header ``Authorization`` is that of a link which may be opened, now or once more."""
    scheme, _, token = authorization.decode("latin-1").partition(" ")
    if scheme.lower() != "link" or not re.fullmatch(PATTERN, token):
        return False
    known = found(records, Invite, hash_token(token))
    return known is not None and known.expires_at > now()


def _known(link: Invite | None) -> Invite:
    if link is None:
        raise InviteNotKnownError(
            "This link is not known here, or was revoked.", remedy="Ask whoever sent it for a new one."
        )
    return link


def _check_in_time(link: Invite) -> None:
    if link.expires_at <= now():
        raise InviteExpiredError(
            "This link was not opened in time.", remedy="Ask whoever sent it for a new one."
        )


def _claimed() -> InviteClaimedError:
    return InviteClaimedError(
        "This link was already claimed: it has been opened in another browser.",
        remedy="If that was you, continue there; otherwise ask whoever sent it for a new link.",
    )
