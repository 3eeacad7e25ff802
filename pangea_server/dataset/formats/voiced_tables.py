"""Tables with the voices in them, as Hugging Face's ``Audio`` feature has them: the bytes and a name.

Source: ``datasets.Audio`` (a struct of ``bytes`` and ``path``); the schema's metadata under ``huggingface``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from environments import PangeaError
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.core.records import Artefact, padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.stores.protocol import RecordStore

if TYPE_CHECKING:
    import pyarrow

AUDIO = "audio"
"""How columns of voices begin."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VoiceColumn:
    """A column of voices.

    Attributes:
        keys: the columns that say whose voice it is.
        found: it and its name in the table, from these.
    """

    name: str
    keys: tuple[str, ...]
    found: Callable[[RecordStore, Row], tuple[Artefact | None, str]]


def _of_guide(records: RecordStore, row: Row) -> tuple[Artefact | None, str]:
    number = row["instruction_id"]
    return stored_guide(records, number).voice, f"{padded(number)}.wav"


GUIDES = (VoiceColumn(AUDIO, ("instruction_id",), _of_guide),)
GROUP_BYTES = 2**24
"""Voices of a row group; so many are in memory at a time, and are read at once."""
SHARD_BYTES = 2**29
"""Voices of a file, after which the next one begins: the Hub advises against larger ones."""
READ_ROWS = 100


def add_voices(
    dataset: Dataset, table: Path, told: str, columns: Sequence[VoiceColumn] = GUIDES
) -> Iterator[FailedFile]:
    """Replace a table by ``{split}-00000-of-00001.parquet`` and so on, which have the voices too.

    Args:
        told: what faults call the table.

    Yields:
        the voices that cannot be read; their rows have none.
    """
    shards = _TableShards(table, [column.name for column in columns])
    keys = [key for column in columns for key in column.keys]
    for batch, row in _rows(table, keys):
        voices: list[dict[str, Any] | None] = []
        for column in columns:
            voice, name = column.found(dataset.store.records, row)
            voices.append(None)
            if voice is None:
                continue
            try:
                voices[-1] = {"bytes": dataset.store.blobs.read(voice.blob), "path": name}
            except PangeaError as error:
                yield FailedFile(f"{told} ({column.name} of {name.removesuffix('.wav').lstrip('0')})", error)
        shards.write(batch, voices)
    shards.close()
    table.unlink()


def _rows(table: Path, keys: Sequence[str]) -> Iterator[tuple[pyarrow.RecordBatch, Row]]:
    """Each row as a batch of its own, whose columns are not copied, and what says whose it is."""
    from pyarrow import parquet

    with parquet.ParquetFile(table) as opened:
        for batch in opened.iter_batches(batch_size=READ_ROWS):
            for place, row in enumerate(batch.select(keys).to_pylist()):
                yield batch.slice(place, 1), row


class _TableShards:
    """The files that take a table's place; each is named when it is known how many there are."""

    def __init__(self, table: Path, columns: Sequence[str]) -> None:
        import pyarrow
        from pyarrow import parquet

        self._table = table
        self._schema = _voiced(parquet.read_schema(table), columns)
        self._fields = [self._schema.field(name) for name in columns]
        self._arrow, self._parquet = pyarrow, parquet
        self._rows: list[pyarrow.RecordBatch] = []
        self._voices: list[Sequence[dict[str, Any] | None]] = []
        self._waiting = self._written = 0
        self._files: list[Path] = []
        self._writer: Any = None

    def write(self, row: pyarrow.RecordBatch, voices: Sequence[dict[str, Any] | None]) -> None:
        self._rows.append(row)
        self._voices.append(voices)
        self._waiting += sum(len(voice["bytes"]) for voice in voices if voice)
        if self._waiting >= GROUP_BYTES or len(self._rows) == READ_ROWS:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._end_file()
        for place, file in enumerate(self._files):
            name = f"{self._table.stem}-{place:05}-of-{len(self._files):05}.parquet"
            file.rename(file.with_name(name))

    def _flush(self) -> None:
        if not self._rows:
            return
        if self._writer is None:
            self._files.append(self._table.with_name(f"{self._table.stem}-{len(self._files):05}.part"))
            self._writer = self._parquet.ParquetWriter(self._files[-1], self._schema)
        rows = self._arrow.Table.from_batches(self._rows)
        for field, voices in zip(self._fields, zip(*self._voices, strict=True), strict=True):
            rows = rows.append_column(field, self._arrow.array(voices, field.type))
        self._writer.write_table(rows.cast(self._schema))
        self._written += self._waiting
        self._rows, self._voices, self._waiting = [], [], 0
        if self._written >= SHARD_BYTES:
            self._end_file()

    def _end_file(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._written = None, 0


def _voiced(schema: pyarrow.Schema, columns: Sequence[str]) -> pyarrow.Schema:
    import pyarrow

    sound = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    features = json.dumps({"info": {"features": {name: {"_type": "Audio"} for name in columns}}})
    for name in columns:
        schema = schema.append(pyarrow.field(name, sound))
    return schema.with_metadata((schema.metadata or {}) | {b"huggingface": features.encode()})
