"""The pose stream of a browser that never rests: nothing a page records costs more to read."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator, Sequence

import numpy as np

from environments.geometry import extrinsic_matrix

RATE = 63  # snapshots a second, the most that a browser records
CHUNK = 5 * RATE


def chunks(snapshots: int, walk: Sequence[str]) -> Iterator[bytes]:
    """The stream as a page sends it, a gzip for every five seconds; an equal time in each viewpoint of ``walk``."""
    minute = {
        viewpoint: [camera(number, viewpoint) for number in range(60 * RATE)] for viewpoint in set(walk)
    }
    for first in range(0, snapshots, CHUNK):
        lines = (
            times(number) + minute[walk[number * len(walk) // snapshots]][number % (60 * RATE)]
            for number in range(first, min(snapshots, first + CHUNK))
        )
        yield gzip.compress(b"".join(lines), 6)


def camera(number: int, viewpoint: str) -> bytes:
    """A line without its times, in the middle of a step on which somebody turns: all that can change has changed."""
    place = (3 * math.sin(number / 91), 40 + math.sin(number / 77), 1.6 + math.sin(number / 83) / 9)
    pose = extrinsic_matrix(place, number / 80, math.sin(number / 143) / 3)
    lens = [0.977 + math.sin(number / 70) / 9, 1.303 + math.sin(number / 70) / 9]
    row = {
        "viewpoint_id": viewpoint,
        "extrinsic_matrix": shortened(pose.reshape(16).tolist()),
        "intrinsic_matrix": shortened(
            [lens[0], 0, 0, 0, 0, lens[1], 0, 0, 0, 0, -1.0001, -0.20001, 0, 0, -1, 0]
        ),
    }
    return json.dumps(row, separators=(",", ":")).encode()[1:] + b"\n"


def shortened(matrix: list[float]) -> list[float]:
    """As ``static/src/trace/snapshots.ts`` writes them."""
    numbers = (float(f"{np.float32(value):.9g}") for value in matrix)
    return [int(number) if number.is_integer() else number for number in numbers]


def times(number: int) -> bytes:
    """The begin of a line."""
    return b'{"time":%.6f,"audio_time":%.6f,' % (number / RATE, number / RATE / 1.01)
