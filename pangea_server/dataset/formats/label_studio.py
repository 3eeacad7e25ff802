"""Label Studio tasks: each Guide's voice with its words as predicted regions, for people to correct.

Import ``tasks_{split}.json`` there, paste ``labeling_config.xml``, and let it serve this folder (``README.md`` of this
room). When the tasks come
back, the regions that people made are read and joined by their ids; where nobody made any, the predicted ones are read.

Source: https://labelstud.io/guide/tasks, https://labelstud.io/guide/storage (local storage) and
https://labelstud.io/guide/export.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from align import TimedWord
from align.formats.made_from import words_digest
from environments import Environment, InvalidDataError, PangeaError
from environments.input.json_documents import decoded, items
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import GuideEntry, WordsEntry
from pangea_server.dataset.entries.files import ExportedFile, voice_files
from pangea_server.dataset.entries.protocol import VOICE, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.label_studio_annotations import AnnotationState, by_weight
from pangea_server.dataset.formats.landmarks.label_studio.tasks import SERVED

TIMES = {"start, end, original_length": VOICE}
"""Each task has this as ``meta``, with a digest of its words; Label Studio keeps it but does not show it."""

CONFIG = """<View>
  <Audio name="audio" value="$audio"/>
  <Labels name="source" toName="audio">
    <Label value="aligned"/><Label value="interpolated"/><Label value="recognised"/><Label value="mended"/>
  </Labels>
  <TextArea name="word" toName="audio" perRegion="true" editable="true"/>
</View>
"""


class LabelStudio(Format):
    name = "label_studio"
    summary = "Label Studio tasks with the words as predicted regions (json), and the voices (wav)"
    about: Mapping[str, Any] = TIMES

    def write(self, dataset: Dataset, folder: Path) -> None:
        (folder / "labeling_config.xml").write_text(CONFIG, encoding="utf-8")
        with RowFiles(folder, list_file) as tables:
            for guide in dataset.guides("Label Studio tasks"):
                if guide.stored.voice is not None:
                    engine = guide.alignment.engine if guide.alignment else ""
                    row = task_row(guide.entry(), engine, guide.annotation.duration)
                    tables.write(f"tasks_{guide.annotation.split}.json", row)

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if (guide := item.said) and guide.stored.voice is not None:
            yield from voice_files(_voice(guide.entry()), guide.annotation)

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """The words of each task that has regions."""
        for place, data in items(file):
            try:
                row = decoded(data, place, LabelledTask)
                regions = row.regions()
                if regions:
                    words = words_of(regions, place)
                    made_from = row.meta.made_from if row.meta else None
                    yield Found(place, WordsEntry(row.data.instruction_id, words, made_from))
            except PangeaError as error:
                yield Found(place, error)


class SpanValue(msgspec.Struct):
    """A region in seconds, with a text (a string, or a list of them) or without."""

    start: float | None = None
    end: float | None = None
    text: str | list[str] | None = None


class SpanResult(msgspec.Struct):
    """A row of a result; the rows of one region share their ``id``. Relations have neither ``id`` nor ``value``."""

    id: str = ""
    value: SpanValue = msgspec.field(default_factory=SpanValue)

    def is_of_a_word(self) -> bool:
        """False for relations, and for choices about the whole task."""
        return self.value.start is not None or self.value.text is not None


class AnnotatedText(AnnotationState, kw_only=True):
    result: list[SpanResult] = msgspec.field(default_factory=list)


class TaskRowData(msgspec.Struct):
    """The part of ``task_row``'s data that is read; Label Studio returns it unchanged."""

    instruction_id: int


class TaskRowMeta(msgspec.Struct):
    """The part of ``task_row``'s meta that is read."""

    made_from: str | None = None


class LabelledTask(msgspec.Struct):
    """A task as Label Studio exports it (as JSON; the export JSON_MIN leaves out the ids)."""

    data: TaskRowData
    meta: TaskRowMeta | None = None
    annotations: list[AnnotatedText] = []
    predictions: list[AnnotatedText] = []

    def regions(self) -> list[SpanResult]:
        """The regions of the annotation that counts of those that have any, or else the predicted ones."""
        made = [each.result for each in by_weight(self.annotations) if each.result]
        return (made or [each.result for each in self.predictions] or [[]])[-1]


def task_row(entry: GuideEntry, engine: str, duration: float | None) -> dict[str, Any]:
    """A Guide annotation as a task; ``duration`` is the length of the voice in seconds."""
    data = {
        "audio": f"{SERVED}{_voice(entry)}",
        "instruction": entry.transcript,
        "instruction_id": entry.instruction_id,
        "language": entry.language,
        "scan": entry.scan,
        "path_id": entry.path_id,
    }
    result = [row for index, word in enumerate(entry.words) for row in _region(index, word, duration)]
    predictions = [{"model_version": engine, "result": result}] if result else []
    return {
        "id": entry.instruction_id,
        "data": data,
        "meta": TIMES | ({"made_from": words_digest(entry.words)} if entry.words else {}),
        "annotations": [],
        "predictions": predictions,
    }


def words_of(regions: Iterable[SpanResult], place: str) -> tuple[TimedWord, ...]:
    """The words of regions, in order of time.

    Raises:
        InvalidDataError: a region has no times, does not have exactly one word, or has two texts or times.
    """
    joined: dict[str, SpanValue] = {}
    for row in filter(SpanResult.is_of_a_word, regions):
        value = joined.setdefault(row.id, SpanValue())
        for name in ("start", "end", "text"):
            held, said = getattr(value, name), getattr(row.value, name)
            if said in (None, "", []):
                continue
            if held is not None and held != said:
                raise InvalidDataError(
                    f"{place} region {row.id} has two {name}s: {held!r} and {said!r}.",
                    remedy="Leave one of them, or give each a region of its own.",
                )
            setattr(value, name, said)
    words = [_word(value, f"{place} region {name}") for name, value in joined.items()]
    return tuple(sorted(words, key=lambda word: (word.start_time, word.end_time)))


def _word(value: SpanValue, place: str) -> TimedWord:
    text = value.text if isinstance(value.text, str) else " ".join(value.text or ())
    if value.start is None or value.end is None or len(text.split()) != 1:
        raise InvalidDataError(
            f"{place} is not one word with a start and an end.", remedy="Give each word a region of its own."
        )
    return TimedWord(text.strip(), value.start, value.end, "mended")


def _region(index: int, word: TimedWord, duration: float | None) -> list[dict[str, Any]]:
    times = {"start": word.start_time, "end": word.end_time, "channel": 0}
    shared = {"id": f"word-{index:04d}", "to_name": "audio", "original_length": duration}
    return [
        {**shared, "from_name": "source", "type": "labels", "value": times | {"labels": [word.source]}},
        {**shared, "from_name": "word", "type": "textarea", "value": times | {"text": [word.word]}},
    ]


def _voice(entry: GuideEntry) -> str:
    return f"voices/{entry.split}/{entry.instruction_id:06d}.wav"
