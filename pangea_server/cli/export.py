"""``pangea export``: the finished dataset as files."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.cli.options import DataDir, StoreName
from pangea_server.cli.progress import watched


def export(
    output: Annotated[Path, typer.Argument(metavar="DIRECTORY", file_okay=False, help="Where the files go.")],
    words: Annotated[
        list[str] | None,
        typer.Option(
            help="The words of each Guide besides: json, vtt, srt, TextGrid, ctm, jsonl (Localized Narratives); or "
            "their picture, svg or png. May be repeated."
        ),
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes.  [default: one per core]")] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write RxR's files: guide and follower rows (jsonl.gz), pose traces with masks (npz), voices (wav).

    Run again, it makes only those files whose annotation is new or has changed.
    """
    from pangea_server.export import export_rxr
    from pangea_server.house import open_store
    from pangea_server.settings import read_settings

    workers = jobs or os.cpu_count() or 1
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        report = export_rxr(opened, output, formats=words or (), workers=workers, watch=watched)
    console = Console()
    console.print(f"{report.guides} Guide and {report.followers} Follower annotations are in {output}.")
    if report.unaligned:
        console.print(
            f"{report.unaligned} Guide annotations have no word times yet: run pangea align, then export again."
        )
