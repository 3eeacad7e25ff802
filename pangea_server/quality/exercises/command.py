"""``pangea exercises``: what newcomers to landmarks practise on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The exercises before a first task about landmarks.", no_args_is_help=True)


@app.callback()
def exercises() -> None:
    """The exercises before a first task about landmarks."""


@app.command("build")
def build(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="By default where the server reads them.")
    ] = None,
) -> None:
    """Make the exercises again, after the demo house or its spoken routes were changed."""
    from pangea_server.quality.exercises.examples import build_exercises

    written = build_exercises(folder or Path(__file__).with_name("data"))
    size = sum(file.stat().st_size for file in written)
    typer.echo(f"{len(written)} files with {size:,} bytes are in {written[0].parent}.")
