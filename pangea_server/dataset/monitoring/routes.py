"""The monitoring page's figures for the data team, at most a second old.

Each answer is a table: in JSON, or as CSV for those who accept that.
"""

from __future__ import annotations

from datetime import timedelta

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.collect.ledger.balances import Balances
from pangea_server.collect.queue.reports import newest_reports
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import CHOICES, dimension, group_names
from pangea_server.dataset.monitoring.filters import Wanted
from pangea_server.dataset.monitoring.gathering import EPOCH
from pangea_server.dataset.monitoring.group_csv import group_rows
from pangea_server.dataset.monitoring.progress import Progress
from pangea_server.dataset.monitoring.statistics import Selection
from pangea_server.dataset.monitoring.table import Table
from pangea_server.dataset.monitoring.wire import GroupsView, MonitorView, PayRow, TaskCount
from pangea_server.http.caching import unless_known
from pangea_server.http.csv_tables import ALSO_CSV, Responses, csv_response, wants_csv
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])
NOT_MODIFIED: Responses = {304: {"description": "As the browser has it."}}


@router.get("", response_model=MonitorView, responses=NOT_MODIFIED)
def read_monitor(services: TheServices, request: Request, wanted: Wanted) -> Response:
    """All annotations together, or those that the filters let through."""
    table = services.get(Board).table()

    def told(selection: Selection) -> MonitorView:
        submitted = table.rows["submitted_at"][selection.places[-1:]].tolist()
        return MonitorView(
            total=selection.total(),
            last_submitted_at=EPOCH + timedelta(microseconds=submitted[0]) if submitted else None,
            choices={name: group_names(table, dimension(name)) for name in CHOICES},
        )

    return unless_known(
        request, version(services, table), lambda: services.get(Board).figures(table, wanted, told)
    )


@router.get("/groups/{by}", response_model=GroupsView, responses=NOT_MODIFIED | ALSO_CSV)
def read_groups(services: TheServices, request: Request, by: str, wanted: Wanted) -> Response:
    """The same, group by group: by campaign, pool, language, annotator, guide, scan, length, day, week, ..."""
    table, chosen = services.get(Board).table(), dimension(by)

    def answer() -> GroupsView:
        found = services.get(Board).figures(table, wanted, lambda selection: selection.groups(chosen))
        return GroupsView(title=chosen.title, groups=tuple(found))

    if wants_csv(request):
        return csv_response(*group_rows(answer().groups), by)
    return unless_known(request, version(services, table), answer)


@router.get("/tasks", responses=ALSO_CSV)
def read_tasks(services: TheServices, request: Request) -> tuple[TaskCount, ...]:
    """Progress: the tasks by state."""
    table = services.get(Board).table()
    counts = services.get(Progress).counts(table)
    if wants_csv(request):
        return csv_response(TaskCount, counts, "tasks")  # type: ignore[return-value]  # sent as it is
    return counts


@router.get("/pay", responses=ALSO_CSV)
def read_pay(services: TheServices, request: Request) -> tuple[PayRow, ...]:
    """The active time and pay of all people, by number, from the ledger."""
    rows = tuple(map(PayRow.of, services.get(Balances).all()))
    if wants_csv(request):
        return csv_response(PayRow, rows, "pay")  # type: ignore[return-value]  # sent as it is
    return rows


@router.get("/reports", responses=ALSO_CSV)
def read_reports(services: TheServices, request: Request) -> tuple[ProblemReport, ...]:
    """The problems that people reported, the newest first."""
    reports = newest_reports(services.store.records)
    if wants_csv(request):
        return csv_response(ProblemReport, reports, "reports")  # type: ignore[return-value]  # sent as it is
    return reports


def version(services: Services, table: Table) -> str:
    """Names what a table holds."""
    return f"{services.get(Board).mark}-{table.cursor}-{len(table)}"
