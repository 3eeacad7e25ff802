"""The health of the store, for the monitoring page."""

from __future__ import annotations

from pangea_server.dataset.verify.report import read_report
from pangea_server.dataset.verify.wire import StoreHealth
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.stores.local.ship_state import read_ship_state

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])


@router.get("/store")
def read_store_health(services: TheServices) -> StoreHealth:
    """When the store was last verified, and what came of it; how far the continuous copy is."""
    if services.settings.store != "local":
        return StoreHealth(verified_at=None, faults=None)
    report = read_report(services.settings.data_dir)
    copy = read_ship_state(services.settings.data_dir)
    return StoreHealth(
        verified_at=report and report.finished_at,
        faults=report and report.fault_count,
        copied_at=copy and copy.copied_at,
        copy_failing=copy and copy.is_failing,
    )
