"""Answers that are being accepted: the work goes on whether or not its person waits, and a repeated call joins it."""

from __future__ import annotations

import logging
from asyncio import shield, wait_for, wrap_future
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from pangea_server.collect.capture.wire import SubmitReceipt
from pangea_server.core.errors import NotReadyError, TooManyRequestsError

log = logging.getLogger(__name__)
ANSWER_SECONDS = 20.0
"""Within which a call is answered, if only that the work goes on: pages and proxies wait for a minute."""

AT_ONCE = 32  # answers that are worked on; the walks of few of them are read at once
MOST_OF_ONE = 8  # answers of one person under way
KEPT_SECONDS = 60.0  # an outcome for which nobody waits


@dataclass
class Acceptance:
    """An answer that is being accepted.

    Attributes:
        receipt: is there when the answer is accepted.
        ended: is there when what follows from it is done too.
    """

    person: int
    receipt: Future[SubmitReceipt] = field(default_factory=Future)
    ended: Future[None] = field(default_factory=Future)
    done_at: float | None = None

    def run(self, work: Callable[[], SubmitReceipt], then: Callable[[SubmitReceipt], None]) -> None:
        try:
            receipt = work()
        except BaseException as error:  # of any kind: it is raised again where somebody waits
            self.done_at = monotonic()
            self.receipt.set_exception(_awaitable(error))
            return
        self.done_at = monotonic()
        self.receipt.set_result(receipt)
        try:
            then(receipt)
        except Exception as error:
            log.error("what follows from an answer failed: %s", type(error).__qualname__)
            raise

    async def what_follows(self) -> None:
        """Waits until everything that follows from the answer is done."""
        await shield(wrap_future(self.ended))


class Submitting:
    """Accepts answers in threads of its own, so that none of those that answer requests waits for a long walk."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "submit")
        self._lock = Lock()
        self._jobs: dict[str, Acceptance] = {}

    def join(
        self,
        person: int,
        name: str,
        work: Callable[[], SubmitReceipt],
        then: Callable[[SubmitReceipt], None],
    ) -> Acceptance:
        """The work on the answer ``name``, which begins now unless it is under way.

        Args:
            then: what follows when the answer is accepted.

        Raises:
            TooManyRequestsError: this person submits too often at once.
        NotReadyError: it cannot begin.
        """
        with self._lock:
            self._forget_old()
            job = self._jobs.get(name)
            if job is None:
                self._admit(person)
                job = Acceptance(person)
                try:
                    job.ended = self._threads.submit(job.run, work, then)
                except RuntimeError as error:  # the server stops, or the machine has no thread to give
                    raise NotReadyError(
                        "The server cannot take the answer just now.", remedy="Nothing is lost: submit again."
                    ) from error
                self._jobs[name] = job
                job.ended.add_done_callback(lambda ended: ended.cancelled() and job.receipt.cancel())
            return job

    async def receipt(self, name: str, job: Acceptance) -> SubmitReceipt | None:
        """The receipt; None where the work goes on after ``ANSWER_SECONDS``. Raises what the work raised."""
        waiting = wrap_future(job.receipt)
        waiting.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # if nobody waits by then
        try:
            return await wait_for(shield(waiting), ANSWER_SECONDS)
        except TimeoutError:
            return job.receipt.result() if job.receipt.done() else None
        finally:
            if job.receipt.done():  # whoever asks once more begins anew
                with self._lock:
                    if self._jobs.get(name) is job:
                        del self._jobs[name]

    def close(self) -> None:
        """Wait for what is under way; what has not begun is given up, and sent again by its page."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _admit(self, person: int) -> None:
        if sum(job.person == person and job.done_at is None for job in self._jobs.values()) >= MOST_OF_ONE:
            raise TooManyRequestsError(
                f"{MOST_OF_ONE} of your answers are being accepted.",
                remedy="Wait for them, then submit again.",
                retry_after=1,
            )

    def _forget_old(self) -> None:
        old = monotonic() - KEPT_SECONDS
        for name in [
            name for name, job in self._jobs.items() if job.done_at is not None and job.done_at < old
        ]:
            del self._jobs[name]


def _awaitable(error: BaseException) -> BaseException:
    """A future cannot raise StopIteration where somebody awaits it."""
    return RuntimeError(str(error)) if isinstance(error, StopIteration) else error
