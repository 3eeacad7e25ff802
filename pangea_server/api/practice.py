"""A walk for newcomers."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import TheHouse
from pangea_server.api.tiles import preview_data_url
from pangea_server.campaigns.practice import first_scan_id, practice_path
from pangea_server.schemas import PracticeWalk

router = APIRouter(prefix="/practice", tags=["practice"])


@router.get("")
def read_practice(house: TheHouse) -> PracticeWalk:
    """A path that is nobody's task."""
    scan = house.scan(first_scan_id(house.store.records))
    path = practice_path(house.store.records, scan)
    heading, _ = scan.graph.direction(path[0], path[1])
    preview = preview_data_url(house, scan.scan_id, path[0])
    return PracticeWalk(scan_id=scan.scan_id, path=path, heading=heading, start_preview=preview)
