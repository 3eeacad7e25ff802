"""``pangea audit``: the log of what people did; ``pangea audit pictures``: the log of the pictures that they saw."""

from __future__ import annotations

import typer

from pangea_server.annotate.pictures.command import pictures
from pangea_server.people.audit.command import audit

app = typer.Typer()
app.callback(invoke_without_command=True)(audit)
app.command("pictures")(pictures)
