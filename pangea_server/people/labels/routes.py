"""The labels of people, which only the data team sees."""

from __future__ import annotations

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.labels.labels import labelled, set_label
from pangea_server.people.labels.wire import LabelRequest, PersonLabel

router = GuardedRouter(prefix="/people", tags=["people"])


@router.get("/labels")
def read_labels(services: TheServices) -> tuple[PersonLabel, ...]:
    """The labels of all people who have one, by number."""
    return tuple(map(_view, labelled(services.store.records)))


@router.put("/{annotator_id}/label")
def label_person(
    services: TheServices, person: Person, annotator_id: Number, wanted: LabelRequest
) -> PersonLabel:
    """Write a label beside a person's number; a repeated call changes nothing."""
    return _view(set_label(services.store.records, annotator_id, wanted.label, person))


def _view(person: Annotator) -> PersonLabel:
    return PersonLabel(annotator_id=person.annotator_id, label=person.label)
