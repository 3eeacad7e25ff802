"""The usual way to score walks, in plain Python: the reference that ``pangea score`` is timed and checked against.

All-pairs distances as networkx' dictionaries, one walk after the other, and DTW by the recurrence, cell by cell.
Run as a process of its own: ``python -m tests.benchmarks.score.field GUIDE FOLLOWER CONNECTIVITY OUTPUT``.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from itertools import pairwise
from math import dist, exp
from pathlib import Path
from statistics import fmean

import networkx as nx
import numpy as np

NEAR = 3.0


def main(guide: Path, follower: Path, connectivity: Path, output: Path) -> None:
    @cache
    def places(scan: str) -> tuple[nx.Graph[str], dict[str, dict[str, float]]]:
        graph = read_graph(connectivity / f"{scan}_connectivity.json")
        return graph, dict(nx.all_pairs_dijkstra_path_length(graph))

    with guide.open(encoding="utf-8") as file:
        guides = {row["instruction_id"]: row for row in map(json.loads, file)}
    with follower.open(encoding="utf-8") as file, output.open("w", encoding="utf-8") as scored:
        for row in map(json.loads, file):
            reference = guides[row["instruction_id"]]
            graph, distances = places(reference["scan"])
            ids = {key: row[key] for key in ("demonstration_id", "instruction_id")}
            scored.write(json.dumps(ids | score(graph, distances, row["path"], reference["path"])) + "\n")


def read_graph(file: Path) -> nx.Graph[str]:
    nodes = json.loads(file.read_text())
    place = {node["image_id"]: (node["pose"][3], node["pose"][7], node["pose"][11]) for node in nodes}
    graph: nx.Graph[str] = nx.Graph()
    for node in nodes:
        for other, free in zip(nodes, node["unobstructed"], strict=True):
            if free and node["included"] and other["included"]:
                a, b = node["image_id"], other["image_id"]
                graph.add_edge(a, b, weight=dist(place[a], place[b]))
    return graph


def score(
    graph: nx.Graph[str], distances: dict[str, dict[str, float]], walked: list[str], reference: list[str]
) -> dict[str, float]:
    goal = reference[-1]
    length, expected = path_length(graph, walked), path_length(graph, reference)
    error, shortest = distances[walked[-1]][goal], distances[walked[0]][goal]
    arrived = float(error < NEAR)
    cost = dtw(distances, walked, reference)
    ndtw = exp(-cost / (NEAR * len(reference)))
    coverage = fmean(exp(-min(distances[at][target] for at in walked) / NEAR) for target in reference)
    return {
        "ne": error,
        "sr": arrived,
        "spl": arrived * shortest / max(shortest, length) if length else arrived,
        "osr": float(min(distances[at][goal] for at in walked) < NEAR),
        "cls": coverage * length_score(coverage * expected, length),
        "dtw": cost,
        "ndtw": ndtw,
        "sdtw": arrived * ndtw,
        "path_length": length,
    }


def path_length(graph: nx.Graph[str], path: list[str]) -> float:
    return sum(float(graph[a][b]["weight"]) for a, b in pairwise(path) if a != b)


def length_score(expected: float, length: float) -> float:
    return 1.0 if expected == length else expected / (expected + abs(expected - length))


def dtw(distances: dict[str, dict[str, float]], walked: list[str], reference: list[str]) -> float:
    total = np.full((len(walked) + 1, len(reference) + 1), np.inf)
    total[0, 0] = 0.0
    for i, at in enumerate(walked, start=1):
        for j, target in enumerate(reference, start=1):
            before = min(total[i - 1, j], total[i, j - 1], total[i - 1, j - 1])
            total[i, j] = distances[at][target] + before
    return float(total[-1, -1])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
