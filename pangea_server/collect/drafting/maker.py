"""Makes drafts in the background: one recogniser for each processor, and a queue that is never long."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Queue
from random import Random
from threading import Lock, Thread
from typing import IO, BinaryIO

import msgspec

from align.errors import RecogniserError, RecogniserTimeoutError
from align.recogniser_process import RecogniserAnswer, RecogniserRequest
from align.recognisers.registry import RecogniserOptions
from environments.errors import PangeaError
from pangea_server.annotate.drafting.comparison import plain
from pangea_server.annotate.drafting.records import DraftTranscript, DraftWord
from pangea_server.annotate.drafting.sureness import is_sure
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording
from pangea_server.collect.drafting.plausible import refuse_implausible
from pangea_server.core.answering_process import AnsweringProcess, NoAnswerError
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_WAITING = 64  # drafts; whoever comes later types
SHORTEST_SECONDS, SECONDS_A_SECOND, LONGEST_SECONDS = 120.0, 3.0, 600.0
"""A recogniser, which starts behind everything else, has three times the voice's length, and two to ten minutes."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DraftJob:
    """A draft to make.

    Attributes:
        voice: opens the sound file of ``size`` bytes and ``duration`` seconds.
        planted: the share of words to replace by planted errors.
    """

    recording: Recording
    recogniser: str
    language: str
    voice: Callable[[], BinaryIO]
    size: int
    duration: float
    planted: float

    @property
    def most_seconds(self) -> float:
        """For how long the recogniser may work."""
        return min(LONGEST_SECONDS, max(SHORTEST_SECONDS, SECONDS_A_SECOND * self.duration))


class DraftMaker:
    """The drafts that are being made for this server's store."""

    def __init__(self, records: RecordStore, options: RecogniserOptions, workers: int | None = None) -> None:
        self._records, self._options = records, options
        self._most_workers = workers or os.cpu_count() or 1
        self._lock = Lock()
        self._jobs: Queue[DraftJob | None] = Queue()
        self._wanted: set[str] = set()
        self._workers: list[Thread] = []
        self._processes: set[ListeningProcess] = set()
        self._closed = False

    def is_making(self, recording_id: str) -> bool:
        """Whether the draft of this recording is being made, or waits for its turn."""
        with self._lock:
            return recording_id in self._wanted

    def make(self, job: DraftJob) -> bool:
        """Make this draft in the background; False where too many wait already. Asked twice, it is made once."""
        with self._lock:
            if job.recording.recording_id in self._wanted:
                return True
            if self._closed or len(self._wanted) >= MOST_WAITING:
                return False
            self._wanted.add(job.recording.recording_id)
            if len(self._workers) < min(self._most_workers, len(self._wanted)):
                worker = Thread(target=self._work, name="drafts", daemon=True)
                self._workers.append(worker)
                worker.start()
        self._jobs.put(job)
        return True

    def close(self) -> None:
        """End all recognisers; a page that asks again gets its draft from the next server."""
        with self._lock:
            self._closed = True
            processes, workers = list(self._processes), list(self._workers)
        for _ in workers:
            self._jobs.put(None)
        for process in processes:
            process.end()
        for worker in workers:
            worker.join(timeout=10)

    def _work(self) -> None:
        process: ListeningProcess | None = None
        while (job := self._jobs.get()) is not None and not self._closed:
            try:
                if process is None or not process.is_usable:
                    process = self._started(process)
                draft = self._draft(process, job)
                if not self._closed:  # a server that stops ends its recognisers, which is no fault of theirs
                    self._put(draft)
            except Exception:
                log.exception("the draft of the recording %s was not made", job.recording.recording_id)
            finally:
                with self._lock:
                    self._wanted.discard(job.recording.recording_id)
        if process is not None:
            process.end()

    def _started(self, former: ListeningProcess | None) -> ListeningProcess:
        process = ListeningProcess()
        with self._lock:
            self._processes -= {former}
            self._processes.add(process)
        return process

    def _draft(self, process: ListeningProcess, job: DraftJob) -> DraftTranscript:
        """The draft, or why there is none: nobody may wait for ever, whatever a recogniser does."""
        model = str(self._options.model) if self._options.model else None
        request = RecogniserRequest(job.recogniser, job.language, job.size, self._options.endpoint, model)
        known = {
            "recording_id": job.recording.recording_id,
            "lease_id": job.recording.lease_id,
            "recogniser": job.recogniser,
        }
        try:
            with job.voice() as file:
                answer = process.hear(request, file, job.most_seconds)
            if answer.code:
                log.warning("no draft by %s: %s", job.recogniser, answer.message)
                return DraftTranscript(**known, state="none", reason=answer.code)
            refuse_implausible(answer.words, job.duration, job.language)
        except PangeaError as error:
            log.warning("no draft by %s: %s", job.recogniser, error)
            return DraftTranscript(**known, state="none", reason=error.code)
        heard = [
            DraftWord(word.word, word.start_time, word.end_time, word.confidence) for word in answer.words
        ]
        words = with_planted(heard, job.planted, job.recording.recording_id)
        return DraftTranscript(**known, state="ready", words=words)

    def _put(self, draft: DraftTranscript) -> None:
        """Store a draft, unless its task was answered, given back or removed meanwhile."""

        def put(transaction: Transaction) -> None:
            lease = transaction.get(Lease, draft.lease_id)
            recording = transaction.get(Recording, draft.recording_id)
            is_wanted = recording is not None and lease is not None and lease.state is LeaseState.ACTIVE
            if is_wanted and transaction.get(DraftTranscript, draft.record_id) is None:
                transaction.create(draft)

        self._records.transact(put)


