"""Each exported file says its frames and units where its format has a place for that, and is read as before."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from align.exports import read_words
from align.exports.whole import whole_text
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.provenance import statement
from pangea_server.dataset.exports.exporting import export, open_formats
from tests.exports.filled import annotated, corridor

FORMATS = ("rxr", "vlnce", "webvtt", "ctm", "svg", "png")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("stated")
    store = annotated(place / "data")
    export(Dataset(store, corridor(place / "corridor")), place / "out", open_formats(FORMATS))
    store.close()
    return place / "out"


def zip_comment(data: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).comment.decode()


def gzip_comment(data: bytes) -> str:
    assert data[3] == 0x10, "FCOMMENT alone"
    return data[10 : data.index(0, 10)].decode("latin-1")


def note(data: bytes) -> str:
    _, said, _ = data.decode().split("\n\n", 2)
    return said.removeprefix("NOTE ")


def comment_line(data: bytes) -> str:
    return data.decode().partition("\n")[0].removeprefix(";; ")


def metadata(data: bytes) -> str:
    found = ElementTree.fromstring(data).find("{http://www.w3.org/2000/svg}metadata")
    return (found.text or "") if found is not None else ""


def description(data: bytes) -> str:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return str(picture.text["Description"])  # type: ignore[attr-defined]


PLACES: dict[str, Callable[[bytes], str]] = {
    "rxr/rxr_train_guide.jsonl.gz": gzip_comment,
    "rxr/rxr_train_follower.jsonl.gz": gzip_comment,
    "rxr/pose_traces/rxr_train/000001_guide_pose_trace.npz": zip_comment,
    "rxr/pose_traces/rxr_train/000001_follower_pose_trace.npz": zip_comment,
    "webvtt/train/000001.vtt": note,
    "ctm/train/000001.ctm": comment_line,
    "svg/train/000001.svg": metadata,
    "png/train/000001.png": description,
}


@pytest.mark.parametrize("name", PLACES)
def test_a_file_says_its_frames_and_units(name: str, folder: Path) -> None:
    (chosen,) = open_formats([name.partition("/")[0]])
    said = json.loads(PLACES[name]((folder / name).read_bytes()))
    digest = said.pop("made_from", None)
    assert said == {"format": chosen.name, **chosen.about}
    assert (digest is None) == (chosen.name == "rxr"), "files of words say what they were made from"


def test_episodes_say_theirs_beside_them(folder: Path) -> None:
    told: dict[str, Any] = json.loads(
        gzip.decompress((folder / "vlnce" / "train_guide.json.gz").read_bytes())
    )
    assert list(told) == ["about", "episodes"]
    assert "y up" in told["about"]["positions"]


def test_other_readers_pass_over_it(folder: Path) -> None:
    rows = folder / "rxr" / "rxr_train_guide.jsonl.gz"
    unpacked = subprocess.run(["gzip", "-dc", rows], check=True, capture_output=True).stdout
    assert unpacked == gzip.decompress(rows.read_bytes())
    with np.load(folder / "rxr/pose_traces/rxr_train/000001_guide_pose_trace.npz") as trace:
        assert set(trace) >= {"pano", "time", "extrinsic_matrix", "image_mask", "text_masks"}
        assert all(trace[key].size for key in trace)
    cues, lines = (
        read_words(folder / f"{name}/train/000001.{name[-3:]}", source="aligned")
        for name in ("webvtt", "ctm")
    )
    assert [word.word for word in cues] == [word.word for word in lines] != []


def test_a_statement_cannot_end_the_comment_that_it_stands_in() -> None:
    (chosen,) = open_formats(["webvtt"])
    chosen.about = {"times": "a --> b\n</metadata> & \N{DEGREE SIGN}\0"}
    said = statement(chosen)
    assert said.isascii()
    assert not set("<>&\n\0") & set(said)
    assert json.loads(said)["times"] == chosen.about["times"]


def test_long_text_is_compressed_with_and_without_a_comment(tmp_path: Path) -> None:
    lines = [f"{number} रुको\n" for number in range(50_000)]
    for comment in ("", "what it is"):
        with whole_text(tmp_path / "long.gz", comment) as text:
            text.writelines(lines)
        with gzip.open(tmp_path / "long.gz", "rt", encoding="utf-8") as read:
            assert read.readlines() == lines
