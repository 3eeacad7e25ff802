"""``pangea release``: a dataset that others can rely on."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir, Jobs
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening.command_line import StoreName


def release(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where it is written; must not exist yet.")
    ],
    version: Annotated[str, typer.Option(help="Its name, such as 1.0.")],
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            help="As for pangea export. May be repeated.  [default: rxr; tasks where there are others]",
        ),
    ] = None,
    previous: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, help="The previous release, to list what has changed since."
        ),
    ] = None,
    environment: Annotated[
        str | None,
        typer.Option(
            metavar="KIND:DIRECTORY", help="The graphs that were walked.  [default: as the settings say]"
        ),
    ] = None,
    jobs: Jobs = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Export, check, describe: a data card, checksums, and what has changed since the release before.

    Scans that are in two splits are refused. FOLDER.personal.jsonl lists what may be personal in the transcripts, for
    you to look at; the transcripts are not changed. The same store gives the same bytes.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.exports.exporting import open_dataset, open_formats
    from pangea_server.dataset.release.making import formats_of, make_release
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        chosen = open_formats(formats or formats_of(opened.records))
        report = make_release(
            open_dataset(opened, settings, chosen, watched),
            folder,
            chosen,
            version,
            previous=previous,
            workers=jobs or os.cpu_count() or 1,
        )
    console = Console()
    done = report.exported
    others = f" and {done.answers} of other kinds" if done.answers else ""
    console.print(f"{done.guides} Guide and {done.followers} Follower annotations{others} are in {folder}.")
    if report.personal:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(report.personal.items()))
        console.print(f"Look at {folder.name}.personal.jsonl before you publish: {told}.")
