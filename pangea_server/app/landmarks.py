"""``pangea landmarks``: what words mean, and where it is seen."""

from __future__ import annotations

import typer

from pangea_server.app.simulate_command import simulate
from pangea_server.collect.landmarks.command import advance, status
from pangea_server.dataset.exports.landmarks_command import export
from pangea_server.dataset.landmarks.labels_command import labels
from pangea_server.dataset.landmarks.verify_command import verify
from pangea_server.dataset.matching.command import match

app = typer.Typer(no_args_is_help=True, help="Landmarks: what words mean, and where it is seen.")
app.command()(status)
app.command()(advance)
app.command()(simulate)
app.command()(export)
app.command()(labels)
app.command()(match)
app.command()(verify)


@app.callback()
def landmarks() -> None:
    """Landmarks: what words mean, and where it is seen."""
