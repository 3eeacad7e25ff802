"""Box need, over HTTP: can what a phrase means be shown by a box?"""

from __future__ import annotations

from typing import Literal

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Look, Page, Phrase
from pangea_server.core.wire import Wire


class NeedItem(Wire):
    """The longest phrase of a chain, and the other phrases that mean the same.

    ``start``: where the page begins, which is where Guides looked most while they said these; null where nobody knows.
    """

    phrase: Phrase
    others: tuple[Phrase, ...] = ()
    start: Look | None = None


class NeedJudgement(ItemAnswer):
    """``box``: it can be drawn. ``scene``: it is a place or all that is around. ``not_visual``: it cannot be seen."""

    verdict: Literal["box", "scene", "not_visual"]


class BoxNeedArgs(Page[NeedItem]):
    pass


class BoxNeedAnswer(Answers[NeedJudgement]):
    pass
