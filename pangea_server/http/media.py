"""Stored blobs as answers."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi.responses import RedirectResponse, Response, StreamingResponse

from pangea_server.core.records import Artefact
from pangea_server.stores.protocol import BlobStore

SENT_BLOCK_BYTES = 2**18


def blob_response(blobs: BlobStore, artefact: Artefact, media_type: str) -> Response:
    """A blob: a redirect where the store gives links; otherwise streamed, so that it is never completely in memory."""
    link = blobs.link(artefact.blob, media_type)
    if link:
        return RedirectResponse(link, headers={"Cache-Control": "private, no-store"})
    headers = {"Content-Length": str(artefact.size), "Cache-Control": "private, no-store"}
    return StreamingResponse(_blocks(blobs, artefact), media_type=media_type, headers=headers)


def _blocks(blobs: BlobStore, artefact: Artefact) -> Iterator[bytes]:
    with blobs.open(artefact.blob) as blob:
        while block := blob.read(SENT_BLOCK_BYTES):
            yield block
