"""The store that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.plugins import load_plugin

if TYPE_CHECKING:
    from pangea_server.settings import Settings
    from pangea_server.stores.protocol import Store


def open_store(settings: Settings, *, exclusive: bool = False) -> Store:
    """Open it; ``exclusive`` for a server, of which a data directory has one at most."""
    opened: Store = load_plugin("pangea.stores", settings.store).from_settings(settings, exclusive=exclusive)
    return opened
