"""For the data team: the landmarks of a campaign, step by step, path by path, and person by person."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.collect.landmarks.overview.figures import step_figures, timing_rows
from pangea_server.collect.landmarks.overview.paths import path_row
from pangea_server.collect.landmarks.overview.wire import LandmarksOverview, PathPage, TimingRow
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.stores.paging import every

router = GuardedRouter(prefix="/landmarks", tags=["monitoring"])
CampaignName = Annotated[str, Query(max_length=100)]


@router.get("")
def read_landmarks_overview(services: TheServices, campaign: CampaignName | None = None) -> LandmarksOverview:
    """What was asked and answered, what it took and cost, and what is left; of the first campaign, if none is named."""
    records = services.store.records
    asking = sorted(
        each.campaign_id for each in every(records, Campaign) if LANDMARKS in each.definition.tasks
    )
    chosen = records.get(Campaign, campaign).campaign_id if campaign else next(iter(asking), None)
    return LandmarksOverview(
        campaigns=tuple(asking),
        campaign_id=chosen,
        steps=step_figures(records, chosen) if chosen else (),
    )


@router.get("/paths")
def read_landmark_paths(
    services: TheServices,
    campaign: CampaignName,
    cursor: Annotated[str, Query(max_length=200)] | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> PathPage:
    """The paths of a campaign with their chains, and where these have boxes."""
    records = services.store.records
    where = {"campaign_id": records.get(Campaign, campaign).campaign_id}
    page = records.find(PathRecord, where, after=cursor, limit=limit)
    following = page[-1].record_id if len(page) == limit else None
    return PathPage(items=tuple(path_row(records, path) for path in page), next_cursor=following)


@router.get("/timing", responses=ALSO_CSV)
def read_landmark_timing(
    services: TheServices, request: Request, campaign: CampaignName
) -> tuple[TimingRow, ...]:
    """How many seconds people took for an item, by kind, and by kind and person."""
    records = services.store.records
    rows = tuple(timing_rows(records, records.get(Campaign, campaign).campaign_id))
    if wants_csv(request):
        return csv_response(TimingRow, rows, "landmark-timing")  # type: ignore[return-value]  # sent as it is
    return rows
