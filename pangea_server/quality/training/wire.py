"""Training walks, as they go over the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat

from pangea_server.core.wire import Wire


class TrainingView(Wire):
    """Words to follow whose path is known; ``passed``: this person may do tasks of the kind already."""

    scan_id: str
    instruction_id: int
    start_viewpoint_id: str
    heading: FiniteFloat
    start_preview: str | None
    language: str
    instruction: str
    voice_url: str
    voice_duration: FiniteFloat
    passed: bool


class TrainingAnswer(Wire):
    """Where somebody walked, viewpoint by viewpoint, from the start on."""

    instruction_id: Annotated[int, Field(ge=0, lt=2**31)]
    path: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(min_length=1, max_length=1000)]


class TrainingResult(Wire):
    """How near a walk came to the ``path`` that was meant; ``ne`` is how far from its end it ended, in metres."""

    passed: bool
    arrived: bool
    ne: FiniteFloat
    ndtw: FiniteFloat
    path: tuple[str, ...]
