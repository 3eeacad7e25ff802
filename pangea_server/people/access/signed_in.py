"""Named types for the dependencies of request handlers: ``services: TheServices``, ``person: Person``."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from pangea_server.core.errors import AccessError, NotSignedInError
from pangea_server.http.services import Services
from pangea_server.people.access.policy import POLICY, Access
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.sessions import who

bearer = HTTPBearer(auto_error=False, description="The token of a session; see `open_session`.")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def allowed(request: Request, services: Services, credentials: HTTPAuthorizationCredentials | None) -> None:
    """Check the route against ``people/access/policy.py`` before every handler below ``/api/v1``."""
    policy = POLICY[request.scope["route"].name]
    if isinstance(policy, Access):
        return  # a handler behind a signed link checks the link
    if credentials is None:
        raise NotSignedInError("The request has no token.", remedy="Open the link that you were given.")
    person = who(services.store.records, credentials.credentials)
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
