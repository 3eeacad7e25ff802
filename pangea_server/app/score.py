"""``pangea score``: how well Followers found the way, by RxR's metrics."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from pangea_server.core.cli.options import (
    BeamOptions,
    Runner,
    check_environment_kind,
    complete_environment,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from environments import ScoredFollowers
    from environments.metrics.files import Alone


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
            metavar="KIND:DIRECTORY",
            help="The graphs that were walked, e.g. matterport3d:DIRECTORY.",
            autocompletion=complete_environment,
            callback=check_environment_kind,
        ),
    ],
    output: Annotated[Path | None, typer.Option(help="Write one JSON row per Follower to this file.")] = None,
    runner: Runner = "local",
    beam_option: BeamOptions = None,
) -> None:
    """Score Followers against their Guides' paths: ne sr spl dtw ndtw sdtw (RxR's keys), osr cls path_length.

    Files may be gzipped (.jsonl.gz). Prints the means; --output keeps every row, and an interrupted run continues
    where it stopped. Tasks of other kinds (transcribe, tour, find) follow no path: they have no such scores.
    A --runner pays only for walks in graphs of more than a thousand viewpoints, and needs --output.
    """
    import numpy as np

    from environments import RXR_KEYS

    if output is None:
        if runner != "local":
            raise typer.BadParameter(
                "it needs --output, beside which workers keep scores", param_hint="--runner"
            )
        scores = [some.scores for some in _scored(environment, guide, follower, before=[])]
    else:
        scores = _write(output, environment, guide, follower, runner, beam_option or ())
    _show_means(np.concatenate([np.zeros((0, len(RXR_KEYS))), *scores]))


def _write(
    output: Path, environment: str, guide: Path, follower: Path, runner: str, options: Sequence[str]
) -> list[NDArray[np.float64]]:
    """Scores (n, 9) of all rows that the file has in the end, some by some."""
    import numpy as np
    from msgspec.json import Decoder, Encoder
    from msgspec.structs import astuple

    from environments import RXR_KEYS, ScoredFollower
    from environments.plugins import canonical_environment
    from pangea_server.core.cli.files import continuing

    inputs = [
        canonical_environment(environment),
        *(f"{file.resolve()} {file.stat().st_mtime_ns}" for file in (guide, follower)),
    ]
    encode = Encoder().encode_lines
    with continuing(output, inputs) as lines:
        earlier = Decoder(ScoredFollower).decode_lines(lines.earlier)
        before = [row.demonstration_id for row in earlier]
        scores = [np.array([astuple(row)[2:] for row in earlier]).reshape(-1, len(RXR_KEYS))]
        alone = None
        if runner != "local":
            from pangea_server.app.score_on_beam import ScoreStep, score_ahead

            step = ScoreStep(inputs[0], guide.resolve(), follower.resolve(), lines.ahead.resolve())
            alone = score_ahead(step, len(before), runner, options)
        for some in _scored(environment, guide, follower, before, alone):
            lines.append(encode(some.rows()))
            scores.append(some.scores)
    return scores


def _scored(
    environment: str, guide: Path, follower: Path, before: list[int], alone: Alone | None = None
) -> Iterator[ScoredFollowers]:
    """The Followers after those with these ids, with a progress bar."""
    from rich.progress import Progress

    from environments import open_environment, score_files
    from environments.metrics.files import score_alone

    places = open_environment(environment)
    shown = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    with _no_collection(), shown as progress:
        bar = progress.add_task("scoring", total=1.0)
        for some in score_files(places, guide, follower, scored=before, alone=alone or score_alone):
            yield some
            progress.update(bar, completed=some.read, refresh=True)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Nothing here is a cycle, and the collector would go through half a million paths again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _show_means(scores: NDArray[np.float64]) -> None:
    from environments import RXR_KEYS

    table = Table(title=f"Followers: {len(scores)}", show_header=False)
    for key, column in zip(RXR_KEYS, scores.T, strict=True):
        table.add_row(key, f"{column.mean():.4f}" if len(scores) else "-")
    Console().print(table)
