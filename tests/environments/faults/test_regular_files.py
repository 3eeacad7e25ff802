"""Folders from others may hold named pipes, links to other places and files of any size: none is waited for or read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from align.folders import FileVoice, FolderWork
from environments import PangeaError, open_environment
from environments.input.regular_files import open_regular, read_regular

SECRET = "SECRET-OF-ANOTHER-FOLDER"
VIEWPOINT = {"viewpoint_id": "a", "image": "a.jpg", "position": [0, 0, 1.5]}
GRAPH = {"scan_id": "place", "viewpoints": [VIEWPOINT], "edges": []}
CONNECTIVITY = [
    {
        "image_id": "a",
        "pose": [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 1.5, 0, 0, 0, 1.0],
        "included": True,
        "visible": [False],
        "unobstructed": [False],
        "height": 1.5,
    }
]


def picture(file: Path) -> None:
    Image.fromarray(np.zeros((32, 64, 3), np.uint8)).save(file)


def own_place(folder: Path) -> str:
    (folder / "graph.json").write_text(json.dumps(GRAPH))
    picture(folder / "a.jpg")
    return f"folder:{folder}"


def tables(folder: Path) -> str:
    (folder / "nodes.csv").write_text("viewpoint_id,image,x,y,z\na,a.jpg,0,0,1.5\n")
    (folder / "edges.csv").write_text("from,to\n")
    picture(folder / "a.jpg")
    return f"folder:{folder}"


def matterport(folder: Path) -> str:
    (folder / "scan_connectivity.json").write_text(json.dumps(CONNECTIVITY))
    return f"matterport3d:{folder}"


def pipe(file: Path, outside: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def link(file: Path, outside: Path) -> None:
    outside.write_bytes(file.read_bytes() + SECRET.encode())
    file.unlink()
    file.symlink_to(outside)


def device(file: Path, outside: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


TRAPS: list[Callable[[Path, Path], None]] = [pipe, link, device]


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize(
    ("make", "name"),
    [
        (own_place, "a.jpg"),
        (own_place, "graph.json"),
        (tables, "nodes.csv"),
        (tables, "edges.csv"),
        (tables, "a.jpg"),
        (matterport, "scan_connectivity.json"),
    ],
)
def test_env_check_reads_nothing_but_regular_files_of_the_folder(
    tmp_path: Path, make: Callable[[Path], str], name: str, trap: Callable[[Path, Path], None]
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    specification = make(place)
    trap(place / name, tmp_path / "outside")
    command = [sys.executable, "-m", "pangea_server.app", "env", "check", specification]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    said = " ".join((checked.stdout + checked.stderr).split())
    assert checked.returncode != 0
    assert re.search(r"not a regular file|a link that leads out|There is no graph.json or nodes.csv", said)
    assert "Traceback" not in said
    assert SECRET not in said


def test_a_folder_that_is_a_link_itself_and_links_that_stay_inside_are_read(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    own_place(tmp_path / "real")
    (tmp_path / "real" / "a.jpg").rename(tmp_path / "real" / "first.jpg")
    (tmp_path / "real" / "a.jpg").symlink_to("first.jpg")
    (tmp_path / "link").symlink_to("real")
    environment = open_environment(f"folder:{tmp_path / 'link'}")
    assert environment.image("place", "a", "equirectangular").data


def read_all(work: FolderWork) -> None:
    """Transcripts and poses now, and voices as the aligning process opens them."""
    for found in work.names():
        voice = work.job(found).voice
        assert isinstance(voice, FileVoice)
        voice.opened().close()


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("name", ["take.wav", "take.txt", "take.npz"])
def test_align_folder_reads_nothing_but_regular_files_of_the_folder(
    tmp_path: Path, name: str, trap: Callable[[Path, Path], None]
) -> None:
    folder = tmp_path / "takes"
    folder.mkdir()
    for file in ("take.wav", "take.txt", "take.npz"):
        (folder / file).write_bytes(b"anything")
    trap(folder / name, tmp_path / "outside")
    work = FolderWork(folder, tmp_path / "words", ".json", "en-US", "viterbi")
    with pytest.raises(PangeaError, match=r"regular file|leads out"):
        read_all(work)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(OSError, match="more than 1000 bytes"):
        read_regular(tmp_path / "sparse", most=1000)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path)
