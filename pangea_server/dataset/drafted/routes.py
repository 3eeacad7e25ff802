"""Figures about drafts, for the data team."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from pangea_server.dataset.drafted.figures import draft_figures
from pangea_server.dataset.drafted.wire import DraftFigures
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])


@router.get("/drafts", responses=ALSO_CSV)
def read_draft_figures(
    services: TheServices, request: Request, campaign: Annotated[str | None, Query(max_length=60)] = None
) -> tuple[DraftFigures, ...]:
    """What people edit in drafts, what they confirm, and which planted errors they leave in."""
    rows = tuple(draft_figures(services.store.records, campaign))
    if wants_csv(request):
        return csv_response(DraftFigures, rows, "drafts")  # type: ignore[return-value]  # sent as it is
    return rows
