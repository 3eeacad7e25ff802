"""Frames of a video of a whole sphere that help to place photographs: one for each 0.7 m or so that the camera moved.

How far that was is not known before there is a map. What was seen moves by an angle, once the camera's own turning is
taken out: half of it by 10 degrees after 0.7 m among things that are some 3 m away, and less in a hall, where fewer
frames do. A camera at rest gives no frames, however long.
"""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np
from scipy.spatial.transform import Rotation

from environments.errors import ConfigurationError, InvalidDataError
from environments.folders import make_folder
from environments.geometry import direction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Pixels = NDArray[np.uint8]
    Watch = Callable[[Iterable[Any], str, int], Iterator[Any]]

APART = np.radians(10)
"""Between two frames; see above."""
SHARPEST_FROM = 0.75
"""Share of ``APART`` from which on the sharpest frame is looked for."""
A_SECOND = 8
"""Frames that are looked at: a person goes 20 cm from one to the next."""
SMALL = (512, 256)
"""Pixels, of what movement is measured in."""
MOST_TRACKED, FEWEST_TRACKED = 400, 60
STEEPEST = np.radians(60)
"""Things nearer to a pole are drawn out of shape."""
MOST_PIXELS = 2**26
"""Of a frame: 11584 x 5792."""
MOST_FRAMES = 400
WIDTH = 2048
DONE = "frames.json"
_REMEDY = (
    "Export it from the camera's program as MP4 (H.264 or H.265), equirectangular, twice as wide as high."
)


class VideoFrame(NamedTuple):
    """A frame: how sharp it is, small and grey, and all of its pixels (rows, columns, 3)."""

    sharpness: float
    small: Pixels
    pixels: Pixels


def frames_of(video: Path, folder: Path, watch: Watch) -> Path:
    """The folder, inside another, of a video's frames; they are made if that was not finished before.

    Raises:
        InvalidDataError: it is not there, cannot be decoded, is not twice as wide as high, or does not move.
        ConfigurationError: frames cannot be written.
    """
    if not video.is_file():
        raise InvalidDataError(f"There is no video {video}.", remedy="Name one that is there.")
    frames = folder / f"video-{_identity(video)}"
    if not (frames / DONE).is_file():
        shutil.rmtree(frames, ignore_errors=True)
        make_folder(frames)
        count = _write(video, frames, watch)
        (frames / DONE).write_text(json.dumps({"frames": count}) + "\n", encoding="utf-8")
    return frames


def chosen(looks: Iterator[VideoFrame]) -> Iterator[VideoFrame]:
    """Frames that are ``APART``, the first one among them, and sharp."""
    first = next(looks, None)
    if first is None:
        return
    yield first
    moved, best = Movement(first.small), None
    for look in looks:
        gone = moved.follow(look.small)
        if gone >= SHARPEST_FROM * APART and (best is None or look.sharpness > best.sharpness):
            best = look
        if gone >= APART and best is not None:
            yield best
            moved, best = Movement(look.small), None


