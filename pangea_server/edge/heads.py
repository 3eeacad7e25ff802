"""One field of a request's head, read from the ASGI scope without building a mapping of all of them."""

from __future__ import annotations

from starlette.types import Scope


def header(scope: Scope, name: bytes) -> bytes:
    """The first field of this (lower-case) name; empty when there is none."""
    for field, value in scope["headers"]:
        if field == name:
            return bytes(value)
    return b""
