"""A server over the corridor."""

from __future__ import annotations

from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]
