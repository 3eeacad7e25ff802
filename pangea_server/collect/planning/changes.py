"""The changes that give a campaign the paths and tasks that its definition requests.

Pure: it computes the difference between the wanted and the existing tasks. It leads to the same result for a new
campaign, one whose file was changed, and one whose creation was interrupted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pangea_server.annotate.assignment.asking_again import GONE
from pangea_server.annotate.campaigns.lookups import pool_speaking
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.kinds.kinds import declared, kinds_about_words
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.wanted import WantedPath

UNTOUCHED = frozenset({TaskState.WAITING, TaskState.OPEN})
UNFINISHED = UNTOUCHED | {TaskState.LEASED}


@dataclass(frozen=True, slots=True)
class NewGuide:
    """A Guide task to create, with the number of tasks of each kind that wait for it."""

    language: str
    pool: str | None
    priority: int
    waiting: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PathChange:
    """The changes that one path needs.

    Attributes:
        path: the stored path; None if it is not stored yet.
        guides: tasks to create.
        added: how many tasks of a kind to add to an existing Guide task.
        retired: tasks that are no longer needed and that no one holds.
        moved: tasks that move to another pool or priority, including held ones, which may be given back.
    """

    wanted: WantedPath | None
    path: PathRecord | None
    guides: tuple[NewGuide, ...] = ()
    added: tuple[tuple[Task, str, int], ...] = ()
    retired: tuple[Task, ...] = ()
    moved: tuple[tuple[Task, str | None, int], ...] = ()

    def __bool__(self) -> bool:
        is_new = self.wanted is not None and self.path is None
        return is_new or bool(self.guides or self.added or self.retired or self.moved)

    @property
    def new_guides(self) -> int:
        return len(self.guides)

    def new_waiting(self, kind: str) -> int:
        """How many tasks of a kind about Guides' instructions are to be created."""
        with_guides = sum(guide.waiting[kind] for guide in self.guides)
        return with_guides + sum(count for _, each, count in self.added if each == kind)


def changes(
    definition: CampaignDefinition,
    wanted: Sequence[WantedPath],
    paths: Iterable[PathRecord],
    tasks: Iterable[Task],
) -> Iterator[PathChange]:
    """The missing and superfluous tasks, path by path; empty when everything matches the definition.

    Held and finished tasks stay unchanged, and no number is reused.
    """
    stored = {(path.scan_id, path.path): path for path in paths}
    of_path: dict[int, list[Task]] = defaultdict(list)
    for task in tasks:
        if task.state not in GONE and not task.check_item and not task.learning:
            of_path[task.path_id].append(task)
    for each in wanted:
        path = stored.pop(each.key, None)
        change = _for_wanted(definition, each, path, of_path[path.path_id] if path else ())
        if change:
            yield change
    for path in stored.values():
        change = PathChange(None, path, retired=_untouched(of_path[path.path_id]))
        if change:
            yield change


def pool_of(definition: CampaignDefinition, wanted: WantedPath, language: str) -> str | None:
    """The pool of a task: the one that its path names, or the first that has its language."""
    return wanted.pool or pool_speaking(definition, language)


def _for_wanted(
    definition: CampaignDefinition, wanted: WantedPath, path: PathRecord | None, tasks: Sequence[Task]
) -> PathChange:
    guides: list[NewGuide] = []
    added: list[tuple[Task, str, int]] = []
    retired = list(_untouched([task for task in tasks if task.language not in definition.languages]))
    moved: list[tuple[Task, str | None, int]] = []
    about = _by_instruction(tasks)
    per_guide = tasks_per_guide(definition)
    for language in definition.languages:
        pool = pool_of(definition, wanted, language)
        there = [task for task in tasks if declared(task.kind).gives_words and task.language == language]
        kept, surplus = _keep(there, definition.guides_per_path)
        retired += surplus
        for guide in surplus:
            retired += _untouched(task for kind in kinds_about_words() for task in about[guide.number, kind])
        missing = definition.guides_per_path - len(kept)
        guides += [NewGuide(language, pool, wanted.priority, per_guide)] * missing
        for guide in kept:
            needed = [guide]
            for kind, count in per_guide.items():
                some, many = _keep(about[guide.number, kind], count)
                retired += many
                needed += some
                if len(some) < count:
                    added.append((guide, kind, count - len(some)))
            moved += [
                (task, pool, wanted.priority)
                for task in needed
                if task.state in UNFINISHED and (task.pool, task.priority) != (pool, wanted.priority)
            ]
    return PathChange(wanted, path, tuple(guides), tuple(added), tuple(retired), tuple(moved))


def _by_instruction(tasks: Iterable[Task]) -> Mapping[tuple[int | None, str], list[Task]]:
    about: dict[tuple[int | None, str], list[Task]] = defaultdict(list)
    for task in tasks:
        if declared(task.kind).is_about_words:
            about[task.instruction_id, task.kind].append(task)
    return about


def _keep(tasks: Sequence[Task], count: int) -> tuple[list[Task], list[Task]]:
    """The wanted number of tasks, begun ones first, and the rest that no one has begun."""
    ordered = sorted(tasks, key=lambda task: (task.state in UNTOUCHED, task.number))
    surplus = [task for task in ordered[count:] if task.state in UNTOUCHED]
    return [task for task in ordered if task not in surplus], surplus


def _untouched(tasks: Iterable[Task]) -> tuple[Task, ...]:
    return tuple(task for task in tasks if task.state in UNTOUCHED)
