"""The store that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.plugins import Door

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store


STORES = Door(
    "pangea.stores",
    {
        "firebase": "pangea_server.stores.firebase.store:FirebaseStore",
        "local": "pangea_server.stores.local.store:LocalStore",
    },
    moved={
        "pangea_server.records": "pangea_server.core.records",
    },
)


def open_store(settings: Settings, *, exclusive: bool = False) -> Store:
    """Open it; ``exclusive`` for a server: a data directory has at most one."""
    opened: Store = STORES.load(settings.store).from_settings(settings, exclusive=exclusive)
    return opened
