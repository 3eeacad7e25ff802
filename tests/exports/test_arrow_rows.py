"""Tables are made of columns, and are the same as made of rows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from align import TimedWord
from pangea_server.annotate.alignments.word_columns import columns_of
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.formats.parquet import WORDS_COLUMN, guide_schema, guide_table_row
from tests.exports.test_round_trips import GUIDE

pyarrow = pytest.importorskip("pyarrow")
from pangea_server.dataset.formats.arrow_rows import PendingRows  # noqa: E402

SURE = TimedWord("Go", 0.1, 0.25, "aligned", 0.75, 0, 2, 1e-7)
UNSURE = TimedWord("दीपक", 1e-9, 3.0, "interpolated", None, 3, 7)
SPACED = TimedWord("to the", 5.0, 6.0, "mended", 1.0)
EMPTY = TimedWord("", 7.0, 7.0, "recognised")
ROWS: dict[str, list[tuple[TimedWord, ...]]] = {
    "no words": [()],
    "words of which all is known": [(SURE, SURE)],
    "words of which little is known": [(UNSURE, UNSURE)],
    "some of each": [(SURE,), (), (UNSURE, SURE, UNSURE), (SURE, SURE)],
    "a word with a space in it": [(SURE, UNSURE), (SPACED, SURE)],
    "words without a letter": [(EMPTY, SURE), (EMPTY,), (SURE, EMPTY, EMPTY)],
}


@pytest.mark.parametrize("case", ROWS)
def test_columns_make_the_table_that_rows_make(case: str) -> None:
    schema = guide_schema("{}")
    rows, entries = PendingRows(schema, WORDS_COLUMN), []
    for number, words in enumerate(ROWS[case]):
        entry: GuideEntry = replace(GUIDE, instruction_id=2**53 - number, transcript=f'\n\0"\\ é {number}')
        rows.add(entry, columns_of(words))
        entries.append(guide_table_row(replace(entry, words=words)))
    assert len(rows) == len(entries)
    table = rows.taken()
    assert table.equals(pyarrow.Table.from_pylist(entries, schema), check_metadata=True)
    table.validate(full=True)
    assert len(rows) == 0
