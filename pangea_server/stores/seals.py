"""Seals: a digest beside each row, so that bytes of the row that change on the disk are noticed.

SQLite's ``integrity_check`` compares pages, keys and indexes; it does not see a changed letter inside a document.
"""

from __future__ import annotations

import hashlib

from pangea_server.stores.protocol import Scalar

SEAL_BYTES = 8


def seal(table: str, *values: Scalar) -> bytes:
    """The digest of a row: of the name of its table, and of its values in the order of its columns."""
    text = "\0".join([table, *("" if value is None else str(value) for value in values)])
    return hashlib.blake2b(text.encode(), digest_size=SEAL_BYTES).digest()
