"""Systems are balanced over paths and over people, whoever comes and goes: simulated with the rules of the queue."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

import pytest

from pangea_server.annotate.assignment.rules import after_taking, apart, fitting, rarer_systems_first
from pangea_server.annotate.tasks.records import History, Task, TaskState
from pangea_server.dataset.written.order import in_rounds
from pangea_server.people.access.records import Annotator, Role

DAY = date(2026, 11, 29)
Choice = Callable[[History, Iterable[Task]], Iterator[Task]]


@dataclass(frozen=True)
class Words:
    path_id: int
    system: str


def tasks_of(systems: int, paths: int, followers: int, seed: int) -> list[Task]:
    words = [Words(path, f"s{system}") for path in range(paths) for system in range(systems)]
    order = [each for turn in range(followers) for each in in_rounds(words, f"{seed} {turn}")]
    return [
        Task(
            kind="follower",
            number=number,
            path_id=each.path_id,
            scan_id="corridor",
            language="en-US",
            state=TaskState.OPEN,
            campaign_id="comparison",
            args={"system": each.system},
        )
        for number, each in enumerate(order, 1)
    ]


def walked(seed: int, choice: Choice, systems: int = 3, paths: int = 60) -> list[tuple[int, Task]]:
    """What fourteen people took, each of whom comes and goes as they like, until two thirds of the tasks are taken."""
    chance, open_tasks = random.Random(seed), tasks_of(systems, paths, followers=3, seed=seed)
    people = [Annotator(annotator_id=n, role=Role.ANNOTATOR, languages=("en-US",)) for n in range(1, 15)]
    histories = {each.annotator_id: History(annotator_id=each.annotator_id) for each in people}
    eager = {each.annotator_id: chance.choice((1, 1, 2, 5)) for each in people}
    taken: list[tuple[int, Task]] = []
    while len(taken) < systems * paths * 2:
        (person,) = chance.choices(people, [eager[each.annotator_id] for each in people])
        history = histories[person.annotator_id]
        found = next(choice(history, fitting(person, history, ("follower",), open_tasks, {})), None)
        if found is None:
            eager[person.annotator_id] = 0
            if not any(eager.values()):
                break
            continue
        open_tasks.remove(found)
        histories[person.annotator_id] = after_taking(history, found, DAY)
        taken.append((person.annotator_id, found))
    return taken


def unevenness(taken: Iterable[tuple[int, Task]], of: Callable[[int, Task], int], systems: int = 3) -> float:
    """By how many tasks the most and the least frequent system are apart, on average over people or paths."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for person, task in taken:
        counts[of(person, task)][str(task.args["system"])] += 1
    distances = [max(each.values()) - min(each[f"s{n}"] for n in range(systems)) for each in counts.values()]
    return sum(distances) / len(distances)


@pytest.mark.parametrize("seed", range(5))
def test_people_meet_all_systems_alike_and_paths_stay_balanced(seed: int) -> None:
    drawn, first = walked(seed, rarer_systems_first), walked(seed, lambda _, tasks: iter(tasks))
    chance = random.Random(seed)
    shuffled = [(person, chance.choice(first)[1]) for person, _ in first]
    by_person = [unevenness(each, lambda person, _: person) for each in (drawn, first, shuffled)]
    by_path = [unevenness(each, lambda _, task: task.path_id) for each in (drawn, first)]
    assert by_person[0] <= 1.5
    assert by_person[0] < by_person[1] / 2
    assert by_person[0] < by_person[2] / 2
    assert by_path[0] <= by_path[1] + 0.5


def test_a_lane_keeps_its_turn_and_other_tasks_their_place() -> None:
    tasks = tasks_of(2, 3, 1, seed=0)
    other = tasks[0].model_copy(update={"priority": 1})
    plain = tasks[1].model_copy(update={"args": {}})
    history = History(annotator_id=1, systems={"comparison/s0": 1})
    given = list(rarer_systems_first(history, [*tasks[:3], other, plain, *tasks[3:]]))
    assert given[3:5] == [other, plain]
    for part in (given[:3], given[5:]):
        systems = [str(each.args["system"]) for each in part]
        assert systems == sorted(systems, reverse=True)
    assert list(rarer_systems_first(History(annotator_id=1), tasks)) == tasks


def test_who_lost_a_task_begins_at_a_place_of_their_own_among_those_that_are_as_good() -> None:
    good = [each.model_copy(update={"args": {}}) for each in tasks_of(9, 1, 1, seed=0)]
    better, worse = good[:5], [each.model_copy(update={"priority": -1}) for each in good[5:]]
    assert list(apart(7, [*better, *worse], lost=[])) == [*better, *worse], (
        "who lost none gets all in their order"
    )
    seconds = []
    for person in range(4):
        lost: list[Task] = []
        given = apart(person, [*better, *worse], lost)
        lost.append(next(given))
        rest = list(given)
        assert lost == better[:1]
        assert sorted(rest[:4], key=better.index) == better[1:]
        assert sorted(rest[4:], key=worse.index) == worse
        seconds.append(rest[0])
    assert sorted(seconds, key=better.index) == better[1:]
