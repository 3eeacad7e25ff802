"""``pangea backup``: the whole campaign as one file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening.command_line import StoreName


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="A new file, *.tar.")],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the whole store to one file, and verify it; the server may keep running.

    If interrupted, run the same command again to continue. The file contains voices and secrets: guard it.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import write_archive
    from pangea_server.stores.opening import open_store

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        totals = write_archive(opened, file, watched)
    Console().print(f"{file}: {totals.records} records and {totals.blobs} blobs, {totals.size / 1e6:.1f} MB.")
