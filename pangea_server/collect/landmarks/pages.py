"""From open questions to tasks: which are asked together, and what becomes of the tasks that there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pydantic import BaseModel, JsonValue

from pangea_server.annotate.assignment.open_tasks import is_free
from pangea_server.annotate.kinds.landmark_task import NOT_KEPT
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Asked, AskedPage, Step
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.evidence import key_of

LOOKED_AT = 50
"""Free tasks of a kind and language that are compared before one is given."""
NOT_FOR = "not_for"
"""The key of ``Task.args`` that says, for each item, whom it is not for; gone once a person has taken the task."""


@dataclass(frozen=True, slots=True)
class WantedPage:
    """Questions of one step in the same languages, at most as many as a page has."""

    step: Step
    languages: tuple[str, ...]
    questions: tuple[ItemToAsk, ...]

    @property
    def not_for(self) -> tuple[int, ...]:
        """People for whom it has no question."""
        return tuple(sorted(frozenset.intersection(*(question.not_for for question in self.questions))))

    def args(
        self, path: Sequence[str], types: Sequence[str], seen_from: Mapping[str, str]
    ) -> dict[str, JsonValue]:
        """``args`` of the task.

        Args:
            seen_from: the viewpoint of each region, where people may then be as well.
        """
        args: dict[str, JsonValue] = {
            "items": [question.asked.stored() for question in self.questions],
            NOT_FOR: [[*sorted(question.not_for)] for question in self.questions],
            "path": [*path],
            "types": [*types],
        }
        beyond = [place for place in self._places(seen_from) if place not in path]
        return args | ({"reach": [*dict.fromkeys((*path, *beyond))]} if beyond else {})

    def _places(self, seen_from: Mapping[str, str]) -> Iterator[str]:
        for question in self.questions:
            asked = question.asked
            yield from (seen_from[name] for name in (*asked.regions, *asked.beside) if name in seen_from)
            if asked.foretold:
                yield asked.foretold.viewpoint_id


@dataclass(frozen=True, slots=True)
class TaskChanges:
    """What becomes of a path's tasks.

    Attributes:
        rewritten: open tasks, each with the page that it asks from now on.
        retired: tasks that ask for nothing any more and that nobody works on; those whose words or regions are gone.
        missing: pages that are in no task yet.
    """

    rewritten: tuple[tuple[Task, WantedPage], ...] = ()
    retired: tuple[Task, ...] = ()
    missing: tuple[WantedPage, ...] = ()


def pages_of(questions: Iterable[ItemToAsk]) -> list[WantedPage]:
    """Pages of the questions, which keep their order.

    Questions for different people are together as well: whoever takes the page gets those that are for them
    (``fitted``), so that pages are full and nothing waits for the one person who may answer something else.
    """
    alike: dict[tuple[Step, tuple[str, ...]], list[ItemToAsk]] = defaultdict(list)
    for question in questions:
        alike[question.step, question.languages].append(question)
    return [
        WantedPage(step, languages, tuple(together[first : first + PER_PAGE[step]]))
        for (step, languages), together in alike.items()
        for first in range(0, len(together), PER_PAGE[step])
    ]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A task as one person gets it; ``leaves_some``: it had items that are not for them."""

    task: Task
    leaves_some: bool = False


def fitted(task: Task, annotator_id: int) -> Fitted:
    """The task with the items that are for this person; the others are asked in another task."""
    if NOT_FOR not in task.args:
        return Fitted(task)
    page = _OpenPage.model_validate(task.args)
    kept = [
        (item, others)
        for item, others in zip(page.items, page.not_for, strict=True)
        if annotator_id not in others
    ]
    args = {name: value for name, value in task.args.items() if name != NOT_FOR}
    mine = task.model_copy(
        update={
            "args": args | {"items": [item for item, _ in kept]},
            "not_for": tuple(sorted({person for _, others in kept for person in others})),
        }
    )
    return Fitted(mine, leaves_some=len(kept) < len(page.items))


