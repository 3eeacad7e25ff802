"""In which order instructions are given out. Pure.

People take one of the first open tasks on paths that they have not met. Tasks are therefore laid out in rounds with
each path at most once, in random order, and the systems rotate over the paths (a Latin square whose rows and columns
are shuffled): every system has as many walks on every path, also when only the first rounds are done. Which of the next
tasks a person takes is that of the system that they met least (``rarer_systems_first``). Nothing in the order of one
person's tasks shows which system comes next.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest
from typing import Protocol, TypeVar


class Followable(Protocol):
    """What the order depends on."""

    @property
    def path_id(self) -> int: ...
    @property
    def system(self) -> str | None: ...


T = TypeVar("T", bound=Followable)
U = TypeVar("U")


def in_rounds(instructions: Iterable[T], seed: str) -> list[T]:
    """Each instruction once, in the order in which their tasks are given out."""
    draw = random.Random(seed)
    of_paths: dict[int, dict[str, list[T]]] = defaultdict(lambda: defaultdict(list))
    for each in instructions:
        of_paths[each.path_id][each.system or ""].append(each)
    systems = shuffled(draw, sorted({name for systems in of_paths.values() for name in systems}))
    columns = []
    for place, path_id in enumerate(shuffled(draw, sorted(of_paths))):
        start = place % len(systems)
        order = [*systems[start:], *systems[:start]]
        columns.append(_by_turns([shuffled(draw, of_paths[path_id].get(name, [])) for name in order]))
    rounds = ([each for each in row if each is not None] for row in zip_longest(*columns))
    return [each for row in rounds for each in shuffled(draw, row)]


def shuffled(draw: random.Random, items: Sequence[U]) -> list[U]:
    """The items in random order."""
    return draw.sample(items, len(items))


def _by_turns(queues: Sequence[Sequence[U]]) -> list[U]:
    """The first of each queue, the second of each, and so on."""
    return [each for row in zip_longest(*queues) for each in row if each is not None]


def shared_by_all(pairs: Iterable[tuple[Hashable, str | None]]) -> int:
    """How many paths have an instruction of every system."""
    of_path: dict[Hashable, set[str | None]] = defaultdict(set)
    for path, system in pairs:
        of_path[path].add(system)
    every = set().union(*of_path.values()) if of_path else set()
    return sum(systems == every for systems in of_path.values())
