"""R2R (Room-to-Room): paths with their instructions, and walks in the form that its scorer reads.

``R2R_{split}.json`` is R2R's list; in addition to R2R's keys, each path has ``instruction_ids`` and ``languages``,
which R2R's readers ignore. Instruction ``"{path_id}_{index}"`` is ``instructions[index]``.

R2R's scorer takes one walk of an instruction, silently drops others, and refuses a submission that lacks a walk for one
of the first three instructions of a path in its list. So the first walks of all instructions are in ``rank_1``, the
second ones in ``rank_2``, and so on: ``R2R_{split}_submission.json`` has all walks of the rank, and beside it
``R2R_{split}.json`` the paths that the scorer can take there, each with its first three instructions. Walks that it
cannot take are counted. Each viewpoint has the heading and elevation at the arrival; null where there is no pose trace,
as the scorer reads only viewpoints.

Source: Anderson et al. 2018, arXiv:1711.07280; tasks/R2R/eval.py of the Matterport3D simulator.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from align import PoseTrace
from align.masks import visits
from environments import Environment, InvalidDataError
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.dataset.entries.dataset import Dataset, Follower
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.entries.named_lists import found_in, name_parts
from pangea_server.dataset.entries.protocol import WORLD, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, list_file

MOST_PER_PATH = 100
"""Instruction ``index`` of a path gets the number ``path_id * MOST_PER_PATH + index`` where a file has none."""

SCORED = 3
"""So many instructions of each path R2R's scorer asks for, and no others."""

UNSCORED = (
    f"Walks that R2R's scorer cannot take, as it asks for those of a path's first {SCORED} instructions"
)

_NAME = re.compile(r"R2R_(\w+)\.json(\.gz)?")


class R2R(Format):
    name = "r2r"
    summary = "R2R's paths with their instructions, and the Followers' walks as its scorer takes them (json)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "distance": "metres along the path, rounded to cm",
        "trajectory": "[viewpoint, heading, elevation] in radians; elevation grows upwards; null without a pose trace",
    }
    needs_places = True

    def write(self, dataset: Dataset, folder: Path) -> None:
        with RowFiles(folder, list_file) as tables:
            for path, guides in dataset.paths("R2R paths and walks"):
                length = dataset.scan(path.scan_id).graph.path_length(path.path)
                entries = [guide.entry() for guide in guides]
                tables.write(f"R2R_{path.split}.json", path_row(entries, length))
                scored = path_row(entries[:SCORED], length)
                walks = [dataset.walks(guide) for guide in guides]
                dataset.notes[UNSCORED] += _write_ranks(dataset, tables, path.split, scored, walks)

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Paths with their instructions; the split is in the file's name."""
        split = name_parts(file, _NAME, "R2R_{split}.json")[1]
        yield from found_in(file, R2rPath, lambda row, place: entries_of(row, split, place))


class R2rPath(msgspec.Struct):
    """A path of R2R; test splits have only its first viewpoint. The last two keys are PanGEA's."""

    path_id: int
    scan: str
    path: list[str]
    heading: float
    instructions: list[str]
    distance: float | None = None
    instruction_ids: list[int] | None = None
    languages: list[str | None] | None = None


def path_row(instructions: Sequence[GuideEntry], length: float) -> dict[str, Any]:
    """The instructions of one path, in order, as a row of R2R; ``length`` is that of the path, in metres."""
    first = instructions[0]
    return {
        "distance": round(length, 2),
        "scan": first.scan,
        "path_id": first.path_id,
        "path": list(first.path),
        "heading": first.heading,
        "instructions": [entry.transcript for entry in instructions],
        "instruction_ids": [entry.instruction_id for entry in instructions],
        "languages": [entry.language for entry in instructions],
    }


def entries_of(row: R2rPath, split: str, place: str) -> list[GuideEntry]:
    """The instructions of a row.

    Raises:
        InvalidDataError: it has not as many numbers or languages as instructions, or more than ``MOST_PER_PATH``.
    """
    count = len(row.instructions)
    numbers = row.instruction_ids or [row.path_id * MOST_PER_PATH + index for index in range(count)]
    languages: Sequence[str | None] = row.languages or [None] * count
    if not len(numbers) == len(languages) == count <= MOST_PER_PATH:
        raise InvalidDataError(
            f"{place}: {count} instructions, {len(numbers)} instruction_ids, {len(languages)} languages.",
            remedy=f"Give as many of each, at most {MOST_PER_PATH}.",
        )
    return [
        GuideEntry(
            instruction_id=number,
            path_id=row.path_id,
            split=split,
            scan=row.scan,
            path=tuple(row.path),
            heading=row.heading,
            transcript=text,
            language=language,
        )
        for number, language, text in zip(numbers, languages, row.instructions, strict=True)
    ]


def trajectory(trace: PoseTrace) -> list[list[Any]]:
    """``[viewpoint, heading, elevation]`` at the beginning of each visit; radians, heading in [0, 2 pi)."""
    return [
        [
            trace.viewpoint_ids[visit.start],
            float(trace.heading[visit.start]) % (2 * math.pi),
            float(trace.elevation[visit.start]),
        ]
        for visit in visits(trace)
    ]


def _write_ranks(
    dataset: Dataset,
    tables: RowFiles,
    split: str,
    scored: Mapping[str, Any],
    walks: Sequence[Sequence[Follower]],
) -> int:
    """Write the walks after each instruction of a path; returns how many of them R2R's scorer cannot take."""
    left = 0
    for rank in range(1, 1 + max(map(len, walks))):
        there = {index: several[rank - 1] for index, several in enumerate(walks) if len(several) >= rank}
        for index, follower in there.items():
            row = {"instr_id": f"{scored['path_id']}_{index}", "trajectory": _trajectory(dataset, follower)}
            tables.write(f"rank_{rank}/R2R_{split}_submission.json", row)
        complete = there.keys() >= {*range(SCORED)}
        if complete:
            tables.write(f"rank_{rank}/R2R_{split}.json", scored)
        left += len(there) - SCORED * complete
    return left


def _trajectory(dataset: Dataset, follower: Follower) -> list[list[Any]]:
    trace = follower.annotation.pose_trace
    if trace is None:
        return [[viewpoint_id, None, None] for viewpoint_id in follower.annotation.path]
    return trajectory(load_trace(dataset.store.blobs, trace))
