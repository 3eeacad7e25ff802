"""What a running server holds: its settings, its environment and tiles, its store, its tasks, its background work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from environments import Environment, Scan, open_environment
from environments.errors import NotFoundError
from environments.tiles.layout import TileFolder
from pangea_server.archive import refuse_unfinished
from pangea_server.capture.device_keys import DeviceKeys
from pangea_server.ledger.attendance import TimeClock
from pangea_server.ledger.balances import Balances
from pangea_server.monitoring.board import Board
from pangea_server.monitoring.progress import Progress
from pangea_server.people.media_links import MediaLinks, signing_key
from pangea_server.settings import Settings
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import Store
from pangea_server.tasks.kinds import load_kinds
from pangea_server.tasks.protocol import TaskType


@dataclass(frozen=True, slots=True)
class House:
    """Everything that request handlers need; made once by ``open_house``, closed by ``close``."""

    settings: Settings
    environment: Environment
    tiles: TileFolder
    store: Store
    task_types: Mapping[str, TaskType]
    links: MediaLinks
    device_keys: DeviceKeys
    time_clock: TimeClock
    board: Board
    progress: Progress
    balances: Balances

    def task_type(self, kind: str) -> TaskType:
        """Raises NotFoundError for a kind that is not installed."""
        if kind not in self.task_types:
            known = ", ".join(sorted(self.task_types))
            raise NotFoundError(f"There is no task of kind {kind!r}.", remedy=f"Known kinds are {known}.")
        return self.task_types[kind]

    def scan(self, scan_id: str) -> Scan:
        return self.environment.scan(scan_id)

    def close(self) -> None:
        self.board.close()
        self.time_clock.close()
        self.store.close()


def open_house(settings: Settings, *, exclusive: bool = False) -> House:
    """Open environment and store.

    Raises:
        ConfigurationError, PluginNotFoundError: a setting that cannot work.
    """
    kinds = load_kinds()
    store = open_store(settings, exclusive=exclusive)
    refuse_unfinished(store)
    environment = open_environment(settings.environment)
    return House(
        settings=settings,
        environment=environment,
        tiles=TileFolder(settings.tiles_dir),
        store=store,
        task_types=kinds,
        links=MediaLinks(signing_key(store.records)),
        device_keys=DeviceKeys(store.records),
        time_clock=TimeClock(store.records),
        board=Board(store, environment),
        progress=Progress(store.records, tuple(kinds)),
        balances=Balances(store.records),
    )
