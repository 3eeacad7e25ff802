"""Options that several commands share, so that each has one name and one help text. None means: use the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from environments.plugins import ENVIRONMENTS

DataDir = Annotated[
    Path | None, typer.Option(help="Where the local store keeps records and blobs.  [default: ./pangea-data]")
]
EnvironmentSpec = Annotated[
    str | None,
    typer.Option(
        "--environment",
        metavar="KIND:DIRECTORY",
        help=f"Where people walk. KIND: {', '.join(ENVIRONMENTS.builtin)}, or one of a package; demo needs no "
        "directory.  [default: demo]",
    ),
]
Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes.  [default: one per core]")]
Runner = Annotated[
    str, typer.Option(help="local; or, with the extra beam: direct, dataflow, flink or spark.")
]
BeamOptions = Annotated[
    list[str] | None,
    typer.Option("--beam-option", metavar="--NAME=VALUE", help="Passed to the Beam runner; may be repeated."),
]


Languages = Annotated[
    list[str], typer.Option("--language", help="BCP 47 tag, such as en-IN; may be repeated.")
]
