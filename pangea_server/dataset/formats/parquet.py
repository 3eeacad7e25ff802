"""Parquet: all of each annotation except voice and poses, in ``guide/{split}.parquet`` and
``follower/{split}.parquet``.

Frames and units are in the file's metadata, under ``pangea``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from environments import RXR_KEYS, ConfigurationError, Environment, InvalidDataError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, placed
from pangea_server.dataset.entries.protocol import METRICS, VOICE, WORLD, Format, Found

if TYPE_CHECKING:
    import pyarrow

ROWS = 1000
"""The rows of a row group; for each split, this many are in memory at a time."""


class Parquet(Format):
    name = "parquet"
    summary = "guides and followers as tables (parquet)"
    about: Mapping[str, Any] = {"world": WORLD, "times": VOICE, "metrics": METRICS}

    def write(self, dataset: Dataset, folder: Path) -> None:
        about = json.dumps(dict(self.about))
        with _Parquets(folder, _guide_schema(about)) as guides:
            for guide in dataset.guides("Guide table"):
                guides.write(f"guide/{guide.annotation.split}.parquet", guide_table_row(guide.entry()))
        with _Parquets(folder, _follower_schema(about)) as followers:
            for follower in dataset.followers("Follower table"):
                split = follower.guide.annotation.split
                followers.write(f"follower/{split}.parquet", follower_table_row(follower.entry()))

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Rows of either table; their columns show which one it is."""
        arrow, parquet = _pyarrow()
        try:
            with parquet.ParquetFile(file) as opened:
                number = 0
                for batch in opened.iter_batches(batch_size=ROWS):
                    for row in batch.to_pylist():
                        number += 1
                        yield _found(f"{file.name} row {number}", row)
        except (arrow.ArrowInvalid, OSError) as error:
            raise InvalidDataError(
                f"{file.name} is not a table that PanGEA wrote: {error}.",
                remedy="Give one that pangea export wrote.",
            ) from error


def guide_table_row(entry: GuideEntry) -> dict[str, Any]:
    """An entry as a row of the guide table."""
    return {
        "instruction_id": entry.instruction_id,
        "annotator_id": entry.annotator_id,
        "path_id": entry.path_id,
        "split": entry.split,
        "scan": entry.scan,
        "language": entry.language,
        "path": list(entry.path),
        "heading": entry.heading,
        "instruction": entry.transcript,
        "edit_distance": entry.edit_distance,
        "timed_instruction": [
            {name: getattr(word, name) for name in ("word", "start_time", "end_time", "source", "confidence")}
            for word in entry.words
        ],
    }


def follower_table_row(entry: FollowerEntry) -> dict[str, Any]:
    """An entry as a row of the follower table."""
    return {
        "demonstration_id": entry.demonstration_id,
        "instruction_id": entry.instruction_id,
        "annotator_id": entry.annotator_id,
        "path": list(entry.path),
        "metrics": dict(entry.metrics),
    }


def entry_of(row: Mapping[str, Any]) -> Entry:
    """A row of either table as an entry; the rows of walks have a ``demonstration_id``.

    Raises:
        msgspec.ValidationError: a column is missing, or of another type.
    """
    if "demonstration_id" in row:
        known = {name: value for name, value in (row.get("metrics") or {}).items() if value is not None}
        return msgspec.convert({**row, "metrics": known}, FollowerEntry)
    named = {"transcript": row.get("instruction"), "words": row.get("timed_instruction") or ()}
    guide = msgspec.convert({**row, **named}, GuideEntry)
    return replace(guide, words=placed(guide.words, guide.transcript))


def _found(place: str, row: Mapping[str, Any]) -> Found:
    try:
        return Found(place, entry_of(row))
    except msgspec.ValidationError as error:
        return Found(place, InvalidDataError(f"{error}.", remedy="Give a table that pangea export wrote."))


class _Parquets:
    """Tables; each is opened at its first row, and has at most ``ROWS`` of its rows in memory."""

    def __init__(self, folder: Path, schema: pyarrow.Schema) -> None:
        self._folder, self._schema = folder, schema
        self._files = ExitStack()
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, list[dict[str, Any]]] = {}

    def __enter__(self) -> _Parquets:
        return self

    def __exit__(self, kind: object, *exception: Any) -> None:
        if kind is None:
            for name in self._waiting:
                self._flush(name)
        self._files.close()

    def write(self, name: str, row: dict[str, Any]) -> None:
        if name not in self._writers:
            _, parquet = _pyarrow()
            (self._folder / name).parent.mkdir(parents=True, exist_ok=True)
            writer = parquet.ParquetWriter(self._folder / name, self._schema)
            self._writers[name] = self._files.enter_context(writer)
        rows = self._waiting.setdefault(name, [])
        rows.append(row)
        if len(rows) == ROWS:
            self._flush(name)

    def _flush(self, name: str) -> None:
        arrow, _ = _pyarrow()
        rows = self._waiting[name]
        if rows:
            self._writers[name].write_table(arrow.Table.from_pylist(rows, self._schema))
            rows.clear()


def _guide_schema(about: str) -> pyarrow.Schema:
    arrow, _ = _pyarrow()
    word = arrow.struct(
        [
            ("word", arrow.string()),
            ("start_time", arrow.float64()),
            ("end_time", arrow.float64()),
            ("source", arrow.string()),
            ("confidence", arrow.float64()),
        ]
    )
    return arrow.schema(
        [
            ("instruction_id", arrow.int64()),
            ("annotator_id", arrow.int64()),
            ("path_id", arrow.int64()),
            ("split", arrow.string()),
            ("scan", arrow.string()),
            ("language", arrow.string()),
            ("path", arrow.list_(arrow.string())),
            ("heading", arrow.float64()),
            ("instruction", arrow.string()),
            ("edit_distance", arrow.float64()),
            ("timed_instruction", arrow.list_(word)),
        ],
        metadata={"pangea": about},
    )


def _follower_schema(about: str) -> pyarrow.Schema:
    arrow, _ = _pyarrow()
    return arrow.schema(
        [
            ("demonstration_id", arrow.int64()),
            ("instruction_id", arrow.int64()),
            ("annotator_id", arrow.int64()),
            ("path", arrow.list_(arrow.string())),
            ("metrics", arrow.struct([(name, arrow.float64()) for name in RXR_KEYS])),
        ],
        metadata={"pangea": about},
    )


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ConfigurationError(
            "Parquet needs pyarrow, which is not installed.", remedy="pip install 'pangea-toolkit[parquet]'"
        ) from error
    return pyarrow, parquet
