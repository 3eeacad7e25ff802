"""A person's standing, from their check items and appeals in the store; and their learning period."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.campaigns.lookups import definition_of
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import History, Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Record, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.judgement import judged
from pangea_server.quality.trust.records import Appeal, CheckResult
from pangea_server.quality.trust.standing import Standing, StandingEvent, standing_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """A person's standing in a kind of task of a campaign."""

    annotator_id: int
    campaign_id: str
    kind: str
    standing: Standing


def is_checked(kind: str) -> bool:
    """Whether people are checked in this kind of task: by check items, or before their first task."""
    declares = declared(kind)
    return declares.check is not None or declares.trained is not None


def rules_of(records: RecordStore, campaign_id: str | None) -> TrustRules | None:
    """The campaign's trust rules; None for work outside campaigns."""
    definition = definition_of(records, campaign_id)
    return definition.trust if definition else None


def results_of(records: RecordStore, annotator_id: int) -> list[CheckResult]:
    """The person's check items of all campaigns; new answers are judged first."""
    found = list(every(records, CheckResult, {"annotator_id": annotator_id}))
    return [result if result.answered_at else judged(records, result) for result in found]


def standing_in(
    records: RecordStore,
    annotator_id: int,
    campaign_id: str,
    kind: str,
    rules: TrustRules,
    results: Sequence[CheckResult],
) -> Standing:
    """The person's standing, from their ``results`` and appeals."""
    appeals = every(records, Appeal, {"annotator_id": annotator_id})
    mine = [each for each in results if (each.campaign_id, each.kind) == (campaign_id, kind)]
    asked = [each for each in appeals if (each.campaign_id, each.kind) == (campaign_id, kind)]
    return standing_of(events(mine, asked), kind, rules)


def events(results: Iterable[CheckResult], appeals: Iterable[Appeal]) -> list[StandingEvent]:
    """The events in order of time, one for each item of a task; a check item that could not be judged is not an
    event."""
    happened = [
        (result.answered_at, result.record_id, StandingEvent.PASSED if passed else StandingEvent.FAILED)
        for result in results
        if result.answered_at and result.passed is not None
        for passed in result.marks or (result.passed,)
    ]
    for appeal in appeals:
        happened.append((appeal.asked_at, appeal.record_id, StandingEvent.APPEALED))
        if appeal.decision and appeal.decided_at:
            happened.append((appeal.decided_at, appeal.record_id, StandingEvent(appeal.decision)))
    return [event for *_, event in sorted(happened, key=lambda each: each[:2])]


def person_standings(records: RecordStore, annotator_id: int) -> Iterator[PersonStanding]:
    """The person's standings in every campaign and kind where they have had a check item."""
    results = results_of(records, annotator_id)
    for campaign_id, kind in sorted({(each.campaign_id, each.kind) for each in results}):
        rules = rules_of(records, campaign_id)
        if rules:
            standing = standing_in(records, annotator_id, campaign_id, kind, rules, results)
            yield PersonStanding(annotator_id, campaign_id, kind, standing)


def find_standing(records: RecordStore, annotator_id: int, campaign_id: str, kind: str) -> Standing:
    """The person's standing. Raises RecordNotFoundError when they have had no check item there."""
    for found in person_standings(records, annotator_id):
        if (found.campaign_id, found.kind) == (campaign_id, kind):
            return found.standing
    raise RecordNotFoundError(
        f"Person {padded(annotator_id)} has no standing in the {kind} tasks of {campaign_id}.",
        remedy="See who has: pangea trust list.",
    )


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
