"""How much one recording, one person and the whole project may store, so that no one can fill the disk.

Stored bytes are counted from the store, and again after ``COUNTED_AGAIN`` or once this server has added a sixteenth of
the limit, whichever is first. So where several servers share a store, each of them can exceed a limit by a sixteenth.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from environments.errors import PangeaError
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording
from pangea_server.collect.actions.decoder import MOST_PACKED_BYTES
from pangea_server.collect.capture.chunks import size_stored
from pangea_server.collect.capture.recordings import recordings_of
from pangea_server.core.errors import ProjectFullError, QuotaError, TooManyRecordingsError
from pangea_server.core.settings import Settings
from pangea_server.stores.protocol import BlobStore, RecordReader, Store, Transaction, Where

log = logging.getLogger(__name__)

COUNTED_AGAIN = 300.0  # seconds
COUNTED_SHARE = 16  # a server counts again when it has added one part in so many of the limit
UNANSWERED = (LeaseState.ACTIVE, LeaseState.RETURNED, LeaseState.EXPIRED)
MOST_LEASES = 10_000  # of one person that are counted
BLOBS_PAGE = 1000  # blobs


@dataclass(slots=True)
class RecordingTally:
    """Bytes of one person's recordings without a submitted answer, by recording, as counted at ``counted_at``."""

    counted_at: float = field(default_factory=monotonic)
    sizes: dict[str, int] = field(default_factory=dict)
    added: int = 0  # bytes since then, by this server

    def is_fresh(self, limit: int) -> bool:
        return monotonic() - self.counted_at < COUNTED_AGAIN and self.added < limit // COUNTED_SHARE


class Quotas:
    """The limits in the settings, applied to one store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._limits = store, settings.limits
        self._people: dict[int, RecordingTally] = {}
        self._under_way = Counter[str | int | None]()  # bytes by recording and by person, and in all
        most = self._limits.project_bytes
        self._project = _Project(store.blobs, most) if most else None

    def knows(self, recording: Recording) -> bool:
        """Whether ``admit`` will answer at once, without reading the store."""
        tally = self._people.get(recording.annotator_id)
        return tally is not None and tally.is_fresh(self._limits.person_bytes)

    def count(self, recording: Recording) -> None:
        """Read the store for what ``admit`` has to know."""
        self._tally(recording)

    def admit(self, recording: Recording, size: int) -> None:
        """Raise QuotaError or ProjectFullError if this many more bytes would exceed a limit."""
        limits, tally = self._limits, self._tally(recording)
        is_walk = recording.holds == "walk"
        most = limits.recording_bytes if is_walk else min(MOST_PACKED_BYTES, limits.recording_bytes)
        if tally.sizes.get(recording.recording_id, 0) + self._under_way[recording.recording_id] + size > most:
            raise QuotaError(
                f"One recording may have {most} bytes, {'voice and poses together' if is_walk else 'of actions'}.",
                remedy="Submit the recording, or record it again in less time.",
            )
        if sum(tally.sizes.values()) + self._under_way[recording.annotator_id] + size > limits.person_bytes:
            raise QuotaError(
                f"One person's recordings may have {limits.person_bytes} bytes before they are submitted.",
                remedy="Submit an answer; if you gave back tasks with long recordings, ask whoever invited you.",
            )
        if self._project and self._project.size() + self._under_way[None] + size > limits.project_bytes:
            raise ProjectFullError(
                f"The project may store {limits.project_bytes} bytes.",
                remedy="Raise project_bytes in PANGEA_LIMITS, or remove what is not needed with pangea retention.",
            )

    @contextmanager
    def storing(self, recording: Recording, size: int) -> Iterator[None]:
        """Count this many bytes, which were admitted, while they are on their way to the disk."""
        counted = dict.fromkeys((recording.recording_id, recording.annotator_id, None), size)
        self._under_way.update(counted)
        try:
            yield
        finally:
            self._under_way.subtract(counted)
            for name in counted:
                if not self._under_way[name]:
                    del self._under_way[name]

    def note(self, recording: Recording, size: int) -> None:
        """Count this many more stored bytes of this recording."""
        tally = self._people.get(recording.annotator_id) or self._tally(recording)
        tally.sizes[recording.recording_id] = tally.sizes.get(recording.recording_id, 0) + size
        tally.added += size
        if self._project:
            self._project.added += size

    def admit_recording(self, transaction: Transaction, annotator_id: int) -> None:
        """Raise TooManyRecordingsError if the person may not have another recording, which this transaction begins."""
        most = self._limits.person_recordings
        walks = (each for each in unanswered(transaction, annotator_id) if each.holds == "walk")
        if sum(1 for _ in walks) >= most:
            raise TooManyRecordingsError(
                f"One person may have {most} recordings without a submitted answer.",
                remedy="Submit an answer; if you gave back many tasks, ask whoever invited you.",
                retry_after=round(COUNTED_AGAIN),
            )

    def close(self) -> None:
        if self._project:
            self._project.close()

    def _tally(self, recording: Recording) -> RecordingTally:
        tally = self._people.get(recording.annotator_id)
        if tally is None or not tally.is_fresh(self._limits.person_bytes):
            tally = RecordingTally()
            for each in unanswered(self._store.records, recording.annotator_id):
                tally.sizes[each.recording_id] = size_stored(self._store.blobs, each)
            self._people[recording.annotator_id] = tally
        return tally


def unanswered(records: RecordReader | Transaction, annotator_id: int) -> Iterator[Recording]:
    """The recordings of this person's leases that were not submitted."""
    for state in UNANSWERED:
        where: Where = {"annotator_id": annotator_id, "state": state}
        leases: Sequence[Lease] = records.find(Lease, where, limit=MOST_LEASES)
        for lease in leases:
            yield from recordings_of(records, lease)


class _Project:
    """The bytes of all blobs. Counting a million needs seconds, so it runs in the background."""

    def __init__(self, blobs: BlobStore, limit: int) -> None:
        self._blobs = blobs
        self._share = self._count_at = limit // COUNTED_SHARE  # the latter: of ``added``
        self._later = ThreadPoolExecutor(1, thread_name_prefix="quota")
        self._counted, self._due = 0, 0.0
        self._counting: Future[None] | None = None
        self.added = 0  # since the last count began

    def size(self) -> int:
        due = monotonic() >= self._due or self.added >= self._count_at
        if due and (self._counting is None or self._counting.done()):
            self._due, self._count_at = monotonic() + COUNTED_AGAIN, self.added + self._share
            self._counting = self._later.submit(self._count)
        return self._counted + self.added

    def close(self) -> None:
        self._later.shutdown(cancel_futures=True)

    def _count(self) -> None:
        before, total, last = self.added, 0, ""
        try:
            while page := self._blobs.list("", after=last, limit=BLOBS_PAGE):
                total, last = total + sum(blob.size for blob in page), page[-1].name
        except PangeaError as error:
            log.warning("the project's stored bytes could not be counted: %s", error.code)
        else:
            self._counted, self.added, self._count_at = total, self.added - before, self._share