class Movement:
    """How far a camera moved since a frame, as an angle by which what it sees moved."""

    def __init__(self, small: Pixels) -> None:
        self._banked = 0.0
        self._at: NDArray[np.float32]
        self._rays: Floats
        self._last: Pixels
        self._mark(small)

    def follow(self, small: Pixels) -> float:
        """Go on to the next frame; the angle, in radians, since the beginning."""
        if len(self._at):
            at, found, _ = cv2.calcOpticalFlowPyrLK(
                self._last, small, self._at, np.zeros_like(self._at), winSize=(15, 15)
            )
            kept = (found[:, 0] == 1) & (at[:, 0, 0] >= 0) & (at[:, 0, 0] < SMALL[0])
            self._at, self._rays = np.asarray(at[kept], np.float32), self._rays[kept]
        self._last = small
        gone = self._banked + parallax(self._rays, _rays(self._at))
        if len(self._at) < FEWEST_TRACKED:
            self._mark(small)
            self._banked = gone
        return gone

    def _mark(self, small: Pixels) -> None:
        mask = np.zeros(small.shape, np.uint8)
        rows = int(STEEPEST / np.pi * SMALL[1])
        mask[SMALL[1] // 2 - rows : SMALL[1] // 2 + rows] = 255
        at = cv2.goodFeaturesToTrack(small, MOST_TRACKED, 0.01, 6, mask=mask)
        self._at = np.zeros((0, 1, 2), np.float32) if at is None else np.asarray(at, np.float32)
        self._rays, self._last = _rays(self._at), small


def parallax(before: Floats, after: Floats) -> float:
    """The median angle between rays (n, 3) once a turn of the whole is taken out; 0 of fewer than 8."""
    kept = np.ones(len(before), bool)
    if len(before) < 8:
        return 0.0
    for _ in range(3):  # what moves by itself, or was lost, says nothing of the turn
        turn, _ = Rotation.align_vectors(after[kept], before[kept])
        angles = np.arccos(np.clip((turn.apply(before) * after).sum(axis=1), -1, 1))
        kept = angles <= 2 * np.median(angles) + 1e-9
    return float(np.median(angles))


def _rays(at: NDArray[np.float32]) -> Floats:
    columns, rows = at.reshape(-1, 2).astype(np.float64).T
    return direction(((columns + 0.5) / SMALL[0] - 0.5) * 2 * np.pi, (0.5 - (rows + 0.5) / SMALL[1]) * np.pi)


def _identity(video: Path) -> str:
    """Of its size and its first and last bytes: it may be too large to be read twice."""
    with video.open("rb") as file:
        size = file.seek(0, 2)
        parts = []
        for at in (0, max(0, size - 2**20)):
            file.seek(at)
            parts.append(file.read(2**20))
    return sha256(str(size).encode() + b"".join(parts)).hexdigest()[:12]


def _write(video: Path, frames: Path, watch: Watch) -> int:
    count = 0
    with _opened(video) as (container, stream):
        length = max(1, int(float(container.duration or 0) / 1e6 * A_SECOND))
        looks = watch(_looks(container, stream), "reading the video", length)
        for count, look in enumerate(chosen(looks), start=1):
            if count > MOST_FRAMES:
                raise InvalidDataError(
                    f"{video} shows more than {MOST_FRAMES} places.",
                    remedy="Cut it, and map the place in parts.",
                )
            file = frames / f"video-{count:04d}.jpg"
            if not cv2.imwrite(str(file), look.pixels, [cv2.IMWRITE_JPEG_QUALITY, 92]):
                raise ConfigurationError(f"{file} cannot be written.", remedy="Make room on the disk.")
    if count < 2:
        raise InvalidDataError(
            f"In {video} the camera does not move.",
            remedy="Walk slowly with it from place to place, or leave --video out.",
        )
    return count


@contextmanager
def _opened(video: Path) -> Iterator[tuple[Any, Any]]:
    """FFmpeg's container and its first stream of pictures."""
    import av

    try:
        with av.open(str(video), options={"protocol_whitelist": "file"}) as container:
            if not container.streams.video:
                raise InvalidDataError(f"{video} has no pictures in it.", remedy=_REMEDY)
            stream = container.streams.video[0]
            width, height = stream.width, stream.height
            if width != 2 * height or width * height > MOST_PIXELS:
                raise InvalidDataError(f"{video} has frames of {width} x {height} pixels.", remedy=_REMEDY)
            yield container, stream
    except (av.FFmpegError, ValueError) as exc:
        raise InvalidDataError(f"{video} cannot be decoded: {exc}.", remedy=_REMEDY) from exc


def _looks(container: Any, stream: Any) -> Iterator[VideoFrame]:
    """``A_SECOND`` frames a second, however many the file has."""
    due = 0.0
    for frame in container.decode(stream):
        if frame.time is not None and frame.time >= due:
            due = frame.time + 1 / A_SECOND - 1e-3
            yield _look(frame.to_ndarray(format="bgr24"))


def _look(pixels: Pixels) -> VideoFrame:
    width = pixels.shape[1]
    if width > WIDTH:
        pixels = np.asarray(cv2.resize(pixels, (WIDTH, WIDTH // 2), interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.cvtColor(cv2.resize(pixels, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    small = np.asarray(grey, np.uint8)
    return VideoFrame(float(np.var(cv2.Laplacian(small, cv2.CV_64F))), small, pixels)
