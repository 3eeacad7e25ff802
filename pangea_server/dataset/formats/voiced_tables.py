"""Guide tables with the voices in them, as Hugging Face's ``Audio`` feature has them: the bytes and a name.

Source: ``datasets.Audio`` (a struct of ``bytes`` and ``path``); the schema's metadata under ``huggingface``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from environments import PangeaError
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FileFault

if TYPE_CHECKING:
    import pyarrow

AUDIO = "audio"
GROUP_BYTES = 2**24
"""Voices of a row group; so many are in memory at a time, and are read at once."""
SHARD_BYTES = 2**29
"""Voices of a file, after which the next one begins: the Hub advises against larger ones."""
READ_ROWS = 100


def add_voices(dataset: Dataset, table: Path, told: str) -> Iterator[FileFault]:
    """Replace a guide table by ``{split}-00000-of-00001.parquet`` and so on, which have the voices too.

    Args:
        told: what faults call the table.

    Yields:
        the voices that cannot be read; their rows have none.
    """
    shards = _Shards(table)
    for row, number in _rows(table):
        voice = stored_guide(dataset.store.records, number).voice
        data = None
        if voice is not None:
            try:
                data = dataset.store.blobs.read(voice.blob)
            except PangeaError as error:
                yield FileFault(f"{told} ({AUDIO} of {number})", error)
        shards.write(row, data, f"{padded(number)}.wav")
    shards.close()
    table.unlink()


def _rows(table: Path) -> Iterator[tuple[pyarrow.RecordBatch, int]]:
    """Each row as a batch of its own, whose columns are not copied, and its ``instruction_id``."""
    from pyarrow import parquet

    with parquet.ParquetFile(table) as opened:
        for batch in opened.iter_batches(batch_size=READ_ROWS):
            for place, number in enumerate(batch.column("instruction_id").to_pylist()):
                yield batch.slice(place, 1), number


class _Shards:
    """The files that take a table's place; each is named when it is known how many there are."""

    def __init__(self, table: Path) -> None:
        import pyarrow
        from pyarrow import parquet

        self._table = table
        self._schema = _voiced(parquet.read_schema(table))
        self._field = self._schema.field(AUDIO)
        self._arrow, self._parquet = pyarrow, parquet
        self._rows: list[pyarrow.RecordBatch] = []
        self._voices: list[dict[str, Any] | None] = []
        self._waiting = self._written = 0
        self._files: list[Path] = []
        self._writer: Any = None

    def write(self, row: pyarrow.RecordBatch, voice: bytes | None, name: str) -> None:
        self._rows.append(row)
        self._voices.append(None if voice is None else {"bytes": voice, "path": name})
        self._waiting += len(voice or b"")
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
        voices = self._arrow.array(self._voices, self._field.type)
        self._writer.write_table(rows.append_column(self._field, voices).cast(self._schema))
        self._written += self._waiting
        self._rows, self._voices, self._waiting = [], [], 0
        if self._written >= SHARD_BYTES:
            self._end_file()

    def _end_file(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._written = None, 0


def _voiced(schema: pyarrow.Schema) -> pyarrow.Schema:
    import pyarrow

    sound = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    features = json.dumps({"info": {"features": {AUDIO: {"_type": "Audio"}}}})
    known = schema.metadata or {}
    return schema.append(pyarrow.field(AUDIO, sound)).with_metadata(
        known | {b"huggingface": features.encode()}
    )
