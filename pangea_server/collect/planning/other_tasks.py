"""A campaign's tasks of standalone kinds: what each kind plans, and which of it is missing."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from environments import Environment
from environments.nearest import not_among
from pangea_server.annotate.assignment.asking_again import GONE
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, KindPlan, PathRecord
from pangea_server.annotate.kinds.kinds import declared, load_kinds
from pangea_server.annotate.kinds.protocol import CollectedTask, PlannedTask, TaskSpec
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.rules import landmark_faults
from pangea_server.collect.planning.changes import UNTOUCHED
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Record
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction

WORK_TOGETHER = 50  # pieces of work in one transaction
WorkKey = tuple[str, str, tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class WantedWork:
    """A piece of work that a kind plans, to be done once in each language."""

    kind: str
    scan_id: str
    spec: TaskSpec

    @property
    def key(self) -> WorkKey:
        """The identity of the work, independent of its numbers."""
        return self.kind, self.scan_id, self.spec.path, json.dumps(dict(self.spec.args), sort_keys=True)


@dataclass(frozen=True, slots=True)
class OtherChanges:
    """The records to write.

    Attributes:
        missing: work, the path that it already has, and the language of each task that it lacks.
        retired: tasks that are no longer wanted and that no one has begun.
    """

    missing: tuple[tuple[WantedWork, PathRecord | None, tuple[str, ...]], ...]
    retired: tuple[Task, ...]

    @property
    def new_tasks(self) -> int:
        return sum(self.new_by_kind.values())

    @property
    def new_by_kind(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for work, _, languages in self.missing:
            found[work.kind] += len(languages)
        return found


def plan_faults(definition: CampaignDefinition, environment: Environment) -> Iterator[CampaignFault]:
    """The faults under ``tasks``."""
    kinds, known_scans = load_kinds(), frozenset(environment.scan_ids())
    for kind, plan in definition.tasks.items():
        if kind == LANDMARKS:
            yield from landmark_faults(definition)
            continue
        if kind not in kinds:
            yield CampaignFault(("tasks", kind), f"there is no task of kind {kind!r}", not_among(kind, kinds))
            continue
        planned = kinds[kind]
        if isinstance(planned, CollectedTask):
            yield from planned.plan_faults(definition, plan, environment)
        elif not isinstance(planned, PlannedTask):
            instead = f"Request {LANDMARKS}." if declared(kind).step else "Request them by paths."
            yield CampaignFault(("tasks", kind), f"tasks of kind {kind!r} are not standalone", instead)
        else:
            for key in plan.model_extra or ():
                known = not_among(key, KindPlan.model_fields)
                yield CampaignFault(("tasks", kind, key), "this key is not known", known)
        for number, scan_id in enumerate(plan.scans or ()):
            if scan_id not in known_scans:
                where = ("tasks", kind, "scans", number)
                yield CampaignFault(
                    where, f"the environment has no scan {scan_id!r}", not_among(scan_id, known_scans)
                )


def wanted_work(
    definition: CampaignDefinition, environment: Environment, records: RecordStore
) -> list[WantedWork]:
    """What the kinds plan, in the order of the file; the same for the same file and what was collected."""
    kinds = load_kinds() if definition.tasks else {}
    wanted: list[WantedWork] = []
    for kind, plan in definition.tasks.items():
        planned = kinds.get(kind)  # landmarks are no kind: answers decide what is asked
        if isinstance(planned, CollectedTask):
            found = planned.plan_collected(definition, plan, environment, records)
            wanted += [WantedWork(kind, scan_id, spec) for scan_id, spec in found]
        elif isinstance(planned, PlannedTask):
            wanted += [
                WantedWork(kind, scan_id, spec)
                for scan_id in plan.scans or environment.scan_ids()
                for spec in planned.plan(environment, environment.scan(scan_id), plan.per_scan, plan.seed)
            ]
    return wanted


def other_changes(
    languages: Sequence[str], wanted: Iterable[WantedWork], paths: Iterable[PathRecord], tasks: Iterable[Task]
) -> OtherChanges:
    """The difference; ``tasks`` are the campaign's tasks of these kinds. Tasks that a person has begun stay
    unchanged."""
    places = {path.path_id: path for path in paths}
    stored: dict[WorkKey, list[Task]] = defaultdict(list)
    for task in tasks:
        if task.state not in GONE:
            path = places[task.path_id].path
            stored[task.kind, task.scan_id, path, json.dumps(task.args, sort_keys=True)].append(task)
    missing, surplus = [], list[Task]()
    for work in wanted:
        there = stored.pop(work.key, [])
        spoken = languages if work.spec.language is None else (work.spec.language,)
        done = Counter(task.language for task in there)
        people = max(work.spec.people, len(declared(work.kind).seats))
        lacking = tuple(language for language in spoken for _ in range(people - done[language]))
        surplus += [task for task in there if task.language not in spoken]
        if lacking:
            known = there[0].path_id if there else work.spec.path_id
            missing.append((work, None if known is None else places[known], lacking))
    surplus += [task for left in stored.values() for task in left]
    return OtherChanges(tuple(missing), tuple(task for task in surplus if task.state in UNTOUCHED))


def write_other_changes(records: RecordStore, campaign_id: str, found: OtherChanges) -> None:
    """Write the changes, with whole pieces of work in each transaction.

    Raises:
        StoreConflictError: another process is changing the same campaign.
    """
    edits = records.get(Campaign, campaign_id).edits
    missing = found.missing
    batches = [missing[start : start + WORK_TOGETHER] for start in range(0, len(missing), WORK_TOGETHER)]
    for batch in batches:
        created = list(_created(records, campaign_id, batch))
        records.transact(partial(_write, campaign_id=campaign_id, edits=edits, created=created))
        edits += 1
    for task in found.retired:
        records.transact(partial(_retire, task_id=task.record_id))


def _created(
    records: RecordStore,
    campaign_id: str,
    missing: Sequence[tuple[WantedWork, PathRecord | None, tuple[str, ...]]],
) -> Iterator[Record]:
    for work, known, languages in missing:
        path = known
        if path is None:
            (path_id,) = take_numbers(records, "paths", 1)
            path = PathRecord(
                path_id=path_id,
                scan_id=work.scan_id,
                path=work.spec.path,
                heading=work.spec.heading,
                split=_split(records, work.scan_id),
                campaign_id=campaign_id,
            )
            yield path
        numbers = take_numbers(records, declared(work.kind).counter, len(languages))
        for number, language in zip(numbers, languages, strict=True):
            yield Task(
                kind=work.kind,
                number=number,
                path_id=path.path_id,
                scan_id=work.scan_id,
                language=language,
                state=TaskState.OPEN,
                campaign_id=campaign_id,
                instruction_id=work.spec.instruction_id,
                also_language=work.spec.also_language,
                args=dict(work.spec.args),
            )


def _split(records: RecordStore, scan_id: str) -> str:
    """The split of the scan's other paths, so that no scan is in two."""
    earlier = records.find(PathRecord, {"scan_id": scan_id}, limit=1)
    return earlier[0].split if earlier else "train"


def _retire(transaction: Transaction, task_id: str) -> None:
    """A task that a person has begun since is kept."""
    task = transaction.get(Task, task_id)
    if task and task.state in UNTOUCHED:
        transaction.replace(task.model_copy(update={"state": TaskState.RETIRED}))


def _write(transaction: Transaction, campaign_id: str, edits: int, created: Sequence[Record]) -> None:
    campaign = transaction.get(Campaign, campaign_id)
    if campaign is None or campaign.edits != edits:
        raise StoreConflictError(
            f"Another process is changing the campaign {campaign_id}.",
            remedy="Wait until it has finished, then create the campaign again: it continues where it stopped.",
        )
    transaction.replace(campaign.model_copy(update={"edits": edits + 1}))
    for record in created:
        transaction.create(record)
