"""The learning period: a newcomer's first annotations of a kind."""

from __future__ import annotations

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import History, Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Record, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.histories import results_of, rules_of, standing_in
from pangea_server.stores.protocol import RecordStore


def is_learning(records: RecordStore, person: Annotator, task: Task) -> bool:
    """Whether this task, which the person has taken, is among their first of its kind in its campaign, and they have
    answered fewer check items than the learning period has."""
    rules = rules_of(records, task.campaign_id)
    if rules is None or task.campaign_id is None:
        return False
    try:
        taken = records.get(History, padded(person.annotator_id)).taken
    except RecordNotFoundError:
        taken = {}
    before = taken.get(f"{task.campaign_id}/{task.kind}", 0) - 1
    if before * declared(task.kind).items_per_task >= rules.learning:
        return False
    results = results_of(records, person.annotator_id)
    standing = standing_in(records, person.annotator_id, task.campaign_id, task.kind, rules, results)
    return standing.answered < rules.learning


def marked(records: RecordStore, person: Annotator, task: Task, annotation: Record) -> Record:
    """The annotation of a task of this person, with what makes it no data."""
    if not isinstance(annotation, Annotation):
        return annotation
    marks = {"learning": is_learning(records, person, task), "check_item": task.check_item}
    return annotation.model_copy(update=marks)
