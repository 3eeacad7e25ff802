"""Completion codes, which the server issues for answers that it has accepted and verified."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.platforms import PLATFORMS
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.core.errors import NotCompleteError, RecordNotFoundError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_ANSWERS = 1000  # answers and visits of one person


def earning(kind: str, leases: Sequence[Lease], left_out: Collection[str]) -> list[Lease]:
    """The answers that count for a code, the oldest first: accepted ones of this kind that are not ``left_out``."""
    counted = [
        lease
        for lease in leases
        if lease.kind == kind and lease.state is LeaseState.SUBMITTED and lease.lease_id not in left_out
    ]
    return sorted(counted, key=lambda lease: lease.created_at)


def not_to_be_counted(visits: Iterable[Visit], rejected: Iterable[Review]) -> set[str]:
    """The leases whose answers already earned a code, or were rejected."""
    spent = {lease_id for visit in visits for lease_id in visit.lease_ids}
    return spent | {review.lease_id for review in rejected}


def complete(records: RecordStore, person: Annotator, visit_id: str) -> Visit:
    """Issue the code of a visit whose work is done; a repeated call returns the same code.

    An answer counts when submit has accepted it: its streams were joined, compared by length and hash with what the
    browser sent, checked and committed.

    Raises:
        RecordNotFoundError: this person has no such visit.
        NotCompleteError: answers are missing; the existing ones still count.
    """

    def write(transaction: Transaction) -> Visit:
        visit = transaction.get(Visit, visit_id)
        if visit is None or visit.annotator_id != person.annotator_id:
            raise RecordNotFoundError(
                f"There is no visit {visit_id}.", remedy="Open the study from the platform."
            )
        if visit.code:
            return visit
        study = transaction.get(Study, visit.study_id)
        if study is None:
            raise RecordNotFoundError(f"There is no study {visit.study_id}.", remedy="Tell the requester.")
        number = person.annotator_id
        leases = transaction.find(
            Lease, {"annotator_id": number, "state": LeaseState.SUBMITTED}, limit=MOST_ANSWERS
        )
        visits = transaction.find(Visit, {"annotator_id": number}, limit=MOST_ANSWERS)
        rejected = transaction.find(
            Review, {"annotator_id": number, "state": ReviewState.REJECTED}, limit=MOST_ANSWERS
        )
        counted = earning(study.kind, leases, not_to_be_counted(visits, rejected))
        if len(counted) < study.required:
            raise NotCompleteError(
                f"{len(counted)} of {study.required} tasks are done.",
                remedy="Do the remaining tasks, then try again.",
            )
        done = {
            "code": PLATFORMS[study.platform].code(study),
            "completed_at": now(),
            "lease_ids": tuple(lease.lease_id for lease in counted[: study.required]),
        }
        completed = visit.model_copy(update=done)
        transaction.replace(completed)
        return completed

    return records.transact(write)


def newest_visit(records: RecordStore, person: Annotator) -> Visit | None:
    """This person's current visit; None if they came without a platform."""
    mine = records.find(Visit, {"annotator_id": person.annotator_id}, limit=MOST_ANSWERS)
    return max(mine, key=lambda visit: visit.began_at, default=None)


def done_so_far(records: RecordStore, study: Study, visit: Visit) -> int:
    """The number of required answers that this visit has."""
    if visit.code:
        return study.required
    mine = visit.annotator_id
    leases = records.find(Lease, {"annotator_id": mine, "state": LeaseState.SUBMITTED}, limit=MOST_ANSWERS)
    visits = records.find(Visit, {"annotator_id": mine}, limit=MOST_ANSWERS)
    rejected = records.find(Review, {"annotator_id": mine, "state": ReviewState.REJECTED}, limit=MOST_ANSWERS)
    return min(len(earning(study.kind, leases, not_to_be_counted(visits, rejected))), study.required)
