"""Files that commands write: the earlier one stays until the new one is whole, and finished lines are kept."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pangea_server.core.cli.files import continuing, replacing


def test_a_file_is_replaced_once_it_is_whole_with_the_usual_rights(tmp_path: Path) -> None:
    path = tmp_path / "new" / "out.txt"
    mask = os.umask(0o027)
    try:
        with replacing(path) as file:
            file.write("आगे")
            assert not path.exists()
        assert os.umask(0o027) == 0o027, "the mask stays as it was"
    finally:
        os.umask(mask)
    assert path.read_text(encoding="utf-8") == "आगे"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [*path.parent.iterdir()] == [path]


def test_a_failure_leaves_the_earlier_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("earlier")
    with suppress(KeyboardInterrupt), replacing(path) as file:
        file.write("half")
        raise KeyboardInterrupt
    assert path.read_text() == "earlier"
    assert [*tmp_path.iterdir()] == [path]


def interrupted(path: Path, inputs: list[str], lines: bytes) -> None:
    with suppress(KeyboardInterrupt), continuing(path, inputs) as file:
        file.append(lines)
        raise KeyboardInterrupt


def test_an_interrupted_run_goes_on_after_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(b"earlier\n")
    interrupted(path, ["a", "b"], b"1\n2\n3 is cut")
    assert path.read_bytes() == b"earlier\n"
    with continuing(path, ["a", "b"]) as lines:
        assert lines.earlier == b"1\n2\n"
        lines.append(b"3\n")
    assert path.read_bytes() == b"1\n2\n3\n"
    assert [*tmp_path.iterdir()] == [path]


def test_a_run_with_other_inputs_starts_from_the_beginning_and_removes_what_was_left(tmp_path: Path) -> None:
    path, other = tmp_path / "out[1].jsonl", tmp_path / "out1.jsonl.0.part"
    other.touch()
    interrupted(path, ["a"], b"1\n")
    interrupted(path, ["a\nb"], b"2\n")
    assert len([*tmp_path.glob("*.part")]) == 2, "that of another file stays"
    with continuing(path, ["a"]) as lines:
        assert lines.earlier == b""
    assert sorted(tmp_path.iterdir()) == [other, path]
