"""``make bench-check-items``: how well check items tell good answers from bad ones, on R2R's paths and instructions.

Guides: an instruction that somebody else wrote for the path, and one for another path, each judged against the two
others of the path, among check items for as many paths. Followers: the path itself with wrong turns, and walks of the
same length taken blindly.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from environments import Matterport3D, NavigationGraph, score_path
from pangea_server.annotate.kinds.scoring import follower_verdict, guide_verdict

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
CHECK_ITEMS = 30
SEED = 2015


@dataclass(frozen=True)
class R2RPath:
    """A path with the three instructions that were written for it."""

    scan_id: str
    path: tuple[str, ...]
    instructions: tuple[str, ...]


def main() -> None:
    """Print the table."""
    paths = read(DATA)
    table = Table("check item", "answer", "passed", "answers")
    for name, shares in (("guide", guides(paths)), ("follower", followers(paths, DATA))):
        for answer, passed in shares.items():
            table.add_row(name, answer, f"{sum(passed) / len(passed):.3f}", f"{len(passed):,}")
    Console(width=100).print(table)


def read(data: Path) -> list[R2RPath]:
    """The paths of R2R's val_seen that have three instructions."""
    entries = json.loads((data / "r2r" / "R2R_val_seen.json").read_text())
    return [
        R2RPath(entry["scan"], tuple(entry["path"]), tuple(entry["instructions"][:3]))
        for entry in entries
        if len(entry["instructions"]) >= 3
    ]


def guides(paths: Sequence[R2RPath]) -> dict[str, list[bool]]:
    """Whether each instruction passed, by what it describes: every group of 30 paths, in the order of their scans and
    shuffled, so that the other paths are of the same buildings and of others."""
    near, far = sorted(paths, key=lambda path: path.scan_id), list(paths)
    random.Random(SEED).shuffle(far)
    found: dict[str, list[bool]] = {}
    for where, ordered in (("few scans", near), ("many scans", far)):
        right, wrong = (found.setdefault(f"{what} path, {where}", []) for what in ("this", "another"))
        for start in range(0, len(ordered) - CHECK_ITEMS + 1, CHECK_ITEMS):
            group = ordered[start : start + CHECK_ITEMS]
            for place, path in enumerate(group):
                others = [each.instructions[:2] for each in group if each is not path]
                stranger = group[place - 1].instructions[2]
                right.append(_passes(path.instructions[2], path, others))
                rivals = [each.instructions[:2] for each in group if each not in (path, group[place - 1])]
                wrong.append(_passes(stranger, path, rivals))
    return found


def _passes(instruction: str, path: R2RPath, others: Sequence[Sequence[str]]) -> bool:
    return guide_verdict(1.0, instruction, path.instructions[:2], others).passed is True


def followers(paths: Sequence[R2RPath], data: Path) -> dict[str, list[bool]]:
    """Whether each walk passed; the good Follower it is compared with walked the path itself."""
    environment = Matterport3D(data / "matterport3d")
    graphs = {path.scan_id: environment.scan(path.scan_id).graph for path in paths}
    draw = random.Random(SEED)
    found: dict[str, list[bool]] = {}
    for path in paths:
        graph = graphs[path.scan_id]
        astray = list(path.path)
        for turns in (1, 2):
            astray = _wrong_turn(graph, astray, draw)
            found.setdefault(f"wrong turns: {turns}", []).append(_arrives(graph, astray, path))
        for _ in range(10):
            blind = _blindly(graph, path.path[0], len(path.path), draw)
            found.setdefault("blind walk", []).append(_arrives(graph, blind, path))
    return found


def _arrives(graph: NavigationGraph, walk: Sequence[str], path: R2RPath) -> bool:
    scores = score_path(graph, walk, path.path)
    return follower_verdict(float(scores.success), scores.ndtw, [1.0]).passed is True


def _wrong_turn(graph: NavigationGraph, walk: Sequence[str], draw: random.Random) -> list[str]:
    place = draw.randrange(len(walk))
    return [*walk[: place + 1], draw.choice(sorted(graph.neighbors(walk[place]))), *walk[place:]]


def _blindly(graph: NavigationGraph, start: str, length: int, draw: random.Random) -> list[str]:
    """Never straight back, unless there is no other way."""
    walk = [start]
    while len(walk) < length:
        ahead = sorted(set(graph.neighbors(walk[-1])) - set(walk[-2:-1])) or list(graph.neighbors(walk[-1]))
        walk.append(draw.choice(ahead))
    return walk


if __name__ == "__main__":
    main()
