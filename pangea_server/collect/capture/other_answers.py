"""What an answer changes in another person's when it is stored, in the same transaction.

Scores that need both answers are worked out with the second one; a voice gets the words that somebody writes down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pangea_server.annotate.alignments.spoken_words import NewWords, by_person, with_words
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.assignment.seats import partners_seat
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.protocol import ScoresTogether, Submitted, TaskType
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction


@dataclass(frozen=True, slots=True)
class Joint:
    """The answer that is being stored, and what changes with it: the partner's."""

    annotation: Record
    replaced: tuple[Record, ...] = ()
    created: tuple[Record, ...] = ()


def scored_together(
    transaction: Transaction, task_type: TaskType, submitted: Submitted, annotation: Record
) -> Joint:
    """Reads only. Where the partner's answer is not there, or was taken back, nothing changes."""
    if not isinstance(task_type, ScoresTogether) or not isinstance(annotation, Annotation):
        return Joint(annotation)
    task = submitted.task
    seat = partners_seat(transaction, task, submitted.lease.lease_id)
    partner = transaction.get(declared(task.kind).record, seat.task_id) if seat and seat.handed_in else None
    if seat is None or partner is None:
        return Joint(annotation)
    scores = task_type.score_together(submitted.scan, {str(task.role): annotation, seat.role: partner})
    own = _scored(annotation, scores.get(str(task.role), {}))
    others = _scored(partner, scores.get(seat.role, {}))
    if others == partner:
        return Joint(own)
    return Joint(own, (others,), (Change(kind=others.kind, number=others.number),))


def _scored(annotation: Annotation, scores: Mapping[str, float | None]) -> Annotation:
    return annotation.model_copy(update={"scores": {**annotation.measures, **scores}})


def words_heard(transaction: Transaction, task: Task, annotation: Record) -> NewWords:
    """The other changes when this answer is stored (only reads); none for check items, whose words are known."""
    if not declared(task.kind).transcribes or task.check_item or not isinstance(annotation, Annotation):
        return NewWords()
    if annotation.instruction_id is None:
        return NewWords()
    by = by_person(annotation.annotator_id)
    return with_words(transaction, annotation.instruction_id, annotation.transcript, by)
