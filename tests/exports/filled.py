"""A small store with annotations whose every byte is known: two Guides on one path, and a Follower."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image

from align import GroundedWord, PoseTrace
from align.audio import wav_header
from environments import PanoramaFolder
from environments.geometry import extrinsic_matrix
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, Scores, report_id
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.records import Artefact
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store

CORRIDOR = ("door", "lamp", "sofa", "window")
PATH = CORRIDOR[:3]
TEXTS = ("Go past the <lamp> & stop.", "दीपक के पास रुकें।")
RATE = 16_000
SCORES = Scores(
    ne=0.0, success=1.0, spl=1.0, oracle_success=1.0, cls=1.0, dtw=0.0, ndtw=1.0, sdtw=1.0, path_length=4.0
)
LENS = [[0.977, 0, 0, 0], [0, 1.303, 0, 0], [0, 0, -1.0001, -0.20001], [0, 0, -1, 0]]


def corridor(folder: Path) -> PanoramaFolder:
    """Four viewpoints in a row, two metres apart, cameras 1.5 m above the floor."""
    folder.mkdir()
    for name in CORRIDOR:
        Image.new("RGB", (64, 32)).save(folder / f"{name}.jpg")
    viewpoints = [
        {"viewpoint_id": name, "image": f"{name}.jpg", "position": [0.0, 2.0 * n, 1.5], "height": 1.5}
        for n, name in enumerate(CORRIDOR)
    ]
    graph = {"scan_id": "corridor", "viewpoints": viewpoints, "edges": [list(e) for e in pairwise(CORRIDOR)]}
    (folder / "graph.json").write_text(json.dumps(graph))
    return PanoramaFolder(folder)


def trace(walk: tuple[str, ...], *, heard: bool = False) -> PoseTrace:
    """Half a second at each viewpoint of a walk along the corridor, in two snapshots."""
    rows = [name for name in walk for _ in range(2)]
    cameras = [
        extrinsic_matrix((0.0, 2.0 * CORRIDOR.index(name), 1.5), 0.1 * n) for n, name in enumerate(rows)
    ]
    time = np.arange(len(rows), dtype=np.float64) / 4
    return PoseTrace(
        time,
        tuple(rows),
        np.array(cameras, np.float32),
        np.array([LENS] * len(rows), np.float32),
        np.asarray(time / 2) if heard else None,
    )


def annotated(data_dir: Path, *, guides: int = 2) -> Store:
    """A store with ``guides`` instructions and a walk after the first."""
    store = LocalStore.open(data_dir)
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    store.records.create(PathRecord(path_id=1, scan_id="corridor", path=PATH, heading=0.25))
    for number in range(1, guides + 1):
        for record in guide_records(store, number):
            store.records.create(record)
    store.records.create(follower_record(store))
    return store


def guide_records(store: Store, number: int) -> tuple[GuideAnnotation, AlignmentRecord]:
    """Instruction ``number`` with its words, whose voice and poses are stored."""
    text, blob = TEXTS[(number - 1) % 2], f"recordings/{number:032x}"
    voice = np.arange(2 * RATE, dtype="<i2").tobytes()
    words = tuple(
        GroundedWord(
            word=token[0],
            start_time=0.25 * n,
            end_time=0.25 * n + 0.125,
            source="aligned",
            start_char=token.start(),
            end_char=token.end(),
        )
        for n, token in enumerate(re.finditer(r"\S+", text))
    )
    guide = GuideAnnotation(
        instruction_id=number,
        annotator_id=number,
        path_id=1,
        split="train",
        scan_id="corridor",
        language=("en-US", "hi-IN")[(number - 1) % 2],
        path=PATH,
        heading=0.25,
        walked=PATH,
        transcript=text,
        duration=2.0,
        sample_rate=RATE,
        voice=_stored(store, f"{blob}/voice.wav", wav_header(len(voice), RATE) + voice),
        pose_trace=stored_trace(store, f"{blob}/pose_trace.npz", trace(PATH)),
        phases=(),
        scores=SCORES,
        submitted_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    aligned = AlignmentRecord(
        task_id=report_id("guide", number), engine="viterbi", state="aligned", timed_instruction=words
    )
    return guide, aligned


def follower_record(store: Store, number: int = 1) -> FollowerAnnotation:
    """A walk after instruction 1."""
    blob = f"recordings/{number + 2**64:032x}/pose_trace.npz"
    return FollowerAnnotation(
        demonstration_id=number,
        instruction_id=1,
        annotator_id=7,
        path_id=1,
        scan_id="corridor",
        language="en-US",
        path=PATH,
        outcome="done",
        pose_trace=stored_trace(store, blob, trace(PATH, heard=True)),
        phases=(),
        scores=SCORES,
        submitted_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def stored_trace(store: Store, blob: str, walk: PoseTrace) -> Artefact:
    """A pose trace as a submit stores it."""
    packed = io.BytesIO()
    walk.save(packed)
    return _stored(store, blob, packed.getvalue())


def _stored(store: Store, name: str, data: bytes) -> Artefact:
    store.blobs.create(name, data)
    info = store.blobs.stat(name)
    return Artefact(blob=name, size=info.size, sha256=info.sha256)
