"""``pangea export``: the finished dataset as files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.cli.options import DataDir, StoreName


def export(
    output: Annotated[Path, typer.Argument(metavar="DIRECTORY", file_okay=False, help="Where the files go.")],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write RxR's files: guide and follower rows (jsonl.gz), pose traces (npz), voices (wav)."""
    from pangea_server.export import export_rxr
    from pangea_server.house import open_store
    from pangea_server.settings import read_settings

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        report = export_rxr(opened, output)
    console = Console()
    console.print(f"{report.guides} Guide and {report.followers} Follower annotations are in {output}.")
    if report.unaligned:
        console.print(
            f"{report.unaligned} Guide annotations have no word times yet: run pangea align, then export again."
        )