LONGEST_ANSWER = 2**23  # bytes of a line
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # there is one process for each processor


class ListeningProcess(AnsweringProcess):
    """Recognises one voice after the other. Not usable any more once a recogniser did not answer in time."""

    def __init__(self) -> None:
        super().__init__("align.recogniser_process", LONGEST_ANSWER, ONE_THREAD)

    def hear(self, request: RecogniserRequest, file: BinaryIO, seconds: float) -> RecogniserAnswer:
        """What the recogniser heard in a sound file, or the code of its error.

        Args:
            seconds: after which the process is ended.

        Raises:
            RecogniserTimeoutError: it did not answer in time.
            RecogniserError: it ended, or answered nonsense.
        """

        def write(requests: IO[bytes]) -> None:
            requests.write(msgspec.json.encode(request) + b"\n")
            shutil.copyfileobj(file, requests)

        try:
            return msgspec.json.decode(self.ask(write, seconds), type=RecogniserAnswer)
        except NoAnswerError as error:
            if error.late:
                raise RecogniserTimeoutError(
                    f"{request.recogniser} did not answer within {seconds:.0f} s."
                ) from error
            raise RecogniserError(f"{request.recogniser} ended without an answer: {error}") from error
        except msgspec.MsgspecError as error:
            self.end()
            raise RecogniserError(f"{request.recogniser} answered nonsense: {error}") from error


FEWEST_LETTERS = 3
"""Shorter words are mostly articles and prepositions, which nobody would miss."""


def with_planted(words: Sequence[DraftWord], share: float, seed: str) -> tuple[DraftWord, ...]:
    """The words, of which ``share`` is replaced by other words that are said in the same recording.

    Only sure words are replaced, since unsure ones are marked on the page anyway, and never two in a row: two mended
    neighbours could look like one word that was moved. The same words, share and seed always give the same result.
    """
    random = Random(hashlib.sha256(seed.encode()).digest())
    vocabulary = sorted({plain(word.word) for word in words if _may_be_replaced(word)})
    if share <= 0 or len(vocabulary) < 2:
        return tuple(words)
    planted: list[DraftWord] = []
    for word in words:
        follows_planted = bool(planted) and planted[-1].own is not None
        if random.random() < share and _may_be_replaced(word) and not follows_planted:
            planted.append(_replaced(word, vocabulary, random))
        else:
            planted.append(word)
    return tuple(planted)


def _may_be_replaced(word: DraftWord) -> bool:
    letters = sum(each.isalpha() for each in word.word)
    return letters >= FEWEST_LETTERS and is_sure(word.confidence)


def _replaced(word: DraftWord, vocabulary: Sequence[str], random: Random) -> DraftWord:
    other = random.choice([each for each in vocabulary if each != plain(word.word)])
    shown = other.capitalize() if word.word[:1].isupper() else other
    return replace(word, word=shown, own=word.word)
