"""What reviews must hold on every store, as tests: subclass ``ReviewContract`` and define the fixture ``store``."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion, Scores
from pangea_server.annotate.annotations.reviews import Decision, Review, ReviewState, Verdict
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.core.errors import (
    AccessError,
    RecordNotFoundError,
    ReviewError,
    StoreConflictError,
    SubmissionError,
)
from pangea_server.core.records import Artefact, Counter, Record, now
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.quality.review.corrections import correct, mark_seen, notices
from pangea_server.quality.review.decide import RequestedDecision, decide, history
from pangea_server.quality.review.queue import (
    ReviewFilter,
    claim,
    count_states,
    opened_review,
    page_of_decided,
    page_of_queue,
    release,
    review_of,
    take_next,
)
from pangea_server.stores.protocol import Store, Transaction

ALL = ReviewFilter()
BLOB = Artefact(blob="recordings/r/voice.wav", size=4, sha256="0" * 64)
SCORES = Scores(ne=0, success=1, spl=1, oracle_success=1, cls=1, dtw=0, ndtw=1, sdtw=1, path_length=4)
GUIDE, FIRST, SECOND = 5, 6, 7


def somebody(number: int, role: Role = Role.REVIEWER) -> Annotator:
    return Annotator(annotator_id=number, role=role, languages=("en-US",))


def fill(store: Store, records: Sequence[Record]) -> None:
    def write(transaction: Transaction) -> None:
        for record in records:
            transaction.create(record)

    store.records.transact(write)


def answered(number: int, *, followers: int = 2, **fields: object) -> list[Record]:
    """A Guide's accepted answer, with its task, lease, review, and open Follower tasks."""
    lease_id = secrets.token_hex(16)
    task = Task(
        kind="guide",
        number=number,
        path_id=1,
        scan_id="corridor",
        language="en-US",
        state=TaskState.DONE,
        lease_id=lease_id,
    )
    lease = Lease(
        lease_id=lease_id,
        task_id=task.record_id,
        kind="guide",
        annotator_id=GUIDE,
        state=LeaseState.SUBMITTED,
        expires_at=now(),
    )
    annotation = GuideAnnotation(
        instruction_id=number,
        annotator_id=GUIDE,
        path_id=1,
        split="train",
        scan_id="corridor",
        language="en-US",
        path=("door", "lamp"),
        heading=0,
        walked=("door", "lamp"),
        transcript="Go to teh lamp.",
        duration=2,
        sample_rate=16000,
        voice=BLOB,
        pose_trace=BLOB,
        phases=(),
        scores=SCORES,
    )
    follow = {"kind": "follower", "state": TaskState.OPEN, "lease_id": None, "instruction_id": number}
    waiting = [
        task.model_copy(update=follow | {"number": 10 * number + each, "guide_annotator_id": GUIDE})
        for each in range(followers)
    ]
    review = opened_review(task, GUIDE).model_copy(update={"submitted_at": annotation.submitted_at} | fields)
    return [task, lease, annotation, review, *waiting]


def ask(verdict: Verdict, version: int = 0, reason: str = "too noisy") -> RequestedDecision:
    return RequestedDecision(
        str(uuid.uuid4()), verdict, version, reason if verdict is not Verdict.ACCEPT else ""
    )


def states(store: Store, kind: str) -> list[TaskState]:
    tasks = store.records.find(Task)
    return [task.state for task in tasks if task.kind == kind]


