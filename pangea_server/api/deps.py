"""What request handlers ask for, as named types: ``house: TheHouse``, ``person: Person``."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from pangea_server.errors import AccessError, NotSignedInError
from pangea_server.house import House
from pangea_server.people.media_links import scan_scope
from pangea_server.people.policy import POLICY, Access
from pangea_server.people.sessions import who
from pangea_server.records import Annotator

bearer = HTTPBearer(auto_error=False, description="The token of a session; see `open_session`.")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(the_house)]


def allowed(request: Request, house: TheHouse, credentials: Credentials) -> None:
    """Asked before every handler below ``/api/v1``: what ``people/policy.py`` says of the route."""
    policy = POLICY[request.scope["route"].name]
    if isinstance(policy, Access):
        return  # a handler behind a signed link checks the link
    if credentials is None:
        raise NotSignedInError("No token came with the request.", remedy="Open the link that you were given.")
    person = who(house.store.records, credentials.credentials)
    request.state.annotator_id = person.annotator_id  # for the rate limits
    request.state.person = person
    if person.role not in policy:
        raise AccessError(
            f"This is not for {person.role.value}s.",
            remedy=f"It is for {', '.join(sorted(role.value for role in policy))}: open such a person's link.",
        )


def signed_in(request: Request) -> Annotator:
    person: Annotator = request.state.person
    return person


def token_of(credentials: Credentials) -> str:
    return credentials.credentials if credentials else ""


Person = Annotated[Annotator, Depends(signed_in)]
SessionToken = Annotated[str, Depends(token_of)]
LinkKey = Annotated[str, Query(max_length=100, description="As in the address that was given.")]


def scan_link(house: TheHouse, scan_id: str, k: LinkKey = "") -> None:
    """For routes behind a signed link to a scan's pictures."""
    house.links.check(scan_scope(scan_id), k)


ByScanLink = Depends(scan_link)
