"""Answers for a running demo, handed in over HTTP: a real voice, and a camera that walks and looks ahead."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx2
import numpy as np
import soundfile

from environments import Scan, open_environment
from environments.geometry import extrinsic_matrix
from pangea_server.app.testing.server import Someone, summary
from pangea_server.people.access.tokens import new_token
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo

RATE = 10  # snapshots a second
TRANSCRIPT = SPEECH.with_suffix(".txt").read_text().strip()


@contextmanager
def annotator(demo: Demo, link: str | None = None) -> Iterator[Someone]:
    """Somebody who was invited to the demo, or whose link is given, and uses it by HTTP."""
    with httpx2.Client(base_url=f"http://127.0.0.1:{demo.port}", timeout=60) as client:
        session = new_token()
        invite = (link or demo.invite()).rpartition("=")[2]
        opened = client.post("/api/v1/sessions", json={"session": session, "invite": invite})
        assert opened.status_code in (200, 201), opened.text
        yield Someone(client, session, opened.json()["me"]["annotator_id"])  # type: ignore[arg-type]


def guide(person: Someone, transcript: str = TRANSCRIPT) -> int:
    """Walk the path that is shown, say the sample's words; returns the instruction's number."""
    lease = person.lease("guide")
    samples, rate = soundfile.read(SPEECH, dtype="int16")
    return speak_on(person, lease, lease["args"]["path"], samples, rate, transcript=transcript)


def speak_on(
    person: Someone, lease: dict[str, Any], path: Sequence[str], samples: Any, rate: int, **answer: Any
) -> int:
    """Record this voice while walking this path, and hand in; returns the number of the answer."""
    recording = person.begin(lease["lease_id"], rate)
    voice = [samples.tobytes()[start : start + 400_000] for start in range(0, samples.nbytes, 400_000)]
    for index, chunk in enumerate(voice):
        assert person.put(recording, "voice", index, chunk).status_code == 201
    trace = _trace(_scan(lease["scan_id"]), path, len(samples) / rate)
    assert person.put(recording, "pose", 0, trace).status_code == 201
    recorded = {"recording_id": recording, "pose": summary([trace]), "voice": summary(voice)}
    done = person.submit(lease["lease_id"], recorded | answer)
    assert done.status_code == 200, done.text
    return int(done.json()["annotation_id"])


LOOKS, LISTENS, WALKS_ON = 2.0, 3.0, 3.0
"""Seconds of a Follower: before they start the voice, until they pause it, and after that."""


def follow(person: Someone, path: Sequence[str]) -> int:
    """Walk this path, and hear the beginning of the voice on the way; returns the demonstration's number."""
    lease = person.lease("follower")
    recording = person.begin(lease["lease_id"], None)
    trace = _trace(_scan(lease["scan_id"]), path, LOOKS + LISTENS + WALKS_ON, heard=_heard)
    assert person.put(recording, "pose", 0, trace).status_code == 201
    answer = {"recording_id": recording, "pose": summary([trace]), "outcome": "done"}
    done = person.submit(lease["lease_id"], answer)
    assert done.status_code == 200, done.text
    return int(done.json()["annotation_id"])


def _heard(time: float) -> float:
    return min(max(0.0, time - LOOKS), LISTENS)


def _scan(scan_id: str) -> Scan:
    return open_environment("demo").scan(scan_id)


def _trace(
    scan: Scan, path: Sequence[str], seconds: float, heard: Callable[[float], float] | None = None
) -> bytes:
    """JSON Lines of snapshots: as long at each viewpoint, turning to the next. ``heard``: audio position by time."""
    count = int(seconds * RATE)
    places = [np.array(scan.graph.position(name)) for name in path]
    rows = [_snapshot(path, places, index / RATE, index / count) for index in range(count)]
    if heard:
        rows = [row | {"audio_time": heard(row["time"])} for row in rows]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _snapshot(path: Sequence[str], places: Sequence[Any], time: float, share: float) -> dict[str, Any]:
    at = min(int(share * len(path)), len(path) - 1)
    step = places[min(at + 1, len(path) - 1)] - places[max(0, min(at, len(path) - 2))]
    heading = math.atan2(step[0], step[1]) + 0.35 * math.sin(1.5 * time)
    return {
        "time": time,
        "viewpoint_id": path[at],
        "extrinsic_matrix": extrinsic_matrix(places[at], heading).reshape(-1).tolist(),
        "intrinsic_matrix": _projection(math.radians(75), 16 / 9),
    }


def _projection(field_of_view: float, aspect: float, near: float = 0.1, far: float = 100.0) -> list[float]:
    """OpenGL's perspective matrix, row-major."""
    scale = 1 / math.tan(field_of_view / 2)
    depth = near - far
    return [
        *(scale / aspect, 0, 0, 0),
        *(0, scale, 0, 0),
        *(0, 0, (far + near) / depth, 2 * far * near / depth),
        *(0, 0, -1, 0),
    ]
