"""Bytes that lie elsewhere, read as a file."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pytest

from pangea_server.stores.file_views import FetchedPart, FileStretch, JoinedFile


def joined(*parts: bytes) -> JoinedFile:
    return JoinedFile([FetchedPart(len(part), lambda part=part: part) for part in parts])  # type: ignore[misc]


def test_it_reads_like_the_bytes_joined() -> None:
    rng = random.Random(7)
    parts = [rng.randbytes(rng.randint(1, 20)) for _ in range(30)]
    file, expected = joined(*parts), io.BytesIO(b"".join(parts))
    assert file.size == len(expected.getvalue())
    buffered = io.BufferedReader(file)
    for _ in range(200):
        if rng.random() < 0.5:
            place = rng.randint(0, file.size + 5), io.SEEK_SET
            assert buffered.seek(*place) == expected.seek(*place)
        amount = rng.randint(0, 50)
        assert buffered.read(amount) == expected.read(amount)


def test_it_is_sought_from_its_end() -> None:
    file = joined(b"abc", b"def")
    assert file.seek(-2, io.SEEK_END) == 4
    assert file.read() == b"ef"
    assert file.read() == b""


def test_it_holds_one_part_at_a_time() -> None:
    fetched: list[int] = []

    def part(number: int) -> FetchedPart:
        return FetchedPart(4, lambda: fetched.append(number) or bytes([number]) * 4)  # type: ignore[func-returns-value]

    file = JoinedFile([part(number) for number in range(3)])
    assert not fetched
    while file.read(2):
        pass
    assert fetched == [0, 1, 2]


@pytest.mark.parametrize("parts", [(), (b"x",)])
def test_short_files(parts: tuple[bytes, ...]) -> None:
    assert joined(*parts).read() == b"".join(parts)


def test_a_stretch_ends_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "whole"
    path.write_bytes(b"0123456789")
    with path.open("rb") as whole:
        stretch, same = (FileStretch(whole.fileno(), 3, 4) for _ in range(2))
        assert stretch.read(2) == b"34"
        assert same.read() == b"3456"
        assert stretch.read() == b"56"
        stretch.seek(-1, io.SEEK_END)
        assert stretch.read() == b"6"
        stretch.close()
        assert whole.read() == b"0123456789"


def test_a_stretch_closes_what_it_owns(tmp_path: Path) -> None:
    path = tmp_path / "whole"
    path.touch()
    descriptor = os.open(path, os.O_RDONLY)
    FileStretch(descriptor, 0, 0, owned=True).close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
