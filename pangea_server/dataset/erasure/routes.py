"""Withdrawal: removing all data of a person."""

from __future__ import annotations

from pangea_server.core.wire import Wire
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(tags=["people"])


class Withdrawn(Wire):
    """The number of attempts that were removed, with all their recordings and texts."""

    attempts: int


@router.delete("/people/{annotator_id}/data")
def withdraw_person(services: TheServices, person: Person, annotator_id: Number) -> Withdrawn:
    """Remove all data of a person who asked for it."""
    return Withdrawn(attempts=withdraw(services.store, annotator_id, person))


@router.delete("/me")
def withdraw_mine(services: TheServices, person: Person) -> Withdrawn:
    """Withdraw: all data of the signed-in person is removed for good, and their links stop working."""
    return Withdrawn(attempts=withdraw(services.store, person.annotator_id, person))
