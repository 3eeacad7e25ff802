"""People and their links, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pangea_server.core.wire import Wire
from pangea_server.people.access.records import Role


class PersonView(Wire):
    """A person of the collection. ``invited`` people have a link that has not been opened yet."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    state: Literal["invited", "active", "shut out", "withdrawn"]


class InviteRequest(Wire):
    role: Role = Role.ANNOTATOR
    languages: Annotated[tuple[str, ...], Field(min_length=1, max_length=50)] = ("en-US",)


class Invited(Wire):
    """A new link's token; it cannot be read again. The link is a page's address with ``#token=`` and this token."""

    annotator_id: int
    token: str


class NewRole(Wire):
    role: Role
