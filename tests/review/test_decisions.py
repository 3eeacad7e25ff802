"""The states of a review: what leads where, whatever is tried in whatever order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.reviews import Review, ReviewState, Verdict
from pangea_server.core.errors import AccessError, ReviewError
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.review.decisions import (
    CLAIM,
    LEADS_TO,
    NEEDS_REASON,
    check_free,
    check_may_review,
    decided,
    is_free,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def review(kind: str = "guide", **fields: object) -> Review:
    known = {
        "task_id": f"{kind}-000001",
        "kind": kind,
        "number": 1,
        "lease_id": "lease",
        "annotator_id": 5,
        "language": "hi-IN",
        "scan_id": "corridor",
        "submitted_at": NOON,
    }
    return Review.model_validate(known | fields)


def person(number: int, role: Role = Role.REVIEWER) -> Annotator:
    return Annotator(annotator_id=number, role=role, languages=("en-US",))


@given(st.lists(st.tuples(st.sampled_from(Verdict), st.sampled_from(["", " ", "too short"]))))
def test_every_step_is_in_the_table_and_is_a_version_of_its_own(steps: list[tuple[Verdict, str]]) -> None:
    current = review()
    for verdict, reason in steps:
        fits = (current.state, verdict) in LEADS_TO and (verdict not in NEEDS_REASON or reason.strip())
        try:
            after = decided(current, verdict, reason, NOON)
        except (ReviewError, InvalidDataError):
            assert not fits
            continue
        assert fits
        assert after.version == current.version + 1
        assert after.state is LEADS_TO[current.state, verdict]
        assert (after.claimed_by, after.reason) == (None, reason.strip())
        assert after.record_id == current.record_id  # it keeps its place in the queue
        current = after


@pytest.mark.parametrize("verdict", [Verdict.ACCEPT, Verdict.REJECT, Verdict.SEND_BACK])
def test_every_decision_can_be_taken_back(verdict: Verdict) -> None:
    after = decided(review(), verdict, "a reason", NOON)
    assert decided(after, Verdict.REOPEN, "", NOON).state is ReviewState.PENDING


def test_a_walk_cannot_be_mended() -> None:
    with pytest.raises(InvalidDataError, match="cannot be corrected"):
        decided(review("follower"), Verdict.SEND_BACK, "go again", NOON)


def test_what_does_not_fit_says_what_does() -> None:
    with pytest.raises(ReviewError) as refused:
        decided(review(state=ReviewState.ACCEPTED), Verdict.REJECT, "late", NOON)
    assert "reopen" in refused.value.remedy


@pytest.mark.parametrize("role", Role)
def test_nobody_reviews_their_own(role: Role) -> None:
    with pytest.raises(AccessError):
        check_may_review(person(5, role), review())


def test_annotators_are_no_reviewers() -> None:
    with pytest.raises(AccessError, match="not a reviewer"):
        check_may_review(person(6, Role.ANNOTATOR), review())
    check_may_review(person(6), review())


@given(st.timedeltas(timedelta(minutes=-20), timedelta(minutes=20)))
def test_a_claim_holds_until_it_ends(passed: timedelta) -> None:
    claimed = review(claimed_by=7, claimed_until=NOON)
    assert is_free(claimed, 7, NOON + passed)
    assert is_free(claimed, 8, NOON + passed) == (not -CLAIM <= passed < timedelta())
    if -CLAIM <= passed < timedelta():
        with pytest.raises(ReviewError, match="Person 7"):
            check_free(claimed, 8, NOON + passed)
