"""Box draw, over HTTP: draw one thing that a phrase means."""

from __future__ import annotations

from pangea_server.annotate.kinds.landmark_wire import (
    Answers,
    Drawn,
    ItemAnswer,
    Look,
    Page,
    Phrase,
    ShownRegion,
)
from pangea_server.core.wire import Wire


class DrawItem(Wire):
    """The longest phrase of a chain, the others, and what was drawn of it so far; one more box is wanted.

    ``start``: where the page begins, which is where Guides looked most while they said these; null where nobody knows.
    """

    phrase: Phrase
    others: tuple[Phrase, ...] = ()
    regions: tuple[ShownRegion, ...] = ()
    start: Look | None = None


class DrawnBox(ItemAnswer):
    """``drawn`` null: there is nothing to draw, or nothing more."""

    drawn: Drawn | None


class BoxDrawArgs(Page[DrawItem]):
    pass


class BoxDrawAnswer(Answers[DrawnBox]):
    pass
