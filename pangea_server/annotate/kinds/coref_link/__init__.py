"""Coref link: a person says whether two phrases of one path mean the same.

The protocol asks for its tasks (``annotate/landmarks/protocol``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration, phrases
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Phrase
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
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


class CorefLinkTask(LandmarkTask[CorefLinkArgs, CorefLinkAnswer]):
    kind = "coref_link"
    Args = CorefLinkArgs
    Answer = CorefLinkAnswer
    declares = landmark_declaration(Step.LINK, minimum=0.80)

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        first, second = phrases(item, showing)
        return {"first": first, "second": second}
