"""Stores that are being filled and are not complete yet."""

from __future__ import annotations

from environments.errors import ConfigurationError
from pangea_server.stores.protocol import Store

UNFINISHED_PREFIX = "filling/"
"""A blob below this says that the store is being filled, and from where."""


def refuse_unfinished(store: Store) -> None:
    """Raise ConfigurationError when filling the store has begun and is not complete."""
    if store.blobs.list(UNFINISHED_PREFIX, limit=1):
        raise ConfigurationError(
            "A restore or migration into this store was interrupted.",
            remedy="Run it again until it finishes, or remove the store.",
        )
