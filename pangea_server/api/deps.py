"""What request handlers ask for, as named types: ``house: TheHouse``, ``person: Person``."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from pangea_server.errors import AccessError, NotSignedInError
from pangea_server.house import House
from pangea_server.people import who
from pangea_server.records import Annotator, Role

bearer = HTTPBearer(auto_error=False, description="The token of the link that a person was given.")


def the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(the_house)]


def signed_in(
    request: Request,
    house: TheHouse,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Annotator:
    if credentials is None:
        raise NotSignedInError("No token came with the request.", remedy="Open the link that you were given.")
    person = who(house.store.records, credentials.credentials)
    request.state.annotator_id = person.annotator_id  # for the rate limits
    return person


Person = Annotated[Annotator, Depends(signed_in)]


def managing(person: Person) -> Annotator:
    if person.role is not Role.MANAGER:
        raise AccessError(
            "This page is for the managers of the collection.",
            remedy="Open the monitoring link of a manager.",
        )
    return person


Manager = Annotated[Annotator, Depends(managing)]
