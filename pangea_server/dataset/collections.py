"""All collections of a store, for copying or erasing a whole store.

Ids follow RxR: ``path_id``, ``annotator_id``, ``instruction_id`` and ``demonstration_id`` are integers that are
numbered within one store; a guide task's number becomes its annotation's ``instruction_id``, a follower task's number
its ``demonstration_id``. Leases and recordings are attempts and have random ids.
"""

from __future__ import annotations

from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.imported_rows import ImportedRows
from pangea_server.annotate.annotations.records import (
    FollowerAnnotation,
    GuideAnnotation,
    GuideVersion,
    TaskAnnotation,
)
from pangea_server.annotate.annotations.reviews import Decision, Review
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.annotate.campaigns.records import Campaign, PathRecord, ScanRecord
from pangea_server.annotate.drafting.records import DraftedTranscript, DraftTranscript
from pangea_server.annotate.forms.questions import FormVersion
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.annotate.pictures.records import SeenPictures
from pangea_server.annotate.tasks.records import DraftRecord, History, Lease, ProblemReport, Recording, Task
from pangea_server.collect.ledger.records import Attendance, LedgerEntry
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questions.records import Question
from pangea_server.core.records import Counter, Record, SigningKey
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.accounts.records import Invite
from pangea_server.people.audit.records import AuditEntry
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.trust.batches import RefusedBatch
from pangea_server.quality.trust.records import Appeal, CheckResult, Qualification
from pangea_server.quality.votes.records import VotedItem
from pangea_server.stores.tombstones import Tombstone

RECORDS: tuple[type[Record], ...] = (
    AlignmentRecord,
    AlignmentVersion,
    Annotator,
    Attendance,
    Appeal,
    AuditEntry,
    Campaign,
    Chain,
    CheckItem,
    CheckResult,
    Change,
    ConsentReceipt,
    ConsentText,
    Counter,
    Decision,
    DraftRecord,
    DraftTranscript,
    DraftedTranscript,
    Entity,
    FlagReport,
    FollowerAnnotation,
    FormAnswer,
    FormVersion,
    GuideAnnotation,
    GuideVersion,
    HeardWords,
    History,
    ImportedRows,
    Invite,
    Lease,
    LedgerEntry,
    Link,
    Mention,
    Pairing,
    PathRecord,
    Payee,
    ProblemReport,
    Qualification,
    Question,
    Recording,
    RefusedBatch,
    RegionRecord,
    Review,
    ScanRecord,
    SeenPictures,
    Session,
    SigningKey,
    Study,
    Task,
    TaskAnnotation,
    Tombstone,
    Visit,
    TranscriptBands,
    VotedItem,
)
"""Every kind of record, in the order in which a store is filled."""
