"""What people do by hand on pages of the documentation: they bring files, speak, and walk."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import httpx2
import numpy as np
import soundfile

from docs.site.pages import ROOT
from pangea_server.app.testing.server import Someone, content_digest, poses, summary
from pangea_server.people.access.tokens import new_token
from tests.docs.following import Follower

SPEECH = ROOT / "tests" / "data" / "speech"
HOUSE = ROOT / "environments" / "demo" / "house"
CONSENT = ROOT / "docs" / "consent"


def bring_photographs(at: Follower) -> None:
    (at.folder / "cottage").mkdir(exist_ok=True)
    for name, photograph in (("hall", "hallway-coats"), ("kitchen", "kitchen-fridge")):
        shutil.copyfile(HOUSE / f"{photograph}.jpg", at.folder / "cottage" / f"{name}.jpg")


def bring_voice(at: Follower) -> None:
    shutil.copyfile(SPEECH / "instruction.flac", at.folder / "voice.flac")
    shutil.copyfile(SPEECH / "instruction.txt", at.folder / "voice.txt")


def bring_consent(at: Follower) -> None:
    shutil.copytree(CONSENT, at.folder / "consent")


def have_a_campaign(at: Follower) -> None:
    sample = ["campaign", "sample", "--paths", "2", "--followers", "1"]
    subprocess.run(
        [sys.executable, "-m", "pangea_server.app", *sample], cwd=at.folder, env=at.environment, check=True
    )


def guide_and_follow(at: Follower) -> None:
    """The Guide of the demo speaks along the path that they are shown, and the Follower walks it."""
    path = guide(at)
    person = enter(at, "follower")
    lease_id = person.lease("follower")["lease_id"]
    answer = person.record(lease_id, path, voice=()) | {"outcome": "done"}
    _accept(person.submit(lease_id, answer))


def guide(at: Follower) -> list[str]:
    """A Guide speaks along the path that they are shown, which is returned."""
    person = enter(at, "guide")
    lease = person.lease("guide")
    path: list[str] = lease["args"]["path"]
    samples, rate = soundfile.read(SPEECH / "instruction.flac", dtype="int16")
    voice = np.ascontiguousarray(samples, dtype="<i2").tobytes()
    recording_id = person.begin(lease["lease_id"], rate)
    streams = {"voice": voice, "pose": poses(path)}
    for stream, data in streams.items():
        assert person.put(recording_id, stream, 0, data, **content_digest(data)).status_code == 201
    answer = {"recording_id": recording_id, "transcript": (SPEECH / "instruction.txt").read_text().strip()}
    sums = {stream: summary([data]) for stream, data in streams.items()}
    _accept(person.submit(lease["lease_id"], answer | sums))
    return path


def let_a_guide_speak(at: Follower) -> None:
    guide(at)


def count_doors(at: Follower) -> None:
    person = enter(at, "guide")
    lease = person.lease("door_count")
    walk = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
    _accept(person.submit(lease["lease_id"], walk | {"answer": {"doors": 1}}))


def enter(at: Follower, page: str) -> Someone:
    """Whoever opens the newest link to this page."""
    token, session = at.link(page).rpartition("=")[2], new_token()
    client: Any = httpx2.Client(base_url=f"http://127.0.0.1:{at.port}", timeout=60)
    at.opened.append(client)
    assert client.post("/api/v1/sessions", json={"invite": token, "session": session}).status_code == 201
    return Someone(client, session, 0)


def _accept(answer: Any) -> None:
    assert answer.status_code == 200, answer.text


STEPS = {
    "photographs": bring_photographs,
    "voice": bring_voice,
    "consent": bring_consent,
    "campaign": have_a_campaign,
    "people": guide_and_follow,
    "guide": let_a_guide_speak,
    "doors": count_doors,
}
