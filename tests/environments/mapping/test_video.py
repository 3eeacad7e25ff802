"""Frames of small videos that are made of drawn rooms: one for each stretch of the way, none of a camera at rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from environments.errors import InvalidDataError
from environments.mapping.pairs import pairs_to_compare
from environments.mapping.video import frames_of
from tests.environments.figures.mapping.drawn_rooms import Room, panorama

ROOMS = (Room(0, 5, 4, 1),)
STEP = 0.15  # metres from frame to frame
RATE = 8


def at_once(items: Iterable[Any], name: str, total: int) -> Iterator[Any]:
    return iter(items)


def film(file: Path, frames: Iterable[Any]) -> Path:
    """Frames (rows, columns, 3) as MPEG-4."""
    with av.open(str(file), "w") as container:
        stream = container.add_stream("mpeg4", rate=RATE)
        stream.bit_rate = 8_000_000
        for number, pixels in enumerate(frames):
            if not number:
                stream.height, stream.width = pixels.shape[:2]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())
    return file


def walked(places: Iterable[tuple[float, float, float]]) -> Iterator[Any]:
    """What a camera sees at x, y and with a heading."""
    return (np.asarray(panorama(ROOMS, (x, y, 1.5), heading)) for x, y, heading in places)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A way of 2.85 m; the person turns to and fro."""
    places = [(1 + STEP * step, 1.8, 0.3 * np.sin(step / 2)) for step in range(20)]
    return film(tmp_path_factory.mktemp("videos") / "walk.mp4", walked(places))


def test_a_walk_gives_a_frame_for_each_stretch_and_is_read_once(walk: Path, tmp_path: Path) -> None:
    frames = frames_of(walk, tmp_path, at_once)
    files = sorted(frames.glob("*.jpg"))
    assert 4 <= len(files) <= 8, len(files)  # every 0.35 to 0.9 m
    written = [file.stat().st_mtime_ns for file in files]
    assert frames_of(walk, tmp_path, at_once) == frames
    assert [file.stat().st_mtime_ns for file in files] == written


def test_a_video_that_was_stopped_is_read_again(walk: Path, tmp_path: Path) -> None:
    def stopping(items: Iterable[Any], name: str, total: int) -> Iterator[Any]:
        for number, item in enumerate(items):
            if number == 12:
                raise KeyboardInterrupt
            yield item

    with pytest.raises(KeyboardInterrupt):
        frames_of(walk, tmp_path, stopping)
    (tmp_path / "whole").mkdir()
    again, whole = frames_of(walk, tmp_path, at_once), frames_of(walk, tmp_path / "whole", at_once)
    assert [file.read_bytes() for file in sorted(again.iterdir())] == [
        file.read_bytes() for file in sorted(whole.iterdir())
    ]


def test_a_camera_that_only_turns_does_not_move(tmp_path: Path) -> None:
    video = film(tmp_path / "turning.mp4", walked((2.0, 2.0, 0.1 * step) for step in range(16)))
    with pytest.raises(InvalidDataError, match="the camera does not move"):
        frames_of(video, tmp_path, at_once)


def test_what_is_no_video_of_a_whole_sphere_is_refused(tmp_path: Path) -> None:
    flat = film(tmp_path / "flat.mp4", [np.zeros((240, 320, 3), np.uint8)])
    with pytest.raises(InvalidDataError, match="frames of 320 x 240 pixels"):
        frames_of(flat, tmp_path, at_once)
    (tmp_path / "torn.mp4").write_bytes(flat.read_bytes()[:900])
    for name in ("torn", "text"):
        file = tmp_path / f"{name}.mp4"
        if name == "text":
            file.write_text("no video")
        with pytest.raises(InvalidDataError, match="cannot be decoded") as error:
            frames_of(file, tmp_path, at_once)
        assert "Export it" in str(error.value.remedy)
    with pytest.raises(InvalidDataError, match="There is no video"):
        frames_of(tmp_path / "nowhere.mp4", tmp_path, at_once)


def test_frames_are_compared_with_all_photographs_and_with_frames_near_them() -> None:
    photographs, frames = [f"p{number}" for number in range(60)], [f"v{number:02d}" for number in range(60)]
    pairs = dict(pairs_to_compare([*photographs, *frames], set(frames)))
    assert set(photographs) <= set(pairs["v59"])
    assert set(pairs["v59"]) - set(photographs) == set(frames[19:59])
    assert set(pairs["p59"]) == set(photographs[19:59])
