"""``pangea backup``: the whole campaign as one file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir, StoreName
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.archive.damage_report import print_damaged

FAILED = 1


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="A new file, *.tar.")],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the whole store to one file, and verify it; the server may keep running.

    If interrupted, run the same command again to continue. The file contains voices and secrets: guard it.
    Exit code 1 when a blob in the store is damaged; everything else is in the backup.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import write_archive
    from pangea_server.stores.opening import open_store

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        written = write_archive(opened, file, watched)
    totals = written.totals
    Console().print(f"{file}: {totals.records} records and {totals.blobs} blobs, {totals.size / 1e6:.1f} MB.")
    if written.damaged:
        print_damaged(
            written.damaged, "in the store, and not in this backup. Earlier backups may have them whole"
        )
        raise typer.Exit(FAILED)
