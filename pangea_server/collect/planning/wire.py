"""The practice walk, as sent over HTTP."""

from __future__ import annotations

from pydantic import FiniteFloat

from pangea_server.core.wire import Wire


class PracticeWalk(Wire):
    """A path to practise on; answers to it are neither sent nor counted."""

    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    start_preview: str | None
