"""Header fields of a request, read from the ASGI scope without building a mapping of all of them."""

from __future__ import annotations

from starlette.types import Scope


def media_type(scope: Scope) -> bytes:
    """The value of ``Content-Type`` in lower case, without parameters."""
    return header(scope, b"content-type").partition(b";")[0].strip().lower()


def header(scope: Scope, name: bytes) -> bytes:
    """The value of the first header of this (lower-case) name; empty when there is none."""
    for field, value in scope["headers"]:
        if field == name:
            return bytes(value)
    return b""
