"""The option of all commands that count annotations."""

from __future__ import annotations

from typing import Annotated

import typer

from pangea_server.annotate.annotations.population import Population

PopulationOption = Annotated[
    Population,
    typer.Option(
        "--population",
        help="Which annotations: only accepted ones; data; learning: with learning periods and check items; all: "
        "with what was rejected or sent back.",
    ),
]
