"""People and their links, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from environments.errors import InvalidDataError
from pangea_server.core.languages import usual_tag
from pangea_server.core.wire import Wire
from pangea_server.people.access.records import Role
from pangea_server.people.labels.wire import LabelText


class PersonView(Wire):
    """A person of the collection. ``invited`` people have a link that has not been opened yet."""

    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    pools: tuple[str, ...]
    label: str
    state: Literal["invited", "active", "shut out", "withdrawn"]


def _usual(tag: str) -> str:
    try:
        return usual_tag(tag)
    except InvalidDataError as error:
        raise ValueError(str(error)) from error


LanguageTag = Annotated[str, Field(max_length=35), AfterValidator(_usual)]
PoolName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]


class InviteRequest(Wire):
    """A person to invite. Their link may stay unopened for ``days`` days."""

    role: Role = Role.ANNOTATOR
    languages: Annotated[tuple[LanguageTag, ...], Field(min_length=1, max_length=50)] = ("en-US",)
    pools: Annotated[tuple[PoolName, ...], Field(max_length=50)] = ()
    days: Annotated[int, Field(ge=1, le=365)] = 30
    label: LabelText = ""


class Invited(Wire):
    """A new link's token; it cannot be read again. The link is a page's address with ``#token=`` and this token."""

    annotator_id: int
    token: str


class NewRole(Wire):
    role: Role
