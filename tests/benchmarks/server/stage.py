"""A store with people at work in it: each has a lease and has begun a recording."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from pangea_server.annotate.tasks.records import Recording
from pangea_server.collect.capture.chunks import Stream, stored_chunks
from pangea_server.collect.capture.recordings import start_recording
from pangea_server.collect.queue.offers import lease_task
from pangea_server.people.access.sessions import who
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.benchmarks.server.chunks import makers
from tests.benchmarks.server.load import Outcome, Sender
from tests.reliability.house import make_work

LONG = timedelta(hours=1)
SENT: tuple[Stream, ...] = ("voice", "pose")


def people_at_work(data_dir: Path, number: int, sample_rate: int) -> tuple[Sender, ...]:
    """So many Guides with a lease and an empty recording each."""
    senders, _ = people_and_newcomers(data_dir, number, 0, sample_rate)
    return senders


def people_and_newcomers(
    data_dir: Path, people: int, newcomers: int, sample_rate: int
) -> tuple[tuple[Sender, ...], tuple[str, ...]]:
    """As ``at_work_and_newcomers``, in a local store."""
    with LocalStore.open(data_dir) as store:
        return at_work_and_newcomers(store, people, newcomers, sample_rate)


def at_work_and_newcomers(
    store: Store, people: int, newcomers: int, sample_rate: int
) -> tuple[tuple[Sender, ...], tuple[str, ...]]:
    """So many Guides at work, and the tokens of so many for whom there is a task."""
    tokens = make_work(store.records, tasks=people + newcomers, guides=people + newcomers)
    senders = tuple(_at_work(store, token, sample_rate) for token in tokens[:people])
    return senders, tuple(tokens[people:])


def _at_work(store: Store, token: str, sample_rate: int) -> Sender:
    person = who(store.records, token)
    lease = lease_task(store.records, person, "guide", None, LONG)
    assert lease
    recording, _ = start_recording(store.records, person, lease.lease_id, 0, sample_rate)
    return Sender(token, recording.recording_id)


def lost_chunks(data_dir: Path, senders: tuple[Sender, ...], outcome: Outcome, sample_rate: int) -> int:
    """As ``lost_in``, of a local store."""
    with LocalStore.open(data_dir) as store:
        return lost_in(store, senders, outcome, sample_rate)


def lost_in(store: Store, senders: tuple[Sender, ...], outcome: Outcome, sample_rate: int) -> int:
    """How many acknowledged chunks are not there byte for byte."""
    lost, chunks = 0, makers(sample_rate)
    for number, sender in enumerate(senders):
        recording = store.records.get(Recording, sender.recording_id)
        for stream in SENT:
            stored = {receipt.index for receipt in stored_chunks(store.blobs, recording, stream)}
            for index in range(outcome.acknowledged[number][stream]):
                name = f"recordings/{sender.recording_id}/{stream}/{index:06d}"
                same = index in stored and store.blobs.read(name) == chunks[stream].whole(number, index)
                lost += not same
    return lost
