"""``pangea restore``: restore a backup into an empty store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening.command_line import StoreName


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

    If interrupted, run the same command again to continue.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import Archive, Remaining, fill, read_tombstones
    from pangea_server.stores.opening import open_store

    removed = read_tombstones(tombstones) if tombstones else []
    settings = read_settings(data_dir=data_dir, store=store)
    with Archive.open(file, watched) as archive, closing(open_store(settings, exclusive=True)) as opened:
        fill(opened, Remaining(archive, removed), archive.sha256, watched)
    Console().print(f"{file} is restored, and equal record by record and blob by blob.")
