"""Check items for Followers: words that others have followed to the goal."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected, Known
from pangea_server.annotate.kinds.guide.checks import understood, words_item
from pangea_server.annotate.kinds.scoring import CheckVerdict, follower_verdict


class WordsFollowed:
    """A Follower is checked on words that were understood."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        for guide, walks in understood(collected):
            arrived = (walk.measures for walk in walks if walk.measures["success"] == 1)
            good = tuple(scores["ndtw"] or 0.0 for scores in arrived) or (1.0,)
            yield words_item(kind, collected.campaign_id, [guide], good)

    def verdict(self, answer: Annotation, known: Known) -> CheckVerdict:
        if answer.path_scores is None:
            return CheckVerdict(None, "the walk has no scores")
        return follower_verdict(answer.path_scores.success, answer.path_scores.ndtw, known.item.good_ndtw)
