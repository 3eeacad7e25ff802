"""No answer is refused because its walk takes long to read: its person is told to wait, and calls join the work."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from align.errors import PoseTraceError
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.capture import submitting
from pangea_server.collect.capture.submitting import MOST_OF_ONE, Acceptance, Submitting
from pangea_server.collect.capture.traces import ReadTrace, TraceReader
from pangea_server.collect.capture.wire import SubmitReceipt
from pangea_server.core.errors import NotReadyError, TooManyRequestsError
from pangea_server.stores.protocol import Store

RECEIPT = SubmitReceipt(lease_id="lease", kind="guide", annotation_id=1)
LONG = 60.0  # seconds: only a test that hangs waits so long


class Held:
    """Readers of walks that wait until they may go on, as those of a busy machine; ``begun`` counts them."""

    def __init__(self) -> None:
        self.begun, self.started, self.may = 0, threading.Event(), threading.Event()

    @contextmanager
    def reading(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        read: Callable[..., ReadTrace] = TraceReader.read

        def slowly(reader: TraceReader, *arguments: Any) -> ReadTrace:
            self.begun += 1
            self.started.set()
            assert self.may.wait(LONG)
            return read(reader, *arguments)

        with monkeypatch.context() as patched:
            patched.setattr(TraceReader, "read", slowly)
            patched.setattr(submitting, "ANSWER_SECONDS", 0.2)
            try:
                yield
            finally:
                self.may.set()


@pytest.mark.usefixtures("campaign")
def test_who_waits_is_told_so_and_all_calls_join_one_work(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide, held = people(), Held()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"]) | {"transcript": "Go past the lamp."}
    with held.reading(monkeypatch):
        for _ in range(3):
            told = submit_once(guide, lease["lease_id"], answer)
            assert (told.status_code, told.json()) == (202, {"lease_id": lease["lease_id"]})
        assert held.started.wait(LONG)
        assert store.records.get(Lease, lease["lease_id"]).state is LeaseState.ACTIVE
        held.may.set()
        done = guide.submit(lease["lease_id"], answer)
    assert (done.status_code, done.json()["kind"], held.begun) == (200, "guide", 1)
    assert guide.submit(lease["lease_id"], answer).json() == done.json()


@pytest.mark.usefixtures("campaign")
def test_the_work_goes_on_when_nobody_waits(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was closed: the answer is accepted, with all that follows from it."""
    guide, held = people(), Held()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"]) | {"transcript": "Go past the lamp."}
    followed = threading.Event()
    monkeypatch.setattr("pangea_server.collect.queue.routes.judge_batch", lambda *_: followed.set())
    with held.reading(monkeypatch):
        assert submit_once(guide, lease["lease_id"], answer).status_code == 202
        held.may.set()
        assert followed.wait(LONG)
    assert store.records.get(Lease, lease["lease_id"]).state is LeaseState.SUBMITTED


@pytest.mark.usefixtures("campaign")
def test_a_refusal_waits_for_whoever_asks_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    guide, held = people(), Held()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], ["lamp", "door"]) | {"transcript": "Go past the lamp."}
    with held.reading(monkeypatch):
        assert submit_once(guide, lease["lease_id"], answer).status_code == 202
        held.may.set()
        assert_problem(guide.submit(lease["lease_id"], answer), 422, "submission")


def submit_once(someone: Someone, lease_id: str, answer: dict[str, Any]) -> Any:
    return someone.call("POST", f"/leases/{lease_id}/submit", json=answer)


def under_way(many: Submitting, person: int, name: str, may: threading.Event) -> Acceptance:
    def work() -> SubmitReceipt:
        assert may.wait(LONG)
        return RECEIPT

    return many.join(person, name, work, lambda _: None)


def test_one_person_cannot_keep_all_threads() -> None:
    many, may = Submitting(), threading.Event()
    jobs = [under_way(many, 1, str(number), may) for number in range(MOST_OF_ONE)]
    assert under_way(many, 1, "0", may) is jobs[0]  # the same answer once more
    with pytest.raises(TooManyRequestsError):
        under_way(many, 1, "one more", may)
    other = under_way(many, 2, "another person's", may)
    may.set()
    assert [job.receipt.result(LONG) for job in (*jobs, other)] == [RECEIPT] * (MOST_OF_ONE + 1)
    assert under_way(many, 1, "after them", may).receipt.result(LONG) == RECEIPT
    many.close()


def test_an_outcome_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    many, done = Submitting(), threading.Event()
    done.set()
    first = under_way(many, 1, "name", done)
    first.ended.result(LONG)
    assert under_way(many, 1, "name", done) is first
    monkeypatch.setattr(submitting, "KEPT_SECONDS", -1.0)
    assert under_way(many, 1, "name", done) is not first
    many.close()


def test_what_has_not_begun_is_given_up_when_the_server_stops() -> None:
    """And what waits for its walk ends with a sentence that says what to do."""
    many, reader, may = Submitting(), TraceReader(), threading.Event()
    running = [under_way(many, person, str(person), may) for person in range(submitting.AT_ONCE)]
    late = under_way(many, 99, "late", may)
    closing = threading.Thread(target=many.close)
    closing.start()
    while not late.receipt.done():
        pass
    assert late.receipt.cancelled()
    may.set()
    closing.join(LONG)
    assert [job.receipt.result() for job in running] == [RECEIPT] * submitting.AT_ONCE
    reader.close()
    with reader._turn(), reader._turn(), pytest.raises(NotReadyError) as error:
        reader.read("name", None)  # type: ignore[arg-type]
    assert error.value.remedy == "Nothing is lost: submit again."


def test_an_answer_that_cannot_begin_is_refused_each_time_until_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No thread can be started, as at a limit of the machine."""
    many, may = Submitting(), threading.Event()
    may.set()

    def refuse(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(many._threads, "submit", refuse)
        for _ in range(2):
            with pytest.raises(NotReadyError, match="just now"):
                under_way(many, 1, "name", may)
    assert under_way(many, 1, "name", may).receipt.result(LONG) == RECEIPT
    many.close()


@pytest.mark.parametrize("error", [StopIteration(), TimeoutError(), MemoryError()])
def test_whatever_the_work_raises_ends_it(error: Exception) -> None:
    many = Submitting()

    def work() -> SubmitReceipt:
        raise error

    async def wait() -> None:
        await many.receipt("name", many.join(1, "name", work, lambda _: None))

    with pytest.raises((RuntimeError, TimeoutError, MemoryError)):
        asyncio.run(wait())
    many.close()


def test_what_follows_and_fails_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    many = Submitting()

    def fail(_: SubmitReceipt) -> None:
        raise ValueError("what somebody said")

    job = many.join(1, "name", lambda: RECEIPT, fail)
    assert job.receipt.result(LONG) == RECEIPT
    many.close()
    own = [each.message for each in caplog.records if each.name == submitting.__name__]
    assert own == ["what follows from an answer failed: ValueError"]


def test_a_failure_of_the_work_reaches_who_waits() -> None:
    many = Submitting()

    def work() -> SubmitReceipt:
        raise PoseTraceError("Line 1 is not JSON.")

    job = many.join(1, "name", work, lambda _: None)
    with pytest.raises(PoseTraceError):
        job.receipt.result(LONG)
    job.ended.result(LONG)
    many.close()
