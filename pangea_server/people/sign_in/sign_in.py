"""How people prove who they are: by their link alone, by Google through Firebase, or by an OpenID Connect provider.

A sign-in says who a person is; an invite says what they may do here. A first sign-in needs both.
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
    """One way for people to prove their identity."""

    def view(self) -> SignInView:
        """What the browser needs to know to begin."""

    def identity(self, request: SessionRequest) -> str | None:
        """The person's identity, as ``identity_of`` returns it; None where the link alone is used.

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
    """A hash that identifies a person at a sign-in service and reveals nothing about them to a reader of the store."""
    return hashlib.sha256(f"{issuer}\0{subject}".encode()).hexdigest()


def open_sign_in(settings: Settings) -> SignIn:
    """The sign-in that the settings name.

    Raises:
        ConfigurationError: a setting that it needs is missing.
    """
    if settings.sign_in == "firebase":
        from pangea_server.people.sign_in.firebase_sign_in import FirebaseSignIn

        _need(settings, "firebase_project", "firebase_api_key")
        return FirebaseSignIn(settings)
    if settings.sign_in == "oidc":
        from pangea_server.people.sign_in.oidc_sign_in import OidcSignIn

        _need(settings, "oidc_issuer", "oidc_client_id")
        return OidcSignIn(settings)
    return ByLink()


def sign_in(records: RecordStore, way: SignIn, request: SessionRequest, lasts: timedelta) -> Session:
    """Open a session. A person already known by their sign-in service needs no link.

    Raises:
        IdTokenError: the proof is not genuine.
        NotInvitedError: the proof is genuine, but this person is new and has no link.
        NotSignedInError, InviteClaimedError, InviteExpiredError: the fault of the session or the link.
    """
    identity = way.identity(request)
    known = records.find(Annotator, {"identity": identity}, limit=1) if identity else ()
    if known and not known[0].shut_out_at:
        return open_session(records, request.session, known[0].annotator_id, lasts)
    if request.invite is None:
        if identity:
            raise NotInvitedError(
                "You have not been invited here yet.", remedy="Open the link that you were given."
            )
        raise InvalidDataError("The request has no link.", remedy="Send its token as `invite`.")
    return claim(records, request.invite, request.session, lasts, identity)


def _need(settings: Settings, *names: str) -> None:
    missing = [f"PANGEA_{name.upper()}" for name in names if not getattr(settings, name)]
    if missing:
        raise ConfigurationError(
            f"PANGEA_SIGN_IN is {settings.sign_in}, but {' and '.join(missing)} is not set.",
            remedy="Set it, or let people in by links alone.",
        )
