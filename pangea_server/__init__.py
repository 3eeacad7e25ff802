"""Who may do which task, and where answers are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pangea_server.app.server import create_app
    from pangea_server.core.settings import Settings, read_settings

__all__ = ["Settings", "create_app", "read_settings"]


def __getattr__(name: str) -> object:
    if name == "create_app":
        from pangea_server.app.server import create_app

        return create_app
    if name in ("Settings", "read_settings"):
        from pangea_server.core import settings

        return getattr(settings, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
