"""The records that an imported annotation would have had if collected here: a person, a task, a lease, a recording."""

from __future__ import annotations

from dataclasses import dataclass

from pangea_server.annotate.tasks.records import (
    Lease,
    LeaseState,
    Recording,
    RecordingState,
    Task,
    TaskState,
)
from pangea_server.core.records import Record, now, padded
from pangea_server.people.access.records import Annotator, Role


@dataclass(frozen=True, slots=True)
class ImportedAttempt:
    """The records of an attempt for an imported annotation."""

    lease: Lease
    recording: Recording


def attempt_at(kind: str, number: int, who: int, sample_rate: int | None) -> ImportedAttempt:
    lease = Lease(
        lease_id=f"{Lease.IMPORTED}{kind}-{padded(number)}",
        task_id=f"{kind}-{padded(number)}",
        kind=kind,
        annotator_id=who,
        state=LeaseState.SUBMITTED,
        expires_at=now(),
    )
    recording = Recording(
        recording_id=lease.lease_id,
        lease_id=lease.lease_id,
        annotator_id=who,
        state=RecordingState.ACCEPTED,
        sample_rate=sample_rate,
    )
    return ImportedAttempt(lease, recording)


def attempted(
    attempt: ImportedAttempt, path_id: int, scan_id: str, language: str, instruction_id: int | None = None
) -> list[Record]:
    lease = attempt.lease
    task = Task(
        kind=lease.kind,
        number=int(lease.task_id.rpartition("-")[2]),
        path_id=path_id,
        scan_id=scan_id,
        language=language,
        state=TaskState.DONE,
        instruction_id=instruction_id,
        lease_id=lease.lease_id,
    )
    person = Annotator(
        annotator_id=lease.annotator_id, role=Role.ANNOTATOR, languages=(language,), imported=True
    )
    return [person, task, lease, attempt.recording]
