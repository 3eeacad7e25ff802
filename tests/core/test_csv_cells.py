"""Tables that people give; what is written for spreadsheets is in tests/monitoring/test_csv_tables.py."""

from __future__ import annotations

from io import StringIO

import pytest

from environments import InvalidDataError
from pangea_server.core.csv_cells import rows_of


def test_a_column_that_is_named_twice_is_refused_since_one_would_be_lost() -> None:
    assert list(rows_of(StringIO("id,name\n1,a\n"))) == [{"id": "1", "name": "a"}]
    with pytest.raises(InvalidDataError, match="names the column 'id' twice"):
        rows_of(StringIO("id,name,id\n1,a,2\n"))
