"""Updates of a release that are killed, that find no room, or whose archive has a wrong byte."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from environments import ConfigurationError, PangeaError
from tests.exports.test_delta import Published, make_again, published
from tests.exports.test_release import contents

__all__ = ["published"]


def test_a_flipped_byte_anywhere_is_noticed(published: Published, tmp_path: Path) -> None:
    """But for zeros that fill up blocks, which nobody reads."""
    whole, refused, places = published.delta.read_bytes(), 0, 0
    for place in range(0, len(whole), len(whole) // 150):
        flipped = bytearray(whole)
        flipped[place] ^= 0x55
        (tmp_path / "flipped.tar").write_bytes(flipped)
        places += 1
        try:
            made = published.updated(tmp_path / f"two-{place}", tmp_path / "flipped.tar")
        except PangeaError:
            refused += 1
            assert [file.name for file in tmp_path.iterdir()] == ["flipped.tar"]
        else:
            assert contents(made) == contents(published.two)
            shutil.rmtree(made)
    assert refused > places / 2


KILLED = """
import os, signal, sys
from pathlib import Path
from pangea_server.dataset.release.update import update_release

def killed(items, name, total):
    for number, item in enumerate(items):
        if number == total // 2:
            os.kill(os.getpid(), signal.SIGKILL)
        yield item

update_release(*map(Path, sys.argv[1:]), killed)
"""


def test_one_that_was_killed_changes_nothing_and_the_next_begins_anew(
    published: Published, tmp_path: Path
) -> None:
    before = contents(published.one)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, published.one, published.delta, tmp_path / "two"], check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert [file.name for file in tmp_path.iterdir()] == ["two.updating"]
    assert contents(published.one) == before
    (tmp_path / "two.updating" / "left").write_text("by somebody")
    assert contents(published.updated(tmp_path / "two")) == contents(published.two)
    assert [file.name for file in tmp_path.iterdir()] == ["two"]


def test_a_full_disk_is_said_and_nothing_is_left(published: Published, small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(bytes(1_960_000))
    with pytest.raises(ConfigurationError, match="two cannot be written: No space left"):
        published.updated(small_disk / "two")
    assert [file.name for file in small_disk.iterdir()] == ["filler"]
    with pytest.raises(ConfigurationError, match="cannot be written to: No space left"):
        make_again(published, small_disk.parent / "again", small_disk / "delta.tar")
    assert [file.name for file in small_disk.iterdir()] == ["filler"]
    assert not (small_disk.parent / "again").exists()
    filler.unlink()
    make_again(published, small_disk.parent / "again", small_disk / "delta.tar")
    assert contents(published.updated(small_disk / "two")) == contents(published.two)
