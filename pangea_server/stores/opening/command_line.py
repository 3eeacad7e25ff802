"""The store that a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pangea_server.stores.protocol import Store


def open_named(data_dir: Path | None, store: str | None) -> Store:
    """The store that the options name, or otherwise the settings."""
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    return open_store(read_settings(data_dir=data_dir, store=store))
