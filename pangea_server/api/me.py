"""The person who is signed in: who they are, what they agree to, and how they take it all back."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter
from fastapi.responses import Response

from pangea_server.api.deps import Person, SessionToken, TheHouse
from pangea_server.house import House
from pangea_server.people.consent import agree as keep_agreement
from pangea_server.people.consent import consent_view, has_agreed
from pangea_server.people.sessions import lengthen
from pangea_server.people.withdrawal import withdraw
from pangea_server.records import Annotator
from pangea_server.schemas import Agreement, ConsentView, Me, Withdrawn

router = APIRouter(prefix="/me", tags=["people"])


@router.get("")
def read_me(house: TheHouse, person: Person, token: SessionToken) -> Me:
    """The signed-in person; their browser stays signed in for another while."""
    lengthen(house.store.records, token, timedelta(days=house.settings.session_days))
    return me_view(house, person)


@router.delete("")
def withdraw_mine(house: TheHouse, person: Person) -> Withdrawn:
    """Take back everything that this person gave: it is removed for good, and their links stop working."""
    return Withdrawn(attempts=withdraw(house.store, person.annotator_id, person))


@router.get("/consent", responses={204: {"description": "The campaign asks for no consent."}})
def read_consent(house: TheHouse, person: Person, language: str | None = None) -> ConsentView:
    """What this person is asked to agree to, in this language or the nearest."""
    view = consent_view(house.store.records, person, language)
    return view or Response(status_code=204)  # type: ignore[return-value]  # FastAPI sends a Response as it is


@router.put("/consent")
def agree(house: TheHouse, person: Person, agreement: Agreement) -> ConsentView:
    """Agree to a version of the consent text; said again, it changes nothing."""
    records = house.store.records
    keep_agreement(records, person, agreement.version, agreement.language)
    return consent_view(records, person, agreement.language)  # type: ignore[return-value]  # it was there to agree to


def me_view(house: House, person: Annotator) -> Me:
    agreed = has_agreed(house.store.records, person)
    consent = None if agreed is None else "given" if agreed else "missing"
    return Me(annotator_id=person.annotator_id, role=person.role, languages=person.languages, consent=consent)
