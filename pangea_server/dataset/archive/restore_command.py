"""``pangea restore``: restore a backup into an empty store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir, StoreName
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.archive.damage_report import print_damaged

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store

FAILED = 1


def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="What `pangea backup` wrote.")
    ],
    tombstones: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            metavar="LIST",
            help="Tombstones of data removed since the backup, one JSON object a line; it is not restored.",
        ),
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Verify a whole backup, copy it into an empty store, and compare the two.

    If interrupted, run the same command again to continue. Exit code 1 when blobs were damaged before the backup was
    made; everything else is restored.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import Archive, Remaining, fill, read_tombstones

    removed = read_tombstones(tombstones) if tombstones else []
    settings = read_settings(data_dir=data_dir, store=store)
    with Archive.open(file, watched) as archive, _target(settings) as opened:
        fill(opened, Remaining(archive, removed), archive.sha256, watched)
        damaged = archive.damaged
    Console().print(f"{file} is restored, and equal record by record and blob by blob.")
    if damaged:
        print_damaged(damaged, "before the backup was made, and are missing")
        raise typer.Exit(FAILED)


def _target(settings: Settings) -> closing[Store]:
    """An empty store, or one that an interrupted restore left."""
    from pangea_server.stores.opening import open_store
    from pangea_server.stores.opening.command_line import say_if_new

    say_if_new(settings)
    return closing(open_store(settings, exclusive=True, make=True))
