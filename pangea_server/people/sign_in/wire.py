"""Signing in, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from pangea_server.core.wire import TokenText, Wire
from pangea_server.people.access.records import Role


class FirebaseView(Wire):
    """The configuration of the Firebase JS SDK; ``emulator`` is HOST:PORT, for tests."""

    api_key: str
    auth_domain: str
    project_id: str
    emulator: str | None = None


class OidcView(Wire):
    """Where an OpenID Connect provider is asked for a code."""

    authorization_endpoint: str
    client_id: str


class SignInView(Wire):
    """How people prove who they are here."""

    mode: Literal["links", "firebase", "oidc"]
    firebase: FirebaseView | None = None
    oidc: OidcView | None = None


class OidcCode(Wire):
    """What a browser brings back from its provider, and what it had sent there."""

    code: Annotated[str, Field(max_length=2000)]
    code_verifier: Annotated[str, Field(pattern=r"^[A-Za-z0-9._~-]{43,128}$")]
    redirect_uri: Annotated[str, Field(max_length=500)]


class SessionRequest(Wire):
    """Opens a session. The browser makes its token, 256 random bits, so that a call may be repeated.

    ``invite`` is the token of a link; ``id_token`` (Firebase) and ``code`` (OpenID Connect) say who this is.
    """

    session: TokenText
    invite: TokenText | None = None
    id_token: Annotated[str, Field(max_length=8000)] | None = None
    code: OidcCode | None = None


class SessionPreviewRequest(Wire):
    """Asks whose session the link with this token opens."""

    invite: TokenText


class SessionPreview(Wire):
    """Whose session a link opens."""

    annotator_id: int


class Me(Wire):
    """The person who is signed in. ``consent`` is null where the campaign asks for none."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    consent: Literal["missing", "given"] | None


class SessionView(Wire):
    """A browser is signed in until ``expires_at``; using it makes that later."""

    expires_at: datetime
    me: Me
