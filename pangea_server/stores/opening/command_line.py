"""The store that a command works on, and the option that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.stores.opening import STORES

if TYPE_CHECKING:
    from pathlib import Path

    from pangea_server.stores.protocol import Store


StoreName = Annotated[
    str | None,
    typer.Option(
        "--store", help=f"Store back end: {', '.join(STORES.builtin)}, or one of a package.  [default: local]"
    ),
]


def open_named(data_dir: Path | None, store: str | None) -> Store:
    """The store that the options name, or otherwise the settings."""
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    return open_store(read_settings(data_dir=data_dir, store=store))
