"""In which role each person is signed in now: what was handed out to them depends on it."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from cachetools import TTLCache

from pangea_server.core.records import now, padded
from pangea_server.people.access.records import MOST_KEYS, Annotator, Role, Session
from pangea_server.stores.protocol import RecordStore, found

TTL_SECONDS = 1.0  # as long as a person who was shut out may still load what they have an address of
MOST_KNOWN = 4096


class SignedInRoles:
    """Looks a person up once a second: a view loads dozens of tiles at once."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._known: TTLCache[int, Role | None] = TTLCache(MOST_KNOWN, TTL_SECONDS)
        self._lock = Lock()

    def __call__(self, annotator_id: int) -> Role | None:
        """The role; None for a person who is signed in nowhere: shut out, withdrawn, or their sessions have ended."""
        with self._lock, suppress(KeyError):  # one look: it may end after it was found
            return self._known[annotator_id]
        role = self._look_up(annotator_id)
        with self._lock:
            self._known[annotator_id] = role
        return role

    def _look_up(self, annotator_id: int) -> Role | None:
        person = found(self._records, Annotator, padded(annotator_id))
        sessions = self._records.find(Session, {"annotator_id": annotator_id}, limit=MOST_KEYS)
        is_signed_in = any(each.expires_at > now() for each in sessions)
        return person.role if person and is_signed_in else None
