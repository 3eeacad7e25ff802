"""Figures about drafts, as sent over HTTP."""

from __future__ import annotations

from pydantic import FiniteFloat

from pangea_server.core.wire import Wire


class DraftFigures(Wire):
    """The work of one person in one campaign with the drafts of one recogniser.

    ``words`` is the number of words in all their ``drafts``; ``edits_per_word``, ``heard`` and ``untouched`` are for
    each of these words. ``planted_found`` is the share of the planted errors that they mended, between ``found_low``
    and ``found_high`` with 95 % certainty; null without any.
    """

    campaign_id: str | None
    annotator_id: int
    recogniser: str
    drafts: int
    words: int
    edits_per_word: FiniteFloat
    heard: FiniteFloat
    untouched: FiniteFloat
    planted: int
    planted_left: int
    planted_found: FiniteFloat | None
    found_low: FiniteFloat | None
    found_high: FiniteFloat | None
