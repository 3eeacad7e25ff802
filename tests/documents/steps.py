"""What people do by hand on pages of the documentation: they bring files, speak, and walk."""

from __future__ import annotations

import gzip
import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import soundfile
from PIL import Image, ImageChops

from docs.site.examples import examples
from docs.site.pages import ROOT
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import Someone, content_digest, poses, summary
from pangea_server.people.access.tokens import new_token
from pangea_server.quality.review.queue import opened_review
from pangea_server.stores.local.store import LocalStore
from tests.documents.following import Follower
from tests.exports.filled import annotated
from tests.exports.rows import write_rows
from tests.exports.sample import as_rxr, open_sample

SPEECH = ROOT / "tests" / "data" / "speech"
HOUSE = ROOT / "environments" / "demo" / "house"
CONSENT = ROOT / "docs" / "consent"


def bring_photographs(at: Follower) -> None:
    """Two neighbours of the demo house, turned so that they see each other where the cottage's numbers say."""
    (at.folder / "cottage").mkdir(exist_ok=True)
    for name, photograph, degrees in (("hall", "hallway-coats", 186.6), ("kitchen", "kitchen-fridge", 96.6)):
        with Image.open(HOUSE / f"{photograph}.jpg") as picture:
            turned = ImageChops.offset(picture, round(degrees / 360 * picture.width), 0)
        turned.save(at.folder / "cottage" / f"{name}.jpg", quality=95)


def bring_damaged_photographs(at: Follower) -> None:
    """Two photographs with their graph, of which one was cut off while it was copied."""
    bring_place(at.folder / "photos", (HOUSE / "kitchen-fridge.jpg").read_bytes()[:-5000])


def bring_place(folder: Path, kitchen: bytes) -> None:
    """The cottage of the README: its graph, and two photographs of which one is given."""
    folder.mkdir()
    page = (ROOT / "environments" / "README.md").read_text()
    (graph,) = (each for each in examples(page) if each.language == "json")
    (folder / "graph.json").write_text("\n".join(graph.lines))
    shutil.copyfile(HOUSE / "hallway-coats.jpg", folder / "hall.jpg")
    (folder / "kitchen.jpg").write_bytes(kitchen)


def bring_recordings(at: Follower) -> None:
    """A voice with its transcript, a folder of such, and files of other people's datasets."""
    shutil.copyfile(SPEECH / "instruction.flac", at.folder / "voice.flac")
    shutil.copyfile(SPEECH / "instruction.txt", at.folder / "transcript.txt")
    _bring_folder(at)
    bring_rxr(at)
    for kind in ("guide", "follower"):
        rows = gzip.decompress((at.folder / f"rxr_train_{kind}.jsonl.gz").read_bytes())
        (at.folder / f"{kind}.jsonl").write_bytes(rows)
    shutil.copytree(_sample(at), at.folder / "sample")


def bring_guide(at: Follower) -> None:
    """The Guide of the 2021 sample, and recordings of words that somebody else typed."""
    told, voice, trace = open_sample(_sample(at))
    shutil.copyfile(voice, at.folder / "guide.mp3")
    (at.folder / "guide.txt").write_text(told["instruction"])
    trace.save_rxr(at.folder / "trace.npz")
    _bring_folder(at)


def bring_rxr(at: Follower) -> None:
    """RxR's files, with the rows that its README shows and the 2021 sample; the sample as its own toolkit wrote it."""
    shown = json.loads((at.places["/data/mp3d"].parent / "rxr_sample.json").read_text())
    told, voice, trace = open_sample(_sample(at))
    guide = shown["guide"] | {"split": "train", "instruction": "Go to the sofa."}
    write_rows(at.folder / "rxr_train_guide.jsonl.gz", [guide, told])
    write_rows(at.folder / "rxr_train_follower.jsonl.gz", [shown["follower"]])
    shutil.copyfile(voice, at.folder / "046944.mp3")
    trace.save_rxr(at.folder / "046944_guide_pose_trace.npz")
    shutil.copytree(_sample(at), at.folder / "pangea_sample")


