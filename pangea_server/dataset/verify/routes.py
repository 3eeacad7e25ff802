"""The health of the store, for the monitoring page."""

from __future__ import annotations

from datetime import datetime

from pangea_server.core.wire import Wire
from pangea_server.dataset.archive.backup_state import read_backup_state
from pangea_server.dataset.verify.report import read_report
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/monitor", tags=["monitoring"])


class StoreHealth(Wire):
    """When everything in the store was last read and compared, and how many faults were found; null: not yet, or by
    another person (a store in a cloud).

    Attributes:
        backed_up_until: until when everything is in the series that `pangea backup --every` continues; null: not yet.
        backup_failing: whether its last snapshot failed, or something could not be read; null: there is none.
    """

    verified_at: datetime | None
    faults: int | None
    backed_up_until: datetime | None = None
    backup_failing: bool | None = None


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
