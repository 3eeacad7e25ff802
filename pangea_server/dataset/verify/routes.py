"""The health of the store, for the monitoring page."""

from __future__ import annotations

from pangea_server.dataset.archive.backup_state import read_backup_state
from pangea_server.dataset.verify.report import read_report
from pangea_server.dataset.verify.wire import StoreHealth
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])


@router.get("/store")
def read_store_health(services: TheServices) -> StoreHealth:
    """When the store was last verified, and what came of it; how far the continuous backup is."""
    if services.settings.store != "local":
        return StoreHealth(verified_at=None, faults=None)
    report = read_report(services.settings.data_dir)
    backup = read_backup_state(services.settings.data_dir)
    return StoreHealth(
        verified_at=report and report.finished_at,
        faults=report and report.fault_count,
        backed_up_until=backup and backup.complete_until,
        backup_failing=backup and backup.is_failing,
    )
