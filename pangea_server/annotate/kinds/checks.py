"""How check items of a kind are made from what people handed in, and how answers to them are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from pangea_server.annotate.annotations.population import is_for_real
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict, wording_verdict
from pangea_server.core.records import padded

LEAST_ANSWERS = 2  # good answers about one place that are needed to check people with it


@dataclass(frozen=True)
class Collected:
    """What a campaign has collected.

    Attributes:
        annotations: by kind, including the answers to check items.
        vouched_for: instruction ids that a person of the team found good.
        accepted: ids of the tasks whose answers a reviewer accepted.
    """

    campaign_id: str
    annotations: Mapping[str, Sequence[Annotation]]
    vouched_for: Collection[int] = ()
    accepted: Collection[str] = ()

    def of(self, kind: str) -> Sequence[Annotation]:
        """The annotations of a kind."""
        return self.annotations.get(kind, ())


@dataclass(frozen=True)
class KnownItem:
    """What an answer to a check item is compared with.

    Attributes:
        item: the check item that was answered.
        references: transcripts of its good answers.
        others: the transcripts of each other check item of the kind, in the same language; read only when called.
    """

    item: CheckItem
    references: Sequence[str] = ()
    others: Callable[[], Iterable[Sequence[str]]] = field(default=tuple)


class Check(Protocol):
    """One way to find out how good people are in a kind of task."""

    def items(self, kind: str, collected: Collected) -> Iterable[CheckItem]:
        """The check items of this kind that can be made of what was collected."""

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        """Whether an answer is good; its ``passed`` is None where that cannot be known."""


@dataclass(frozen=True, slots=True)
class Success:
    """The condition of success: the answer's ``score`` is at least ``least`` and at most ``most``."""

    score: str
    least: float = -inf
    most: float = inf

    def of(self, answer: Annotation) -> bool | None:
        """Whether the answer succeeded; None where that is not known."""
        value = answer.measures.get(self.score)
        return None if value is None else self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Solved:
    """People are checked on tasks in which another person has succeeded."""

    success: Success

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        """One check item for each task, no matter how many people succeeded."""
        solved = (done for done in collected.of(kind) if not done.check_item and self.success.of(done))
        found = (item_of(kind, collected.campaign_id, done) for done in solved)
        yield from {item.record_id: item for item in found}.values()

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        """Whether it succeeded."""
        passed, score = self.success.of(answer), self.success.score
        if passed is None:
            return CheckVerdict(None, f"{score} is not known")
        return CheckVerdict(passed, f"{score} {answer.measures[score]:.2f}")


@dataclass(frozen=True, slots=True)
class Described:
    """The wording of an answer shows whether it is about this place or about another one.

    Good answers are those that a reviewer accepted; a check item needs ``LEAST_ANSWERS`` of them.
    """

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        good: dict[tuple[int, str], list[Annotation]] = defaultdict(list)
        for done in collected.of(kind):
            if done.task_id in collected.accepted and is_for_real(done) and done.transcript:
                good[done.path_id, done.language].append(done)
        for answers in good.values():
            if len(answers) >= LEAST_ANSWERS:
                yield item_of(kind, collected.campaign_id, answers[0], answers)

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        """Whether its words fit the place better than those of most other places."""
        return wording_verdict(answer.transcript, known.references, known.others())


def item_of(kind: str, campaign_id: str, done: Annotation, answers: Sequence[Annotation] = ()) -> CheckItem:
    """A check item from the task that ``done`` answered; ``answers`` are good answers to it."""
    return CheckItem(
        campaign_id=campaign_id,
        kind=kind,
        language=done.language,
        path_id=done.path_id,
        scan_id=done.scan_id,
        answers=tuple(each.number for each in answers),
        args=dict(done.args or {}),
        item_id=f"{kind}-{done.language}-{padded(done.path_id)}",
    )
