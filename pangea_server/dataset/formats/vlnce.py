"""VLN-CE episodes for Habitat, named as in RxR-Habitat: ``{split}_guide.json.gz`` and ``{split}_follower.json.gz``.

Positions are on the floor, below the viewpoints; ``info.reference_viewpoints`` keeps the viewpoints' ids, because
positions are moved onto the navigation mesh when episodes are ported to Habitat. There are no ``_gt`` files, because
their actions come from a simulator.

Source: Krantz et al. 2020, arXiv:2004.02857; habitat_extensions/task.py of https://github.com/jacobkrantz/VLN-CE.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
import numpy as np

from environments import Environment, InvalidDataError, Scan
from environments.geometry import to_y_up
from pangea_server.annotate.annotations.records import Outcome
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry
from pangea_server.dataset.entries.named_lists import found_in, name_parts
from pangea_server.dataset.entries.protocol import VOICE, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.rxr import TimedRow, timed_row, timed_words

SUCCESS = 3.0
"""Radius of a goal in metres."""

BRIDGED_METRES = 0.5
"""The largest distance, in metres, between a position and the floor below the viewpoint that it is taken for."""

_NAME = re.compile(r"(\w+?)(_guide|_follower)?\.json(\.gz)?")


class VLNCE(Format):
    name = "vlnce"
    summary = "VLN-CE's episodes as RxR-Habitat has them (json.gz)"
    about: Mapping[str, Any] = {
        "positions": "metres, Habitat: y up, on the floor; (x, y, z) of the world is written (x, z, -y)",
        "start_rotation": "quaternion x, y, z, w; the agent looks along -z",
        "geodesic_distance": "metres along the navigation graph, not the mesh",
        "times": VOICE,
    }
    needs_places = True

    def write(self, dataset: Dataset, folder: Path) -> None:
        opened = partial(list_file, before='{"episodes": [\n', after="\n]}\n")
        with RowFiles(folder, opened) as tables:
            for guide in dataset.guides("VLN-CE guides"):
                entry = guide.entry()
                if not entry.transcript:
                    continue
                row = episode(entry, entry.path, dataset.scan(entry.scan), entry.instruction_id, {})
                tables.write(f"{entry.split}_guide.json.gz", row)
            for follower in dataset.followers("VLN-CE followers"):
                entry, walk = follower.guide.entry(), follower.entry()
                if not entry.transcript:
                    continue
                told = {
                    "demonstration_id": walk.demonstration_id,
                    "follower_id": walk.annotator_id,
                    "outcome": walk.outcome,
                }
                row = episode(entry, walk.path, dataset.scan(entry.scan), walk.demonstration_id, told)
                tables.write(f"{entry.split}_follower.json.gz", row)

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Episodes; for those without ``reference_viewpoints``, each position is taken for its nearest viewpoint."""
        named = name_parts(file, _NAME, "{split}_guide.json.gz")
        split, walk = named[1], named[2] == "_follower"
        yield from found_in(
            file,
            Episode,
            lambda row, place: [entry_of(row, split, places, place, walk=walk)],
            key="episodes",
        )


class Instruction(msgspec.Struct):
    """What VLN-CE's ``ExtendedInstructionData`` takes."""

    instruction_text: str
    instruction_id: int | str | None = None
    language: str | None = None
    annotator_id: int | str | None = None
    edit_distance: float | None = None
    timed_instruction: list[TimedRow] | None = None


class Info(msgspec.Struct):
    """``geodesic_distance`` is Habitat's key; the others are PanGEA's."""

    geodesic_distance: float | None = None
    reference_viewpoints: list[str] | None = None
    heading: float | None = None
    demonstration_id: int | None = None
    follower_id: int | None = None
    outcome: Outcome | None = None


class Episode(msgspec.Struct):
    """An episode of VLN-CE's."""

    episode_id: int | str
    trajectory_id: int | str
    scene_id: str
    start_rotation: tuple[float, float, float, float]
    reference_path: list[tuple[float, float, float]]
    instruction: Instruction
    info: Info = msgspec.field(default_factory=Info)


