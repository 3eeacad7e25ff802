"""A table of people to invite, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pangea_server.core.wire import Wire

MOST_CHARACTERS = 200_000


class TableRequest(Wire):
    """A CSV table with the columns ``external_id``, ``languages`` and, if there are teams, ``pools``."""

    table: Annotated[str, Field(max_length=MOST_CHARACTERS)]
    days: Annotated[int, Field(ge=1, le=365)] = 30


class MemberLink(Wire):
    """A person of the table. ``token`` is null where they were invited before: it cannot be read again."""

    external_id: str
    annotator_id: int
    token: str | None