class ReviewContract:
    """Tests of one empty ``store`` each."""

    @pytest.fixture(autouse=True)
    def numbers(self, store: Store) -> None:
        """New tasks are numbered from here on."""
        fill(store, [Counter(name="instructions", value=100), Counter(name="demonstrations", value=1000)])

    def test_flagged_comes_first_and_then_the_oldest(self, store: Store) -> None:
        today = now()
        for number, (age, flagged) in enumerate([(1, False), (2, False), (1, True), (3, True)], 1):
            fill(store, answered(number, submitted_at=today - timedelta(days=age), flagged=flagged))
        order = [4, 3, 2, 1]
        page, cursor = page_of_queue(store.records, ALL, None, 3)
        assert [review.number for review in page] == order[:3]
        rest, end = page_of_queue(store.records, ALL, cursor, 3)
        assert ([review.number for review in rest], end) == (order[3:], None)
        taken = [take_next(store.records, somebody(FIRST + each), ALL) for each in range(5)]
        assert [review and review.number for review in taken] == [*order, None]

    def test_two_reviewers_at_once_never_get_the_same(self, store: Store) -> None:
        for number in range(1, 6):
            fill(store, answered(number, followers=0))
        with ThreadPoolExecutor(8) as pool:
            taken = list(pool.map(lambda each: take_next(store.records, somebody(100 + each), ALL), range(8)))
        got = [review.task_id for review in taken if review]
        assert len(got) == len(set(got)) == 5
        held = {review.claimed_by for review in store.records.find(Review)}
        assert len(held) == 5

    def test_a_claim_is_kept_released_and_runs_out(self, store: Store) -> None:
        fill(store, answered(1))
        mine = take_next(store.records, somebody(FIRST), ALL)
        assert mine
        again = take_next(store.records, somebody(FIRST), ALL)
        assert again
        assert again.task_id == mine.task_id
        with pytest.raises(ReviewError, match="Person 6"):
            claim(store.records, somebody(SECOND), mine.task_id)
        with pytest.raises(ReviewError, match="Person 6"):
            decide(store.records, somebody(SECOND), mine.task_id, ask(Verdict.ACCEPT))
        release(store.records, somebody(SECOND), mine.task_id)  # is not theirs
        assert take_next(store.records, somebody(SECOND), ALL) is None
        ended = again.model_copy(update={"claimed_until": now() - timedelta(seconds=1)})
        store.records.transact(lambda transaction: transaction.replace(ended))
        assert take_next(store.records, somebody(SECOND), ALL)
        release(store.records, somebody(SECOND), mine.task_id)
        assert take_next(store.records, somebody(FIRST), ALL)

    def test_ones_own_is_neither_given_nor_decided(self, store: Store) -> None:
        fill(store, answered(1))
        promoted = somebody(GUIDE)
        assert take_next(store.records, promoted, ALL) is None
        with pytest.raises(AccessError, match="your own"):
            decide(store.records, promoted, "guide-000001", ask(Verdict.ACCEPT))

    def test_a_decision_asked_for_again_changes_nothing(self, store: Store) -> None:
        fill(store, answered(1))
        asked = ask(Verdict.REJECT)
        once = decide(store.records, somebody(FIRST), "guide-000001", asked)
        again = decide(store.records, somebody(FIRST), "guide-000001", asked)
        assert once == again
        assert [entry.version for entry in history(store.records, "guide-000001")] == [1]
        assert states(store, "guide") == [TaskState.DONE, TaskState.OPEN]
        with pytest.raises(StoreConflictError, match="Another decision"):
            decide(
                store.records,
                somebody(FIRST),
                "guide-000001",
                RequestedDecision(asked.decision_id, Verdict.ACCEPT, 0),
            )

    def test_of_two_decisions_at_once_one_counts(self, store: Store) -> None:
        fill(store, answered(1))

        def judge(verdict: Verdict) -> bool:
            try:
                decide(store.records, None, "guide-000001", ask(verdict))
            except ReviewError:
                return False
            return True

        with ThreadPoolExecutor(6) as pool:
            counted = list(pool.map(judge, [Verdict.ACCEPT, Verdict.REJECT, Verdict.SEND_BACK] * 2))
        assert counted.count(True) == 1
        assert len(store.records.find(Decision)) == 1
        assert review_of(store.records, "guide-000001").version == 1

    def test_rejected_words_are_followed_no_more_and_asked_for_again(self, store: Store) -> None:
        fill(store, answered(1, followers=3))
        follower = store.records.get(Task, "follower-000010")
        held = Lease(
            lease_id="f" * 32,
            task_id=follower.record_id,
            kind="follower",
            annotator_id=9,
            state=LeaseState.ACTIVE,
            expires_at=now(),
        )
        taken = follower.model_copy(update={"state": TaskState.LEASED, "lease_id": held.lease_id})

        def lease(transaction: Transaction) -> None:
            transaction.replace(taken)
            transaction.create(held)

        store.records.transact(lease)
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT))
        assert store.records.get(Lease, held.lease_id).state is LeaseState.RETURNED
        assert sorted(states(store, "guide")) == [TaskState.DONE, TaskState.OPEN]
        assert sorted(states(store, "follower")) == [*[TaskState.WAITING] * 3, *[TaskState.WITHDRAWN] * 3]
        (new,) = (task for task in store.records.find(Task, {"kind": "guide"}) if task.number != 1)
        assert store.records.count(Task, {"instruction_id": new.number}) == 3

    def test_a_rejection_taken_back_leaves_everything_as_it_was(self, store: Store) -> None:
        fill(store, answered(1))
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT))
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REOPEN, 1, ""))
        assert count_states(store.records, ALL)[ReviewState.PENDING] == 1
        assert sorted(states(store, "guide")) == [TaskState.DONE, TaskState.WITHDRAWN]
        assert sorted(states(store, "follower")) == [*[TaskState.OPEN] * 2, *[TaskState.WITHDRAWN] * 2]

    def test_work_that_somebody_has_begun_instead_is_left_to_them(self, store: Store) -> None:
        fill(store, answered(1))
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT))
        (new,) = (task for task in store.records.find(Task, {"kind": "guide"}) if task.number != 1)
        begun = new.model_copy(update={"state": TaskState.LEASED, "lease_id": "e" * 32})
        store.records.transact(lambda transaction: transaction.replace(begun))
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REOPEN, 1, ""))
        assert store.records.get(Task, new.record_id) == begun

    def test_what_is_sent_back_waits_is_mended_and_comes_again(self, store: Store) -> None:
        fill(store, answered(1))
        word = GroundedWord(word="teh", start_time=0, end_time=1, source="aligned")
        aligned = AlignmentRecord(
            task_id="guide-000001", engine="viterbi", state="aligned", timed_instruction=(word,)
        )
        store.records.create(aligned)
        guide = somebody(GUIDE, Role.ANNOTATOR)
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.SEND_BACK, 0, "teh is no word"))
        assert states(store, "follower") == [TaskState.WAITING] * 2
        assert [notice.reason for notice in notices(store.records, guide)] == ["teh is no word"]
        with pytest.raises(RecordNotFoundError):
            correct(store.records, somebody(9, Role.ANNOTATOR), "guide-000001", "d" * 36, 1, "Mine.")

        mended = correct(store.records, guide, "guide-000001", "d" * 36, 1, " Go to the lamp. ")
        assert correct(store.records, guide, "guide-000001", "d" * 36, 1, " Go to the lamp. ") == mended
        assert (mended.state, mended.version) == (ReviewState.PENDING, 2)
        now_it_is = store.records.get(GuideAnnotation, "000001")
        assert (now_it_is.transcript, now_it_is.version) == ("Go to the lamp.", 2)
        assert (now_it_is.corrected_at is None, now_it_is.transcript_by) == (False, None)
        before = store.records.get(GuideVersion, "000001-000001")
        assert (before.transcript, before.voice) == ("Go to teh lamp.", now_it_is.voice)
        assert store.records.get(AlignmentRecord, "guide-000001").state == "outdated"
        assert store.records.get(AlignmentVersion, "guide-000001-000001").timed_instruction == (word,)
        assert states(store, "follower") == [TaskState.OPEN] * 2
        assert notices(store.records, guide) == []

    @pytest.mark.parametrize(
        ("version", "transcript", "error", "told"),
        [
            (0, "Go to the lamp.", ReviewError, "guide annotation 1 is already sent_back"),
            (1, " \u200b ", SubmissionError, "is empty"),
            (1, " Go to teh lamp. ", SubmissionError, "is unchanged"),
        ],
    )
    def test_what_is_no_correction_of_what_was_sent_back_changes_nothing(
        self, store: Store, version: int, transcript: str, error: type[Exception], told: str
    ) -> None:
        fill(store, answered(1))
        decide(store.records, None, "guide-000001", ask(Verdict.SEND_BACK))
        before = [store.records.find(kind) for kind in (Review, GuideAnnotation, Task, Decision)]
        guide = somebody(GUIDE, Role.ANNOTATOR)
        with pytest.raises(error, match=told):
            correct(store.records, guide, "guide-000001", "d" * 36, version, transcript)
        assert [store.records.find(kind) for kind in (Review, GuideAnnotation, Task, Decision)] == before
        assert store.records.find(GuideVersion) == []

    def test_notices_are_in_the_order_of_the_decisions(self, store: Store) -> None:
        guide = somebody(GUIDE, Role.ANNOTATOR)
        verdicts = {2: Verdict.REJECT, 3: Verdict.SEND_BACK, 4: Verdict.ACCEPT, 1: Verdict.SEND_BACK}
        for number, verdict in verdicts.items():
            fill(store, answered(number, followers=0))
            decide(store.records, None, f"guide-00000{number}", ask(verdict))
        assert [notice.number for notice in notices(store.records, guide)] == [2, 3, 1]
        assert notices(store.records, somebody(9, Role.ANNOTATOR)) == []

    def test_what_was_seen_is_never_more_than_was_decided_and_never_less_than_before(
        self, store: Store
    ) -> None:
        fill(store, answered(1))
        decide(store.records, None, "guide-000001", ask(Verdict.REJECT))
        guide = somebody(GUIDE, Role.ANNOTATOR)
        seen = [
            mark_seen(store.records, guide, "guide-000001", version).seen_version for version in (0, 99, 0)
        ]
        assert seen == [0, 1, 1]

    def test_a_rejection_is_told_until_it_was_seen(self, store: Store) -> None:
        fill(store, answered(1))
        guide = somebody(GUIDE, Role.ANNOTATOR)
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT))
        assert len(notices(store.records, guide)) == 1
        mark_seen(store.records, guide, "guide-000001", 1)
        assert notices(store.records, guide) == []
        with pytest.raises(RecordNotFoundError):
            mark_seen(store.records, somebody(9, Role.ANNOTATOR), "guide-000001", 1)

    def test_who_withdraws_in_the_middle_takes_the_review_along(self, store: Store) -> None:
        fill(store, [somebody(GUIDE, Role.ANNOTATOR), *answered(1)])
        taken = take_next(store.records, somebody(FIRST), ALL)
        assert taken
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.SEND_BACK))
        correct(store.records, somebody(GUIDE, Role.ANNOTATOR), "guide-000001", "d" * 36, 1, "Go on.")
        withdraw(store, GUIDE, None)
        with pytest.raises(RecordNotFoundError, match="nothing to review"):
            decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.ACCEPT, 2))
        for kind in (Review, Decision, GuideAnnotation, GuideVersion):
            assert store.records.find(kind) == []
        assert take_next(store.records, somebody(FIRST), ALL) is None

    def test_what_was_asked_for_again_is_not_asked_for_twice(self, store: Store) -> None:
        fill(store, [somebody(GUIDE, Role.ANNOTATOR), *answered(1)])
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT))
        withdraw(store, GUIDE, None)
        assert states(store, "guide").count(TaskState.OPEN) == 1

    def test_the_log_says_who_decided_and_quotes_nobody(self, store: Store) -> None:
        fill(store, answered(1))
        decide(store.records, somebody(FIRST), "guide-000001", ask(Verdict.REJECT, 0, "calls Ann a fool"))
        decide(store.records, None, "guide-000001", ask(Verdict.REOPEN, 1, ""))
        entries = store.records.find(AuditEntry)
        assert [(entry.actor, entry.action, entry.subject, entry.detail) for entry in entries] == [
            (FIRST, "reject", GUIDE, "guide-000001 v1"),
            (None, "reopen", GUIDE, "guide-000001 v2"),
        ]

    def test_the_decided_are_listed_newest_first(self, store: Store) -> None:
        for number in (1, 2, 3):
            fill(store, answered(number, followers=0, language="hi-IN" if number == 2 else "en-US"))
            decide(store.records, None, f"guide-00000{number}", ask(Verdict.ACCEPT))
        page, cursor = page_of_decided(store.records, ReviewState.ACCEPTED, ALL, None, 2)
        assert [review.number for review in page] == [3, 2]
        rest, end = page_of_decided(store.records, ReviewState.ACCEPTED, ALL, cursor, 2)
        assert ([review.number for review in rest], end) == ([1], None)
        hindi = ReviewFilter(kind="guide", language="hi-IN")
        assert count_states(store.records, hindi)[ReviewState.ACCEPTED] == 1
