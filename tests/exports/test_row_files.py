"""JSON that others wrote, by entry and place; and rows that are written as they come, whole or not at all."""

from __future__ import annotations

import gzip
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from environments import ConfigurationError, InvalidDataError
from environments.input import json_documents
from environments.input.json_documents import decoded, items, lines, whole_object
from pangea_server.dataset.entries.row_files import RowFiles, finite_row_file, list_file, row_file


class Row(msgspec.Struct):
    number: int
    scan: str = msgspec.field(name="scan_id")
    note: str = ""


def file_of(folder: Path, name: str, data: bytes) -> Path:
    file = folder / name
    file.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return file


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_lines_are_counted_with_the_empty_ones(name: str, tmp_path: Path) -> None:
    file = file_of(tmp_path, name, b"1\n \t\n\n2")
    assert list(lines(file)) == [(f"{name} line 1", b"1\n"), (f"{name} line 4", b"2")]


def test_a_line_has_the_most_bytes_and_not_one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_documents, "LONGEST_LINE", 4)
    found = lines(file_of(tmp_path, "x.jsonl", b"123\n1234\n"))
    assert next(found) == ("x.jsonl line 1", b"123\n")
    with pytest.raises(InvalidDataError, match=r"^x\.jsonl line 2 has more than 4 bytes\."):
        next(found)


def test_a_list_has_the_most_bytes_and_not_one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = file_of(tmp_path, "x.json.gz", b"[1, 22]")
    monkeypatch.setattr(json_documents, "LARGEST_LIST", 7)
    assert list(items(file)) == [("x.json.gz entry 1", b"1"), ("x.json.gz entry 2", b"22")]
    assert whole_object(file, list[int]) == [1, 22]
    monkeypatch.setattr(json_documents, "LARGEST_LIST", 6)
    for read in (lambda: list(items(file)), lambda: whole_object(file, list[int])):
        with pytest.raises(InvalidDataError, match=r"^x\.json\.gz has more than 6 bytes\."):
            read()


def test_a_list_may_lie_under_a_key(tmp_path: Path) -> None:
    file = file_of(tmp_path, "x.json", b'{"other": [9], "episodes": [{"a": 1}]}')
    assert list(items(file, "episodes")) == [("x.json entry 1", b'{"a": 1}')]


@pytest.mark.parametrize(
    ("data", "key", "told"),
    [
        (b'{"a": 1}', None, "x.json is no JSON list of entries: Expected `array`"),
        (b'{"a": []}', "b", "x.json is no JSON list of entries: it has no 'b'."),
        (b"[1,\n2,\n}", None, "x.json is no JSON list of entries: line 3, column 1: Expecting value."),
        (b"\xff", None, "x.json is no JSON list of entries: "),
    ],
)
def test_what_is_no_list_is_named_with_its_line(
    data: bytes, key: str | None, told: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidDataError) as error:
        list(items(file_of(tmp_path, "x.json", data), key))
    assert error.value.message.startswith(told)


def test_what_is_no_such_object_is_named_with_its_line(tmp_path: Path) -> None:
    assert whole_object(file_of(tmp_path, "x.json", b'{"a": 1}'), dict[str, int]) == {"a": 1}
    with pytest.raises(InvalidDataError, match=r"^x\.json: line 2, column 1: Expecting value\."):
        whole_object(file_of(tmp_path, "x.json", b'{"a":\n]}'), dict[str, int])


def test_an_entry_of_another_kind_is_told_what_it_must_have() -> None:
    assert decoded(b'{"number": 1, "scan_id": "a"}', "x line 2", Row) == Row(1, "a")
    with pytest.raises(InvalidDataError) as error:
        decoded(b'{"number": 1}', "x line 2", Row)
    assert error.value.message == "x line 2: Object missing required field `scan_id`."
    assert error.value.remedy == "It is an object with number, scan_id: mend it."


@pytest.mark.parametrize("data", [gzip.compress(b"[1]" * 99, mtime=0)[:-9], b"\x1f\x8b\x08\x00 no gzip"])
def test_a_damaged_file_is_no_missing_one(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.json.gz"
    with pytest.raises(ConfigurationError, match=r"x\.json\.gz cannot be read: No such file or directory\."):
        list(items(file))
    file.write_bytes(data)
    with pytest.raises(InvalidDataError, match=r"^x\.json\.gz is damaged: "):
        list(items(file))


ROWS: list[dict[str, Any]] = [
    {"text": "दीपक", "none": None, "list": [1, 2.5]},
    {"small": [5e-05, 1.5e-7, 0.0001, 0.00001], "text": "0.00001 e-"},
]


def test_rows_are_lines_in_their_own_script_and_fast_ones_the_same(tmp_path: Path) -> None:
    for kind, name in ((row_file, "a"), (finite_row_file, "b")):
        with kind(tmp_path / name) as write:
            for row in ROWS:
                write(row)
    assert (tmp_path / "a").read_text() == (
        '{"text": "दीपक", "none": null, "list": [1, 2.5]}\n'
        '{"small": [5e-05, 1.5e-07, 0.0001, 1e-05], "text": "0.00001 e-"}\n'
    )
    assert (tmp_path / "b").read_bytes() == (tmp_path / "a").read_bytes()


@pytest.mark.parametrize(
    ("rows", "text"), [([], "[\n\n]\n"), ([{"a": 1}, {"b": "é"}], '[\n{"a": 1},\n{"b": "é"}\n]\n')]
)
def test_a_list_has_commas_between_its_rows_alone(
    rows: list[dict[str, Any]], text: str, tmp_path: Path
) -> None:
    with list_file(tmp_path / "x.json") as write:
        for row in rows:
            write(row)
    assert (tmp_path / "x.json").read_text() == text


@pytest.mark.parametrize("kind", [row_file, list_file])
def test_a_number_that_is_not_finite_leaves_no_file(kind: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Out of range float values"), kind(tmp_path / "x") as write:
        write({"a": math.nan})
    assert not (tmp_path / "x").exists()


def test_tables_are_opened_once_and_none_is_there_after_an_error(tmp_path: Path) -> None:
    with RowFiles(tmp_path, row_file) as tables:
        for name, number in (("a.jsonl", 1), ("deep/b.jsonl", 2), ("a.jsonl", 3)):
            tables.write(name, {"n": number})
    assert (tmp_path / "a.jsonl").read_text() == '{"n": 1}\n{"n": 3}\n'
    assert (tmp_path / "deep" / "b.jsonl").read_text() == '{"n": 2}\n'
    with suppress(KeyError), RowFiles(tmp_path / "other", row_file) as tables:
        tables.write("a.jsonl", {"n": 1})
        raise KeyError
    assert not (tmp_path / "other" / "a.jsonl").exists()
