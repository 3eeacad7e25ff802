"""Errors of people, leases and stores.

PangeaError (environments/errors.py)
├── NotFoundError        RecordNotFoundError, BlobNotFoundError, LinkNotValidError, StudyNotFoundError,
│                        HelpNotBuiltError
├── InvalidDataError     SubmissionError, DigestMismatchError, BodyTooLargeError, ChunkTooLargeError, QuotaError,
│                        ChunkStalledError, BodyCutOffError, ArchiveError, NotSignedError, MalformedJsonError,
│                        MediaTypeError, CampaignFileError
├── AccessError          NotSignedInError, ForeignSiteError, IdTokenError, NotInvitedError, InviteClaimedError,
│                        InviteExpiredError, RecordWithdrawnError, PreviewError, EntryClaimedError, StudyClosedError
├── ConsentError         this person has not agreed yet
├── NotCompleteError     answers are missing for a completion code
├── TooManyRequestsError TooManyRecordingsError
├── LeaseError           the lease does not allow this
├── ReviewError          the review does not allow this
├── NotReadyError        this server should receive no requests now
├── OverloadedError      this server is behind and takes no new work now
└── StoreError           StoreConflictError, RecordChangedError, BlobDamagedError, UnreadableRecordError,
                         DatabaseDamagedError, StoreFullError, ProjectFullError
"""

from __future__ import annotations

from environments.errors import InvalidDataError, NotFoundError, PangeaError


class RecordNotFoundError(NotFoundError):
    """The store has no record of this kind and id."""


class BlobNotFoundError(NotFoundError):
    """The store has no blob of this name."""


class HelpNotBuiltError(NotFoundError):
    """This server was installed without its help pages."""


class SubmissionError(InvalidDataError):
    """A submitted answer that cannot be accepted as it is; nothing stored was changed."""


class DigestMismatchError(InvalidDataError):
    """The received bytes do not match the announced digest or length."""


class BodyTooLargeError(InvalidDataError):
    """A body larger than the server takes; nothing of it is kept."""


class MalformedJsonError(InvalidDataError):
    """A body that is not JSON, or JSON that two parsers could read differently."""


class MediaTypeError(InvalidDataError):
    """A body of a media type that this route does not accept."""


class ChunkTooLargeError(BodyTooLargeError):
    """A chunk larger than the server takes; nothing of it is kept."""


class QuotaError(BodyTooLargeError):
    """More than one recording, or one person, may store; the new data is not kept, and stored data stays."""


class ChunkStalledError(InvalidDataError):
    """A chunk whose sender fell silent or went away in the middle; nothing of it is kept."""


class BodyCutOffError(InvalidDataError):
    """A body whose sender went away before its end; nothing of it is kept."""


class ArchiveError(InvalidDataError):
    """A file that is not a PanGEA archive, or is damaged; nothing was read from it into a store."""


class NotSignedError(ArchiveError):
    """What lies there was read, and is not what was signed."""


class CampaignFileError(InvalidDataError):
    """A campaign file that cannot be carried out; nothing was changed."""


class AccessError(PangeaError):
    """This person may not do this."""


class NotSignedInError(AccessError):
    """The request has no valid token."""


class ForeignSiteError(AccessError):
    """A page of another site made this request."""


class TooManyRequestsError(PangeaError):
    """One person, or one address, has sent too many requests; the next is allowed after ``retry_after`` seconds."""


class TooManyRecordingsError(TooManyRequestsError):
    """The person has started too many recordings without submitting an answer."""


class InviteNotKnownError(NotSignedInError):
    """There is no such link, or it was taken back."""


class IdTokenError(NotSignedInError):
    """The ID token was not signed by the sign-in service, is meant for another client, or has expired."""


class NotInvitedError(AccessError):
    """The sign-in service knows this person, but nobody has invited them here."""


class InviteClaimedError(AccessError):
    """The link was exchanged for a session in another browser."""


class InviteExpiredError(AccessError):
    """The link was not opened in time."""


class RecordWithdrawnError(AccessError):
    """The person withdrew this data; it is gone for good."""


class LinkNotValidError(NotFoundError):
    """A media link that is forged, has expired, or is for something else."""


class StudyNotFoundError(NotFoundError):
    """There is no such study, or the key in its address is wrong."""


class PreviewError(AccessError):
    """A platform's worker is only previewing the work and has not accepted it yet."""


class EntryClaimedError(AccessError):
    """A platform's id of a person or of an attempt is already in use in another browser."""


class StudyClosedError(AccessError):
    """The study accepts no more people."""


class NotYetOpenError(AccessError):
    """The study lets people in at agreed times, and the next one has not begun."""


class NotCompleteError(PangeaError):
    """The person has to submit more answers before they get a completion code."""


class ConsentError(PangeaError):
    """This person has not agreed to the consent text that is in force."""


class LeaseError(PangeaError):
    """The lease has ended, or this person may not use it in this way."""


class ReviewError(PangeaError):
    """The review is in another state, or another reviewer has it."""


class NotReadyError(PangeaError):
    """A part of the server that people need does not work."""


class OverloadedError(PangeaError):
    """The server is behind, and takes no new work for ``retry_after`` seconds; what is under way goes on."""


class StoreError(PangeaError):
    """The store cannot do this now; the data that it already holds is unharmed."""


class StoreBusyError(StoreError):
    """Others are changing the same data; nothing was stored, and the same request may succeed in a moment."""


class StoreConflictError(StoreError):
    """Other data is already stored under this id; it was left unchanged."""


class RecordChangedError(StoreError):
    """The stored record has changed since the caller read it."""


class BlobDamagedError(StoreError):
    """The bytes of a blob are missing, cannot be read, or are not those that were stored."""


class DatabaseDamagedError(StoreError):
    """A part of the database cannot be read; other parts may be readable."""


class UnreadableRecordError(StoreError):
    """A stored record is not what its kind says; ``context["record_id"]`` is its id."""


class StoreFullError(StoreError):
    """The store has no space left."""


class ProjectFullError(StoreFullError):
    """The project has reached its storage limit."""
