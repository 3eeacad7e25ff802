"""TEACh: what a Commander, who knows, and a Driver, who goes, said and did, as game files of events.

``{kind}/{navigator's number}.game.json`` is read by TEACh's ``Dataset.import_json(file, version="1.0")``. The first
role of the kind is agent 0, the Commander, and the second is agent 1, the Driver. Events are in the order of their
beginnings, in seconds since the first of both began to record: ``Speech`` (101) with the file of the whole voice,
``Text`` (100), and ``Move to`` (1) with the pose at which somebody came to a viewpoint. Its positions are metres with z
up, and its turns degrees: 0, the elevation and the heading. In addition to TEACh's keys, events have ``viewpoint_id``,
and the task ``asked``, ``scores``, ``pairing_id`` and ``language``.

A dialogue with a voice that is not aligned yet, or a side whose time is not known, has no order, and is not written.

Source: Padmakumar et al. 2022, arXiv:2110.00534; https://github.com/alexa/teach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from align.exports.whole import write_whole
from align.turns import Utterance
from environments import PangeaError
from environments.geometry import camera_pose
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.records import padded
from pangea_server.dataset.dialogues.figures import is_timed
from pangea_server.dataset.dialogues.together import Dialogue, Side
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import ExportedFile, FailedFile, answer_voice_files
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.dialogues import dialogues

UNORDERED = "dialogues that are not aligned or not timed, and so have no order of events"
MOVE_TO, TEXT, SPEECH = 1, 100, 101
ACTIONS: tuple[Mapping[str, Any], ...] = (
    {"action_id": MOVE_TO, "action_name": "Move to", "action_type": "Motion", "pose_delta": []},
    {"action_id": TEXT, "action_name": "Text", "action_type": "Keyboard", "utterance": ""},
    {"action_id": SPEECH, "action_name": "Speech", "action_type": "Audio", "utterance": "", "file_name": ""},
)
AGENTS = ("Commander", "Driver")


class TEACh(Format):
    name = "teach"
    summary = (
        "dialogues as TEACh's games: what both said, typed and where they went, in turn (json), voices (wav)"
    )
    of = TaskAnnotation
    about: Mapping[str, Any] = {
        "times": "seconds since the first of both began to record",
        "pose": "metres, z up; 0, the elevation and the heading in degrees, 0 along +y, growing to the right",
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults = []
        for dialogue in dialogues(dataset):
            if not is_timed(dialogue):
                dataset.notes[UNORDERED] += 1
                continue
            last = dialogue.sides[-1].annotation
            name = f"{last.kind}/{padded(last.annotation_id)}.game.json"
            try:
                write_whole(folder / name, msgspec.json.format(msgspec.json.encode(_game(dataset, dialogue))))
            except PangeaError as error:  # a damaged pose trace
                faults.append(FailedFile(f"{self.name}/{name}", error))
        return faults

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        return answer_voice_files(annotation) if declared(annotation.kind).seats else ()


def _game(dataset: Dataset, dialogue: Dialogue) -> dict[str, Any]:
    first = dialogue.first
    agents = [
        {"agent_id": number, "agent_name": name, "agent_type": number, "role": side.role}
        for number, (name, side) in enumerate(zip(AGENTS, dialogue.sides, strict=True))
    ]
    task = {
        "task_id": first.path_id,
        "task_name": first.kind,
        "task_nparams": 0,
        "task_params": [],
        "subgoals": [],
        "comments": "",
        "asked": dialogue.asked,
        "scores": {side.role: dict(side.annotation.scores) for side in dialogue.sides},
        "pairing_id": dialogue.pairing_id,
        "language": first.language,
        "episodes": [_episode(dataset, dialogue)],
    }
    return {
        "version": "1.0",
        "task_type": "PanGEA",
        "comments": "",
        "definitions": {
            "agents": agents,
            "actions": ACTIONS,
            "status": [
                {"status_id": 0, "status_name": "Success"},
                {"status_id": 1, "status_name": "Failure"},
            ],
            "tasks": [],
        },
        "tasks": [task],
    }


def _episode(dataset: Dataset, dialogue: Dialogue) -> dict[str, Any]:
    events = [
        {"agent_id": number, **event}
        for number, side in enumerate(dialogue.sides)
        for event in (*_moves(dataset, side), *(_said(side, each) for each in side.said()))
    ]
    events.sort(key=lambda event: event["time_start"])
    began = {event["agent_id"]: event["pose"] for event in reversed(events) if "pose" in event}
    return {
        "episode_id": dialogue.pairing_id,
        "world": dialogue.first.scan_id,
        "world_type": "Panoramas",
        "commander_embodied": "True",
        "initial_state": {
            "time_start": 0.0,
            "agents": [{"agent_id": number, "pose": pose} for number, pose in sorted(began.items())],
        },
        "interactions": events,
    }


def _said(side: Side, each: Utterance) -> dict[str, Any]:
    event = {
        "action_id": TEXT if each.typed else SPEECH,
        "time_start": each.start,
        "duration": round(each.end - each.start, 4),
        "success": 1,
        "utterance": each.text,
    }
    voice = f"voices/{side.annotation.kind}/{padded(side.annotation.annotation_id)}.wav"
    return event if each.typed else event | {"file_name": voice}


def _moves(dataset: Dataset, side: Side) -> Iterator[dict[str, Any]]:
    """The first of them is where somebody stood when they began."""
    if side.annotation.pose_trace is None:
        return
    trace = load_trace(dataset.store.blobs, side.annotation.pose_trace)
    position = camera_pose(trace.extrinsic_matrix).position
    for viewpoint_id, rows in groupby(range(len(trace)), key=lambda row: trace.viewpoint_ids[row]):
        row = next(rows)
        turns = np.degrees([0.0, trace.elevation[row], trace.heading[row]])
        yield {
            "action_id": MOVE_TO,
            "time_start": side.at(float(trace.time[row])),
            "duration": 0.0,
            "success": 1,
            "pose": (np.round([*position[row], *turns], 4) + 0.0).tolist(),  # -0.0 is 0.0
            "viewpoint_id": str(viewpoint_id),
        }
