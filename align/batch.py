"""Alignment of many recordings in parallel. One that fails does not stop the others."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import BinaryIO, Protocol

from align.audio import Audio
from align.grounding import GroundedWord, ground
from align.matching import Method
from align.phones.lexicon_file import read_own_lexicon
from align.pipeline import Alignment, align_transcript
from align.pose_trace import PoseTrace
from align.readings.own_words import OwnLexicon
from align.recognisers.registry import NO_OPTIONS, RecogniserOptions
from align.report import AlignmentReport
from align.timed import TimedWord
from environments.errors import InvalidDataError, PangeaError
from environments.processes import worker_processes

CRASHED = "The engine crashed on this recording."


class VoiceFile(Protocol):
    """A sound file that can be opened in another process; it can be pickled."""

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """The file, seekable, while it is needed.

        Raises:
            PangeaError: it is missing or damaged.
        """


@dataclass(frozen=True, slots=True)
class AlignJob:
    """One recording to align, which can be sent to another process.

    Attributes:
        name: unique among the jobs; the outcome has the same name.
        voice: a whole sound file: its bytes, or where the process that aligns it finds it, which takes no memory.
        trace: an RxR pose trace (npz), or None.
        before: the words of an earlier alignment; those that a person has mended keep their times.
        options: for the recogniser that ``engine`` names.
        dtw: how a recogniser's words are warped onto the written ones.
        lexicon: pronunciations of the user's own words.
        own_lexicon: a file of pronunciations for this recording alone, which go before those of ``lexicon``.
    """

    name: str
    voice: bytes | VoiceFile
    transcript: str
    language: str
    engine: str
    trace: bytes | None = None
    before: tuple[TimedWord, ...] = ()
    options: RecogniserOptions = NO_OPTIONS
    dtw: Method = "exact"
    lexicon: OwnLexicon = field(default_factory=dict)
    own_lexicon: bytes | None = None


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The result of a job: an alignment, or the reason why there is none, with its error's code (``fault``).

    ``transcript`` is what was aligned, for whoever keeps the outcome: it may have been corrected meanwhile.
    ``grounded`` are the alignment's words, with the camera where there is a trace.
    """

    name: str
    transcript: str
    alignment: Alignment | None = None
    grounded: tuple[GroundedWord, ...] = ()
    reason: str = ""
    fault: str = ""


def run(job: AlignJob) -> JobOutcome:
    """Align one recording. An error of PanGEA becomes the outcome's reason."""
    try:
        with _opened(job.voice) as file:
            recording = Audio.open(file, for_speech=True)
        alignment = align_transcript(
            recording,
            job.transcript,
            language=job.language,
            engine=job.engine,
            before=job.before,
            options=job.options,
            dtw=job.dtw,
            lexicon={**job.lexicon, **read_own_lexicon(job.own_lexicon or b"", f"the lexicon of {job.name}")},
        )
        trace = PoseTrace.load(io.BytesIO(job.trace)) if job.trace is not None else None
    except PangeaError as error:
        return JobOutcome(job.name, job.transcript, reason=str(error), fault=error.code)
    return JobOutcome(job.name, job.transcript, alignment, tuple(ground(alignment.words, trace)))


def _opened(voice: bytes | VoiceFile) -> AbstractContextManager[BinaryIO]:
    return nullcontext(io.BytesIO(voice)) if isinstance(voice, bytes) else voice.opened()


@dataclass(frozen=True, slots=True)
class JobReport:
    """What is kept of a job: its report, or None and the reason when it has no words."""

    name: str
    report: AlignmentReport | None = None
    reason: str = ""


class Work(Protocol):
    """The source of jobs and the destination of outcomes, such as a folder or a store.

    A context manager, which each process that works with it enters, on any machine."""

    def __enter__(self) -> object: ...

    def __exit__(self, *exception: object) -> None: ...

    def job(self, name: str) -> AlignJob:
        """The job of this name."""

    def write(self, outcome: JobOutcome) -> None:
        """Save a job's outcome. Saved twice, it must count once."""

    def findings(self, names: Iterable[str]) -> Iterator[JobReport]:
        """What is kept of these jobs, from this run and earlier ones."""


def run_work(work: Work, names: Iterable[str], workers: int) -> Iterator[JobOutcome]:
    """Align these jobs and save each outcome at once, so that an interrupted run can continue."""
    unreadable: list[JobOutcome] = []
    with work:
        for outcome in chain(run_all(_readable(work, names, unreadable), workers), unreadable):
            work.write(outcome)
            yield outcome


def job_or_fault(work: Work, name: str) -> AlignJob | JobOutcome:
    """The job of this name, or its outcome when what it is made of cannot be read: the others go on."""
    try:
        return work.job(name)
    except InvalidDataError as error:
        return JobOutcome(name, "", reason=str(error), fault=error.code)


def _readable(work: Work, names: Iterable[str], unreadable: list[JobOutcome]) -> Iterator[AlignJob]:
    """The jobs; outcomes of those that cannot be read are put aside."""
    for name in names:
        job = job_or_fault(work, name)
        if isinstance(job, AlignJob):
            yield job
        else:
            unreadable.append(job)


def run_all(jobs: Iterable[AlignJob], workers: int) -> Iterator[JobOutcome]:
    """Outcomes from ``workers`` processes, in the order in which they finish; each process has at most two jobs in
    memory.

    When a process dies, the other processes lose their jobs as well; each of these jobs is tried once more, alone in a
    process.
    """
    queue = iter(jobs)
    while lost := (yield from _run(queue, workers)):
        for job in lost:
            yield _run_alone(job)


def _run(queue: Iterator[AlignJob], workers: int) -> Generator[JobOutcome, None, list[AlignJob]]:
    """Run until the queue is empty or a process dies; returns the jobs that were lost."""
    running: dict[Future[JobOutcome], AlignJob] = {}
    with worker_processes(workers, "spawn") as pool:
        while True:
            for job in islice(queue, 2 * workers - len(running)):
                try:
                    running[pool.submit(run, job)] = job
                except BrokenProcessPool:
                    return [job, *running.values()]
            if not running:
                return []
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                try:
                    outcome = future.result()
                except BrokenProcessPool:
                    return list(running.values())
                del running[future]
                yield outcome


def _run_alone(job: AlignJob) -> JobOutcome:
    with worker_processes(1, "spawn") as pool:
        try:
            return pool.submit(run, job).result()
        except BrokenProcessPool:
            return JobOutcome(job.name, job.transcript, reason=CRASHED)
