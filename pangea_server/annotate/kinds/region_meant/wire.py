"""Region meant, over HTTP: a Follower draws what they understand that the Guide meant."""

from __future__ import annotations

from pangea_server.annotate.kinds.landmark_wire import Answers, Drawn, ItemAnswer, Page, Phrase
from pangea_server.core.wire import Wire


class MeantItem(Wire):
    """A phrase with its sentence and voice, and nothing that shows what others drew."""

    phrase: Phrase


class UnderstoodRegion(ItemAnswer):
    """``drawn`` null: the person cannot find what is meant."""

    drawn: Drawn | None


class RegionMeantArgs(Page[MeantItem]):
    pass


class RegionMeantAnswer(Answers[UnderstoodRegion]):
    pass
