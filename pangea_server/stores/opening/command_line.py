"""The store that a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store


def open_named(data_dir: Path | None, store: str | None) -> Store:
    """The store that the options name, or otherwise the settings."""
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    return open_store(read_settings(data_dir=data_dir, store=store))


def say_if_new(settings: Settings) -> None:
    """Say on stderr that a new store will be made, if there is none: the directory may be mistyped."""
    from pangea_server.stores.opening import store_exists

    if not store_exists(settings):
        typer.echo(f"There is no store in {settings.data_dir} yet: a new one is made.", err=True)
