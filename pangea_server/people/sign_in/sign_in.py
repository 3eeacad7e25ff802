"""How people prove who they are: by their link alone, by Google through Firebase, or by an OpenID Connect provider.

A sign-in says who somebody is; an invite says what they may do here. Whoever signs in for the first time needs both.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Protocol

from environments.errors import ConfigurationError, InvalidDataError
from pangea_server.core.errors import NotInvitedError
from pangea_server.core.settings import Settings
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.access.sessions import open_session
from pangea_server.people.accounts.invites import claim
from pangea_server.people.sign_in.wire import SessionRequest, SignInView
from pangea_server.stores.protocol import RecordStore


class SignIn(Protocol):
    """One way to prove who one is."""

    def view(self) -> SignInView:
        """What the browser needs to know to begin."""

    def identity(self, request: SessionRequest) -> str | None:
        """Who signs in, as ``identity_of`` makes it; None where a link is all there is.

        Raises:
            IdTokenError: the proof is not genuine.
        """


class ByLink:
    """A link is enough."""

    def view(self) -> SignInView:
        return SignInView(mode="links")

    def identity(self, request: SessionRequest) -> None:
        return None


def identity_of(issuer: str, subject: str) -> str:
    """A person at a sign-in service, as a number that tells nothing about them to whoever reads the store."""
    return hashlib.sha256(f"{issuer}\0{subject}".encode()).hexdigest()


def open_sign_in(settings: Settings) -> SignIn:
    """The way that the settings name.

    Raises:
        ConfigurationError: a setting that it needs is missing.
    """
    if settings.sign_in == "firebase":
        from pangea_server.people.sign_in.firebase_sign_in import FirebaseSignIn

        _need(settings, "firebase_project", "firebase_api_key", "firebase_auth_domain")
        return FirebaseSignIn(settings)
    if settings.sign_in == "oidc":
        from pangea_server.people.sign_in.oidc_sign_in import OidcSignIn

        _need(settings, "oidc_issuer", "oidc_client_id")
        return OidcSignIn(settings)
    return ByLink()


def sign_in(records: RecordStore, way: SignIn, request: SessionRequest, lasts: timedelta) -> Session:
    """Open a session for whoever this is. Who is known by a sign-in service comes in without a link.

    Raises:
        IdTokenError: the proof is not genuine.
        NotInvitedError: it is genuine, but this person is new and has no link.
        NotSignedInError, InviteClaimedError, InviteExpiredError: what is wrong with the link.
    """
    identity = way.identity(request)
    known = records.find(Annotator, {"identity": identity}, limit=1) if identity else ()
    if known:
        return open_session(records, request.session, known[0].annotator_id, lasts)
    if request.invite is None:
        if identity:
            raise NotInvitedError(
                "You are not invited here yet.", remedy="Open the link that you were given."
            )
        raise InvalidDataError("No link came with the request.", remedy="Send its token as `invite`.")
    return claim(records, request.invite, request.session, lasts, identity)


def _need(settings: Settings, *names: str) -> None:
    missing = [f"PANGEA_{name.upper()}" for name in names if not getattr(settings, name)]
    if missing:
        raise ConfigurationError(
            f"PANGEA_SIGN_IN is {settings.sign_in}, but {' and '.join(missing)} is not set.",
            remedy="Set it, or let people in by links alone.",
        )
