"""Secrets shared by all servers of a store."""

from __future__ import annotations

import base64
import secrets

from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import SigningKey
from pangea_server.stores.protocol import RecordStore

MEDIA_LINKS = "media"  # signs the links to panoramas and voices


def signing_key(records: RecordStore, name: str = MEDIA_LINKS) -> bytes:
    """A secret shared by all servers of this store, created by the first server that asks for it."""
    try:
        return base64.b64decode(records.get(SigningKey, name).secret)
    except RecordNotFoundError:
        made = SigningKey(name=name, secret=base64.b64encode(secrets.token_bytes(32)).decode())
    try:
        records.create(made)
    except StoreConflictError:  # another server was faster
        return signing_key(records, name)
    return base64.b64decode(made.secret)
