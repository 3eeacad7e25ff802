"""For reviewers: the queue, and decisions. For annotators: what was decided about their answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response

from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.core.background import BackgroundAligner, BackgroundFlags
from pangea_server.core.errors import RecordNotFoundError, ReviewError
from pangea_server.core.records import now
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import Services, TheServices, the_services
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import check_consent
from pangea_server.quality.flags.protocol import Finding
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.review.corrections import correct, mark_seen, notices, own_review
from pangea_server.quality.review.decide import RequestedDecision, decide, history
from pangea_server.quality.review.decisions import verdicts_of
from pangea_server.quality.review.queue import (
    ReviewFilter,
    claim,
    count_states,
    page_of_decided,
    page_of_queue,
    release,
    review_of,
    take_next,
)
from pangea_server.quality.review.wire import (
    CorrectionRequest,
    CorrectionView,
    DecisionRequest,
    DecisionView,
    KindName,
    LanguageName,
    Notice,
    ReviewCounts,
    ReviewPage,
    ReviewSummary,
    ReviewView,
    ReviewWanted,
    SeenRequest,
)
from pangea_server.stores.protocol import RecordStore

router = GuardedRouter(prefix="/review", tags=["review"])
mine = GuardedRouter(prefix="/me/reviews", tags=["review"])
TaskId = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,39}-[0-9]{6,10}$", description="Kind and number.")]
DecisionId = Annotated[str, Path(pattern=r"^[0-9a-f-]{36}$", description="A UUID.")]


@router.get("")
def list_reviews(
    services: TheServices,
    person: Person,
    state: ReviewState = ReviewState.PENDING,
    kind: KindName | None = None,
    language: LanguageName | None = None,
    cursor: Annotated[str, Query(max_length=200)] | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ReviewPage:
    """A page of reviews: pending ones in the queue's order, flagged first, then the oldest; others newest first."""
    records, wanted = services.store.records, ReviewFilter(kind, language)
    if state is ReviewState.PENDING:
        found, following = page_of_queue(records, wanted, cursor, limit)
    else:
        found, following = page_of_decided(records, state, wanted, cursor, limit)
    items = tuple(ReviewSummary.of(review, person.annotator_id, now()) for review in found)
    return ReviewPage(items=items, next_cursor=following)


@router.get("/counts")
def count_reviews(
    services: TheServices, kind: KindName | None = None, language: LanguageName | None = None
) -> ReviewCounts:
    """The number of reviews pending, accepted, rejected and sent back."""
    counts = count_states(services.store.records, ReviewFilter(kind, language))
    return ReviewCounts(
        kinds=tuple(services.get(TaskKinds)), **{state.value: count for state, count in counts.items()}
    )


@router.post("/queue/next", responses={204: {"description": "Nothing is left for this person."}})
def next_review(services: TheServices, person: Person, wanted: ReviewWanted) -> ReviewView:
    """Claim the first unclaimed annotation; a repeated call gets the same one until it is decided."""
    review = take_next(services.store.records, person, ReviewFilter(wanted.kind, wanted.language))
    if review is None:
        return Response(status_code=204)  # type: ignore[return-value]  # FastAPI sends a Response as it is
    return _view(services, person, review)


@router.get("/{task_id}")
def read_review(services: TheServices, person: Person, task_id: TaskId) -> ReviewView:
    """One review, with all decisions so far."""
    return _view(services, person, review_of(services.store.records, task_id))


@router.put("/{task_id}/claim")
def claim_review(services: TheServices, person: Person, task_id: TaskId) -> ReviewView:
    """Claim it for this person; a repeated call restarts their ten minutes."""
    return _view(services, person, claim(services.store.records, person, task_id))


@router.delete("/{task_id}/claim", status_code=204)
def release_review(services: TheServices, person: Person, task_id: TaskId) -> None:
    """End the claim, so that others can review it."""
    release(services.store.records, person, task_id)


@router.put("/{task_id}/decisions/{decision_id}")
def decide_review(
    services: TheServices, person: Person, task_id: TaskId, decision_id: DecisionId, wanted: DecisionRequest
) -> ReviewView:
    """Decide; the page chooses the id, so that the call may be repeated."""
    asked = RequestedDecision(decision_id, wanted.verdict, wanted.version, wanted.reason)
    return _view(services, person, decide(services.store.records, person, task_id, asked))


@mine.get("")
def my_notices(services: TheServices, person: Person) -> tuple[Notice, ...]:
    """Notices of reviewers to this person: answers to correct, and rejections that they have not seen."""
    return tuple(map(_notice, notices(services.store.records, person)))


@mine.get("/{task_id}")
def read_correction(services: TheServices, person: Person, task_id: TaskId) -> CorrectionView:
    """An answer sent back to this person, with what they need to correct it."""
    review = own_review(services.store.records, person, task_id)
    if review.state is not ReviewState.SENT_BACK:
        raise ReviewError(f"{task_id!r} is {review.state}, not sent back.", remedy="Reload the page.")
    guide = stored_guide(services.store.records, review.number)
    return CorrectionView(
        notice=_notice(review),
        language=guide.language,
        transcript=guide.transcript,
        voice_url=Media(services.get(MediaLinks), person).voice_url_of(guide),
        voice_duration=guide.duration,
    )


@mine.put("/{task_id}/seen", status_code=204)
def see_notice(services: TheServices, person: Person, task_id: TaskId, seen: SeenRequest) -> None:
    """Note that this person has read the notice of this version."""
    mark_seen(services.store.records, person, task_id, seen.version)


@mine.put("/{task_id}/corrections/{decision_id}", status_code=204)
@body_at_most(128 * KIB)
def correct_mine(
    request: Request,
    services: TheServices,
    person: Person,
    task_id: TaskId,
    decision_id: DecisionId,
    wanted: CorrectionRequest,
) -> None:
    """Submit the corrected transcript; the old one is kept. A repeated call changes nothing."""
    records = services.store.records
    check_consent(records, person)
    correct(records, person, task_id, decision_id, wanted.version, wanted.transcript)
    if services.settings.align_on_submit:
        the_services(request).get(BackgroundAligner).wake()
    if services.settings.flag_on_submit:
        the_services(request).get(BackgroundFlags).wake(task_id)


def _view(services: Services, person: Annotator, review: Review) -> ReviewView:
    return ReviewView(
        summary=ReviewSummary.of(review, person.annotator_id, now()),
        verdicts=verdicts_of(review.kind),
        flags=(*_dispute(review), *_flags(services.store.records, review.task_id)),
        history=tuple(map(DecisionView.of, history(services.store.records, review.task_id))),
    )


def _dispute(review: Review) -> Iterator[Finding]:
    """What other people's answers have to do with it."""
    if review.disputed:
        yield Finding("disputed", True, f"{review.disputed[0].upper()}{review.disputed[1:]}.")


def _flags(records: RecordStore, task_id: str) -> tuple[Finding, ...]:
    """The raised flags; empty until the flags have been run."""
    try:
        report = records.get(FlagReport, task_id)
    except RecordNotFoundError:
        return ()
    return report.raised


def _notice(review: Review) -> Notice:
    return Notice(**{name: getattr(review, name) for name in Notice.model_fields})
