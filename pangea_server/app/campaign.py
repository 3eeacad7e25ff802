"""``pangea campaign``, with what compares the writers of instructions."""

from __future__ import annotations

from pangea_server.collect.planning.command import app
from pangea_server.dataset.written.command import evaluate

app.command("evaluate")(evaluate)
