"""Signing in, consent, invitations, roles."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from pangea_server.records import PlatformName, Role
from pangea_server.schemas.base import Token, Wire


class FirebaseView(Wire):
    """What the Firebase JS SDK is begun with; ``emulator`` is HOST:PORT, for tests."""

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
    """What a browser comes back with from its provider, and what it had sent there."""

    code: Annotated[str, Field(max_length=2000)]
    code_verifier: Annotated[str, Field(pattern=r"^[A-Za-z0-9._~-]{43,128}$")]
    redirect_uri: Annotated[str, Field(max_length=500)]


class SessionRequest(Wire):
    """Opens a session. The browser makes its token, 256 random bits, so that a call may be repeated.

    ``invite`` is the token of a link; ``id_token`` (Firebase) and ``code`` (OpenID Connect) say who this is.
    """

    session: Token
    invite: Token | None = None
    id_token: Annotated[str, Field(max_length=8000)] | None = None
    code: OidcCode | None = None


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


class StudyView(Wire):
    """Work that a platform offers. ``worker_parameter`` is where in the address the platform says who somebody is."""

    study_id: str
    platform: PlatformName
    kind: str
    languages: tuple[str, ...]
    required: int
    is_open: bool
    worker_parameter: str


class TextNode(Wire):
    """A piece of formatted text: plain ``text``, or an element around ``children``."""

    element: Literal["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "text"]
    text: str = ""
    children: tuple[TextNode, ...] = ()


class ConsentView(Wire):
    """What people are asked to agree to. ``agreed_at`` is when this person did."""

    version: int
    language: str
    body: tuple[TextNode, ...]
    retention_days: int | None
    agreed_at: datetime | None


class Agreement(Wire):
    version: int
    language: Annotated[str, Field(max_length=35)]


class Withdrawn(Wire):
    """So many attempts at tasks were removed, with all that was recorded and written in them."""

    attempts: int


class PersonView(Wire):
    """Somebody of the collection. ``invited`` people have a link that nobody opened yet."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    state: Literal["invited", "active", "shut out", "withdrawn"]


class InviteRequest(Wire):
    role: Role = Role.ANNOTATOR
    languages: Annotated[tuple[str, ...], Field(min_length=1, max_length=50)] = ("en-US",)


class Invited(Wire):
    """A new link's token; it cannot be read again. The link is a page's address with ``#token=`` and this."""

    annotator_id: int
    token: str


class NewRole(Wire):
    role: Role