def episode(
    guide: GuideEntry, path: Sequence[str], scan: Scan, number: int, told: Mapping[str, Any]
) -> dict[str, Any]:
    """An instruction and a path, the Guide's or a walk after it, as an episode.

    Raises:
        InvalidDataError: the scan does not say how high its cameras are.
        NoPathError: the path's ends are not connected.
    """
    places = on_the_floor(scan, path)
    half = guide.heading / 2
    return {
        "episode_id": str(number),
        "trajectory_id": guide.path_id,
        "scene_id": f"mp3d/{guide.scan}/{guide.scan}.glb",
        "start_position": places[0],
        "start_rotation": [0.0, -math.sin(half), 0.0, math.cos(half)],
        "info": {
            "geodesic_distance": scan.graph.distance(path[0], path[-1]),
            "reference_viewpoints": list(path),
            "heading": guide.heading,
            **told,
        },
        "goals": [{"position": places[-1], "radius": SUCCESS}],
        "instruction": {
            "instruction_text": guide.transcript,
            "instruction_id": str(guide.instruction_id),
            "language": guide.language,
            "annotator_id": str(guide.annotator_id),
            "edit_distance": guide.edit_distance,
            "timed_instruction": [timed_row(word) for word in guide.words],
            "instruction_tokens": None,
            "split": guide.split,
        },
        "reference_path": places,
    }


def on_the_floor(scan: Scan, viewpoint_ids: Sequence[str]) -> list[list[float]]:
    """The points on the floor below viewpoints, in Habitat's frame, in metres.

    Raises:
        InvalidDataError: the scan does not say how high one of the cameras is.
    """
    places = []
    for viewpoint_id in viewpoint_ids:
        viewpoint = scan.viewpoints[viewpoint_id]
        if viewpoint.height is None:
            raise InvalidDataError(
                f"Nothing says how high the camera of {viewpoint_id} in {scan.scan_id} is above the floor.",
                remedy="VLN-CE needs positions on the floor; leave it out for this environment.",
            )
        x, y, z = viewpoint.position
        places.append([x, y, z - viewpoint.height])
    floors: list[list[float]] = (to_y_up(places) + 0.0).tolist()
    return floors


def entry_of(row: Episode, split: str, places: Environment, place: str, *, walk: bool) -> Entry:
    """An episode as an entry: the Guide's, or the Follower's where ``walk`` is true.

    Raises:
        InvalidDataError: a position is near no viewpoint, or an id is not a number.
        ScanNotFoundError: the environment has no such scan.
    """
    scan_id = PurePosixPath(row.scene_id).stem
    path = tuple(row.info.reference_viewpoints or _nearest(places.scan(scan_id), row.reference_path, place))
    told = row.instruction
    instruction_id = _number(
        told.instruction_id if told.instruction_id is not None else row.episode_id, place
    )
    if walk:
        told_id = row.info.demonstration_id
        demonstration_id = _number(row.episode_id, place) if told_id is None else told_id
        return FollowerEntry(
            demonstration_id, instruction_id, row.info.follower_id, path, outcome=row.info.outcome
        )
    _, y, _, w = row.start_rotation
    return GuideEntry(
        instruction_id=instruction_id,
        path_id=_number(row.trajectory_id, place),
        split=split,
        scan=scan_id,
        path=path,
        heading=row.info.heading if row.info.heading is not None else -2 * math.atan2(y, w),
        transcript=told.instruction_text,
        annotator_id=None if told.annotator_id is None else _number(told.annotator_id, place),
        language=told.language,
        words=timed_words(told.instruction_text, told.timed_instruction or []),
        edit_distance=told.edit_distance,
    )


def _nearest(scan: Scan, positions: Sequence[Sequence[float]], place: str) -> list[str]:
    names = list(scan.viewpoints)
    floors = np.array(on_the_floor(scan, names))
    found = []
    for position in positions:
        apart = np.linalg.norm(floors - np.asarray(position), axis=1)
        nearest = int(apart.argmin())
        if apart[nearest] > BRIDGED_METRES:
            raise InvalidDataError(
                f"{place}: the position {list(position)} is {apart[nearest]:.2f} m from the nearest viewpoint.",
                remedy=f"Give the viewpoints as info.reference_viewpoints; at most {BRIDGED_METRES} m are bridged.",
            )
        found.append(names[nearest])
    return found


def _number(value: int | str, place: str) -> int:
    try:
        return int(value)
    except ValueError as error:
        raise InvalidDataError(
            f"{place}: {value!r} is not a number.", remedy="Write the id as a number."
        ) from error
