"""How far the continuous backup is, and whether it still goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.dataset.archive.backup_state import BACKUP_STATE, BackupState, read_backup_state

LATE = timedelta(minutes=5)  # or two turns, where these are longer


def backup(deployment: Deployment) -> str:
    settings = deployment.settings
    state = read_backup_state(settings.data_dir) if settings.store == "local" else None
    if state is None:
        return "none that goes on: `pangea backup --to PLACE --every 10s` would make one"
    if state.error:
        raise AdviceError(
            f"pangea backup cannot write to {state.place}: {state.error.rstrip('.')}. {_age(state)}",
            remedy="It tries again until it is stopped: mend what it names.",
        )
    if state.unreadable_count:
        raise AdviceError(
            f"{state.unreadable_count} records or blobs cannot be read, and are not in the backup in {state.place}, "
            f"such as {state.unreadable}.",
            remedy="pangea verify --anew names what is damaged; restore that from an earlier backup.",
        )
    late = max(LATE, timedelta(seconds=2 * state.every))
    if state.complete_until is None or datetime.now(UTC) - state.complete_until > late:
        raise AdviceError(
            f"pangea backup --every is not running, or hangs. {_age(state)}",
            remedy=f"Start it again; or remove {settings.data_dir / BACKUP_STATE}, if there is to be no such backup.",
        )
    return f"{state.place} has everything until {state.complete_until:%Y-%m-%d %H:%M:%S} UTC"


def _age(state: BackupState) -> str:
    if state.complete_until is None:
        return f"Nothing was saved in {state.place} yet."
    return f"The backup in {state.place} ends at {state.complete_until:%Y-%m-%d %H:%M:%S} UTC."
