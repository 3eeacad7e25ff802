"""The recordings of a lease: starting them, finding them again, and how much of each is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import groupby

from pangea_server.annotate.assignment.leases import active_lease
from pangea_server.annotate.tasks.records import Lease, Recording, RecordingContent
from pangea_server.collect.capture.chunks import stored_chunks
from pangea_server.collect.capture.wire import ChunkReceipt, RecordingView, StoredStream
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import BlobStore, RecordReader, RecordStore, Transaction

MOST_RECORDINGS = 200  # of one lease, walks and actions together


def start_recording(
    records: RecordStore,
    person: Annotator,
    lease_id: str,
    attempt: int,
    sample_rate: int | None,
    admit: Callable[[Transaction, int], None] = lambda *_: None,
    holds: RecordingContent = "walk",
) -> tuple[Recording, bool]:
    """Start a recording under the person's active lease; returns it and whether it is new.

    Args:
        attempt: which recording of the lease it is, from 0.
        admit: raises if the person of this number may have no more walks, in the transaction that begins a new one.
        holds: a walk, or the actions of the task; each has attempts of its own.

    Raises:
        StoreConflictError: this recording was started with another sample rate.
    """
    lease = active_lease(records, person, lease_id)
    is_known = holds != "walk" or attempt in [known.attempt for known in walks_of(records, lease)]
    recording = Recording(
        recording_id=_recording_id(lease_id, attempt, holds),
        lease_id=lease.lease_id,
        annotator_id=person.annotator_id,
        attempt=attempt,
        sample_rate=sample_rate,
        holds=holds,
    )

    def begin(transaction: Transaction) -> None:
        if not is_known:
            admit(transaction, person.annotator_id)
        transaction.create(recording)

    try:
        records.transact(begin)
    except StoreConflictError:
        known = records.get(Recording, recording.recording_id)
        if known.sample_rate != sample_rate:
            raise
        return known, False
    return recording, True


def walks_of(records: RecordReader | Transaction, lease: Lease) -> list[Recording]:
    """The recorded walks of a lease, the first attempt first."""
    return [recording for recording in recordings_of(records, lease) if recording.holds == "walk"]


def recordings_of(records: RecordReader | Transaction, lease: Lease) -> list[Recording]:
    """The recordings of a lease, the first attempt first."""
    found = records.find(Recording, {"lease_id": lease.lease_id}, limit=MOST_RECORDINGS)
    return sorted(found, key=lambda recording: recording.attempt)


def recording_view(blobs: BlobStore, recording: Recording) -> RecordingView:
    """A recording, and how much of it is stored."""
    return RecordingView(
        **recording.model_dump(exclude={"annotator_id"}),
        voice=_stored(stored_chunks(blobs, recording, "voice")),
        pose=_stored(stored_chunks(blobs, recording, "pose")),
        actions=_stored(stored_chunks(blobs, recording, "actions")),
    )


def own_recording(records: RecordStore, person: Annotator, recording_id: str) -> Recording:
    """The recording, if it is this person's; the error for another person's is the same as for one that never
    existed."""
    try:
        recording = records.get(Recording, recording_id)
    except RecordNotFoundError:
        recording = None
    if recording is None or recording.annotator_id != person.annotator_id:
        raise RecordNotFoundError(f"There is no recording {recording_id}.", remedy="Start a recording first.")
    return recording


def _recording_id(lease_id: str, attempt: int, holds: RecordingContent) -> str:
    """The same id for the same attempt, so that starting it may be repeated; as hard to guess as the lease's id."""
    name = f"{attempt}" if holds == "walk" else f"{holds}/{attempt}"
    return hashlib.sha256(f"{lease_id}/{name}".encode()).hexdigest()[:32]


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
