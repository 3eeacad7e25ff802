"""The corridor's server and its people."""

from __future__ import annotations

from tests.review.conftest import campaign, numbered_campaign, people, place, server, settings, store, web

__all__ = ["campaign", "numbered_campaign", "people", "place", "server", "settings", "store", "web"]
