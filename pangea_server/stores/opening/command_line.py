"""The store that a command works on, and the option that names it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from environments.errors import PangeaError
from pangea_server.core.cli.known import KnownNames
from pangea_server.stores.opening import STORES

if TYPE_CHECKING:
    from pathlib import Path

    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store


BACK_END = KnownNames("store back end", STORES.names)
StoreName = Annotated[
    str | None,
    BACK_END.option(
        "--store",
        help=f"Store back end: {', '.join(STORES.builtin)}, or one of a package.",
        show_default="local",
    ),
]


def ids_of(collection: str) -> Callable[[typer.Context, str], list[str]]:
    """For the shell: the ids of a collection in the local store that the options or variables name. It reads no
    settings, which would take longer than people wait for a shell; of other back ends there are none."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        from pathlib import Path

        from pangea_server.stores.sqlite.sqlite import ids_in

        if (context.params.get("store") or os.environ.get("PANGEA_STORE", "local")) != "local":
            return []
        data_dir = context.params.get("data_dir") or os.environ.get("PANGEA_DATA_DIR", "pangea-data")
        return ids_in(Path(data_dir) / "pangea.db", collection, incomplete)

    return complete


def open_named(data_dir: Path | None, store: str | None) -> Store:
    """The store that the options name, or otherwise the settings."""
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    return open_store(read_settings(data_dir=data_dir, store=store))


@contextmanager
def store_to_fill(settings: Settings, *, dry_run: bool) -> Iterator[Store]:
    """The store that a command writes to, made where there is none; a dry run plans on an empty one elsewhere then,
    which is removed again."""
    from pathlib import Path

    from pangea_server.stores.opening import open_store, store_exists

    with ExitStack() as opened:
        if dry_run and not store_exists(settings):
            folder = opened.enter_context(TemporaryDirectory(prefix="pangea-dry-run-"))
            settings = settings.model_copy(update={"data_dir": Path(folder) / "data", "store": "local"})
        elif not dry_run:
            opened.enter_context(new_store_goes_when_refused(settings))
            say_if_new(settings)
        yield opened.enter_context(closing(open_store(settings, make=True)))


@contextmanager
def new_store_goes_when_refused(settings: Settings) -> Iterator[None]:
    """Where a command made a store and is refused before anything is in it, none is left."""
    from pangea_server.stores.sqlite.sqlite import holds_records

    new = settings.store == "local" and not settings.data_dir.exists()
    try:
        yield
    except PangeaError:
        database = settings.data_dir / "pangea.db"
        if new and database.exists() and not holds_records(database):
            shutil.rmtree(settings.data_dir)
        raise


def say_if_new(settings: Settings) -> None:
    """Say on stderr that a new store will be made, if there is none: the directory may be mistyped."""
    from pangea_server.stores.opening import place_of, store_exists

    if not store_exists(settings):
        typer.echo(f"There is no store in {place_of(settings)} yet: a new one is made.", err=True)
