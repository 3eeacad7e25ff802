"""Withdrawal, as it goes over the wire."""

from __future__ import annotations

from pangea_server.core.wire import Wire


class Withdrawn(Wire):
    """So many attempts at tasks were removed, with all that was recorded and written in them."""

    attempts: int
