"""What reviewers and quality flags said about an imported annotation, as its file has it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from environments import InvalidDataError
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.core.records import Record
from pangea_server.dataset.entries.attempts import ImportedAttempt
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry
from pangea_server.quality.flags.records import FlagReport


def judged(
    annotation: Annotation, entry: GuideEntry | FollowerEntry, attempt: ImportedAttempt
) -> Iterator[Record]:
    """Its review and its flag report, where the entry has them.

    Raises:
        InvalidDataError: it has a review, which is filed by the time of the submit, and no such time.
    """
    if entry.review:
        if entry.submitted_at is None:
            raise InvalidDataError(
                "It has a review and no submitted_at.", remedy="Give submitted_at, or leave the review out."
            )
        yield Review(
            **asdict(entry.review),
            task_id=annotation.task_id,
            kind=annotation.kind,
            number=annotation.number,
            annotator_id=annotation.annotator_id,
            language=annotation.language,
            scan_id=annotation.scan_id,
            submitted_at=entry.submitted_at,
            lease_id=attempt.lease_id,
        )
    if entry.flags:
        yield FlagReport(**asdict(entry.flags), kind=annotation.kind, annotation_id=annotation.number)
