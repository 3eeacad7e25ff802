"""What the signed-in person is asked to agree to."""

from __future__ import annotations

from fastapi.responses import Response

from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import agree as keep_agreement
from pangea_server.people.consent.texts import consent_view
from pangea_server.people.consent.wire import Agreement, ConsentView

router = GuardedRouter(prefix="/me", tags=["people"])


@router.get("/consent", responses={204: {"description": "The campaign asks for no consent."}})
def read_consent(services: TheServices, person: Person, language: str | None = None) -> ConsentView:
    """The consent text for this person, in this language or the nearest."""
    view = consent_view(services.store.records, person, language)
    return view or Response(status_code=204)  # type: ignore[return-value]  # FastAPI sends a Response as it is


@router.put("/consent")
def agree(services: TheServices, person: Person, agreement: Agreement) -> ConsentView:
    """Agree to a version of the consent text; agreeing again changes nothing."""
    records = services.store.records
    keep_agreement(records, person, agreement.version, agreement.language)
    return consent_view(records, person, agreement.language)  # type: ignore[return-value]  # it was there to agree to
