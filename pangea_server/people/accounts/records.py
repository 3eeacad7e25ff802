"""Links that let people in."""

from __future__ import annotations

from typing import ClassVar

from pangea_server.people.access.records import TokenRecord


class Invite(TokenRecord):
    """A link that lets one person in once."""

    collection: ClassVar[str] = "invites"
    session_hash: str | None = None  # of the session for which it was exchanged
