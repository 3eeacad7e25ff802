"""The health of the store, for the monitoring page."""

from __future__ import annotations

from pangea_server.dataset.verify.report import read_report
from pangea_server.dataset.verify.wire import StoreHealth
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])


@router.get("/store")
def read_store_health(services: TheServices) -> StoreHealth:
    """When the store was last verified, and what came of it."""
    report = read_report(services.settings.data_dir) if services.settings.store == "local" else None
    if report is None:
        return StoreHealth(verified_at=None, faults=None)
    return StoreHealth(verified_at=report.finished_at, faults=report.fault_count)
