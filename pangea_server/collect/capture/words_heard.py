"""When a person writes down the voice of a Guide who only spoke, the voice gets these words."""

from __future__ import annotations

from pangea_server.annotate.alignments.spoken_words import NewWords, by_person, with_words
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction


def words_heard(transaction: Transaction, task: Task, annotation: Record) -> NewWords:
    """The other changes when this answer is stored (only reads); none for check items, whose words are known."""
    if not declared(task.kind).transcribes or task.check_item or not isinstance(annotation, Annotation):
        return NewWords()
    if annotation.instruction_id is None:
        return NewWords()
    by = by_person(annotation.annotator_id)
    return with_words(transaction, annotation.instruction_id, annotation.transcript, by)