def have_guide(number: int, language: str) -> Callable[[Follower], None]:
    """A store with one answer of a Guide: the 2021 sample, under this number and language."""

    def import_guide(at: Follower) -> None:
        told, voice, trace = open_sample(_sample(at))
        told |= {"instruction_id": number, "language": language}
        rows = as_rxr(at.folder / "before", told, voice, trace)
        _pangea(
            at, "import", rows, "--format", "rxr", "--environment", f"matterport3d:{at.places['/data/mp3d']}"
        )

    return import_guide


def have_answers(at: Follower) -> None:
    """A store with three instructions, and a walk after the first."""
    annotated(at.folder / "pangea-data", guides=3).close()


def have_review(at: Follower) -> None:
    """A Guide's answer that waits for a decision."""
    have_guide(12, "hi-IN")(at)
    with LocalStore.open(at.folder / "pangea-data") as store:
        task = store.records.get(Task, "guide-000012")
        (guide,) = store.records.find(GuideAnnotation)
        store.records.create(opened_review(task, guide.annotator_id))


def have_a_server(at: Follower) -> None:
    """What a page about servers names outside its folder: a place, texts of consent, a folder for backups."""
    places = at.places["/srv/places"]
    bring_place(places, (HOUSE / "kitchen-fridge.jpg").read_bytes())
    shutil.copytree(CONSENT, at.places["/srv/consent"])
    at.places["/var/backups/pangea"].mkdir()


def write_own_place(at: Follower) -> None:
    """The example of a campaign, for Matterport3D's buildings: they have no labels to find things by."""
    file = at.folder / "campaign.yaml"
    text = file.read_text().replace(
        "environment: demo", f"environment: matterport3d:{at.places['/data/mp3d']}"
    )
    file.write_text("".join(line for line in text.splitlines(True) if not line.startswith("  find:")))


def bring_people(at: Follower) -> None:
    (at.folder / "people.csv").write_text("external_id,languages\nstaff-7,hi-IN en-IN\n")


def _bring_folder(at: Follower) -> None:
    folder = at.folder / "recordings"
    folder.mkdir()
    for ending in ("flac", "txt"):
        shutil.copyfile(ROOT / "tests" / "data" / "align" / f"door.{ending}", folder / f"door.{ending}")


def _sample(at: Follower) -> Path:
    return at.places["/data/mp3d"].parent / "pangea_sample"


def _pangea(at: Follower, *arguments: object) -> None:
    ran = at.warm.run(shlex.join(["pangea", *map(str, arguments)]), at.folder, at.environment)
    assert ran is not None
    assert ran[0] == 0, ran[1]


def bring_voice(at: Follower) -> None:
    shutil.copyfile(SPEECH / "instruction.flac", at.folder / "voice.flac")
    shutil.copyfile(SPEECH / "instruction.txt", at.folder / "voice.txt")


def bring_consent(at: Follower) -> None:
    shutil.copytree(CONSENT, at.folder / "consent")


def have_a_campaign(at: Follower) -> None:
    _pangea(at, "campaign", "sample", "--paths", 2, "--followers", 1)


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


STEPS: dict[str, Callable[[Follower], None]] = {
    "photographs": bring_photographs,
    "voice": bring_voice,
    "consent": bring_consent,
    "campaign": have_a_campaign,
    "people": guide_and_follow,
    "guide": let_a_guide_speak,
    "doors": count_doors,
    "damaged_photographs": bring_damaged_photographs,
    "people_table": bring_people,
    "server": have_a_server,
    "answers": have_answers,
}
WITH_REAL_DATA: dict[str, Callable[[Follower], None]] = {
    "own_place": write_own_place,
    "recordings": bring_recordings,
    "guide_files": bring_guide,
    "rxr": bring_rxr,
    "guide_26": have_guide(26, "en-IN"),
    "guide_12": have_guide(12, "hi-IN"),
    "review": have_review,
}
