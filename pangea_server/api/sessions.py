"""Signing in and out."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from pangea_server.api.deps import SessionToken, TheHouse
from pangea_server.api.me import me_view
from pangea_server.house import House
from pangea_server.people.sessions import close_session as close
from pangea_server.people.sessions import who
from pangea_server.people.sign_in import SignIn, sign_in
from pangea_server.schemas import SessionRequest, SessionView, SignInView

router = APIRouter(tags=["people"])


def the_way(request: Request) -> SignIn:
    way: SignIn = request.app.state.sign_in
    return way


Way = Annotated[SignIn, Depends(the_way)]


@router.get("/sign-in")
def read_sign_in(way: Way) -> SignInView:
    """How people prove who they are here."""
    return way.view()


@router.post("/sessions", status_code=201)
def open_session(response: Response, house: TheHouse, way: Way, wanted: SessionRequest) -> SessionView:
    """Sign in: a link's token, and what else the sign-in asks for, against a session. It may be sent again."""
    response.headers["Cache-Control"] = "no-store"
    session = sign_in(house.store.records, way, wanted, session_life(house))
    person = who(house.store.records, wanted.session)
    return SessionView(expires_at=session.expires_at, me=me_view(house, person))


@router.delete("/sessions/current", status_code=204)
def close_session(house: TheHouse, token: SessionToken) -> None:
    """Sign this browser out."""
    close(house.store.records, token)


def session_life(house: House) -> timedelta:
    return timedelta(days=house.settings.session_days)
