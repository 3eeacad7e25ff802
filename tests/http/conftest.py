"""The corridor, for tests that open services."""

from __future__ import annotations

from tests.server.conftest import place, settings, web

__all__ = ["place", "settings", "web"]
