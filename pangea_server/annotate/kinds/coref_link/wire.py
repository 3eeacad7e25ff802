"""Coref link, over HTTP: do two phrases mean the same?"""

from __future__ import annotations

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase
from pangea_server.annotate.landmarks.records import Verdict
from pangea_server.core.wire import Wire


class LinkItem(Wire):
    """``first`` is the phrase that is new, ``second`` stands for all phrases that mean the same as it."""

    first: Phrase
    second: Phrase


class LinkJudgement(ItemAnswer):
    """``part_of``: what ``first`` means is a part of what ``second`` means. ``not_seen``: it cannot be seen."""

    verdict: Verdict


class CorefLinkArgs(Page[LinkItem]):
    pass


class CorefLinkAnswer(Answers[LinkJudgement]):
    pass
