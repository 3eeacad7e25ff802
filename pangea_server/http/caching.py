"""Responses that a browser may cache: strong ETags, 304 for a current copy, gzip for text."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

PRIVATE_FOREVER = "private, max-age=31536000, immutable"
NO_STORE = "private, no-store"
ASK_AGAIN = "private, no-cache"


def cached_response(request: Request, data: bytes, media_type: str, *, forever: bool) -> Response:
    """A response with these bytes, or 304 when the browser has them.

    Args:
        forever: the address changes whenever the bytes do, so a browser never needs to ask again.
    """
    etag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": PRIVATE_FOREVER if forever else ASK_AGAIN}
    if etag in map(str.strip, request.headers.get("If-None-Match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=media_type, headers=headers)


def json_response(request: Request, data: bytes, *, kept: bool) -> Response:
    """A JSON response, gzipped for a browser that accepts it.

    Args:
        kept: the browser may keep it, and asks whether it is current; false for what a person said or did.
    """
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    body = gzip.compress(data, compresslevel=5, mtime=0) if zipped else data
    if kept:
        response = cached_response(request, body, "application/json", forever=False)
    else:
        response = Response(body, media_type="application/json", headers={"Cache-Control": NO_STORE})
    response.headers["Vary"] = "Accept-Encoding"
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


def unless_known(request: Request, version: str, answer: Callable[[], BaseModel]) -> Response:
    """The response, or 304 when the browser has it; then it is not computed at all.

    Args:
        version: of everything that the response depends on, besides the address.
    """
    address = f"{version} {request.url.path}?{request.url.query}"
    etag = f'W/"{hashlib.sha256(address.encode()).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": ASK_AGAIN, "Vary": "Accept"}
    if etag in map(str.strip, request.headers.get("If-None-Match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(answer().model_dump_json(), media_type="application/json", headers=headers)
