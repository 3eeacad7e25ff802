"""Practice, as it goes over the wire."""

from __future__ import annotations

from pydantic import FiniteFloat

from pangea_server.core.wire import Wire


class PracticeWalk(Wire):
    """A path to practise on; nothing of it is sent or counted."""

    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    start_preview: str | None
