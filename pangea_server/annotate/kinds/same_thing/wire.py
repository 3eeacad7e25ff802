"""Same thing, over HTTP: do two regions, mostly from two viewpoints, show one thing?"""

from __future__ import annotations

from typing import Literal

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase, ShownRegion
from pangea_server.core.wire import Wire


class SameThingItem(Wire):
    """Two regions, each with the phrase of which it was drawn; no language is needed to compare them."""

    first: ShownRegion
    first_phrase: Phrase
    second: ShownRegion
    second_phrase: Phrase


class SameThingJudgement(ItemAnswer):
    verdict: Literal["same", "different", "unclear"]


class SameThingArgs(Page[SameThingItem]):
    pass


class SameThingAnswer(Answers[SameThingJudgement]):
    pass
