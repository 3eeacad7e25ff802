"""What people took, agreed on and were paid, step by step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from pangea_server.annotate.annotations.population import Chosen
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.evidence import items_of
from pangea_server.collect.landmarks.overview.wire import Cost, Seconds, StepFigures, TimingRow
from pangea_server.collect.landmarks.status import LandmarkCounts, landmark_counts
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

LOW, HIGH = 10, 90  # percentiles


@dataclass
class _Answered:
    """The answers to one kind of question: seconds by person, and verdicts by question and person."""

    seconds: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    verdicts: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, annotation: TaskAnnotation) -> None:
        for item in items_of(annotation):
            seconds, verdict = item.answer.get("seconds"), item.answer.get("verdict")
            if isinstance(seconds, int | float):
                self.seconds[annotation.annotator_id].append(float(seconds))
            if isinstance(verdict, str):
                self.verdicts[item.key][annotation.annotator_id] = verdict

    def pairs(self) -> tuple[int, int]:
        """How many pairs of people judged the same question, and how many of them said the same."""
        found = [
            one == other for said in self.verdicts.values() for one, other in combinations(said.values(), 2)
        ]
        return len(found), sum(found)


def step_figures(records: RecordStore, campaign_id: str) -> tuple[StepFigures, ...]:
    """A row for each kind that was asked for, in the protocol's order."""
    tasks = _done(records, campaign_id)
    answered, costs = _answered(records, tasks), _costs(records, tasks)
    return tuple(
        _figures(counts, answered[counts.kind], costs[counts.kind])
        for counts in landmark_counts(records, campaign_id)
    )


def timing_rows(records: RecordStore, campaign_id: str) -> Iterator[TimingRow]:
    """What people took for an item: of each kind all together, and then person by person."""
    answered = _answered(records, _done(records, campaign_id))
    for step in Step:
        took = answered[step.value].seconds
        everybody = [seconds for each in took.values() for seconds in each]
        for person, seconds in [(None, everybody), *sorted(took.items())]:
            if spread := _spread(seconds):
                yield TimingRow(
                    kind=step.value,
                    annotator_id=person,
                    seconds=spread,
                    known_seconds=FLICKR_SECONDS.get(step),
                    goal_seconds=GOAL_SECONDS.get(step),
                )


def _done(records: RecordStore, campaign_id: str) -> list[Task]:
    found = every(records, Task, {"campaign_id": campaign_id, "state": TaskState.DONE})
    return [task for task in found if declared(task.kind).step and not task.check_item]


def _answered(records: RecordStore, tasks: Sequence[Task]) -> defaultdict[str, _Answered]:
    """The answers that are data, by kind."""
    found: defaultdict[str, _Answered] = defaultdict(_Answered)
    chosen = Chosen.read(records)
    for annotation in records_of(records, TaskAnnotation, [task.record_id for task in tasks]):
        if chosen.has(annotation):
            found[annotation.kind].add(annotation)
    return found


def _costs(records: RecordStore, tasks: Collection[Task]) -> defaultdict[str, Counter[str]]:
    """What the ledger has for the attempts that were handed in, by kind and currency."""
    kinds = {task.lease_id: task.kind for task in tasks if task.lease_id is not None}
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entry in every(records, LedgerEntry):
        if entry.lease_id in kinds:
            found[kinds[entry.lease_id]][entry.currency] += entry.amount
    return found


def _figures(counts: LandmarkCounts, answered: _Answered, costs: Counter[str]) -> StepFigures:
    step = Step(declared(counts.kind).step)
    spread = _spread([seconds for each in answered.seconds.values() for seconds in each])
    pairs, alike = answered.pairs()
    usual = spread.median if spread else FLICKR_SECONDS.get(step)
    return StepFigures(
        kind=counts.kind,
        open=counts.open,
        held=counts.held,
        done=counts.done,
        disputed=counts.disputed,
        people=len(answered.seconds),
        seconds=spread,
        agreement=alike / pairs if pairs else None,
        pairs=pairs,
        costs=tuple(Cost(currency=each, amount=amount) for each, amount in sorted(costs.items())),
        left_seconds=None if usual is None else usual * (counts.open + counts.held),
        known_seconds=FLICKR_SECONDS.get(step),
        goal_seconds=GOAL_SECONDS.get(step),
    )


def _spread(seconds: Sequence[float]) -> Seconds | None:
    if not seconds:
        return None
    low, median, high = np.percentile(seconds, [LOW, 50, HIGH]).tolist()
    return Seconds(items=len(seconds), low=low, median=median, high=high, mean=float(np.mean(seconds)))


FLICKR_SECONDS: Mapping[Step, float] = {
    Step.LINK: 7.5,
    Step.VERIFY: 19.0,
    Step.NEED: 8.1,
    Step.DRAW: 26.8,
    Step.QUALITY: 11.0,
    Step.COVERAGE: 9.1,
}
"""Plummer et al. 2017 (Flickr30k Entities), Table 3: its times of a page, by the items on it."""

GOAL_SECONDS: Mapping[Step, float] = {
    Step.LINK: 1.5,
    Step.VERIFY: 1.5,
    Step.NEED: 1.5,
    Step.DRAW: 7.0,
    Step.QUALITY: 1.5,
    Step.COVERAGE: 1.5,
    Step.SAME_THING: 1.5,
    Step.CARRY: 3.0,
    Step.MEANT: 7.0,
}
"""What the pages are made for: seven seconds for a new box, three to accept a foretold one, one and a half to judge.
Nobody has measured them yet."""
