"""Entries as an Arrow table, without an object for any value.

Entries are encoded as JSON, which Arrow reads straight into columns. Words are in columns already: these are joined and
become the column of lists of words. ``pyarrow.array`` is not used: it takes ten times as long for lists of dicts, and
imports pandas wherever that is installed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import accumulate, chain
from math import nan
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from pangea_server.annotate.alignments.word_columns import NO_WORDS, Repeated, WordColumns

if TYPE_CHECKING:
    import pyarrow
    from numpy.typing import NDArray

_encode = msgspec.json.Encoder().encode


class PendingRows:
    """Rows of a table that wait to be written.

    Args:
        words: the name of the column of words, where the schema has one.
    """

    def __init__(self, schema: pyarrow.Schema, words: str) -> None:
        self._schema = schema
        self._place = schema.get_field_index(words)
        self._begin()

    def _begin(self) -> None:
        self._lines: list[bytes] = []
        self._words = None if self._place < 0 else WordLists(self._schema.field(self._place).type)

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, entry: msgspec.Struct, words: WordColumns = NO_WORDS) -> None:
        """An entry, with these words instead of its own where the table has words."""
        self._lines.append(_encode(entry))
        if self._words is not None:
            self._words.add(words)

    def taken(self) -> pyarrow.Table:
        """The rows, of which there is at least one, as a table; none are left here."""
        if self._words is None:
            table = _read(self._lines, self._schema)
        else:
            field = self._schema.field(self._place)
            table = _read(self._lines, self._schema.remove(self._place))
            table = table.add_column(self._place, field, self._words.taken())
        self._begin()
        return table.replace_schema_metadata(self._schema.metadata)


def _read(lines: Sequence[bytes], schema: pyarrow.Schema) -> pyarrow.Table:
    from pyarrow import json

    data = b"\n".join(lines)
    return json.read_json(
        BytesIO(data),
        json.ReadOptions(use_threads=False, block_size=len(data) + 1),
        json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
    )


class WordLists:
    """A column of lists of words; ``kind`` says which fields of a word it has."""

    def __init__(self, kind: pyarrow.ListType) -> None:
        self._kind = kind
        self._counts: list[int] = []
        self._columns = {field.name: _column(field.name, field.type) for field in kind.value_type}

    def add(self, words: WordColumns) -> None:
        """The words of the next row."""
        count = len(words)
        self._counts.append(count)
        if count:
            for name, column in self._columns.items():
                column.add(getattr(words, name), count)

    def taken(self) -> pyarrow.Array:
        import pyarrow

        columns = [column.taken() for column in self._columns.values()]
        values = pyarrow.StructArray.from_arrays(columns, fields=list(self._kind.value_type))
        lists = [None, _offsets(self._counts)]
        return pyarrow.Array.from_buffers(self._kind, len(self._counts), lists, children=[values])


class _Column(Protocol):
    """The values of one field of all words, behind one another."""

    def add(self, values: Any, count: int) -> None:
        """Those of the next words, as ``WordColumns`` has them; None where none is known."""

    def taken(self) -> pyarrow.Array: ...


def _column(name: str, kind: pyarrow.DataType) -> _Column:
    import pyarrow

    if name == "word":
        return _Texts()
    return _Repeated() if pyarrow.types.is_string(kind) else _Numbers()


class _Texts:
    def __init__(self) -> None:
        self._rows: list[str | list[str]] = []

    def add(self, values: str | list[str], count: int) -> None:
        self._rows.append(values)

    def taken(self) -> pyarrow.Array:
        from pyarrow import compute

        if any(isinstance(row, list) for row in self._rows):
            rows = (row if isinstance(row, list) else row.split(" ") for row in self._rows)
            return _texts(list(chain.from_iterable(rows)))
        joined = [row for row in self._rows if isinstance(row, str)]
        return compute.split_pattern(_texts(joined), " ").flatten()


class _Numbers:
    """Not a number stands for what is unknown: no stored number is."""

    def __init__(self) -> None:
        self._values = array("d")

    def add(self, values: list[float | None] | None, count: int) -> None:
        if values is None:
            self._values.extend(array("d", [nan]) * count)
            return
        try:
            self._values.fromlist(values)  # type: ignore[arg-type]  # as fast as it can be; refuses None
        except TypeError:
            self._values.extend(nan if value is None else value for value in values)

    def taken(self) -> pyarrow.Array:
        import pyarrow

        values = np.frombuffer(self._values)
        unknown = np.isnan(values)
        buffers = [_known(~unknown), pyarrow.py_buffer(np.where(unknown, 0.0, values))]
        return pyarrow.Array.from_buffers(pyarrow.float64(), len(values), buffers)


class _Repeated:
    """Texts of which there are few: each is kept once; -1 stands for what is unknown."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._each = array("i")

    def add(self, values: Repeated | None, count: int) -> None:
        own = [self._number(value) for value in values.values] if values else [-1]
        each = [own[index] for index in values.each] if values and values.each else own[:1] * count
        self._each.fromlist(each)

    def _number(self, value: str | None) -> int:
        return -1 if value is None else self._numbers.setdefault(value, len(self._numbers))

    def taken(self) -> pyarrow.Array:
        import pyarrow

        each = np.frombuffer(self._each, np.int32)
        buffers = [_known(each >= 0), pyarrow.py_buffer(np.maximum(each, 0))]
        indices = pyarrow.Array.from_buffers(pyarrow.int32(), len(each), buffers)
        return pyarrow.DictionaryArray.from_arrays(indices, _texts([*self._numbers])).dictionary_decode()


def _texts(values: Sequence[str]) -> pyarrow.Array:
    import pyarrow

    data = "".join(values)
    sizes: Iterable[int] = map(len, values) if data.isascii() else (len(each.encode()) for each in values)
    buffers = [None, _offsets(sizes), pyarrow.py_buffer(data.encode())]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(values), buffers)


def _offsets(sizes: Iterable[int]) -> pyarrow.Buffer:
    import pyarrow

    return pyarrow.py_buffer(array("i", accumulate(sizes, initial=0)))


def _known(flags: NDArray[np.bool_]) -> pyarrow.Buffer | None:
    """Which values are there, a bit each; None where all are."""
    import pyarrow

    return None if flags.all() else pyarrow.py_buffer(np.packbits(flags, bitorder="little"))
