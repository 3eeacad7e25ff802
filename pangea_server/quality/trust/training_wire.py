"""Training walks, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat

from pangea_server.core.wire import Wire


class TrainingView(Wire):
    """An instruction to follow whose path is known; ``passed``: this person may already do tasks of the kind.
    There is no voice where the instruction was written without one."""

    scan_id: str
    instruction_id: int
    start_viewpoint_id: str
    heading: FiniteFloat
    start_preview: str | None
    language: str
    transcript: str
    voice_url: str | None
    voice_duration: FiniteFloat | None
    passed: bool


class TrainingAnswer(Wire):
    """A walk, viewpoint by viewpoint, from the start."""

    instruction_id: Annotated[int, Field(ge=0, lt=2**31)]
    path: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(min_length=1, max_length=1000)]


class TrainingResult(Wire):
    """How close a walk came to the correct ``path``; ``ne`` is the distance of its end from the path's end, in
    metres."""

    passed: bool
    success: bool
    ne: FiniteFloat
    ndtw: FiniteFloat
    path: tuple[str, ...]
