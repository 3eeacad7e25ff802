"""The usual way to score walks, in plain Python: the reference that ``pangea score`` is timed and checked against.

All-pairs distances as networkx' dictionaries, one walk after the other, DTW by the recurrence, cell by cell in a matrix
of numpy's that is indexed twice (``matrix[i][j]``), numpy's functions over short lists: as in the DTW class of Ilharco
et al. 2019 and the evaluation of R2R and RxR agents since (``eval_utils.py`` of HAMT, Chen et al. 2021). Two ways are
public: HAMT warps each walk ``once`` for its three metrics; R4R's class (Ilharco et al. 2019, also in Env-Drop's and
RecBERT's descendants) is called with one metric, and so warps it ``thrice``.

Run as a process of its own: ``python -m tests.benchmarks.score.field GUIDE FOLLOWER CONNECTIVITY OUTPUT WAY``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path

import networkx as nx
import numpy as np

Distances = dict[str, dict[str, float]]
Warped = Callable[[Distances, list[str], list[str]], dict[str, float]]
NEAR = 3.0


def main(guide: Path, follower: Path, connectivity: Path, output: Path, warped: Warped) -> None:
    @cache
    def places(scan: str) -> Distances:
        graph = read_graph(connectivity / f"{scan}_connectivity.json")
        return dict(nx.all_pairs_dijkstra_path_length(graph))

    with guide.open(encoding="utf-8") as file:
        guides = {row["instruction_id"]: row for row in map(json.loads, file)}
    with follower.open(encoding="utf-8") as file, output.open("w", encoding="utf-8") as scored:
        for row in map(json.loads, file):
            reference = guides[row["instruction_id"]]
            distances = places(reference["scan"])
            ids = {key: row[key] for key in ("demonstration_id", "instruction_id")}
            scored.write(json.dumps(ids | score(distances, row["path"], reference["path"], warped)) + "\n")


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


def score(distances: Distances, walked: list[str], reference: list[str], warped: Warped) -> dict[str, float]:
    goal = reference[-1]
    length, expected = path_length(distances, walked), path_length(distances, reference)
    error, shortest = distances[walked[-1]][goal], distances[walked[0]][goal]
    arrived = float(error < NEAR)
    warpings = warped(distances, walked, reference)
    coverage = np.mean(
        [np.exp(-np.min([distances[at][target] for at in walked]) / NEAR) for target in reference]
    )
    return {
        "ne": error,
        "sr": arrived,
        "spl": arrived * shortest / max(shortest, length) if length else arrived,
        "osr": float(np.min([distances[at][goal] for at in walked]) < NEAR),
        "cls": coverage * length_score(coverage * expected, length),
        "path_length": length,
    } | warpings


def once(distances: Distances, walked: list[str], reference: list[str]) -> dict[str, float]:
    cost = dtw(distances, walked, reference)
    ndtw = np.exp(-cost / (NEAR * len(reference)))
    return {"dtw": cost, "ndtw": ndtw, "sdtw": float(distances[walked[-1]][reference[-1]] < NEAR) * ndtw}


def thrice(distances: Distances, walked: list[str], reference: list[str]) -> dict[str, float]:
    return {metric: once(distances, walked, reference)[metric] for metric in ("dtw", "ndtw", "sdtw")}


def path_length(distances: Distances, path: list[str]) -> float:
    return float(np.sum([distances[a][b] for a, b in pairwise(path)]))


def length_score(expected: float, length: float) -> float:
    return 1.0 if expected == length else expected / (expected + abs(expected - length))


def dtw(distances: Distances, walked: list[str], reference: list[str]) -> float:
    matrix = np.inf * np.ones((len(walked) + 1, len(reference) + 1))
    matrix[0][0] = 0
    for i in range(1, len(walked) + 1):
        for j in range(1, len(reference) + 1):
            before = min(matrix[i - 1][j], matrix[i][j - 1], matrix[i - 1][j - 1])
            matrix[i][j] = distances[walked[i - 1]][reference[j - 1]] + before
    return float(matrix[-1][-1])


if __name__ == "__main__":
    given, followed, graphs, scores, way = sys.argv[1:]
    main(Path(given), Path(followed), Path(graphs), Path(scores), {"once": once, "thrice": thrice}[way])