def fullest_first(tasks: Iterable[Task], annotator_id: int) -> Iterator[Task]:
    """The tasks, those first that have the most items for this person, among ``LOOKED_AT`` at a time.

    On a path that a person has worked on, most items are about chains of which they did another step: pages there would
    be nearly empty for them, while on other paths full ones wait.
    """
    coming = iter(tasks)
    while some := list(islice(coming, LOOKED_AT)):
        yield from sorted(some, key=lambda task: -_count_for(task, annotator_id))


def _count_for(task: Task, annotator_id: int) -> int:
    others = task.args.get(NOT_FOR)
    if not isinstance(others, list):
        items = task.args["items"]
        assert isinstance(items, list)
        return len(items)
    return sum(isinstance(people, list) and annotator_id not in people for people in others)


class _OpenPage(BaseModel):
    """``args`` of a task that nobody has taken."""

    items: list[dict[str, JsonValue]]
    not_for: list[frozenset[int]]


@dataclass(frozen=True, slots=True)
class ShownItems:
    """What pages can show: the digests of instructions' words, by number, and ids of regions."""

    words: Mapping[int, str]
    regions: frozenset[str]

    def has(self, task: Task) -> bool:
        """Whether all that the task is about is there; words that are to be marked, as they were."""
        return all(map(self._has, AskedPage.model_validate(task.args).items))

    def _has(self, item: Asked) -> bool:
        if item.instruction is not None and not self.words.get(item.instruction, "").startswith(item.digest):
            return False
        said = {each.instruction_id for each in item.mentions}
        return said <= self.words.keys() and {*item.regions, *item.beside} <= self.regions


def task_changes(questions: Sequence[ItemToAsk], tasks: Iterable[Task], shown: ShownItems) -> TaskChanges:
    """The difference between what should be asked and what tasks ask.

    What a person works on stays as it is, and is asked in no other task, unless its page cannot be shown any more.
    Tasks that nobody has taken are made anew.
    """
    wanted = {question.key for question in questions}
    held, untaken, over = list[Task](), list[Task](), list[Task]()
    for task in sorted(tasks, key=lambda each: (each.kind, each.number)):
        if task.check_item:
            continue
        if task.state is TaskState.OPEN:
            untaken.append(task)
        elif task.state is TaskState.LEASED:
            left_over = is_free(task) and not keys_of(task) <= wanted
            (over if left_over or not shown.has(task) else held).append(task)
    asked = {key for task in held for key in keys_of(task)}
    left = pages_of(question for question in questions if question.key not in asked)
    rewritten: list[tuple[Task, WantedPage]] = []
    spare: list[Task] = []
    for task in untaken:
        same = next((page for page in left if _is_page(task, page)), None)
        if same is None:
            spare.append(task)
        else:
            left.remove(same)
            rewritten.append((task, same))
    for task in spare:
        page = next((page for page in left if page.step == task.kind), None)
        if page is None:
            over.append(task)
        else:
            left.remove(page)
            rewritten.append((task, page))
    return TaskChanges(tuple(rewritten), tuple(over), tuple(left))


def forgotten(task: Task) -> Task:
    """A task that is over, without the shapes that others had drawn: these may be withdrawn, and were needed to compare
    its answer with."""
    items = _OverPage.model_validate(task.args).items
    kept = [{name: value for name, value in item.items() if name not in NOT_KEPT} for item in items]
    return task if kept == items else task.model_copy(update={"args": task.args | {"items": kept}})


class _OverPage(BaseModel):
    """``args`` of a task that is over."""

    items: list[dict[str, JsonValue]]


def keys_of(task: Task) -> set[str]:
    """What the task asks, as ``ItemToAsk.key``."""
    return {key_of(Step(task.kind), item) for item in AskedPage.model_validate(task.args).items}


def _is_page(task: Task, page: WantedPage) -> bool:
    return task.kind == page.step and keys_of(task) == {question.key for question in page.questions}
