"""A folder for Hugging Face ``datasets`` with a row for each dialogue of two people and both voices in it.

``side_1`` and ``audio_1`` are of the first role of the kind, ``side_2`` and ``audio_2`` of the second, who ends the
dialogue. What differs from kind to kind, the task's arguments and the scores, is JSON.

Source: https://huggingface.co/docs/hub/datasets-manual-configuration.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from environments import PangeaError
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.core.records import Artefact
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.dialogues import (
    DialogueRow,
    Dialogues,
    DialogueTurn,
    DialogueWord,
    SideRow,
    dialogues,
    row_of,
)
from pangea_server.dataset.formats.hub_configs import configurations, front_matter
from pangea_server.dataset.formats.parquet import ParquetTables, schema_of
from pangea_server.dataset.formats.voiced_tables import AUDIO, Row, VoiceColumn, add_voices
from pangea_server.stores.protocol import RecordStore

FOLDER = "dialogues"
SIDES = ("side_1", "side_2")


class SideColumns(msgspec.Struct, frozen=True):
    """One person's part, as ``SideRow`` has it."""

    role: str
    annotation_id: int
    annotator_id: int
    transcript: str
    words: tuple[DialogueWord, ...] | None
    walked: tuple[str, ...]
    duration: float | None
    scores: str
    begins: float | None
    rate: float | None
    bound: float | None
    is_program: bool


class DialogueColumns(msgspec.Struct, frozen=True):
    """A row without its voices."""

    pairing_id: str
    kind: str
    scan_id: str
    path_id: int
    language: str
    heading: float
    asked: str
    turns: tuple[DialogueTurn, ...]
    side_1: SideColumns
    side_2: SideColumns


class HuggingFaceDialogues(Format):
    name = "huggingface_dialogues"
    summary = "a folder for Hugging Face datasets: dialogues with both voices in them (parquet), README.md"
    of = TaskAnnotation
    about: Mapping[str, Any] = Dialogues.about

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults = []
        with ParquetTables(folder, schema_of(DialogueColumns, json.dumps(dict(self.about)))) as tables:
            for dialogue in dialogues(dataset):
                first = dialogue.first
                try:
                    row = _columns(row_of(dataset, dialogue))
                except PangeaError as error:  # a damaged pose trace
                    faults.append(FailedFile(f"{self.name}/{FOLDER} ({first.record_id})", error))
                else:
                    tables.write(f"{FOLDER}/{first.split}.parquet", row)
        for table in sorted(folder.glob(f"{FOLDER}/*.parquet")):
            faults += add_voices(dataset, table, f"{self.name}/{FOLDER}/{table.stem}", VOICES)
        if any(folder.glob(f"{FOLDER}/*.parquet")):
            page = f"{front_matter(configurations(folder))}\n{PAGE}"
            (folder / "README.md").write_text(page, encoding="utf-8")
        return faults


def _voice(side: str, records: RecordStore, row: Row) -> tuple[Artefact | None, str]:
    name = TaskAnnotation.id_of(row["kind"], row[side]["annotation_id"])
    return records.get(TaskAnnotation, name).voice, f"{name}.wav"


VOICES = tuple(
    VoiceColumn(f"{AUDIO}_{number}", ("kind", side), partial(_voice, side))
    for number, side in enumerate(SIDES, 1)
)


def _columns(row: DialogueRow) -> DialogueColumns:
    """A line of the format ``dialogues`` as a row of the table."""
    first, second = (_side(role, side) for role, side in row.sides.items())
    return DialogueColumns(
        pairing_id=row.pairing_id,
        kind=row.kind,
        scan_id=row.scan_id,
        path_id=row.path_id,
        language=row.language,
        heading=row.heading,
        asked=json.dumps(row.asked, ensure_ascii=False),
        turns=row.turns,
        side_1=first,
        side_2=second,
    )


def _side(role: str, side: SideRow) -> SideColumns:
    return SideColumns(
        role=role,
        annotation_id=side.annotation_id,
        annotator_id=side.annotator_id,
        transcript=side.transcript,
        words=side.words,
        walked=side.walked,
        duration=side.duration,
        scores=json.dumps(side.scores),
        begins=side.begins,
        rate=side.rate,
        bound=side.bound,
        is_program=side.is_program,
    )


PAGE = """\
# Dialogues collected with PanGEA

A row per dialogue of two people, with the voice of each (`audio_1`, `audio_2`), their words with times in it
(`side_1.words`, `side_2.words`), and what one said until the other began, on one time line (`turns`). Units are in
`about.json`.

```python
from datasets import load_dataset

dialogues = load_dataset("FOLDER")  # or streaming=True
```
"""
