"""Random schedules of people at a queue, and an observer who knows the rules from the specification alone.

The same schedule runs on the pure core (``PureQueue``), and through a store (``StoreQueue``).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any, Protocol

from pangea_server.annotate.annotations.records import FollowerAnnotation, Scores
from pangea_server.annotate.assignment.leases import held_leases, return_task
from pangea_server.annotate.assignment.rules import after_giving_back, after_taking, fitting, lanes
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.kinds.guide import GuideTask
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Task, TaskState
from pangea_server.collect.capture.sending_back import send_back
from pangea_server.collect.planning.writer import waiting_for
from pangea_server.collect.queue.offers import offer_task
from pangea_server.core.records import Artefact, now
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction

KINDS = ("guide", "follower")
TODAY = date(2026, 11, 22)
HOUR = timedelta(hours=1)
LONG_AGO = datetime.fromisoformat("2020-01-01T00:00:00Z")


@dataclass(frozen=True)
class Setting:
    """A campaign with its first tasks, and the people who come."""

    campaign: Campaign
    tasks: tuple[Task, ...]
    people: tuple[Annotator, ...]


@cache
def setting(number: int) -> Setting:
    """One of many settings, all different."""
    chance = random.Random(number)
    languages = ("en-US", "hi-IN")[: chance.randint(1, 2)]
    priorities = [chance.choice((0, 0, 5)) for _ in range(chance.randint(1, 3))]
    pools = {"team": {"languages": [languages[-1]]}} if chance.random() < 0.3 else {}
    definition = CampaignDefinition.model_validate(
        {
            "id": "walks",
            "languages": languages,
            "paths": [
                {"scan": "corridor", "viewpoints": [["door"]], "priority": level} for level in priorities
            ],
            "guides_per_path": chance.randint(1, 2),
            "followers_per_guide": chance.randint(1, 2),
            "send_back_after": chance.choice((None, 1, 2)),
            "pools": pools,
            "rotation": {"first": chance.choice((0, 2, 4))},
            "caps": {"per_person": chance.choice((None, 2, 3)), "per_day": chance.choice((None, 2))},
        }
    )
    people = tuple(
        Annotator(
            annotator_id=person,
            role=Role.ANNOTATOR,
            languages=chance.choice((languages, languages[:1])),
            pools=chance.choice(((), ("team",))),
        )
        for person in range(1, chance.randint(3, 6))
    )
    campaign = Campaign(campaign_id="walks", state=CampaignState.RUNNING, version=1, definition=definition)
    return Setting(campaign, tuple(_tasks(definition, priorities)), people)


def _tasks(definition: CampaignDefinition, priorities: Sequence[int]) -> Iterable[Task]:
    guides = followers = 0
    for path_id, priority in enumerate(priorities, start=1):
        for language in definition.languages:
            for _ in range(definition.guides_per_path):
                guides += 1
                guide = Task(
                    kind="guide",
                    number=guides,
                    path_id=path_id,
                    scan_id="corridor",
                    language=language,
                    state=TaskState.OPEN,
                    campaign_id="walks",
                    pool="team" if definition.pools and language == definition.languages[-1] else None,
                    priority=priority,
                )
                yield guide
                for _ in range(definition.followers_per_guide):
                    followers += 1
                    yield waiting_for(guide, "follower", followers)


class Queue(Protocol):
    """What a schedule drives."""

    def tasks(self) -> dict[str, Task]: ...
    def ask(self, person: Annotator, kinds: Sequence[str]) -> Task | None: ...
    def finish(self, person: Annotator, task: Task, arrived: bool) -> None: ...
    def give_back(self, person: Annotator, task: Task) -> None: ...
    def run_out(self, task: Task) -> None: ...


class PureQueue:
    """The rules over dictionaries: nothing here but what ``choosing`` says."""

    def __init__(self, given: Setting) -> None:
        self._campaign = given.campaign
        self._tasks = {task.record_id: task for task in given.tasks}
        self._histories = {
            person.annotator_id: History(annotator_id=person.annotator_id) for person in given.people
        }
        self._holders: dict[str, int] = {}
        self._over: set[str] = set()

    def tasks(self) -> dict[str, Task]:
        return dict(self._tasks)

    def ask(self, person: Annotator, kinds: Sequence[str]) -> Task | None:
        history = self._histories[person.annotator_id]
        ways = lanes(person, history, [self._campaign], kinds, person.languages, TODAY)
        found = (task for lane in ways for task in self._free(lane))
        task = next(fitting(person, history, kinds, found, {}), None)
        if task is None:
            return None
        loser = self._holders.get(task.record_id)
        if loser is not None:
            self._histories[loser] = after_giving_back(self._histories[loser], task)
            self._over.discard(task.record_id)
        self._histories[person.annotator_id] = after_taking(self._histories[person.annotator_id], task, TODAY)
        self._holders[task.record_id] = person.annotator_id
        return self._turn(task, TaskState.LEASED)

    def finish(self, person: Annotator, task: Task, arrived: bool) -> None:
        del self._holders[task.record_id]
        self._turn(task, TaskState.DONE)
        for each in list(self._tasks.values()):
            if task.kind == "guide" and each.instruction_id == task.number:
                opened = {"state": TaskState.OPEN, "guide_annotator_id": person.annotator_id}
                self._tasks[each.record_id] = each.model_copy(update=opened)

    def give_back(self, person: Annotator, task: Task) -> None:
        del self._holders[task.record_id]
        self._over.discard(task.record_id)
        self._histories[person.annotator_id] = after_giving_back(self._histories[person.annotator_id], task)
        self._turn(task, TaskState.OPEN)

    def run_out(self, task: Task) -> None:
        self._over.add(task.record_id)

    def _turn(self, task: Task, state: TaskState) -> Task:
        self._tasks[task.record_id] = task.model_copy(update={"state": state})
        return self._tasks[task.record_id]

    def _free(self, lane: Any) -> Iterable[Task]:
        for state in (TaskState.OPEN, TaskState.LEASED):
            for task in self._tasks.values():
                if (
                    task.state is state
                    and task.kind == lane.kind
                    and task.priority == lane.priority
                    and task.language == lane.language
                    and task.pool == lane.pool
                    and (state is TaskState.OPEN or task.record_id in self._over)
                ):
                    yield task


class StoreQueue:
    """The queue as the server has it; answers are stored without what was recorded."""

    def __init__(self, records: RecordStore, given: Setting) -> None:
        self._records = records
        counts = Counter(task.kind for task in given.tasks)
        take_numbers(records, "instructions", counts["guide"])
        take_numbers(records, "demonstrations", counts["follower"])
        for record in (given.campaign, *given.tasks):
            records.create(record)

    def tasks(self) -> dict[str, Task]:
        return {task.record_id: task for task in self._records.find(Task, limit=500)}

    def ask(self, person: Annotator, kinds: Sequence[str]) -> Task | None:
        lease = offer_task(self._records, person, kinds, None, HOUR).lease
        return self._records.get(Task, lease.task_id) if lease else None

    def finish(self, person: Annotator, task: Task, arrived: bool) -> None:
        lease = self._lease(person, task)
        walk = _walk(person, task, arrived) if task.kind == "follower" else None

        def write(transaction: Transaction) -> None:
            seen = transaction.get(Task, task.record_id)
            assert seen
            assert seen.lease_id == lease.lease_id
            answer: Any = SimpleNamespace(task=seen, person=person)
            opened = GuideTask().follow_up(answer, transaction) if task.kind == "guide" else ()
            back = send_back(transaction, seen, walk) if walk else None
            for record in (walk, *(back.created if back else ())):
                if record:
                    transaction.create(record)
            transaction.replace(seen.model_copy(update={"state": TaskState.DONE}))
            transaction.replace(lease.model_copy(update={"state": LeaseState.SUBMITTED}))
            for record in (*opened, *(back.replaced if back else ())):
                transaction.replace(record)

        self._records.transact(write)

    def give_back(self, person: Annotator, task: Task) -> None:
        return_task(self._records, person, self._lease(person, task).lease_id)

    def run_out(self, task: Task) -> None:
        def write(transaction: Transaction) -> None:
            seen = transaction.get(Task, task.record_id)
            lease = transaction.get(Lease, seen.lease_id or "") if seen else None
            if seen and lease:
                transaction.replace(seen.model_copy(update={"lease_expires_at": LONG_AGO}))
                transaction.replace(lease.model_copy(update={"expires_at": LONG_AGO}))

        self._records.transact(write)

    def _lease(self, person: Annotator, task: Task) -> Lease:
        held = held_leases(self._records, person, (task.kind,))
        return next(lease for lease in held if lease.task_id == task.record_id)


def _walk(person: Annotator, task: Task, arrived: bool) -> FollowerAnnotation:
    scores = dict.fromkeys(Scores.model_fields, 0.0) | {"success": float(arrived)}
    return FollowerAnnotation(
        demonstration_id=task.number,
        instruction_id=task.instruction_id or 0,
        annotator_id=person.annotator_id,
        path_id=task.path_id,
        scan_id=task.scan_id,
        language=task.language,
        path=("door",),
        outcome="done",
        pose_trace=Artefact(blob="none", size=0, sha256=""),
        phases=(),
        scores=Scores(**scores),
        submitted_at=now(),
    )


@dataclass
class Observer:
    """Sees who asks and who gets what, and says when a rule is broken. It knows neither histories nor lanes."""

    given: Setting
    holders: dict[str, Annotator] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    met: dict[int, dict[int, str]] = field(
        default_factory=lambda: defaultdict(dict)
    )  # task, by person and path
    kept: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    walks: dict[int, list[bool]] = field(default_factory=lambda: defaultdict(list))
    failed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        caps = self.given.campaign.definition.caps
        self._most = min(cap or 1000 for cap in (caps.per_person, caps.per_day))

    def asked(
        self, person: Annotator, kinds: Sequence[str], before: dict[str, Task], task: Task | None
    ) -> None:
        mine = person.annotator_id
        eligible = {
            name: each
            for name, each in before.items()
            if (each.state is TaskState.OPEN or name in self.over) and self._may(person, name, each)
        }
        if self.kept[mine].total() >= self._most:
            eligible = {}
        due = self._due(mine)
        allowed = {due} if any(each.kind == due for each in eligible.values()) else set(KINDS)
        wanted = {
            name: each for name, each in eligible.items() if each.kind in kinds and each.kind in allowed
        }
        if task is None:
            assert not wanted, f"{mine} was refused {wanted}"
            return
        assert task.record_id in wanted, f"{mine} may not have {task.record_id}"
        alike = [each.priority for each in wanted.values() if not due or each.kind == task.kind]
        assert task.priority == max(alike)
        loser = self.holders.get(task.record_id)
        if loser:
            self.kept[loser.annotator_id][task.kind] -= 1
            self.over.discard(task.record_id)
        self.holders[task.record_id] = person
        self.met[mine][task.path_id] = task.record_id
        self.kept[mine][task.kind] += 1

    def ended(self, person: Annotator, task: Task, arrived: bool | None) -> None:
        """``arrived`` None: the task was given back."""
        del self.holders[task.record_id]
        self.over.discard(task.record_id)
        if arrived is None:
            self.kept[person.annotator_id][task.kind] -= 1
        elif task.kind == "follower" and task.instruction_id:
            self.walks[task.instruction_id].append(arrived)
            limit = self.given.campaign.definition.send_back_after
            walks = self.walks[task.instruction_id]
            if limit and not any(walks) and len(walks) >= limit:
                self.failed.add(task.instruction_id)

    def _may(self, person: Annotator, name: str, task: Task) -> bool:
        return (
            self.met[person.annotator_id].get(task.path_id, name) == name
            and task.language in person.languages
            and (task.pool is None or task.pool in person.pools)
        )

    def _due(self, mine: int) -> str | None:
        kept = self.kept[mine]
        if kept.total() >= self.given.campaign.definition.rotation.first:
            return None
        return "guide" if kept["guide"] <= kept["follower"] else "follower"


def run_schedule(queue: Queue, given: Setting, seed: int, steps: int) -> Observer:
    """People ask, finish, give up and fall asleep in random order; every rule is checked at each step."""
    chance = random.Random(seed)
    observer = Observer(given)
    held: dict[int, Task] = {}
    for _ in range(steps):
        person = chance.choice(given.people)
        task = held.get(person.annotator_id)
        if task and observer.holders.get(task.record_id) is not person:
            del held[person.annotator_id]  # it ran out, and somebody else has it
            task = None
        dice = chance.random()
        if task is None:
            kinds = chance.choice((KINDS, ("guide",), ("follower",)))
            before = queue.tasks()
            given_task = queue.ask(person, kinds)
            observer.asked(person, kinds, before, given_task)
            if given_task:
                held[person.annotator_id] = given_task
        elif dice < 0.7:
            arrived = chance.random() < 0.5
            queue.finish(person, task, arrived)
            observer.ended(person, task, arrived)
            del held[person.annotator_id]
        elif dice < 0.85:
            queue.give_back(person, task)
            observer.ended(person, task, None)
            del held[person.annotator_id]
        else:
            queue.run_out(task)
            observer.over.add(task.record_id)
    check_end(queue, observer)
    return observer


def check_end(queue: Queue, observer: Observer) -> None:
    """Nobody met a path in two tasks; what failed was asked for again, once."""
    for paths in observer.met.values():
        assert len(set(paths.values())) == len(paths)
    if isinstance(queue, StoreQueue):
        tasks = queue.tasks()
        first = sum(task.kind == "guide" for task in observer.given.tasks)
        guides = [task for task in tasks.values() if task.kind == "guide"]
        assert len(guides) == first + len(observer.failed)
        assert {task.number for task in guides if task.state is TaskState.RETIRED} == observer.failed
