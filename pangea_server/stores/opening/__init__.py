"""The store that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.errors import ConfigurationError
from environments.plugins import ExtensionPoint

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store


STORES = ExtensionPoint(
    "pangea.stores",
    {
        "firebase": "pangea_server.stores.firebase.store:FirebaseStore",
        "local": "pangea_server.stores.local.store:LocalStore",
        "postgres": "pangea_server.stores.postgres.store:PostgresStore",
    },
)


def open_store(settings: Settings, *, exclusive: bool = False, make: bool = False) -> Store:
    """Open it.

    Args:
        exclusive: for a server: a data directory has at most one.
        make: for commands that begin a collection: where there is no store, an empty one is made.

    Raises:
        ConfigurationError: there is no store, and ``make`` is not set: the directory may be mistyped.
    """
    if not make and not store_exists(settings):
        raise ConfigurationError(
            f"There is no store in {place_of(settings)}.",
            remedy=f"Check {named_by(settings)}; only serve, demo, restore, import, campaign create,"
            " campaign evaluate and campaign sample make a new store.",
        )
    opened: Store = STORES.load(settings.store).from_settings(settings, exclusive=exclusive)
    return opened


def place_of(settings: Settings) -> str:
    """Where the store is, for messages."""
    if settings.store == "firebase":
        return f"the Firebase project {settings.firebase_project}"
    return "the database of PANGEA_POSTGRES_URL" if settings.store == "postgres" else str(settings.data_dir)


def named_by(settings: Settings) -> str:
    """What says where the store is, for messages."""
    return "PANGEA_POSTGRES_URL" if settings.store == "postgres" else "--data-dir and PANGEA_DATA_DIR"


def store_exists(settings: Settings) -> bool:
    """Whether there is a store already, as the back end's own ``exists`` says; a service in a cloud always exists."""
    exists = getattr(STORES.load(settings.store), "exists", None)
    return exists is None or bool(exists(settings))
