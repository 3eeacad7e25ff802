"""What a campaign has made of what it wants, and what it will have made: read from a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pangea_server.annotate.annotations.population import Chosen, LeftOut
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation
from pangea_server.annotate.assignment.asking_again import GONE
from pangea_server.annotate.assignment.reach import reaches
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.annotate.kinds.answers import newest_of_kind
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.kinds import declared, kind_names
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.invitations.checks import annotators
from pangea_server.collect.planning.cost import ForecastCost, cost_of
from pangea_server.collect.planning.forecast import Forecast, forecast
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

MOST_TIMED = 200
"""The newest answers of a kind, whose active times say how long it takes."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """The answers to one kind of task until now: how many there are, and why some do not count."""

    kind: str
    made: int
    left_out: Mapping[LeftOut, int]

    @property
    def counted(self) -> int:
        return self.made - sum(self.left_out.values())


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a campaign will have made.

    Attributes:
        people: how many take part in it.
        learning: how many of each person's first answers of a kind are for learning.
        cost: of all answers, those that are there among them.
    """

    people: int
    learning: int
    kinds: Sequence[Forecast]
    cost: ForecastCost

    @property
    def made(self) -> int:
        return sum(each.made for each in self.kinds)

    @property
    def counted(self) -> int:
        return sum(each.counted for each in self.kinds)


def outlook(
    records: RecordStore,
    definition: CampaignDefinition,
    more: Mapping[str, int] | None = None,
    people: int | None = None,
) -> Outlook:
    """The outlook of a campaign.

    Args:
        more: tasks that are not stored yet, by kind; below 0 for those that will be retired.
        people: how many take part; None: those who are invited and for whom it has tasks.
    """
    wanted = wanted_tasks(records, definition.id)
    wanted.update(more or {})
    present = Counter(each.kind for each in every(records, CheckItem, {"campaign_id": definition.id}))
    taking_part = count_people(records, definition) if people is None else people
    kinds = forecast(+wanted, definition.trust, taking_part, present)
    made = {each.kind: each.made for each in kinds}
    seconds = usual_seconds(records, made) if definition.pay.per_hour else {}
    learning = definition.trust.learning
    return Outlook(taking_part, learning, kinds, cost_of(made, definition.pay, seconds))


def wanted_tasks(records: RecordStore, campaign_id: str) -> Counter[str]:
    """By kind, a campaign's tasks for answers that are to count: not those that learners did and others do again, nor
    those about such words."""
    tasks = [
        task
        for task in every(records, Task, {"campaign_id": campaign_id})
        if not (task.check_item or task.state is TaskState.WITHDRAWN)
    ]
    replaced = {
        task.number
        for task in tasks
        if declared(task.kind).gives_words and (task.learning or task.state in GONE)
    }
    return Counter(
        task.kind
        for task in tasks
        if not task.learning and task.state not in GONE and task.instruction_id not in replaced
    )


def count_people(records: RecordStore, definition: CampaignDefinition) -> int:
    """The annotators who may sign in, and for whom the campaign has tasks as far as languages and pools decide."""
    return sum(reaches(definition, person) for person in annotators(records))


def usual_seconds(records: RecordStore, kinds: Iterable[str]) -> dict[str, float]:
    """The mean active time of the newest answers of each kind; without kinds that nobody has done."""
    found = {}
    for kind in kinds:
        newest = newest_of_kind(records, kind, MOST_TIMED)
        known = [_seconds(each) for each in newest if each.phases]
        if known:
            found[kind] = fmean(known)
    return found


def so_far(records: RecordStore, campaign: Campaign) -> list[SoFar]:
    """By kind, the answers to a campaign's tasks, check items among them."""
    done: dict[str, list[Task]] = {}
    for task in every(records, Task, {"campaign_id": campaign.campaign_id}):
        if task.state in (TaskState.DONE, TaskState.RETIRED):
            done.setdefault(task.kind, []).append(task)
    chosen = Chosen.read(records)
    return [
        _so_far(records, chosen, kind, done[kind])
        for kind in dict.fromkeys((*kind_names(), *done))
        if kind in done
    ]


def _so_far(records: RecordStore, chosen: Chosen, kind: str, tasks: Sequence[Task]) -> SoFar:
    record = declared(kind).record
    answers = records_of(records, record, [record.id_of(kind, task.number) for task in tasks])
    if not declared(kind).follows_words:
        reasons = [chosen.why_left_out(each) for each in answers]
    else:
        numbers = {GuideAnnotation.id_of("", each.instruction_id or 0) for each in answers}
        words = {each.number: each for each in records_of(records, GuideAnnotation, numbers)}
        reasons = [chosen.why_walk_left_out(each, words.get(each.instruction_id or 0)) for each in answers]
    return SoFar(kind, len(answers), dict(Counter(why for why in reasons if why)))


def _seconds(annotation: Annotation) -> float:
    return sum(phase.end_time - phase.start_time for phase in annotation.phases)
