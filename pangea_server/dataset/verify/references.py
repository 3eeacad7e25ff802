"""What records refer to: the target is there, or a tombstone says that it was removed."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Decision, Review
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.annotate.tasks.records import DraftRecord, Lease, Recording, Task
from pangea_server.collect.ledger.records import Attendance
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.core.records import Artefact, Record, padded
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.accounts.records import Invite
from pangea_server.people.consent.records import ConsentReceipt
from pangea_server.quality.trust.records import Appeal, CheckResult, Qualification

REFERENCES: dict[type[Record], dict[str, type[Record]]] = {
    Task: {"path_id": PathRecord},
    Lease: {"task_id": Task, "annotator_id": Annotator},
    Recording: {"lease_id": Lease},
    DraftRecord: {"lease_id": Lease},
    Attendance: {"lease_id": Lease},
    Review: {"task_id": Task},
    Decision: {"task_id": Task},
    Session: {"annotator_id": Annotator},
    Invite: {"annotator_id": Annotator},
    ConsentReceipt: {"annotator_id": Annotator},
    Appeal: {"annotator_id": Annotator},
    CheckResult: {"annotator_id": Annotator, "task_id": Task},
    Mention: {"instruction_id": GuideAnnotation, "path_id": PathRecord, "annotator_id": Annotator},
    Link: {"first": Mention, "second": Mention, "path_id": PathRecord, "annotator_id": Annotator},
    Chain: {"path_id": PathRecord, "mentions": Mention, "entities": Entity, "parent": Chain},
    RegionRecord: {
        "entity_id": Entity,
        "from_region": RegionRecord,
        "annotator_id": Annotator,
        "replaced_by": RegionRecord,
    },
    Qualification: {"annotator_id": Annotator},
    Visit: {"study_id": Study, "annotator_id": Annotator},
    Payee: {"study_id": Study},
}


def referred(record: Record) -> Iterator[tuple[str, str]]:
    """The collections and record ids that a record names."""
    if isinstance(record, Lease) and record.lease_id.startswith(Lease.IMPORTED):
        return  # nobody here did it
    for field, kind in REFERENCES.get(type(record), {}).items():
        value = getattr(record, field)
        for each in value if isinstance(value, tuple) else () if value is None else (value,):
            yield kind.collection, padded(each) if isinstance(each, int) else each


def artefacts(record: Record) -> list[Artefact]:
    """The blobs that a record describes."""
    if isinstance(record, Campaign):
        return [attachment.file for attachment in record.attachments]
    if not isinstance(record, Annotation):
        return []
    return [artefact for artefact in (record.voice, record.pose_trace, record.actions) if artefact]
