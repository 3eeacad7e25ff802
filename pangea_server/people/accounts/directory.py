"""The people of the collection, and whether they have signed in."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.accounts.records import Invite
from pangea_server.people.accounts.wire import PersonView
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


def everybody(records: RecordStore) -> Iterator[PersonView]:
    """All people, by number."""
    for person in every(records, Annotator):
        yield person_view(records, person)


def person_view(records: RecordStore, person: Annotator) -> PersonView:
    """One person."""
    mine = {"annotator_id": person.annotator_id}
    state = (
        "withdrawn"
        if person.withdrawn_at
        else "active"
        if records.count(Session, mine)
        else "invited"
        if records.count(Invite, mine)
        else "shut out"
    )
    return PersonView(
        annotator_id=person.annotator_id,
        role=person.role,
        languages=person.languages,
        pools=person.pools,
        label=person.label,
        state=state,
    )
