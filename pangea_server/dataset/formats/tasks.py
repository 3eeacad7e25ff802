"""Annotations of kinds other than Guide and Follower, as they are stored: JSON Lines, voices and pose traces.

A line has what ``TaskAnnotation`` has: what was asked (``args``) and answered (``answer``) in the form that the kind
defines, its scores, and where the person walked. ``voice``, ``pose_trace`` and ``actions`` are names of
files beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import ExportedFile, answer_files
from pangea_server.dataset.entries.protocol import CAMERA, VOICE, WORLD, Format
from pangea_server.dataset.entries.row_files import RowFiles, row_file


class Tasks(Format):
    name = "tasks"
    summary = (
        "annotations of other kinds: a line each (jsonl), voices (wav), pose traces (npz), actions (jsonl)"
    )
    of = TaskAnnotation
    about: Mapping[str, Any] = {"world": WORLD, "camera": CAMERA, "times": VOICE}

    def write(self, dataset: Dataset, folder: Path) -> None:
        with RowFiles(folder, row_file) as tables:
            for annotation in dataset.answers("Other tasks"):
                tables.write(f"{annotation.kind}.jsonl", row(annotation))

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        return answer_files(annotation)


def row(annotation: TaskAnnotation) -> dict[str, Any]:
    """A line of the file."""
    place = f"{annotation.kind}/{padded(annotation.annotation_id)}"
    beside = {
        "aids": annotation.aids.model_dump(mode="json") if annotation.aids else None,
        "actions": f"actions/{place}.jsonl.gz" if annotation.actions else None,
    }
    known = {
        key: value for key, value in beside.items() if value is not None
    }  # earlier exports had no such keys
    return (
        annotation.model_dump(mode="json", exclude={*beside})
        | known
        | {
            "voice": f"voices/{place}.wav" if annotation.voice else None,
            "pose_trace": f"pose_traces/{place}.npz" if annotation.pose_trace else None,
        }
    )
