"""Opening files of a folder that others filled; tests/environments/faults has the commands that meet such files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from environments.input import regular_files
from environments.input.regular_files import open_regular, read_regular


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "place"
    made.mkdir()
    (made / "hall.jpg").write_bytes(b"12345")
    (made / "inside").symlink_to("hall.jpg")
    (tmp_path / "secret").write_bytes(b"secret")
    (made / "outside").symlink_to(tmp_path / "secret")
    (made / "below").mkdir()
    os.mkfifo(made / "pipe")
    return made


@pytest.mark.parametrize("name", ["hall.jpg", "inside", "below/../hall.jpg"])
def test_a_file_inside_the_folder_is_read(folder: Path, name: str) -> None:
    assert read_regular(folder / name, folder) == b"12345"


def test_a_folder_may_be_a_link_itself(folder: Path) -> None:
    link = folder.with_name("link")
    link.symlink_to(folder)
    assert read_regular(link / "hall.jpg", link) == b"12345"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("outside", "leads out of"),
        ("../secret", "leads out of"),
        ("below", "not a regular file"),
        ("pipe", "not a regular file"),
        ("missing", "No such file"),
    ],
)
def test_what_is_no_file_of_the_folder_is_refused(folder: Path, name: str, wrong: str) -> None:
    held = os.open(folder / "pipe", os.O_RDWR)  # so that nothing waits for a writer
    with pytest.raises(OSError, match=wrong):
        open_regular(folder / name, folder)
    os.close(held)


def test_a_link_may_lead_anywhere_where_no_folder_is_named(folder: Path) -> None:
    assert read_regular(folder / "outside") == b"secret"


def test_a_file_is_opened_without_waiting_and_closed_to_programs_that_are_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    opened = os.open

    def note(path: Path, flags: int) -> int:
        asked.append(flags)
        return opened(path, flags)

    monkeypatch.setattr(os, "open", note)
    open_regular(folder / "hall.jpg").close()
    assert asked == [os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC]


def test_what_is_refused_is_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    monkeypatch.setattr(os, "close", closed.append)
    with pytest.raises(OSError, match="regular"):
        open_regular(folder / "below")
    monkeypatch.undo()
    (descriptor,) = closed
    os.close(descriptor)


@pytest.mark.parametrize(("most", "refused"), [(5, False), (4, True)])
def test_a_file_may_be_as_large_as_the_limit(folder: Path, most: int, refused: bool) -> None:
    if refused:
        with pytest.raises(OSError, match="more than 4 bytes"):
            read_regular(folder / "hall.jpg", most=most)
    else:
        assert read_regular(folder / "hall.jpg", most=most) == b"12345"


def test_limits_hold_the_files_that_there_are() -> None:
    """A panorama of 16384 x 8192, and the JSON of a city of 50,000 viewpoints."""
    assert (regular_files.MOST_BYTES, regular_files.MOST_JSON_BYTES) == (512 * 2**20, 64 * 2**20)
