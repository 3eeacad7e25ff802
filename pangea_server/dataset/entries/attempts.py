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
    """The attempt at a task that an imported annotation stands for; ``who`` made it."""

    kind: str
    number: int
    who: int
    sample_rate: int | None = None

    @property
    def task_id(self) -> str:
        return f"{self.kind}-{padded(self.number)}"

    @property
    def lease_id(self) -> str:
        """The id of the recording as well."""
        return f"{Lease.IMPORTED}{self.task_id}"

    def records(
        self, path_id: int, scan_id: str, language: str, instruction_id: int | None = None
    ) -> list[Record]:
        """The person, the task, the lease and the recording."""
        at, lease_id = now(), self.lease_id
        return [
            Annotator(
                annotator_id=self.who,
                role=Role.ANNOTATOR,
                languages=(language,),
                created_at=at,
                imported=True,
            ),
            Task(
                kind=self.kind,
                number=self.number,
                path_id=path_id,
                scan_id=scan_id,
                language=language,
                state=TaskState.DONE,
                instruction_id=instruction_id,
                lease_id=lease_id,
            ),
            Lease(
                lease_id=lease_id,
                task_id=self.task_id,
                kind=self.kind,
                annotator_id=self.who,
                state=LeaseState.SUBMITTED,
                created_at=at,
                expires_at=at,
            ),
            Recording(
                recording_id=lease_id,
                lease_id=lease_id,
                annotator_id=self.who,
                state=RecordingState.ACCEPTED,
                sample_rate=self.sample_rate,
                created_at=at,
            ),
        ]
