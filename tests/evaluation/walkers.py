"""Simulated Followers of several systems: they take a wrong turn, or stop too early, as often as the system's words
are bad."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from environments import Environment, NavigationGraph

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Collected:
    """Rows of instructions, walks and references, as they stand in files."""

    instructions: Rows
    walks: Rows
    references: Rows

    def write(self, folder: Path) -> Collected:
        for name in ("instructions", "walks", "references"):
            write_rows(folder / f"{name}.jsonl", getattr(self, name))
        return self


def write_rows(file: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def collect(
    house: Environment,
    mistakes: Mapping[str, float],
    paths: int = 40,
    people: int = 12,
    walks: int = 1,
    seed: int = 0,
) -> Collected:
    """A small comparison: every system describes every path, people are assigned at random, never twice.

    Args:
        mistakes: of each system, the probability of a mistake at each step.
        walks: of each system on each path.
    """
    random = np.random.default_rng(seed)
    scan = house.scan(house.scan_ids()[0])
    found = _paths(scan.graph, paths, random)
    collected = Collected([], [], [])
    skill = random.uniform(0.6, 1.4, people)
    for number, path in enumerate(found):
        collected.references.append(
            {
                "path_id": number,
                "scan": scan.scan_id,
                "path": path,
                "instruction": words(path, "people"),
                "language": "en",
            }
        )
        order = iter(random.permutation(people))
        for index, (system, rate) in enumerate(mistakes.items()):
            instruction_id = number * len(mistakes) + index
            collected.instructions.append(
                {
                    "instruction_id": instruction_id,
                    "path_id": number,
                    "scan": scan.scan_id,
                    "path": path,
                    "language": "en",
                    "system": system,
                    "instruction": words(path, system),
                }
            )
            for _ in range(walks):
                person = int(next(order))
                walked = follow(scan.graph, path, rate * skill[person], random)
                collected.walks.append(
                    {"instruction_id": instruction_id, "annotator_id": person, "path": walked}
                )
    return collected


def _paths(graph: NavigationGraph, count: int, random: np.random.Generator) -> list[list[str]]:
    """Shortest paths of at least four viewpoints, none twice."""
    names = sorted(graph.nx.nodes)
    found: dict[tuple[str, ...], None] = {}
    while len(found) < count:
        start, goal = random.choice(len(names), 2, replace=False)
        path = graph.shortest_path(names[start], names[goal])
        if len(path) >= 4:
            found[tuple(path)] = None
    return [list(path) for path in found]


def follow(
    graph: NavigationGraph, path: Sequence[str], mistake: float, random: np.random.Generator
) -> list[str]:
    """A walk along a path. After a mistake the person takes three more steps anywhere and believes to have arrived."""
    walked = [path[0]]
    for there in path[1:]:
        if random.random() < mistake:
            for _ in range(3):
                walked.append(str(random.choice(graph.neighbors(walked[-1]))))
            return walked
        walked.append(there)
    return walked


def words(path: Sequence[str], system: str) -> str:
    """An instruction about a path; systems differ in their manner, and "people" name every place."""
    places = [viewpoint.replace("_", " ") for viewpoint in path]
    if system == "people":
        return (
            f"You are at {places[0]}. "
            + " ".join(f"Walk on to {place}." for place in places[1:])
            + " Stop there."
        )
    return f"Start at {places[0]}, go through {places[len(places) // 2]} and stop at {places[-1]}."
