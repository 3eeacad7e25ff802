"""``pangea env map`` on a bad day: killed at any moment, and on a disk that is full. COLMAP itself, on a drawn room."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.disks import mount
from tests.environments.figures.mapping.drawn_rooms import Room, panorama

ROOM = (Room(0, 5, 4, 3),)
STANDS = {"c1": (0.9, 1.0), "c2": (2.1, 1.2), "c3": (3.4, 1.9), "c4": (2.2, 2.9)}
GROWN = ("copies/*.png", "colmap.db")
"""What a run has written when it finds features, and when it has begun to compare."""


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for number, (name, (x, y)) in enumerate(STANDS.items()):
        panorama(ROOM, (x, y, 1.5), 2.4 * number, np.radians(number % 3 - 1)).save(folder / f"{name}.png")
    return folder


def command(photos: Path, output: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pangea_server.app",
        "env",
        "map",
        str(photos),
        "--output",
        str(output),
        "--height",
        "1.5",
    ]


def test_a_run_that_is_killed_leaves_no_place_and_goes_on_to_the_same_one(
    photos: Path, tmp_path: Path
) -> None:
    place, work = tmp_path / "place", tmp_path / "place.work"
    for pattern in GROWN:
        running = subprocess.Popen(
            command(photos, place), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while running.poll() is None and not any(work.glob(pattern)):
            time.sleep(0.02)
        running.kill()
        running.wait()
        assert not place.exists()
    for output in (place, tmp_path / "at-once" / "place"):
        done = subprocess.run(command(photos, output), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    graphs = [
        json.loads((each / "place" / "graph.json").read_text()) for each in (tmp_path, tmp_path / "at-once")
    ]
    assert graphs[0] == graphs[1]
    assert {*place.parent.glob(".*")} == set()


@pytest.mark.parametrize("kilobytes", [150, 20_000], ids=["copies", "database"])
def test_a_full_disk_is_said_and_the_run_goes_on_from_there(
    photos: Path, small_disk: Path, kilobytes: int
) -> None:
    """Full while pictures are copied, and nearly so before COLMAP writes, which would lose features without a word."""
    mount("-o", f"remount,size={kilobytes}k", small_disk)
    place = small_disk / "place"
    done = subprocess.run(command(photos, place), capture_output=True, text=True, check=False)
    told = " ".join(done.stderr.split())
    assert done.returncode != 0
    assert "Traceback" not in told
    assert "No space is left" in told or "less than 32 MiB are left on its disk. Make room" in told
    assert not place.exists()
    mount("-o", "remount,size=64m", small_disk)
    done = subprocess.run(command(photos, place), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (place / "graph.json").is_file()
