"""The audit log, for owners and managers."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, get_args

from fastapi import Query, Request
from pydantic import BeforeValidator

from pangea_server.core.wire import Wire
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.audit.log import Sought, end_of, every_newest, newest, start_of
from pangea_server.people.audit.records import Action, AuditEntry

router = GuardedRouter(prefix="/audit", tags=["people"])


PLAIN = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _plain(value: object) -> object:
    """Refuse numbers and times, which Pydantic reads as seconds since 1970 and as days; no page sends them."""
    if isinstance(value, str) and not PLAIN.fullmatch(value):
        raise ValueError("a day is written as in 2026-11-22")
    return value


Day = Annotated[date, BeforeValidator(_plain)]


class AuditPage(Wire):
    """Matching entries, the newest first. A page may be shorter than its limit, even empty, while there are older ones:
    ``next_cursor`` is null at the end of the log only. ``actions`` lists every action that an entry may have."""

    items: tuple[AuditEntry, ...]
    next_cursor: str | None
    actions: tuple[str, ...]


@router.get("", responses=ALSO_CSV)
def read_audit(
    services: TheServices,
    request: Request,
    actor: Annotated[Number | None, Query(description="The person who acted; 0 is the command line.")] = None,
    subject: Annotated[Number | None, Query(description="To whom.")] = None,
    action: Annotated[str | None, Query(max_length=40, description="What was done.")] = None,
    since: Annotated[Day | None, Query(description="From the beginning of this day (UTC).")] = None,
    until: Annotated[Day | None, Query(description="To the end of this day (UTC).")] = None,
    cursor: Annotated[str | None, Query(max_length=60)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> AuditPage:
    """A page of the log, newest first; ``cursor`` is the last page's ``next_cursor``. CSV has all matching entries."""
    sought = Sought(actor, subject, action, start_of(since), end_of(until))
    records = services.store.records
    if wants_csv(request):
        entries = every_newest(records, sought)
        return csv_response(AuditEntry, entries, "audit")  # type: ignore[return-value]  # sent as it is
    found, following = newest(records, sought, cursor, limit)
    return AuditPage(items=tuple(found), next_cursor=following, actions=get_args(Action))
