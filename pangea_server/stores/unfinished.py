"""Stores that are being filled, and are not whole yet."""

from __future__ import annotations

from environments.errors import ConfigurationError
from pangea_server.stores.protocol import Store

MARK = "filling/"
"""A blob below this says that the store is being filled, and from what."""


def refuse_unfinished(store: Store) -> None:
    """Raises ConfigurationError when the store was being filled and is not yet whole."""
    if store.blobs.list(MARK, limit=1):
        raise ConfigurationError(
            "A restore or migration into this store was interrupted.",
            remedy="Run it again to its end, or remove the store.",
        )
