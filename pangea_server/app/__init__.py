"""The server and the command line, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pangea_server.app.server import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    if name == "create_app":  # commands need no server
        from pangea_server.app.server import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
