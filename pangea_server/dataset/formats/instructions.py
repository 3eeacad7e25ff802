"""Instructions alone, with who or what wrote each, and the walks after them: JSON Lines of our own.

``instructions.jsonl`` is also the plainest file to import: ``scan``, ``instruction`` and ``path`` (or the ``path_id``
of a path that the store has) are enough for `pangea import --as-tasks`, which numbers what has no number.
``walks.jsonl`` has what each Follower did, with the ``system`` that wrote the words and the ``condition`` under which
they were followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from environments import Environment, InvalidDataError, PangeaError
from environments.input.json_documents import decoded, rows
from pangea_server.core.records import shared_fields
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import GUIDE_FIELDS, GuideEntry
from pangea_server.dataset.entries.protocol import METRICS, WORLD, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, row_file

NUMBERED = ("instruction_id", "path_id", "path", "heading")


class InstructionRow(msgspec.Struct, kw_only=True):
    """A row of the file. ``heading`` in radians: where to look at first."""

    scan: str
    instruction: str
    path: tuple[str, ...] | None = None
    path_id: int | None = None
    heading: float | None = None
    language: str | None = None
    system: str | None = None
    instruction_id: int | None = None
    annotator_id: int | None = None
    split: str | None = None


class Instructions(Format):
    name = "instructions"
    summary = "instructions with their system, and the walks after them with theirs and the condition (jsonl)"
    about: Mapping[str, Any] = {"world": WORLD, "metrics": METRICS}

    def write(self, dataset: Dataset, folder: Path) -> None:
        with RowFiles(folder, row_file) as tables:
            for guide in dataset.guides("Instructions"):
                tables.write("instructions.jsonl", instruction_row(guide))
            for follower in dataset.followers("Walks"):
                tables.write("walks.jsonl", walk_row(follower))

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Instructions that have all their numbers, as exported; `--as-tasks` takes others as well."""
        for place, row in self.rows(file):
            yield Found(place, row if isinstance(row, PangeaError) else _entry(row))

    def rows(self, file: Path) -> Iterator[tuple[str, InstructionRow | PangeaError]]:
        """The rows of JSON Lines, or of one JSON list, with their places."""
        for place, data in rows(file):
            try:
                yield place, decoded(data, place, InstructionRow)
            except PangeaError as error:
                yield place, error


def instruction_row(guide: Guide) -> dict[str, Any]:
    """An instruction, with the numbers under which it is read back."""
    annotation = guide.annotation
    return {
        "instruction_id": annotation.instruction_id,
        "path_id": annotation.path_id,
        "scan": annotation.scan_id,
        "path": list(annotation.path),
        "heading": annotation.heading,
        "split": annotation.split,
        "language": annotation.language,
        "annotator_id": annotation.annotator_id,
        "system": annotation.system,
        "instruction": annotation.transcript,
    }


def walk_row(follower: Follower) -> dict[str, Any]:
    """A walk; ``feedback`` is what the Follower said about it."""
    annotation = follower.annotation
    return {
        "demonstration_id": annotation.demonstration_id,
        "instruction_id": annotation.instruction_id,
        "path_id": annotation.path_id,
        "scan": annotation.scan_id,
        "language": annotation.language,
        "annotator_id": annotation.annotator_id,
        "system": annotation.system,
        "condition": annotation.condition,
        "outcome": annotation.outcome,
        "path": list(annotation.path),
        "metrics": annotation.scores.as_rxr(),
        "feedback": annotation.feedback.model_dump() if annotation.feedback else None,
    }


def _entry(row: InstructionRow) -> GuideEntry | PangeaError:
    lacking = [name for name in NUMBERED if getattr(row, name) is None]
    if lacking:
        return InvalidDataError(
            f"It has no {', '.join(lacking)}.",
            remedy="Add --as-tasks, which finds and numbers what is missing.",
        )
    return GuideEntry(
        **shared_fields(row, GUIDE_FIELDS) | {"transcript": row.instruction, "split": row.split or "train"}
    )
