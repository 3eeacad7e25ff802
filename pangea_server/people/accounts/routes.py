"""Managing the people of a collection."""

from __future__ import annotations

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.accounts.directory import everybody, person_view
from pangea_server.people.accounts.enrolment import change_role as give_role
from pangea_server.people.accounts.enrolment import revoke
from pangea_server.people.accounts.invites import invite
from pangea_server.people.accounts.wire import Invited, NewRole, PersonView

router = GuardedRouter(prefix="/people", tags=["people"])


@router.get("")
def list_people(services: TheServices) -> tuple[PersonView, ...]:
    """All people, by number."""
    return tuple(everybody(services.store.records))


@router.post("/{annotator_id}/invite", status_code=201)
def invite_again(services: TheServices, person: Person, annotator_id: Number) -> Invited:
    """Create a new link for a person; opening it ends their sessions in other browsers."""
    return Invited(annotator_id=annotator_id, token=invite(services.store.records, annotator_id, person))


@router.delete("/{annotator_id}/access", status_code=204)
def revoke_access(services: TheServices, person: Person, annotator_id: Number) -> None:
    """Shut a person out: their links and sessions end at once. Their data stays."""
    revoke(services.store.records, annotator_id, person)


@router.put("/{annotator_id}/role")
def change_role(services: TheServices, person: Person, annotator_id: Number, wanted: NewRole) -> PersonView:
    """Give another person a new role."""
    changed = give_role(services.store.records, annotator_id, wanted.role, person)
    return person_view(services.store.records, changed)
