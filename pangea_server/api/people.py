"""For whoever runs the collection: the people in it."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import Person, TheHouse
from pangea_server.api.numbers import Number
from pangea_server.people.directory import everybody, person_view
from pangea_server.people.enrolment import change_role as give_role
from pangea_server.people.enrolment import enrol, revoke
from pangea_server.people.invites import invite
from pangea_server.people.withdrawal import withdraw
from pangea_server.schemas import Invited, InviteRequest, NewRole, PersonView, Withdrawn

router = APIRouter(prefix="/people", tags=["people"])


@router.get("")
def list_people(house: TheHouse) -> tuple[PersonView, ...]:
    """Everybody, by number."""
    return tuple(everybody(house.store.records))


@router.post("", status_code=201)
def invite_person(house: TheHouse, person: Person, wanted: InviteRequest) -> Invited:
    """Add somebody, and make their link. Managers bring in annotators and reviewers, owners everybody."""
    records = house.store.records
    added = enrol(records, wanted.role, wanted.languages, person)
    return Invited(annotator_id=added.annotator_id, token=invite(records, added.annotator_id, person))


@router.post("/{annotator_id}/invite", status_code=201)
def invite_again(house: TheHouse, person: Person, annotator_id: Number) -> Invited:
    """A new link for somebody; opened, it ends their sessions in other browsers."""
    return Invited(annotator_id=annotator_id, token=invite(house.store.records, annotator_id, person))


@router.delete("/{annotator_id}/access", status_code=204)
def revoke_access(house: TheHouse, person: Person, annotator_id: Number) -> None:
    """Shut somebody out: their links and sessions end at once. What they gave stays."""
    revoke(house.store.records, annotator_id, person)


@router.delete("/{annotator_id}/data")
def withdraw_person(house: TheHouse, person: Person, annotator_id: Number) -> Withdrawn:
    """Remove, for somebody who asked for it, everything that they gave."""
    return Withdrawn(attempts=withdraw(house.store, annotator_id, person))


@router.put("/{annotator_id}/role")
def change_role(house: TheHouse, person: Person, annotator_id: Number, wanted: NewRole) -> PersonView:
    """Give somebody else another role."""
    changed = give_role(house.store.records, annotator_id, wanted.role, person)
    return person_view(house.store.records, changed)
