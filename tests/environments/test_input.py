"""Files as people have them, read by every command in the same way."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from environments import ConfigurationError, InvalidDataError
from environments.input.json_documents import decoded, items, json_of, lines, rows
from environments.input.names import FileIndex
from environments.input.regular_files import as_stored, read_regular
from environments.input.text import NotTextError, text_of

MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "text"),
    [(MARK + b"a", "a"), (b"a\r\nb\rc", "a\nb\nc"), ("नमस्ते".encode(), "नमस्ते"), (b"", "")],
)
def test_a_text_is_utf8_with_or_without_a_mark(data: bytes, text: str) -> None:
    assert text_of(data) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("café".encode("cp1252"), "it is not UTF-8: unexpected end of data at byte 3"),
        ("café".encode("utf-16-le"), "it is not UTF-8: invalid continuation byte at byte 6"),
        ("café".encode("utf-16"), "it is not UTF-8, but UTF-16"),
        ("go".encode("utf-16-le"), "it has a zero byte at character 1, as UTF-16 without its mark has"),
    ],
)
def test_other_encodings_are_refused_with_the_byte(data: bytes, reason: str) -> None:
    with pytest.raises(NotTextError) as caught:
        text_of(data)
    assert str(caught.value) == reason


def test_utf16_with_its_mark_is_read_where_it_is_expected() -> None:
    assert [text_of(f"a\r\n{end}".encode("utf-16"), utf16=True) for end in "bé"] == ["a\nb", "a\né"]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ('{"a": [1, {"b": NaN}]}', "key a, entry 2, key b is NaN, which is no number of JSON"),
        ("[-Infinity]", "entry 1 is -Infinity, which is no number of JSON"),
        ("Infinity", "it is Infinity, which is no number of JSON"),
        ('{"a": 1, "b": {"c": 1, "c": 1, "c": 2}}', "the key 'c' is there 3 times in one object"),
        ("[1,\n 2 3]", "line 2, column 4: Expecting ',' delimiter"),
        ("[" * 100_000, "it is nested too deeply"),
        (b"\xff", "it is not UTF-8: invalid start byte at byte 0"),
    ],
)
def test_what_json_does_not_have_is_refused_with_its_place(document: str | bytes, reason: str) -> None:
    with pytest.raises(NotTextError) as caught:
        json_of(document)
    assert str(caught.value) == reason


def test_json_is_read_with_a_mark_and_in_any_script() -> None:
    assert json_of(MARK + '{"a": [1, "é\u2028"]}'.encode()) == {"a": [1, "é\u2028"]}


PACKED = [lambda data: data, gzip.compress, lambda data: gzip.compress(MARK + data), lambda data: MARK + data]


@pytest.mark.parametrize("pack", PACKED)
@pytest.mark.parametrize("name", ["x.json", "x.jsonl.gz", "x"])
def test_rows_are_read_whatever_their_file_is_called(name: str, pack: Any, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(pack(b' [{"a": 1},\n {"a": 2}]'))
    assert list(rows(file)) == [(f"{name} entry 1", b'{"a": 1}'), (f"{name} entry 2", b'{"a": 2}')]
    file.write_bytes(pack('{"a": "\u2028"}\r\n\n{"a": 2}'.encode()))
    assert list(rows(file)) == [
        (f"{name} line 1", '{"a": "\u2028"}\r\n'.encode()),
        (f"{name} line 3", b'{"a": 2}'),
    ]


class Row(msgspec.Struct):
    heading: float


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"heading": NaN}', "x line 7: key heading is NaN, which is no number of JSON."),
        (b'{"heading": 1, "heading": 2}', "x line 7: the key 'heading' is there 2 times in one object."),
        (b'{"heading": "n"}', "x line 7: Expected `float`, got `str` - at `$.heading`."),
        (b'{"heading": 1', "x line 7: line 1, column 14: Expecting ',' delimiter."),
    ],
)
def test_a_row_that_is_none_is_refused_by_its_place(data: bytes, message: str) -> None:
    with pytest.raises(InvalidDataError) as caught:
        decoded(data, "x line 7", Row)
    assert (caught.value.message, caught.value.remedy) == (message, "It is an object with heading: mend it.")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            '[{"path": [1, NaN]}]',
            "x.json is no JSON list of entries: entry 1, key path, entry 2 is NaN, which",
        ),
        ('{"images": [1], "images": [2]}', "the key 'images' is there 2 times"),
        ('{"im\\u0061ges": [1], "images": [2]}', "the key 'images' is there 2 times"),
        ('{"others": []}', "x.json is no JSON list of entries: it has no 'images'"),
    ],
)
def test_a_list_that_is_none_is_refused_by_the_place_in_it(
    document: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "x.json").write_text(document)
    with pytest.raises(InvalidDataError) as caught:
        list(items(tmp_path / "x.json", None if document.startswith("[") else "images"))
    assert message in caught.value.message


def test_a_key_with_escapes_is_no_key_twice(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{ "\\u0061": 1, "b/": "x", "images": [ 1, 2 ] }')
    assert [entry for _, entry in items(tmp_path / "x.json", "images")] == [b"1", b"2"]


def test_a_file_is_found_however_its_name_is_composed(tmp_path: Path) -> None:
    decomposed, composed = "Ku\u0308che", "K\u00fcche"
    (tmp_path / decomposed).mkdir()
    (tmp_path / decomposed / f"{decomposed}.jpg").write_bytes(b"x")
    assert read_regular(tmp_path / composed / f"{composed}.jpg", tmp_path) == b"x"
    assert as_stored(tmp_path / composed / "other") == tmp_path / decomposed / "other"
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / f"{composed}.jpg")
    with pytest.raises(ConfigurationError, match="No such file"):
        list(lines(tmp_path / "none" / "none"))


def test_what_only_a_mac_reads_is_passed_over(tmp_path: Path) -> None:
    for name in ("b.WAV", "b.Txt", "._b.WAV", "a.wav"):
        (tmp_path / name).write_bytes(b"")
    index = FileIndex(tmp_path)
    assert [str(file) for file in index.files] == ["a.wav", "b.Txt", "b.WAV"]
    assert index.beside(Path("b.WAV"), ".txt") == tmp_path / "b.Txt"
    assert index.beside(Path("a.wav"), ".txt") is None
