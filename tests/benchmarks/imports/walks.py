"""Made-up Guides and Followers of the size of Room-Across-Room, in the rows of its files, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from environments import Environment, NavigationGraph

WORDS = ("turn", "walk", "past", "the", "red", "sofa", "stop", "beside", "stairs", "left", "then", "kitchen")
LOST = 0.35
"""Share of Followers who leave the path somewhere and wander about."""


def write_walks(
    environment: Environment, folder: Path, count: int, alike: int, seed: int
) -> tuple[Path, Path]:
    """``count`` Guides along shortest paths of 4 to 16 viewpoints, some ``alike`` along each, and as many Followers."""
    chance = random.Random(seed)
    guide, follower = folder / "guide.jsonl", folder / "follower.jsonl"
    graphs = [(scan_id, environment.scan(scan_id).graph) for scan_id in environment.scan_ids()]
    places = chance.choices(graphs, k=max(1, count // alike))
    paths = [(scan_id, graph, guided(graph, chance)) for scan_id, graph in places]
    with guide.open("w", encoding="utf-8") as guides, follower.open("w", encoding="utf-8") as followers:
        for number in range(count):
            scan_id, graph, path = paths[number] if alike == 1 else chance.choice(paths)
            guides.write(json.dumps(guide_row(number, scan_id, path, chance)) + "\n")
            row = {"demonstration_id": number, "instruction_id": number, "annotator_id": number % 200}
            followers.write(json.dumps(row | {"path": list(followed(graph, path, chance))}) + "\n")
    return guide, follower


def guided(graph: NavigationGraph, chance: random.Random) -> list[str]:
    while True:
        start, goal = chance.sample(graph.viewpoint_ids, 2)
        if graph.neighbors(start) and graph.neighbors(goal) and joined(graph, start, goal):
            path = graph.shortest_path(start, goal)
            if 4 <= len(path) <= 16:
                return path


def joined(graph: NavigationGraph, a: str, b: str) -> bool:
    return bool(graph.distances[graph.index(a), graph.index(b)] < float("inf"))


def followed(graph: NavigationGraph, path: list[str], chance: random.Random) -> Iterator[str]:
    kept = chance.randrange(1, len(path)) if chance.random() < LOST else len(path)
    yield from path[:kept]
    at = path[kept - 1]
    for _ in range(chance.randrange(8) if kept < len(path) else 0):
        at = chance.choice(graph.neighbors(at))
        yield at


def guide_row(number: int, scan_id: str, path: list[str], chance: random.Random) -> dict[str, Any]:
    return {
        "path_id": number,
        "split": "train",
        "scan": scan_id,
        "heading": chance.uniform(-3, 3),
        "path": path,
        "instruction_id": number,
        "annotator_id": number % 200,
        "language": "en-US",
        "instruction": " ".join(chance.choices(WORDS, k=80)),
    }
