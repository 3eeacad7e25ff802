"""Withdrawal, as sent over HTTP."""

from __future__ import annotations

from pangea_server.core.wire import Wire


class Withdrawn(Wire):
    """The number of attempts that were removed, with all their recordings and texts."""

    attempts: int
