"""What adapters make of values and files that come from outside."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from environments import ConnectivityError, files
from environments.errors import MissingImageError, UnreadableImageError
from environments.files import (
    are_numbers,
    is_id,
    is_image_below,
    is_number,
    read_image,
    read_json,
    read_json_as,
    shown,
)
from environments.input import json_documents

LARGEST = sys.float_info.max


@pytest.mark.parametrize(
    ("value", "good"),
    [
        ("a", True), ("Az_09-", True), ("", False), ("a\n", False), ("a b", False), ("é", False), ("a/b", False),
        (7, False),
    ],
)  # fmt: skip
def test_an_id_is_made_of_letters_digits_and_two_signs(value: object, good: bool) -> None:
    assert is_id(value) is good


@pytest.mark.parametrize(
    ("value", "good"),
    [
        ("a.jpg", True), ("b/a.JPEG", True), ("a.png", True), ("a.webp", True), ("./a.jpg", True), ("a..b.jpg", True),
        ("a.gif", False), ("a", False), ("/a.jpg", False), ("../a.jpg", False), ("b/../../a.jpg", False),
        ("C:a.jpg", False), ("https://b/a.jpg", False), ("b\\a.jpg", False), (None, False),
    ],
)  # fmt: skip
def test_an_image_is_a_picture_in_the_folder_or_below(value: object, good: bool) -> None:
    assert is_image_below(value) is good


@pytest.mark.parametrize(
    ("value", "good"),
    [
        (0, True), (-1.5, True), (LARGEST, True), (-LARGEST, True), (float("inf"), False), (float("nan"), False),
        (10**400, False), (True, False), ("1", False), (None, False),
    ],
)  # fmt: skip
def test_a_number_is_finite_and_no_truth(value: Any, good: bool) -> None:
    assert is_number(value) is good
    assert are_numbers([0.0, value], 2) is good


@pytest.mark.parametrize("value", [[1, 2], [1, 2, 3, 4], (1, 2, 3), {1: 1}, "123"])
def test_numbers_are_a_list_of_their_length(value: object) -> None:
    assert not are_numbers(value, 3)
    assert are_numbers([1, 2, 3], 3)


@pytest.mark.parametrize(("length", "expected"), [(78, f"'{'x' * 78}'"), (79, f"'{'x' * 79}…")])
def test_a_value_is_shown_up_to_80_signs(length: int, expected: str) -> None:
    assert shown("x" * length) == expected


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.jpg", "jpeg"), ("a.JPEG", "jpeg"), ("a.png", "png"), ("a.WebP", "webp")],
)
def test_an_image_has_the_media_type_of_its_name(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).write_bytes(b"pixels")
    image = read_image(tmp_path / name, "", tmp_path)
    assert (image.data, image.media_type) == (b"pixels", f"image/{kind}")


def test_an_image_that_is_missing_or_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingImageError, match=r"a\.jpg is not there\. Put it there\."):
        read_image(tmp_path / "a.jpg", "Put it there.", tmp_path)
    (tmp_path / "a.jpg").mkdir()
    with pytest.raises(
        UnreadableImageError, match=r"cannot be read: it is not a regular file\. Mend it\."
    ) as refusal:
        read_image(tmp_path / "a.jpg", "Mend it.", tmp_path)
    assert not isinstance(refusal.value, MissingImageError)


@pytest.mark.parametrize("as_kind", [False, True])
@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (None, "cannot be read: No such file"),
        (b"[1,", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[" * 10_000, "is not JSON"),
    ],
)
def test_a_file_that_is_no_json_is_named(
    tmp_path: Path, content: bytes | None, wrong: str, as_kind: bool
) -> None:
    file = tmp_path / "graph.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConnectivityError, match=rf"graph\.json {wrong}.*Mend it\."):
        read_json_as(list[Any], file, "Mend it.", tmp_path) if as_kind else read_json(
            file, "Mend it.", tmp_path
        )


@pytest.mark.parametrize(("content", "refused"), [(b'[{"a": [1]}]', False), (b'[{"a": [[1]]}]', True)])
def test_a_file_has_up_to_a_number_of_lists_and_objects(
    tmp_path: Path, content: bytes, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_documents, "MOST_CONTAINERS", 3)
    (tmp_path / "graph.json").write_bytes(content)
    if refused:
        with pytest.raises(ConnectivityError, match="more than 3 lists and objects"):
            read_json(tmp_path / "graph.json", "", tmp_path)
    else:
        assert read_json(tmp_path / "graph.json", "", tmp_path) == [{"a": [1]}]


@pytest.mark.parametrize("as_kind", [False, True])
def test_json_of_another_folder_or_too_large_is_not_read(
    tmp_path: Path, as_kind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(inside: Path) -> Any:
        file = tmp_path / "a" / "graph.json"
        return read_json_as(list[int], file, "", inside) if as_kind else read_json(file, "", inside)

    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    (tmp_path / "a" / "graph.json").write_text("[1, 2]")
    assert read(tmp_path / "a") == [1, 2]
    with pytest.raises(ConnectivityError, match="leads out of"):
        read(tmp_path / "b")
    monkeypatch.setattr(files, "MOST_JSON_BYTES", 5)
    with pytest.raises(ConnectivityError, match="more than"):
        read(tmp_path / "a")


def test_json_of_another_form_says_where(tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text('[1, "2"]')
    with pytest.raises(
        ConnectivityError, match=r"graph\.json: Expected `int`, got `str` - at `\$\[1\]`\. Mend it\."
    ):
        read_json_as(list[int], tmp_path / "graph.json", "Mend it.", tmp_path)
