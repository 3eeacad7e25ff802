"""A table for spreadsheets computes nothing. Ids are those of ``tests/security/README.md``."""

from __future__ import annotations

import csv
import io

import pytest
from pydantic import BaseModel

from pangea_server.http.csv_tables import csv_lines


class Said(BaseModel):
    """A row that somebody wrote."""

    comment: str


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_U31_a_cell_that_a_spreadsheet_would_compute_is_text(start: str) -> None:
    said = start + 'HYPERLINK("http://evil.example")'
    rows = csv.DictReader(io.StringIO("".join(csv_lines(Said, [Said(comment=said)])), newline=""))
    assert [row["comment"] for row in rows] == [f"'{said}"]


def test_U31_other_words_stay_as_they_are() -> None:
    text = "".join(csv_lines(Said, [Said(comment='Go "left", then = 2')]))
    assert [row["comment"] for row in csv.DictReader(io.StringIO(text, newline=""))] == [
        'Go "left", then = 2'
    ]
