"""The services of a running server: settings, environment and tiles, store, and what each feature adds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Request

from environments import Environment, Scan, open_environment
from environments.tiles.layout import TileFolder
from pangea_server.core.settings import Settings
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import Store
from pangea_server.stores.unfinished import refuse_unfinished

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that request handlers need; opened by ``open_services``, closed by ``close``.

    A feature adds its own services by type, so that this package depends on no feature.
    """

    settings: Settings
    environment: Environment
    tiles: TileFolder
    store: Store
    _added: dict[type, object] = field(default_factory=dict)
    _closers: list[Callable[[], None]] = field(default_factory=list)

    def add(self, service: T, close: Callable[[], None] | None = None) -> T:
        """Register ``service`` under its type; ``close`` is called before the store is closed."""
        self._added[type(service)] = service
        if close:
            self._closers.append(close)
        return service

    def get(self, kind: type[T]) -> T:
        """The registered service of this type."""
        return cast("T", self._added[kind])

    def scan(self, scan_id: str) -> Scan:
        return self.environment.scan(scan_id)

    def close(self) -> None:
        """Close the added services, the newest first, and then the store, even if one of them fails. A second call does
        nothing."""
        with ExitStack() as closing:
            while self._closers:
                closing.callback(self._closers.pop(0))


def open_services(settings: Settings, *, exclusive: bool = False, make: bool = False) -> Services:
    """Open environment and store.

    Args:
        make: where there is no store, an empty one is made.

    Raises:
        ConfigurationError, PluginNotFoundError: a setting is invalid, or there is no store.
    """
    with ExitStack() as opened:
        store = open_store(settings, exclusive=exclusive, make=make)
        opened.callback(store.close)
        refuse_unfinished(store)
        environment = open_environment(settings.environment)
        services = Services(
            settings, environment, TileFolder(settings.tiles_dir), store, _closers=[store.close]
        )
        opened.pop_all()
    return services


def the_services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


TheServices = Annotated[Services, Depends(the_services)]
