"""What people had and did on the page of each task: a table with a line for each answer, and its log of actions.

A line of a log is an ``Action`` (``collect/actions/wire.py``); ``recorded`` is on the clock of the pose trace, which
the formats ``rxr`` and ``tasks`` write. What was typed is in no log, only the class of each key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, action_files
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.row_files import RowFiles, row_file

TABLE = "answers.jsonl"


class Actions(Format):
    name = "actions"
    summary = "keys, clicks and the player of each task, with a table of maps and flights (jsonl)"
    about: Mapping[str, Any] = {
        "times": "time: seconds since the task was shown; recorded: seconds in the pose trace",
        "places": "CSS pixels from the top left corner of the picture",
    }

    def write(self, dataset: Dataset, folder: Path) -> None:
        with RowFiles(folder, row_file) as tables:
            for annotation in _answers(dataset):
                tables.write(TABLE, _row(annotation))

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        return action_files(item.annotation, _name(item.annotation))

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        return action_files(annotation, _name(annotation))


def _answers(dataset: Dataset) -> Iterator[Annotation]:
    yield from (guide.annotation for guide in dataset.guides("Actions of Guides"))
    yield from (follower.annotation for follower in dataset.followers("of Followers"))
    yield from dataset.answers("of other tasks")


def _row(annotation: Annotation) -> dict[str, Any]:
    aids = annotation.aids
    return {
        "kind": annotation.kind,
        "annotation_id": annotation.number,
        "annotator_id": annotation.annotator_id,
        "aids": aids.model_dump(mode="json") if aids else None,
        "actions": _name(annotation) if annotation.actions else None,
    }


def _name(annotation: Annotation) -> str:
    return f"logs/{annotation.kind}/{padded(annotation.number)}.jsonl.gz"
