"""When Followers failed to follow an instruction, or a learner gave it, another Guide is asked for the same path."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation
from pangea_server.annotate.assignment.asking_again import MOST_TASKS, asked_again
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.kinds import declared, words_kind
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter, Record, padded
from pangea_server.stores.protocol import Transaction


@dataclass(frozen=True, slots=True)
class RecordsToWrite:
    """Records to create and to replace in the transaction in which they were read."""

    created: Sequence[Record] = ()
    replaced: Sequence[Record] = ()


def has_failed(successes: Sequence[bool | None], send_back_after: int | None) -> bool:
    """Whether enough Followers finished and none of them arrived."""
    return send_back_after is not None and len(successes) >= send_back_after and not any(successes)


def send_back(transaction: Transaction, task: Task, annotation: Record) -> RecordsToWrite:
    """The other changes when this Follower's answer is stored (only reads).

    If the Guide's instruction has failed with this answer, it is marked, the Guide task and the tasks about it that no
    one has begun are retired, and new ones are made for the same path and language. People who hold one may finish it.
    A check item says something about its Follower, not about the instruction, which is known to be good; and a walk
    without the place before one's eyes says nothing about it.
    """
    success = _judged_by(annotation)
    if success is None or not isinstance(annotation, Annotation) or success.of(annotation):
        return RecordsToWrite()
    if task.campaign_id is None or task.check_item or annotation.place_hidden:
        return RecordsToWrite()
    campaign = transaction.get(Campaign, task.campaign_id)
    if campaign is None or campaign.state is CampaignState.CLOSED:
        return RecordsToWrite()
    words = annotation.instruction_id or 0
    walks = transaction.find(type(annotation), {"instruction_id": words}, limit=MOST_TASKS)
    successes = [
        success.of(walk) for walk in (*walks, annotation) if not (walk.check_item or walk.place_hidden)
    ]
    if not has_failed(successes, campaign.definition.send_back_after):
        return RecordsToWrite()
    guide = transaction.get(Task, f"{words_kind()}-{padded(words)}")
    if guide is None or guide.state is not TaskState.DONE or guide.check_item or guide.learning:
        return RecordsToWrite()
    if guide.campaign_id != task.campaign_id:  # the words came from a file, so no Guide can be asked again
        return RecordsToWrite()
    about = transaction.find(Task, {"instruction_id": guide.number}, limit=MOST_TASKS)
    retired = (guide.model_copy(update={"state": TaskState.RETIRED}), *_retired(about))
    another = _another(transaction, guide, about)
    failed = transaction.get(GuideAnnotation, padded(words))
    marked = () if failed is None else (failed.model_copy(update={"sent_back": True}),)
    return RecordsToWrite(
        (*another.created, Change(kind=guide.kind, number=guide.number)),
        (*retired, *marked, *another.replaced),
    )


def ask_another(transaction: Transaction, task: Task, annotation: Record) -> RecordsToWrite:
    """The other changes when this Guide's answer is stored (only reads).

    A learner's instruction is left out of the data, so another Guide is asked for the same path and language. It is
    still followed, because this shows how good it is.
    """
    if not is_learners(task, annotation):
        return RecordsToWrite()
    return _another(
        transaction, task, transaction.find(Task, {"instruction_id": task.number}, limit=MOST_TASKS)
    )


def is_learners(task: Task, annotation: Record) -> bool:
    """Whether the answer uses up a campaign's task without giving it data, so that the task is asked for again."""
    return (
        declared(task.kind).learners_again
        and isinstance(annotation, Annotation)
        and annotation.learning
        and task.campaign_id is not None
        and not task.check_item
    )


def _judged_by(annotation: Record) -> Success | None:
    """What the answer says about the instruction that it is about; None when it says nothing."""
    if not isinstance(annotation, Annotation):
        return None
    kind = declared(annotation.kind)
    return kind.success if kind.follows_words else None


def _another(transaction: Transaction, guide: Task, about: Sequence[Task]) -> RecordsToWrite:
    """The same tasks again, under new numbers."""
    wanted = Tally({guide.kind: 1}) + Tally(task.kind for task in about)
    counters = {kind: _counter(transaction, kind) for kind in wanted}
    numbers = {
        kind: range(counters[kind].value + 1, counters[kind].value + 1 + count)
        for kind, count in wanted.items()
    }
    return RecordsToWrite(
        created=asked_again(guide, about, numbers),
        replaced=tuple(
            counter.model_copy(update={"value": numbers[kind][-1]}) for kind, counter in counters.items()
        ),
    )


def _counter(transaction: Transaction, kind: str) -> Counter:
    """The last number given out; it exists, since tasks of this kind do."""
    counter = transaction.get(Counter, declared(kind).counter)
    if counter is None:
        raise StoreError(
            f"The counter {declared(kind).counter} is missing.", remedy="Restore the newest backup."
        )
    return counter


def _retired(tasks: Sequence[Task]) -> Iterator[Task]:
    for task in tasks:
        if task.state in (TaskState.OPEN, TaskState.WAITING):
            yield task.model_copy(update={"state": TaskState.RETIRED})
