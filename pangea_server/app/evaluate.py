"""``pangea evaluate``: instructions, and what their words mean."""

from __future__ import annotations

from pangea_server.dataset.evaluation.command import app
from pangea_server.dataset.reference.agreement import agreement
from pangea_server.dataset.reference.attention import attention
from pangea_server.dataset.reference.causes import causes
from pangea_server.dataset.reference.coreference import coreference
from pangea_server.dataset.reference.dependencies import dependencies
from pangea_server.dataset.reference.grounding import grounding
from pangea_server.dataset.reference.pointing import pointing
from pangea_server.dataset.reference.selection import selection

for command in (coreference, selection, agreement, dependencies, causes, grounding, pointing, attention):
    app.command()(command)
