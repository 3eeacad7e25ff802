"""The report of a comparison for the data team: one page, as a file to keep."""

from __future__ import annotations

from fastapi.responses import Response

from environments import InvalidDataError
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.dataset.evaluation.campaigns import campaign_sources
from pangea_server.dataset.evaluation.evaluation import evaluate
from pangea_server.dataset.evaluation.page import page
from pangea_server.dataset.monitoring.filters import Label
from pangea_server.http.csv_tables import Responses
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])
A_PAGE: Responses = {200: {"content": {"text/html": {"schema": {"type": "string"}}}}}


@router.get("/evaluation", response_class=Response, responses=A_PAGE)
def read_evaluation(services: TheServices, campaign: Label | None = None) -> Response:
    """How well people follow the instructions of each system; of the only campaign that compares some, if none is
    named. It has words, and no name of a person."""
    records = services.store.records
    chosen = campaign or _only_comparison(records)
    html = page(evaluate(campaign_sources(records, chosen)), chosen)
    headers = {"Content-Disposition": 'attachment; filename="evaluation.html"'}
    return Response(html, media_type="text/html", headers=headers)


def _only_comparison(records: RecordStore) -> str:
    found = [each.campaign_id for each in every(records, Campaign) if each.definition.written is not None]
    if len(found) != 1:
        raise InvalidDataError(
            f"{len(found)} campaigns take instructions from files.",
            remedy=f"Name one of them as campaign: {', '.join(found)}."
            if found
            else "Make one with `pangea campaign evaluate`.",
        )
    return found[0]
