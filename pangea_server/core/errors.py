"""Errors of people, leases and stores.

PangeaError (environments/errors.py)
├── NotFoundError        RecordNotFoundError, BlobNotFoundError, LinkNotValidError, StudyNotFoundError,
│                        HelpNotBuiltError
├── InvalidDataError     SubmissionError, DigestMismatchError, BodyTooLargeError, ChunkTooLargeError, QuotaError,
│                        ChunkStalledError, ArchiveError, MalformedJsonError, MediaTypeError, CampaignFileError
├── AccessError          NotSignedInError, ForeignSiteError, IdTokenError, NotInvitedError, InviteClaimedError,
│                        InviteExpiredError, RecordWithdrawnError, PreviewError, EntryClaimedError, StudyClosedError
├── ConsentError         this person has not agreed yet
├── NotCompleteError     answers are missing for a completion code
├── TooManyRequestsError TooManyTakesError
├── LeaseError           the lease does not allow this
├── ReviewError          the review does not allow this
├── NotReadyError        people should not be sent to this server now
└── StoreError           StoreConflictError, RecordChangedError, StoreFullError, ProjectFullError
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
    """The bytes that arrived are not the bytes that were announced."""


class BodyTooLargeError(InvalidDataError):
    """A body larger than the server takes; nothing of it is kept."""


class MalformedJsonError(InvalidDataError):
    """A body that is no JSON, or JSON that two readers could understand differently."""


class MediaTypeError(InvalidDataError):
    """A body of a kind that is not read here."""


class ChunkTooLargeError(BodyTooLargeError):
    """A chunk larger than the server takes; nothing of it is kept."""


class QuotaError(BodyTooLargeError):
    """More than one take, or one person, may store; nothing of it is kept, and what is stored stays."""


class ChunkStalledError(InvalidDataError):
    """A chunk whose sender fell silent or went away in the middle; nothing of it is kept."""


class ArchiveError(InvalidDataError):
    """A file that is no archive of PanGEA's, or a damaged one; nothing was done with it."""


class CampaignFileError(InvalidDataError):
    """A campaign file that cannot be carried out; nothing was changed."""


class AccessError(PangeaError):
    """This person may not do this."""


class NotSignedInError(AccessError):
    """No valid token came with the request."""


class ForeignSiteError(AccessError):
    """A page of another site made this request."""


class TooManyRequestsError(PangeaError):
    """More was asked for than one person, or one address, may; ``retry_after`` seconds from now it may be again."""


class TooManyTakesError(TooManyRequestsError):
    """More takes than one person may have begun without an answer."""


class InviteNotKnownError(NotSignedInError):
    """There is no such link, or it was taken back."""


class IdTokenError(NotSignedInError):
    """What the sign-in service is said to have signed was not signed by it, not for us, or is over."""


class NotInvitedError(AccessError):
    """The sign-in service knows this person, but nobody has invited them here."""


class InviteClaimedError(AccessError):
    """The link was exchanged for a session in another browser."""


class InviteExpiredError(AccessError):
    """The link was not opened in time."""


class RecordWithdrawnError(AccessError):
    """What this is about was withdrawn by its person, and is gone for good."""


class LinkNotValidError(NotFoundError):
    """A media link that is forged, has expired, or is for something else."""


class StudyNotFoundError(NotFoundError):
    """There is no such study, or the key in its address is wrong."""


class PreviewError(AccessError):
    """Somebody looks at a platform's work before they take it on."""


class EntryClaimedError(AccessError):
    """A platform's id of a person, or of an attempt, belongs to another browser."""


class StudyClosedError(AccessError):
    """The study takes nobody any more."""


class NotCompleteError(PangeaError):
    """Answers are missing before there is a completion code."""


class ConsentError(PangeaError):
    """This person has not agreed to the consent text that is in force."""


class LeaseError(PangeaError):
    """The lease is over, or was never this person's to use in this way."""


class ReviewError(PangeaError):
    """The review is in another state, or in another reviewer's hands."""


class NotReadyError(PangeaError):
    """A part of the server that people need does not work."""


class StoreError(PangeaError):
    """The store cannot do this now; what it already holds is unharmed."""


class StoreConflictError(StoreError):
    """Something else is already stored under this id; it was left as it was."""


class RecordChangedError(StoreError):
    """A record is not stored any more as whoever acts on it knows it."""


class StoreFullError(StoreError):
    """The store has no room left."""


class ProjectFullError(StoreFullError):
    """The project has stored as much as it may."""
