"""For the data team: how good the data is."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import TheHouse
from pangea_server.monitoring import summarise
from pangea_server.schemas import MonitorSummary

router = APIRouter(prefix="/monitor", tags=["monitoring"])


@router.get("")
def read_monitor(house: TheHouse, learning: bool = False) -> MonitorSummary:
    """Success and its uncertainty, by annotator and language, as of now; ``learning``: with what counts as no data."""
    return summarise(house.store.records, all_of_it=learning)
