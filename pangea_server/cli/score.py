"""``pangea score``: how well Followers found the way, in RxR's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table


def score(
    guide: Annotated[
        Path, typer.Argument(metavar="GUIDE.jsonl", exists=True, dir_okay=False, help="RxR guide rows.")
    ],
    follower: Annotated[
        Path, typer.Argument(metavar="FOLLOWER.jsonl", exists=True, dir_okay=False, help="RxR follower rows.")
    ],
    environment: Annotated[
        str,
        typer.Option(
            metavar="KIND:DIRECTORY", help="The graphs that were walked, e.g. matterport3d:DIRECTORY."
        ),
    ],
    output: Annotated[Path | None, typer.Option(help="Write one JSON row per Follower to this file.")] = None,
) -> None:
    """Score Followers against their Guides' paths: ne sr spl dtw ndtw sdtw (RxR's keys), osr cls path_length.

    Files may be gzipped (.jsonl.gz). Prints the means; --output keeps every row.
    """
    import json

    from rich.progress import track

    from environments import open_environment, score_files
    from pangea_server.cli.files import replacing

    scored = score_files(open_environment(environment), guide, follower)
    rows = list(track(scored, "scoring", total=None, console=Console(stderr=True), transient=True))
    if output:
        with replacing(output) as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    _print_means(rows)


def _print_means(rows: list[dict[str, float]]) -> None:
    from statistics import fmean

    table = Table(title=f"Followers: {len(rows)}", show_header=False)
    keys = [key for key in rows[0] if key not in ("demonstration_id", "instruction_id")] if rows else []
    for key in keys:
        table.add_row(key, f"{fmean(row[key] for row in rows):.4f}")
    Console().print(table)
