"""Length and digest of a file that becomes a blob."""

from __future__ import annotations

import hashlib
from typing import BinaryIO

from pangea_server.stores.protocol import BlobInfo

BLOCK_BYTES = 2**20  # bytes in memory at once


def describe(name: str, file: BinaryIO) -> BlobInfo:
    """Length in bytes and SHA-256 of a seekable file, which is rewound afterwards."""
    digest, size = hashlib.sha256(), 0
    file.seek(0)
    while block := file.read(BLOCK_BYTES):
        digest.update(block)
        size += len(block)
    file.seek(0)
    return BlobInfo(name, size, digest.hexdigest())
