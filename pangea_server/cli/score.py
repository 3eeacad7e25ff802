"""``pangea score``: how well Followers found the way, in RxR's numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

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

    Files may be gzipped (.jsonl.gz). Prints the means; --output keeps every row, and a run that was interrupted goes on
    where it was.
    """
    means = _Means()
    if output is None:
        for row in _scores(environment, guide, follower, start=0):
            means.add(row)
    else:
        _write(output, environment, guide, follower, means)
    means.show()


def _write(output: Path, environment: str, guide: Path, follower: Path, means: _Means) -> None:
    from msgspec.json import Encoder, decode

    from pangea_server.cli.files import continuing

    inputs = [environment, *(f"{file.resolve()} {file.stat().st_mtime_ns}" for file in (guide, follower))]
    encode = Encoder().encode
    with continuing(output, inputs) as lines:
        for line in lines.earlier:
            means.add(decode(line))
        for row in _scores(environment, guide, follower, start=len(lines.earlier)):
            lines.append(encode(row))
            means.add(row)


def _scores(environment: str, guide: Path, follower: Path, start: int) -> Iterator[dict[str, Any]]:
    """The rows from ``start`` on, with a progress bar."""
    from rich.progress import track

    from environments import count_rows, open_environment, score_files

    scored = score_files(open_environment(environment), guide, follower, start=start)
    total = count_rows(follower)
    return iter(
        track(
            scored,
            "scoring",
            total=total,
            completed=start,
            update_period=0.5,
            console=Console(stderr=True),
            transient=True,
        )
    )


class _Means:
    """Of every score."""

    def __init__(self) -> None:
        from environments import RXR_KEYS

        self.keys, self.values = RXR_KEYS, array("d")

    def add(self, row: dict[str, Any]) -> None:
        self.values.extend(map(row.__getitem__, self.keys))

    def show(self) -> None:
        import numpy as np

        scores = np.array(self.values).reshape(-1, len(self.keys))
        table = Table(title=f"Followers: {len(scores)}", show_header=False)
        for key, column in zip(self.keys, scores.T, strict=True):
            table.add_row(key, f"{column.mean():.4f}" if len(scores) else "-")
        Console().print(table)
