"""The monitoring page's figures for the data team, at most a second old.

Each answer is a table: in JSON, or as CSV for those who accept that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, get_type_hints

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel, create_model

from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.collect.ledger.balances import Balances
from pangea_server.collect.queue.reports import newest_reports
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.filters import TheWanted
from pangea_server.dataset.monitoring.intervals import Mean
from pangea_server.dataset.monitoring.progress import Progress
from pangea_server.dataset.monitoring.statistics import Group, OfKind, Rate
from pangea_server.dataset.monitoring.table import Table
from pangea_server.dataset.monitoring.views import OVERVIEW, groups_by
from pangea_server.dataset.monitoring.wire import GroupsView, MonitorView, PayRow, TaskCount
from pangea_server.http.caching import unless_known
from pangea_server.http.csv_tables import ALSO_CSV, Responses, csv_response, wants_csv
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])
NOT_MODIFIED: Responses = {304: {"description": "As the browser has it."}}


@router.get("", response_model=MonitorView, responses=NOT_MODIFIED)
def read_monitor(services: TheServices, request: Request, wanted: TheWanted) -> Response:
    """All annotations together, or those that the filters let through."""
    table = services.get(Board).table()
    return unless_known(
        request, version(services, table), lambda: services.get(Board).figures(table, wanted, OVERVIEW)
    )


@router.get("/groups/{by}", response_model=GroupsView, responses=NOT_MODIFIED | ALSO_CSV)
def read_groups(services: TheServices, request: Request, by: str, wanted: TheWanted) -> Response:
    """The same, group by group: by campaign, pool, language, annotator, guide, scan, length, day, week, ..."""
    table, view = services.get(Board).table(), groups_by(by)

    def answer() -> GroupsView:
        return services.get(Board).figures(table, wanted, view)

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


RATE = "success_rate"
MEASURED = [field.name for field in fields(Group) if field.name not in ("name", "kinds")]


def group_rows(groups: Sequence[Group]) -> tuple[type[BaseModel], Sequence[BaseModel]]:
    """The model of the rows, and a row for each group; the column ``guides`` counts its answers of the kind ``guide``,
    and so for every kind that is installed or counted. The columns ``tour_success_rate`` and ``tour_rooms`` are of the
    kind ``tour``."""
    kinds = dict.fromkeys((*kind_names(), *(kind for group in groups for kind in group.kinds)))
    types = get_type_hints(Group)
    columns: dict[str, Any] = {
        "name": (types["name"], ...),
        **{f"{kind}s": (int, ...) for kind in kinds},
        **{name: (types[name], ...) for name in MEASURED},
        **{f"{kind}_{RATE}": (Rate | None, None) for kind in _measured(groups)},
        **{
            f"{kind}_{score}": (Mean | None, None)
            for kind, of in _measured(groups).items()
            for score in of.scores
        },
    }
    row = create_model("GroupRow", **columns)
    return row, [_row(row, kinds, group) for group in groups]


def _measured(groups: Sequence[Group]) -> dict[str, OfKind]:
    """The kinds with figures of their own, each as one of the groups has it."""
    found = {kind: of for group in groups for kind, of in group.kinds.items() if of.scores}
    return dict(sorted(found.items()))


def _row(row: type[BaseModel], kinds: Iterable[str], group: Group) -> BaseModel:
    counts = {f"{kind}s": group.kinds[kind].annotations if kind in group.kinds else 0 for kind in kinds}
    own = {
        f"{kind}_{name}": value
        for kind, of in group.kinds.items()
        if of.scores
        for name, value in {RATE: of.success_rate, **of.scores}.items()
    }
    return row(name=group.name, **counts, **{name: getattr(group, name) for name in MEASURED}, **own)
