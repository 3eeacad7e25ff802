"""Check items for Guides: paths that several good instructions describe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pangea_server.annotate.annotations.population import is_for_real
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict, guide_verdict
from pangea_server.annotate.kinds.checks import LEAST_ANSWERS, Collected, KnownItem

LEAST_FOLLOWERS = 3
LEAST_SUCCESS = 0.8


class PathsDescribed:
    """A Guide is checked on a path that others described well."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        described: dict[tuple[int, str], list[Annotation]] = defaultdict(list)
        for guide, _ in understood(collected):
            described[guide.path_id, guide.language].append(guide)
        for instructions in described.values():
            if len(instructions) >= LEAST_ANSWERS:
                yield words_item(kind, collected.campaign_id, instructions)

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        if answer.path_scores is None:
            return CheckVerdict(None, "the walk has no scores")
        if not answer.transcript:
            return CheckVerdict(None, "nobody has written down what was said")
        return guide_verdict(answer.path_scores.success, answer.transcript, known.references, known.others())


def understood(collected: Collected) -> Iterator[tuple[Annotation, list[Annotation]]]:
    """The guide annotations whose words are known to be good, each with the walks that followed them."""
    walks: dict[int | None, list[Annotation]] = defaultdict(list)
    for walk in collected.of("follower"):
        if is_for_real(walk):
            walks[walk.instruction_id].append(walk)
    for guide in collected.of("guide"):
        followed = walks[guide.number]
        if not guide.check_item and (guide.number in collected.vouched_for or was_understood(followed)):
            yield guide, followed


def was_understood(walks: Sequence[Annotation]) -> bool:
    """Whether enough different Followers followed these words, and nearly all of them arrived."""
    people = {walk.annotator_id for walk in walks}
    arrived = sum(walk.measures["success"] == 1 for walk in walks)
    return len(people) >= LEAST_FOLLOWERS and arrived >= LEAST_SUCCESS * len(walks)


def words_item(
    kind: str, campaign_id: str, guides: Sequence[Annotation], good_ndtw: tuple[float, ...] = ()
) -> CheckItem:
    """A check item about the words of these Guides, who all described one path."""
    first = guides[0]
    return CheckItem(
        campaign_id=campaign_id,
        kind=kind,
        language=first.language,
        path_id=first.path_id,
        scan_id=first.scan_id,
        instruction_ids=tuple(guide.number for guide in guides),
        good_ndtw=good_ndtw,
    )
