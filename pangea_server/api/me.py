"""Who the token belongs to."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import Person
from pangea_server.schemas import Me

router = APIRouter(prefix="/me", tags=["people"])


@router.get("")
def read_me(person: Person) -> Me:
    """The signed-in person."""
    return Me(annotator_id=person.annotator_id, role=person.role, languages=person.languages)
