"""For whoever runs the collection: the people in it."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.signed_in import Person
from pangea_server.people.accounts.directory import everybody, person_view
from pangea_server.people.accounts.enrolment import change_role as give_role
from pangea_server.people.accounts.enrolment import enrol, revoke
from pangea_server.people.accounts.invites import invite
from pangea_server.people.accounts.wire import Invited, InviteRequest, NewRole, PersonView

router = APIRouter(prefix="/people", tags=["people"])


@router.get("")
def list_people(services: TheServices) -> tuple[PersonView, ...]:
    """Everybody, by number."""
    return tuple(everybody(services.store.records))


@router.post("", status_code=201)
def invite_person(services: TheServices, person: Person, wanted: InviteRequest) -> Invited:
    """Add somebody, and make their link. Managers bring in annotators and reviewers, owners everybody."""
    records = services.store.records
    added = enrol(records, wanted.role, wanted.languages, person)
    return Invited(annotator_id=added.annotator_id, token=invite(records, added.annotator_id, person))


@router.post("/{annotator_id}/invite", status_code=201)
def invite_again(services: TheServices, person: Person, annotator_id: Number) -> Invited:
    """A new link for somebody; opened, it ends their sessions in other browsers."""
    return Invited(annotator_id=annotator_id, token=invite(services.store.records, annotator_id, person))


@router.delete("/{annotator_id}/access", status_code=204)
def revoke_access(services: TheServices, person: Person, annotator_id: Number) -> None:
    """Shut somebody out: their links and sessions end at once. What they gave stays."""
    revoke(services.store.records, annotator_id, person)


@router.put("/{annotator_id}/role")
def change_role(services: TheServices, person: Person, annotator_id: Number, wanted: NewRole) -> PersonView:
    """Give somebody else another role."""
    changed = give_role(services.store.records, annotator_id, wanted.role, person)
    return person_view(services.store.records, changed)
