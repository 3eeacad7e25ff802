"""How far the copy is that ``pangea ship`` makes, and whether it still makes it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.stores.local.ship_state import SHIP_STATE, ShipState, read_ship_state

LATE = timedelta(minutes=5)


def copy(deployment: Deployment) -> str:
    settings = deployment.settings
    state = read_ship_state(settings.data_dir) if settings.store == "local" else None
    if state is None:
        return "none that follows the store: `pangea ship` would make one"
    if state.error:
        raise AdviceError(
            f"pangea ship cannot copy to {state.place}: {state.error.rstrip('.')}. {_age(state)}",
            remedy="It tries again until it is stopped: mend what it names.",
        )
    if state.unreadable_count:
        raise AdviceError(
            f"{state.unreadable_count} records or blobs cannot be read, and are not in the copy in {state.place}, "
            f"such as {state.unreadable}.",
            remedy="pangea verify --anew names what is damaged; restore that from an earlier backup.",
        )
    if state.copied_at is None or datetime.now(UTC) - state.copied_at > LATE:
        raise AdviceError(
            f"pangea ship is not running, or hangs. {_age(state)}",
            remedy=f"Start it again; or remove {settings.data_dir / SHIP_STATE}, if there is to be no such copy.",
        )
    return f"{state.place} has everything until {state.copied_at:%Y-%m-%d %H:%M:%S} UTC"


def _age(state: ShipState) -> str:
    if state.copied_at is None:
        return f"Nothing was copied to {state.place} yet."
    return f"The copy in {state.place} ends at {state.copied_at:%Y-%m-%d %H:%M:%S} UTC."
