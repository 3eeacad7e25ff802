"""Signing in and out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends

from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.sessions import close_session as close
from pangea_server.people.access.sessions import who
from pangea_server.people.access.signed_in import SessionToken
from pangea_server.people.accounts.invites import unopened
from pangea_server.people.sign_in.routes import me_view
from pangea_server.people.sign_in.sign_in import SignIn, sign_in
from pangea_server.people.sign_in.wire import (
    SessionPreview,
    SessionPreviewRequest,
    SessionRequest,
    SessionView,
    SignInView,
)

router = GuardedRouter(tags=["people"])


@dataclass(frozen=True, slots=True)
class SignInWay:
    """How people sign in to this server."""

    way: SignIn


def the_way(services: TheServices) -> SignIn:
    return services.get(SignInWay).way


Way = Annotated[SignIn, Depends(the_way)]


@router.get("/sign-in")
def read_sign_in(way: Way) -> SignInView:
    """How people sign in here."""
    return way.view()


@router.post("/sessions", status_code=201)
@body_at_most(4 * KIB)
def open_session(services: TheServices, way: Way, wanted: SessionRequest) -> SessionView:
    """Sign in: exchange a link's token, and whatever else the sign-in requires, for a session. It may be repeated."""
    session = sign_in(services.store.records, way, wanted, session_life(services))
    person = who(services.store.records, wanted.session)
    return SessionView(expires_at=session.expires_at, me=me_view(services, person))


@router.post("/sessions/preview")
@body_at_most(4 * KIB)
def preview_session(services: TheServices, wanted: SessionPreviewRequest) -> SessionPreview:
    """Say whose session a link opens, and leave it unopened. A browser that is signed in asks its person first."""
    return SessionPreview(annotator_id=unopened(services.store.records, wanted.invite).annotator_id)


@router.delete("/sessions/current", status_code=204)
def close_session(services: TheServices, token: SessionToken) -> None:
    """Sign this browser out."""
    close(services.store.records, token)


def session_life(services: Services) -> timedelta:
    return timedelta(days=services.settings.limits.session_days)
