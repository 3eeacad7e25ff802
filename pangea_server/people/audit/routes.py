"""The audit log, for owners and managers."""

from __future__ import annotations

from typing import Annotated, get_args

from fastapi import Query, Request

from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.days import Day
from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.audit.log import Sought, end_of, every_newest, newest, start_of
from pangea_server.people.audit.records import Action, AuditEntry
from pangea_server.people.audit.wire import AuditPage

router = GuardedRouter(prefix="/audit", tags=["people"])


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
