"""A table for spreadsheets computes nothing. Ids are those of ``tests/security/README.md``."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import pangea_server
from pangea_server.core.csv_cells import as_given, harmless
from pangea_server.http.csv_tables import csv_lines


class Said(BaseModel):
    """A row that somebody wrote."""

    comment: str


STARTS = {
    **{sign: sign for sign in "=+-@\t\r\n"},
    "LF=": "\n=",
    "CR LF=": "\r\n=",
    "blank=": " =",
    "no-break blank=": "\u00a0=",
    "ideographic blank=": "\u3000=",
    "zero-width=": "\u200b=",
    "byte order mark=": "\ufeff=",
    "right-to-left mark=": "\u200f=",
    "combining=": "\u0301=",
    "Hangul filler=": "\u3164=",
    "fullwidth =": "\uff1d",
    "fullwidth +": "\uff0b",
    "fullwidth -": "\uff0d",
    "fullwidth @": "\uff20",
    "small =": "\ufe66",
    "superscript +": "\u207a",
    "minus sign": "\u2212",
    "mixed": " \u200b\u00a0\uff1d",
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_U31_a_cell_that_a_spreadsheet_would_compute_is_text(start: str) -> None:
    said = start + 'HYPERLINK("http://evil.example")'
    rows = csv.DictReader(io.StringIO("".join(csv_lines(Said, [Said(comment=said)])), newline=""))
    assert [row["comment"] for row in rows] == [f"'{said}"]


def test_U31_other_words_stay_as_they_are() -> None:
    text = "".join(csv_lines(Said, [Said(comment='Go "left", then = 2')]))
    assert [row["comment"] for row in csv.DictReader(io.StringIO(text, newline=""))] == [
        'Go "left", then = 2'
    ]


@pytest.mark.parametrize("number", ["-5", "+1.50", "-0,25", -5, 2.5, None])
def test_U31_numbers_stay_numbers(number: object) -> None:
    assert harmless(number) == number


@pytest.mark.parametrize("word", ["résumé", "सीधे चलो", "l'été", "'quoted'", "a=b", "5 - 3", "1-2"])
def test_U31_text_that_is_no_formula_stays(word: str) -> None:
    assert harmless(word) == word


@given(st.text(max_size=20))
def test_what_was_made_harmless_stays_so_and_can_be_read_back(text: str) -> None:
    cell = harmless(text)
    assert isinstance(cell, str)
    assert harmless(cell) == cell
    assert as_given(cell) == text or text.startswith("'")


WRITERS = {"DictWriter", "writerow", "writerows"}


def calls(code: str) -> set[str]:
    """Names of the csv module's writers that are called or named."""
    if not any(name in code for name in WRITERS):
        return set()  # and is not parsed
    tree = ast.parse(code)
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    named |= {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "csv"
        for alias in node.names
    }
    return named & WRITERS


def test_U31_there_is_one_writer_of_csv() -> None:
    root = Path(pangea_server.__file__).parents[1]
    sources = [
        file
        for package in ("align", "environments", "pangea_server")
        for file in (root / package).rglob("*.py")
    ]
    assert calls("import csv\ncsv.DictWriter(f, [])") == {"DictWriter"}
    writers = {file.name for file in sources if calls(file.read_text(encoding="utf-8"))}
    assert writers == {"csv_cells.py"}
