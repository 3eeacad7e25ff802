"""The takes of a lease: starting them, finding them again, and how much of each is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import groupby

from pangea_server.annotate.assignment.leases import active_lease
from pangea_server.annotate.tasks.records import Lease, Recording
from pangea_server.collect.capture.recordings import stored_chunks
from pangea_server.collect.capture.wire import ChunkReceipt, RecordingView, StoredStream
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import BlobStore, RecordStore

MAX_TAKES = 100


def start_recording(
    records: RecordStore,
    person: Annotator,
    lease_id: str,
    take: int,
    sample_rate: int | None,
    admit: Callable[[int], None] = lambda _: None,
) -> tuple[Recording, bool]:
    """Start a take under the person's active lease; returns its recording and whether it is new.

    Args:
        admit: called with the person's number before a new take; raises if they may have no more.

    Raises:
        StoreConflictError: this take was started with another sample rate.
    """
    lease = active_lease(records, person, lease_id)
    if take not in [known.take for known in takes(records, lease)]:
        admit(person.annotator_id)
    recording = Recording(
        recording_id=_recording_id(lease_id, take),
        lease_id=lease.lease_id,
        annotator_id=person.annotator_id,
        take=take,
        sample_rate=sample_rate,
    )
    try:
        records.create(recording)
    except StoreConflictError:
        known = records.get(Recording, recording.recording_id)
        if known.sample_rate != sample_rate:
            raise
        return known, False
    return recording, True


def takes(records: RecordStore, lease: Lease) -> list[Recording]:
    """The recordings of a lease, in order of take."""
    found = records.find(Recording, {"lease_id": lease.lease_id}, limit=MAX_TAKES)
    return sorted(found, key=lambda recording: recording.take)


def recording_view(blobs: BlobStore, recording: Recording) -> RecordingView:
    """A take, and how much of it is stored."""
    return RecordingView(
        **recording.model_dump(exclude={"annotator_id"}),
        voice=_stored(stored_chunks(blobs, recording, "voice")),
        pose=_stored(stored_chunks(blobs, recording, "pose")),
    )


def own_recording(records: RecordStore, person: Annotator, recording_id: str) -> Recording:
    """The take, if it is this person's; the error for another person's take is the same as for one that never
    existed."""
    try:
        recording = records.get(Recording, recording_id)
    except RecordNotFoundError:
        recording = None
    if recording is None or recording.annotator_id != person.annotator_id:
        raise RecordNotFoundError(f"There is no recording {recording_id}.", remedy="Start a recording first.")
    return recording


def _recording_id(lease_id: str, take: int) -> str:
    """The same id for the same take, so that starting it may be repeated; as hard to guess as the lease's id."""
    return hashlib.sha256(f"{lease_id}/{take}".encode()).hexdigest()[:32]


def _stored(receipts: Sequence[ChunkReceipt]) -> StoredStream:
    return StoredStream(
        chunks=len(receipts),
        size=sum(receipt.size for receipt in receipts),
        ranges=runs([receipt.index for receipt in receipts]),
    )


def runs(numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The first and last of each run of consecutive ``numbers``, which ascend: 0 1 2 5 is (0, 2), (5, 5)."""
    joined_up = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    stretches = ([number for _, number in run] for _, run in joined_up)
    return tuple((stretch[0], stretch[-1]) for stretch in stretches)
