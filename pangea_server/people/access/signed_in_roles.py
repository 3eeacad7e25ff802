"""In which role each person is signed in now: what was handed out to them depends on it."""

from __future__ import annotations

from functools import partial

from pangea_server.core.kept_briefly import KeptBriefly
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import MOST_KEYS, Annotator, Role, Session
from pangea_server.stores.protocol import RecordStore, found

TTL_SECONDS = 1.0  # as long as a person who was shut out may still load what they have an address of


def signed_in_roles(records: RecordStore) -> KeptBriefly[int, Role | None]:
    """``signed_in_role`` by a person's number, looked up once a second."""
    return KeptBriefly(partial(signed_in_role, records), TTL_SECONDS)


def signed_in_role(records: RecordStore, annotator_id: int) -> Role | None:
    """A person's role; None where they are signed in nowhere: shut out, withdrawn, or their sessions have ended."""
    person = found(records, Annotator, padded(annotator_id))
    sessions = records.find(Session, {"annotator_id": annotator_id}, limit=MOST_KEYS)
    is_signed_in = any(each.expires_at > now() for each in sessions)
    return person.role if person and is_signed_in else None
