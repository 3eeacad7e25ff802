"""Stored blobs as answers, whole or in part (RFC 9110, section 14)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus

from fastapi import Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from pangea_server.core.records import Artefact
from pangea_server.http.caching import NO_STORE, PRIVATE_FOREVER
from pangea_server.stores.protocol import BlobStore

SENT_BLOCK_BYTES = 2**18
ONE_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


def blob_response(
    request: Request, blobs: BlobStore, artefact: Artefact, media_type: str, *, from_here: bool = False
) -> Response:
    """A blob: a redirect where the store gives links; otherwise streamed, so that it is never completely in memory.

    HEAD gets the headers alone. One range of bytes is answered with that part, so that a player can seek; several
    ranges, or none that can be understood, with the whole.

    Args:
        from_here: never redirect, as pages load pictures and captions from this server only; the address names the
            content, so a browser may keep it.
    """
    link = None if from_here else blobs.link(artefact.blob, media_type)
    if link:
        return RedirectResponse(link, headers={"Cache-Control": NO_STORE})
    etag = f'"{artefact.sha256[:32]}"'
    kept = PRIVATE_FOREVER if from_here else NO_STORE
    headers = {"Accept-Ranges": "bytes", "ETag": etag, "Cache-Control": kept}
    wanted = _wanted(request.headers, artefact.size, etag)
    if not wanted:
        return Response(
            status_code=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE,
            headers=headers | {"Content-Range": f"bytes */{artefact.size}"},
        )
    headers["Content-Length"] = str(len(wanted))
    status = HTTPStatus.OK
    if len(wanted) < artefact.size:
        status = HTTPStatus.PARTIAL_CONTENT
        headers["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{artefact.size}"
    if request.method == "HEAD":
        return Response(status_code=status, media_type=media_type, headers=headers)
    return StreamingResponse(_blocks(blobs, artefact, wanted), status, headers, media_type)


def _wanted(headers: Mapping[str, str], size: int, etag: str) -> range:
    """The numbers of the bytes that are asked for; empty when the blob has none of them."""
    match = ONE_RANGE.fullmatch(headers.get("range", ""))
    if match is None or not any(match.groups()) or headers.get("if-range", etag) != etag:
        return range(size)
    first, last = match.groups()
    if not first:
        return range(max(0, size - int(last)), size)
    stop = min(int(last) + 1, size) if last else size
    if last and int(last) < int(first):
        return range(size)
    return range(int(first), stop)


def _blocks(blobs: BlobStore, artefact: Artefact, wanted: range) -> Iterator[bytes]:
    left = len(wanted)
    with blobs.open(artefact.blob) as blob:
        blob.seek(wanted.start)
        while left and (block := blob.read(min(SENT_BLOCK_BYTES, left))):
            left -= len(block)
            yield block
