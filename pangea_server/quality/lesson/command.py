"""``pangea lesson``: the examples of a Guide's lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The examples of a Guide's lesson.", no_args_is_help=True)


@app.callback()
def lesson() -> None:
    """The examples of a Guide's lesson."""


@app.command("build")
def build(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="By default where the server reads them.")
    ] = None,
) -> None:
    """Make voices, words and walks of the examples again, after their texts were changed."""
    from pangea_server.quality.lesson.example_maker import build_lesson

    written = build_lesson(folder or Path(__file__).with_name("data"))
    size = sum(file.stat().st_size for file in written)
    typer.echo(f"{len(written)} files with {size:,} bytes are in {written[0].parent}.")
