"""Parquet: all of each annotation except voice and poses, in ``guide/{split}.parquet`` and
``follower/{split}.parquet``.

Frames and units are in the file's metadata, under ``pangea``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import is_dataclass
from datetime import datetime
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from align import TimedWord
from environments import RXR_KEYS, ConfigurationError, Environment, InvalidDataError
from environments.folders import make_folder
from pangea_server.annotate.alignments.word_columns import NO_WORDS, WordColumns
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, placed
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import METRICS, VOICE, WORLD, Format, Found
from pangea_server.dataset.formats.arrow_rows import PendingRows

if TYPE_CHECKING:
    import pyarrow

WORDS_COLUMN = "timed_instruction"  # RxR's name
PLACED = ("start_char", "end_char")
"""The fields of a word that are found again when the table is read: its place in the text."""
ROWS = 1000
"""The rows of a row group; for each split, this many are in memory at a time."""


MOST_GROUP_BYTES = 2**29
"""Largest row group that is read, unpacked, as the table's footer says; a thousand hours of words have half of that."""
BATCH_BYTES = 2**27
"""Rows are read as many at a time as have this many bytes even if each of them has the longest value of its columns."""
MOST_FOOTER_BYTES, MOST_FOOTER_ITEMS = 2**24, 2**18


class Parquet(Format):
    name = "parquet"
    summary = "guides and followers as tables (parquet)"
    about: Mapping[str, Any] = {"world": WORLD, "times": VOICE, "metrics": METRICS}

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile] | None:
        about = json.dumps(dict(self.about))
        with ParquetTables(folder, guide_schema(about)) as guides:
            for guide in dataset.guides("Guide table"):
                name = f"guide/{guide.stored.split}.parquet"
                guides.write(name, guide.entry_without_words(), guide.columns)
        with ParquetTables(folder, schema_of(FollowerEntry, about)) as followers:
            for follower in dataset.followers("Follower table"):
                followers.write(f"follower/{follower.about.split}.parquet", follower.entry())
        return None

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Rows of either table; their columns show which one it is."""
        arrow, parquet = _pyarrow()
        try:
            with parquet.ParquetFile(
                file,
                thrift_string_size_limit=MOST_FOOTER_BYTES,
                thrift_container_size_limit=MOST_FOOTER_ITEMS,
            ) as opened:
                number = 0
                for group in range(opened.num_row_groups):
                    rows = _rows_at_once(file.name, opened.metadata.row_group(group))
                    for batch in opened.iter_batches(batch_size=rows, row_groups=[group]):
                        for row in batch.to_pylist():
                            number += 1
                            yield self.found(file, f"{file.name} row {number}", row)
        except (arrow.ArrowInvalid, OSError) as error:
            raise InvalidDataError(
                f"{file.name} is not a table that PanGEA wrote: {error}.",
                remedy="Give one that pangea export wrote.",
            ) from error

    def found(self, file: Path, place: str, row: Mapping[str, Any]) -> Found:
        """A row of a file: its entry, or its fault."""
        try:
            return Found(place, entry_of(row))
        except msgspec.ValidationError as error:
            return Found(
                place, InvalidDataError(f"{error}.", remedy="Give a table that pangea export wrote.")
            )


def _rows_at_once(name: str, group: Any) -> int:
    """How many rows of a row group are read at a time.

    A value is at most as long as its column, and a dictionary lets every row have the longest one.

    Raises:
        InvalidDataError: the group claims more than ``MOST_GROUP_BYTES``.
    """
    columns = [group.column(index) for index in range(group.num_columns)]
    claimed: int = sum(column.total_uncompressed_size for column in columns)
    if (
        claimed > MOST_GROUP_BYTES
        or min((column.total_uncompressed_size for column in columns), default=0) < 0
    ):
        raise InvalidDataError(
            f"{name} claims {claimed:,} bytes in a row group; at most {MOST_GROUP_BYTES:,} are unpacked.",
            remedy="Give a table that pangea export wrote, or write it again in smaller row groups.",
        )
    return max(1, min(ROWS, BATCH_BYTES // max(claimed, 1)))


def guide_table_row(entry: GuideEntry) -> dict[str, Any]:
    """An entry as a row of the guide table."""
    row = _plain(entry)
    row[WORDS_COLUMN] = row.pop("words")
    return row


def follower_table_row(entry: FollowerEntry) -> dict[str, Any]:
    """An entry as a row of the follower table."""
    return _plain(entry)


def _plain(entry: GuideEntry | FollowerEntry) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(entry, builtin_types=(datetime,))
    return row


def entry_of(row: Mapping[str, Any]) -> Entry:
    """A row of either table as an entry; the rows of walks have a ``demonstration_id``.

    Raises:
        msgspec.ValidationError: a column is missing, or of another type.
    """
    said = {name: value for name, value in row.items() if value is not None}
    said["metrics"] = {name: value for name, value in said.get("metrics", {}).items() if value is not None}
    if "demonstration_id" in row:
        return msgspec.convert(said, FollowerEntry)
    guide = msgspec.convert(said | {"words": said.get(WORDS_COLUMN, ())}, GuideEntry)
    return replace(guide, words=placed(guide.words, guide.transcript))


class ParquetTables:
    """Tables; each is opened at its first row, and has at most ``ROWS`` of its rows in memory."""

    def __init__(self, folder: Path, schema: pyarrow.Schema) -> None:
        self._folder, self._schema = folder, schema
        self._files = ExitStack()
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, PendingRows] = {}

    def __enter__(self) -> ParquetTables:
        return self

    def __exit__(self, kind: object, *exception: Any) -> None:
        if kind is None:
            for name in self._waiting:
                self._flush(name)
        self._files.close()

    def write(self, name: str, entry: msgspec.Struct, words: WordColumns = NO_WORDS) -> None:
        if name not in self._writers:
            _, parquet = _pyarrow()
            make_folder((self._folder / name).parent)
            writer = parquet.ParquetWriter(self._folder / name, self._schema)
            self._writers[name] = self._files.enter_context(writer)
            self._waiting[name] = PendingRows(self._schema, WORDS_COLUMN)
        rows = self._waiting[name]
        rows.add(entry, words)
        if len(rows) == ROWS:
            self._flush(name)

    def _flush(self, name: str) -> None:
        if len(self._waiting[name]):
            self._writers[name].write_table(self._waiting[name].taken())


def guide_schema(about: str) -> pyarrow.Schema:
    """The columns of the guide table; ``about`` is JSON."""
    return schema_of(GuideEntry, about)


def schema_of(entry: type[msgspec.Struct], about: str) -> pyarrow.Schema:
    """A column for each field of the entry; ``about`` is JSON."""
    arrow, _ = _pyarrow()
    named = {"words": WORDS_COLUMN}
    columns = [(named.get(name, name), kind) for name, kind in _typed(entry)]
    return arrow.schema(columns, metadata={"pangea": about})


def _typed(kind: type) -> Iterator[tuple[str, pyarrow.DataType]]:
    """The fields of a struct or dataclass, as files call them, and their column types."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    hints = get_type_hints(kind)
    for field in info.fields:
        if not (kind is TimedWord and field.name in PLACED):
            yield field.encode_name, _column_type(hints[field.name])


def _column_type(hint: Any) -> pyarrow.DataType:
    """The column type of a field's type: of ``int | None`` that of ``int``, since every column may have nulls."""
    arrow, _ = _pyarrow()
    if NoneType in get_args(hint):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) in {tuple, Sequence}:
        return arrow.list_(_column_type(get_args(hint)[0]))
    if get_origin(hint) is Mapping:
        return arrow.struct([(name, arrow.float64()) for name in RXR_KEYS])
    if get_origin(hint) is Literal:
        return arrow.string()
    if is_dataclass(hint) or issubclass(hint, msgspec.Struct):
        return arrow.struct(list(_typed(hint)))
    return {
        bool: arrow.bool_(),
        int: arrow.int64(),
        float: arrow.float64(),
        str: arrow.string(),
        datetime: arrow.timestamp("us", tz="UTC"),
    }[hint]


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ConfigurationError(
            "Parquet needs pyarrow, which is not installed.", remedy="pip install 'pangea-toolkit[parquet]'"
        ) from error
    return pyarrow, parquet
