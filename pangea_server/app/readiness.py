"""Is this server ready for requests? Load balancers ask often; the parts are checked once a second."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from functools import partial

from environments.errors import PangeaError
from environments.scan import FACES
from pangea_server.core.errors import NotReadyError, StoreFullError
from pangea_server.core.records import Counter
from pangea_server.core.settings import Settings
from pangea_server.http.services import Services
from pangea_server.stores.local.disk import room_above_reserve
from pangea_server.stores.protocol import RecordStore

log = logging.getLogger(__name__)
REST_SECONDS = 1.0


class Readiness:
    """The store can be written, the environment can be read, and the disk has room for voices."""

    def __init__(self, services: Services) -> None:
        self._parts: dict[str, Callable[[], None]] = {
            "store": partial(_write_nothing, services.store.records),
            "environment": partial(_read_a_panorama, services),
            "disk": partial(_have_room, services.settings),
        }
        self._turn = threading.Lock()
        self._asked_at = float("-inf")
        self._failing: list[str] = []

    def check(self) -> None:
        """Raise NotReadyError naming the parts that fail; the reasons go to the log, not to the public."""
        with self._turn:
            if time.monotonic() - self._asked_at > REST_SECONDS:
                self._failing = [name for name, part in self._parts.items() if _fails(name, part)]
                self._asked_at = time.monotonic()
            failing = self._failing
        if failing:
            raise NotReadyError(
                f"Not ready: {', '.join(failing)}.", remedy="The operator finds the reason in the log."
            )


def _fails(name: str, part: Callable[[], None]) -> bool:
    try:
        part()
    except (PangeaError, OSError) as error:
        log.warning("not ready: %s: %s", name, error)
        return True
    return False


def _write_nothing(records: RecordStore) -> None:
    """A complete transaction that changes nothing: it removes a record that never existed."""
    records.transact(lambda transaction: transaction.delete(Counter, f"readiness-{secrets.token_hex(8)}"))


def _read_a_panorama(services: Services) -> None:
    environment = services.environment
    scan = environment.scan(environment.scan_ids()[0])
    environment.image(scan.scan_id, next(iter(scan.viewpoints)), FACES[scan.projection][0])


def _have_room(settings: Settings) -> None:
    if settings.store != "local":
        return
    if room_above_reserve(settings.data_dir, settings.limits.disk_reserve) < settings.limits.chunk_bytes:
        raise StoreFullError(f"The disk of {settings.data_dir} is down to its reserve.", remedy="Make room.")
