"""What the store keeps: one frozen class per kind of record.

Ids follow RxR: ``path_id``, ``annotator_id``, ``instruction_id`` and ``demonstration_id`` are integers that are
numbered within one store; a guide task's number becomes its annotation's ``instruction_id``, a follower task's number
its ``demonstration_id``. Leases and recordings are attempts and have random ids.
"""

from __future__ import annotations

from pangea_server.records.alignments import (
    AlignmentRecord,
    AlignmentVersion,
    ReportRecord,
    StretchRecord,
    TimedWordRecord,
)
from pangea_server.records.annotations import (
    Feedback,
    FollowerAnnotation,
    GuideAnnotation,
    GuideVersion,
    Phase,
    Scores,
    TaskAnnotation,
    Typing,
)
from pangea_server.records.base import Artefact, Counter, Record, SigningKey, now, padded
from pangea_server.records.campaigns import (
    Campaign,
    CampaignDefinition,
    CampaignState,
    PathRecord,
    ScanRecord,
)
from pangea_server.records.changes import Change
from pangea_server.records.flags import FindingRecord, FlagReport, TranscriptBands
from pangea_server.records.ledger import Attendance, LedgerEntry, SignOfWork
from pangea_server.records.people import (
    Action,
    Annotator,
    AuditEntry,
    ConsentReceipt,
    ConsentText,
    Invite,
    Role,
    Session,
    Tombstone,
)
from pangea_server.records.platforms import Payee, PlatformName, Study, Visit
from pangea_server.records.reviews import Decision, Review, ReviewState, Verdict
from pangea_server.records.tasks import (
    AFTER_GUIDE,
    DraftRecord,
    History,
    Lease,
    LeaseState,
    ProblemReport,
    Recording,
    RecordingState,
    Task,
    TaskKind,
    TaskState,
)
from pangea_server.records.trust import Appeal, CheckItem, CheckResult, Qualification

__all__ = [
    "AFTER_GUIDE",
    "RECORDS",
    "Action",
    "AlignmentRecord",
    "AlignmentVersion",
    "Annotator",
    "Appeal",
    "Artefact",
    "Attendance",
    "AuditEntry",
    "Campaign",
    "CampaignDefinition",
    "CampaignState",
    "Change",
    "CheckItem",
    "CheckResult",
    "ConsentReceipt",
    "ConsentText",
    "Counter",
    "Decision",
    "DraftRecord",
    "Feedback",
    "FindingRecord",
    "FlagReport",
    "FollowerAnnotation",
    "GuideAnnotation",
    "GuideVersion",
    "History",
    "Invite",
    "Lease",
    "LeaseState",
    "LedgerEntry",
    "PathRecord",
    "Payee",
    "Phase",
    "PlatformName",
    "ProblemReport",
    "Qualification",
    "Record",
    "Recording",
    "RecordingState",
    "ReportRecord",
    "Review",
    "ReviewState",
    "Role",
    "ScanRecord",
    "Scores",
    "Session",
    "SignOfWork",
    "SigningKey",
    "StretchRecord",
    "Study",
    "Task",
    "TaskAnnotation",
    "TaskKind",
    "TaskState",
    "TimedWordRecord",
    "Tombstone",
    "TranscriptBands",
    "Typing",
    "Verdict",
    "Visit",
    "now",
    "padded",
]

RECORDS: tuple[type[Record], ...] = (
    AlignmentRecord,
    AlignmentVersion,
    Annotator,
    Attendance,
    Appeal,
    AuditEntry,
    Campaign,
    CheckItem,
    CheckResult,
    Change,
    ConsentReceipt,
    ConsentText,
    Counter,
    Decision,
    DraftRecord,
    FlagReport,
    FollowerAnnotation,
    GuideAnnotation,
    GuideVersion,
    History,
    Invite,
    Lease,
    LedgerEntry,
    PathRecord,
    Payee,
    ProblemReport,
    Qualification,
    Recording,
    Review,
    ScanRecord,
    Session,
    SigningKey,
    Study,
    Task,
    TaskAnnotation,
    Tombstone,
    Visit,
    TranscriptBands,
)

"""Every kind, by name."""
