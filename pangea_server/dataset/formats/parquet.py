"""Parquet: all of each annotation except voice and poses, in ``guide/{split}.parquet`` and
``follower/{split}.parquet``.

Frames and units are in the file's metadata, under ``pangea``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from align import TimedWord
from environments import RXR_KEYS, ConfigurationError, Environment, InvalidDataError
from environments.folders import make_folder
from pangea_server.core.records import shared_fields
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import (
    FOLLOWER_FIELDS,
    Entry,
    FollowerEntry,
    GuideEntry,
    placed,
)
from pangea_server.dataset.entries.protocol import METRICS, VOICE, WORLD, Format, Found

if TYPE_CHECKING:
    import pyarrow

WORDS_COLUMN = "timed_instruction"  # RxR's name
WORD_FIELDS = ("word", "start_time", "end_time", "source", "confidence")
"""The fields of a word; its place in the text is found again when the table is read."""
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
                            yield _found(f"{file.name} row {number}", row)
        except (arrow.ArrowInvalid, OSError) as error:
            raise InvalidDataError(
                f"{file.name} is not a table that PanGEA wrote: {error}.",
                remedy="Give one that pangea export wrote.",
            ) from error


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
    row = {key: getattr(entry, name) for name, key in _keys(GuideEntry)}
    row[WORDS_COLUMN] = [shared_fields(word, WORD_FIELDS) for word in row.pop("words")]
    return row


def follower_table_row(entry: FollowerEntry) -> dict[str, Any]:
    """An entry as a row of the follower table."""
    return shared_fields(entry, FOLLOWER_FIELDS) | {"metrics": dict(entry.metrics)}


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
            make_folder((self._folder / name).parent)
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
    hints = get_type_hints(TimedWord)
    word = arrow.struct([(name, _column_type(hints[name])) for name in WORD_FIELDS])
    return _schema(GuideEntry, about, {"words": (WORDS_COLUMN, arrow.list_(word))})


def _follower_schema(about: str) -> pyarrow.Schema:
    arrow, _ = _pyarrow()
    metrics = arrow.struct([(name, arrow.float64()) for name in RXR_KEYS])
    return _schema(FollowerEntry, about, {"metrics": ("metrics", metrics)})


def _schema(
    entry: type[GuideEntry | FollowerEntry], about: str, nested: Mapping[str, tuple[str, pyarrow.DataType]]
) -> pyarrow.Schema:
    """A column for each field of the entry; ``nested`` has the columns that are made of several values."""
    arrow, _ = _pyarrow()
    hints = get_type_hints(entry)
    columns = [nested.get(name) or (key, _column_type(hints[name])) for name, key in _keys(entry)]
    return arrow.schema(columns, metadata={"pangea": about})


def _keys(entry: type[GuideEntry | FollowerEntry]) -> Iterator[tuple[str, str]]:
    """Each field, and what files call it."""
    return zip(entry.__struct_fields__, entry.__struct_encode_fields__, strict=True)


def _column_type(hint: Any) -> pyarrow.DataType:
    """The column type of a field's type: of ``int | None`` that of ``int``, since every column may have nulls."""
    arrow, _ = _pyarrow()
    if get_origin(hint) is tuple:
        return arrow.list_(_column_type(get_args(hint)[0]))
    if get_origin(hint) is Literal:
        return arrow.string()
    if NoneType in get_args(hint):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    return {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64(), str: arrow.string()}[hint]


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ConfigurationError(
            "Parquet needs pyarrow, which is not installed.", remedy="pip install 'pangea-toolkit[parquet]'"
        ) from error
    return pyarrow, parquet
