"""The corridor's server and its people."""

from __future__ import annotations

from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "people", "place", "server", "settings", "store", "web"]
