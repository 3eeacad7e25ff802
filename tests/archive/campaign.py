"""A campaign to copy, and how two are compared."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.stores.examples import alignment, task
from pangea_server.core.records import Artefact, Counter
from pangea_server.dataset.archive import Archive, Remaining, StoreContents, fill
from pangea_server.dataset.archive.chain import Trust
from pangea_server.dataset.archive.encryption import Seal
from pangea_server.dataset.archive.places import Destination
from pangea_server.dataset.archive.series_writer import Series
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.protocol import Store, Transaction
from tests.landmarks.examples import corridor_landmarks

VOICE = "recordings/r1/voice.wav"


def make_campaign(store: Store) -> None:
    """Records of several kinds, more than a batch of them, and blobs empty, small and too large for memory."""
    store.records.transact(create_tasks)
    for record in (
        alignment(),
        Counter(name="घर/🏠".replace("/", "-"), value=2**40),
        Recording(recording_id="r1", lease_id="l1", annotator_id=1, sample_rate=48_000),
        Recording(recording_id="r2", lease_id="l2", annotator_id=2, sample_rate=None),
        told("tour", walked=("door",), voice=Artefact(blob=VOICE, size=9 * 2**20, sha256=""), duration=1.5),
        told("transcribe", args={"instruction_id": 1}),
        *corridor_landmarks(),
    ):
        store.records.create(record)
    store.blobs.create(VOICE, hashlib.shake_128(b"voice").digest(9 * 2**20))
    store.blobs.create("recordings/r1/receipts.json", b"")
    for number in range(40):
        store.blobs.create(f"recordings/r2/voice/{number:06d}", b"%d" % number * 700)


def told(kind: str, **more: Any) -> TaskAnnotation:
    """What somebody handed in for a task of another kind."""
    known: dict[str, Any] = {
        "annotation_id": 1,
        "annotator_id": 1,
        "path_id": 1,
        "split": "train",
        "scan_id": "corridor",
        "language": "hi-IN",
        "heading": 0.5,
        "walked": (),
        "args": {},
        "answer": {"transcript": "लाल सोफ़ा"},
        "pose_trace": None,
        "phases": (),
        "scores": {"viewpoints": 1.0, "found": None},
    }
    return TaskAnnotation.model_validate(known | {"kind": kind} | more)


def create_tasks(transaction: Transaction) -> None:
    asked = task(0).model_copy(update={"kind": "tour", "args": {"prompt": "रसोई दिखाएँ।", "min_seconds": 6}})
    transaction.create(asked)
    for number in range(1, 230):
        transaction.create(task(number, instruction_id=number % 3))


def everything(store: Store) -> tuple[list[Any], list[Any]]:
    contents = StoreContents(store)
    records = [record for kind in RECORDS for record in contents.records(kind)]
    return records, [(parcel.info, store.blobs.read(parcel.info.name)) for parcel in contents.blobs()]


def series_in(place: Destination, seal: Seal | None = None) -> Series:
    """A series of the machine whose key lies beside the place."""
    return Series(place, seal or Seal(), Path(place.address + "-machine"))


def trust_in(place: Destination, *, incomplete: bool = False) -> Trust:
    """Trust in that machine alone."""
    return Trust(frozenset({series_in(place).signer.public}), incomplete=incomplete)


def restore(path: Path, store: Store) -> None:
    with Archive.open(path) as archive:
        fill(store, Remaining(archive), archive.sha256)
