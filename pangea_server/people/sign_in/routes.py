"""The signed-in person."""

from __future__ import annotations

from datetime import timedelta

from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.sessions import lengthen
from pangea_server.people.access.signed_in import Person, SessionToken
from pangea_server.people.consent.texts import has_agreed
from pangea_server.people.sign_in.wire import Me

router = GuardedRouter(prefix="/me", tags=["people"])


@router.get("")
def read_me(services: TheServices, person: Person, token: SessionToken) -> Me:
    """The signed-in person; the call extends their session."""
    lengthen(services.store.records, token, timedelta(days=services.settings.limits.session_days))
    return me_view(services, person)


def me_view(services: Services, person: Annotator) -> Me:
    agreed = has_agreed(services.store.records, person)
    consent = None if agreed is None else "given" if agreed else "missing"
    return Me(annotator_id=person.annotator_id, role=person.role, languages=person.languages, consent=consent)
