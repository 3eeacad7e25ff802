"""Drafts of transcripts, as sent over HTTP."""

from __future__ import annotations

from pydantic import FiniteFloat

from pangea_server.annotate.drafting.records import DraftState
from pangea_server.annotate.kinds.wire import StreamSummary
from pangea_server.core.wire import Wire


class DraftTranscriptRequest(Wire):
    """Asks for the draft of a recording whose voice is complete: ``voice`` says what all of it is."""

    voice: StreamSummary


class ShownWord(Wire):
    """A word of a draft, and when it was said, in seconds. ``sure``: whether the recogniser is sure of it."""

    word: str
    start_time: FiniteFloat
    end_time: FiniteFloat
    sure: bool


class DraftTranscriptView(Wire):
    """A draft. ``waiting``: ask again in a second; ``none``: there is no draft, and ``reason`` is a short code."""

    recording_id: str
    state: DraftState
    reason: str
    words: tuple[ShownWord, ...]
