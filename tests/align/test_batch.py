"""Many recordings: what a job becomes, how processes share the jobs, and what happens when one dies."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from align import Audio, PoseTrace, TimedWord, batch, recogniser_process
from align.audio import wav_bytes
from align.batch import CRASHED, AlignJob, JobOutcome, run, run_all, run_work
from align.beam import RUNNERS, AlignRecordings, each_on_beam, options_of, run_on_beam
from align.errors import EngineNotInstalledError, RecogniserError
from align.grounding import GroundedWord
from align.pipeline import Alignment
from align.recogniser_process import RecogniserAnswer, RecogniserRequest, listen
from align.recognisers.registry import RecogniserOptions
from align.report import AlignmentReport
from environments.errors import ConfigurationError, InvalidDataError

VOICE = wav_bytes(np.full(16_000, 3_000, "<i2").tobytes(), 16_000)
WORD = TimedWord("Go", 0.1, 0.4, "aligned")
ALIGNMENT = Alignment(
    (WORD,), "mine", "en-IN", 1.0, None, None, AlignmentReport(1.0, None, None, None, 1.0, None)
)
JOB = AlignJob("a", VOICE, "Go", "en-IN", "mine")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the aligner is asked; it finds the same each time."""
    calls: list[dict[str, Any]] = []

    def align(recording: Audio, transcript: str, **more: Any) -> Alignment:
        calls.append({"seconds": recording.duration, "transcript": transcript, **more})
        return ALIGNMENT

    monkeypatch.setattr(batch, "align_transcript", align)
    return calls


def test_a_job_is_aligned_with_all_that_it_says(asked: list[dict[str, Any]]) -> None:
    options, before = RecogniserOptions(endpoint="localhost:1"), (replace(WORD, source="mended"),)
    job = AlignJob(
        "a", VOICE, "Go", "en-IN", "mine", None, before, options, "banded", {"go": (("G",),), "to": (("T",),)}
    )
    job = replace(job, own_lexicon=b"GO  G OW")
    assert run(job) == JobOutcome("a", "Go", ALIGNMENT, (GroundedWord("Go", 0.1, 0.4, "aligned"),))
    assert asked == [
        {
            "seconds": 1.0, "transcript": "Go", "language": "en-IN", "engine": "mine", "before": before,
            "options": options, "dtw": "banded", "lexicon": {"go": (("G", "OW"),), "to": (("T",),)},
        }
    ]  # fmt: skip


def test_a_pose_trace_gives_the_words_their_camera(asked: list[dict[str, Any]]) -> None:
    still, trace = np.eye(4, dtype=np.float32)[np.newaxis], io.BytesIO()
    PoseTrace(np.zeros(1), ("door",), still, still).save_rxr(trace)
    (word,) = run(replace(JOB, trace=trace.getvalue())).grounded
    assert (word.viewpoint_id, word.first_snapshot) == ("door", 0)


@pytest.mark.parametrize(
    ("changed", "reason", "fault"),
    [
        ({"voice": VOICE[:-1]}, "is cut off", "audio"),
        ({"trace": b""}, "not a complete npz", "pose_trace"),
        ({"own_lexicon": b"GO"}, "the lexicon of a, line 1", "invalid_data"),
    ],
)
def test_an_error_of_ours_becomes_the_reason(
    changed: dict[str, Any], reason: str, fault: str, asked: list[dict[str, Any]]
) -> None:
    outcome = run(replace(JOB, **changed))
    assert reason in outcome.reason
    assert outcome == JobOutcome("a", "Go", reason=outcome.reason, fault=fault)


def test_a_voice_that_lies_elsewhere_is_closed_before_it_is_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    @contextmanager
    def opened() -> Iterator[io.BytesIO]:
        yield io.BytesIO(VOICE)
        events.append("closed")

    def align(*_: object, **__: object) -> Alignment:
        events.append("aligned")
        return ALIGNMENT

    monkeypatch.setattr(batch, "align_transcript", align)
    run(replace(JOB, voice=cast("Any", SimpleNamespace(opened=opened))))
    assert events == ["closed", "aligned"]


class Pool:
    """Processes that answer at once; the job ``fatal`` takes down those that it is in."""

    made: list[int]

    def __init__(self, workers: int, method: str) -> None:
        assert method == "spawn"
        Pool.made.append(workers)
        self.broken = False

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *exception: object) -> None: ...

    def submit(self, function: Any, job: AlignJob) -> Future[JobOutcome]:
        if self.broken:
            raise BrokenProcessPool
        future = Future[JobOutcome]()
        if job.name == "fatal":
            self.broken = True
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(JobOutcome(job.name, job.transcript))
        return future


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of workers of each pool that is made."""
    Pool.made = []
    monkeypatch.setattr(batch, "worker_processes", Pool)
    return Pool.made


def jobs(*names: str) -> list[AlignJob]:
    return [replace(JOB, name=name) for name in names]


def test_each_worker_has_at_most_two_jobs_in_memory(
    pools: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading() -> Iterator[AlignJob]:
        for job in jobs(*"abcdefgh"):
            read.append(job.name)
            yield job

    first_done = lambda running, return_when: SimpleNamespace(done=[next(iter(running))])  # noqa: E731
    monkeypatch.setattr(batch, "wait", first_done)
    outcomes = run_all(reading(), workers=2)
    first = next(outcomes).name
    assert read == ["a", "b", "c", "d"]
    second = next(outcomes).name
    assert read == ["a", "b", "c", "d", "e"]
    assert sorted([first, second, *(outcome.name for outcome in outcomes)]) == list("abcdefgh")
    assert pools == [2]


def test_jobs_that_a_dead_process_lost_are_tried_alone_and_the_fatal_one_is_named(pools: list[int]) -> None:
    outcomes = {
        outcome.name: outcome for outcome in run_all(jobs("a", "fatal", "b", "c", "d", "e"), workers=2)
    }
    assert sorted(outcomes) == ["a", "b", "c", "d", "e", "fatal"]
    assert {name for name, outcome in outcomes.items() if outcome.reason} == {"fatal"}
    assert outcomes["fatal"] == JobOutcome("fatal", "Go", reason=CRASHED)
    assert pools[0] == 2
    assert pools[1] == 1


def test_the_jobs_that_were_waiting_for_a_dead_process_are_not_lost(pools: list[int]) -> None:
    """The process dies when all jobs were given to it."""
    outcomes = {outcome.name: outcome for outcome in run_all(jobs("a", "fatal"), workers=1)}
    assert {name: outcome.reason for name, outcome in outcomes.items()} == {"a": "", "fatal": CRASHED}


def test_each_outcome_is_saved_before_the_next_and_before_it_is_told(pools: list[int]) -> None:
    events: list[str] = []
    work = SimpleNamespace(
        job=lambda name: replace(JOB, name=name), write=lambda outcome: events.append(f"saved {outcome.name}")
    )

    class Entered(SimpleNamespace):
        def __enter__(self) -> None:
            events.append("entered")

        def __exit__(self, *exception: object) -> None:
            events.append("left")

    for outcome in run_work(cast("Any", Entered(**vars(work))), ["a"], workers=1):
        events.append(f"told {outcome.name}")
    assert events == ["entered", "saved a", "told a", "left"]


def test_a_job_that_cannot_be_read_fails_alone(pools: list[int]) -> None:
    saved: dict[str, tuple[str, str]] = {}

    def job(name: str) -> AlignJob:
        if name == "b":
            raise InvalidDataError("The transcript b.txt: it is not UTF-8.", remedy="Save it as UTF-8.")
        return replace(JOB, name=name)

    class Some(SimpleNamespace):
        def __enter__(self) -> None: ...

        def __exit__(self, *exception: object) -> None: ...

    def write(outcome: JobOutcome) -> None:
        saved[outcome.name] = (outcome.reason, outcome.fault)

    work = cast("Any", Some(job=job, write=write))
    *others, last = (outcome.name for outcome in run_work(work, "abc", 1))
    assert (sorted(others), last) == (["a", "c"], "b")
    assert saved["b"] == ("The transcript b.txt: it is not UTF-8. Save it as UTF-8.", "invalid_data")
    AlignRecordings(work)("b")
    assert saved["a"] == ("", "")


class Hearing:
    """A recogniser that hears one word, or fails."""

    name = "hearing"

    def __init__(self, heard: TimedWord | Exception) -> None:
        self._heard = heard

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        if isinstance(self._heard, Exception):
            raise self._heard
        return [replace(self._heard, word=f"{self._heard.word} {language} {recording.duration}")]


@pytest.mark.parametrize(
    ("heard", "answer"),
    [
        (WORD, RecogniserAnswer((replace(WORD, word="Go en-IN 1.0"),))),
        (
            RecogniserError("Busy.", remedy="Wait."),
            RecogniserAnswer(code="recogniser", message="Busy. Wait."),
        ),
        (KeyError("x"), RecogniserAnswer(code="recogniser", message="KeyError: 'x'")),
    ],
)
def test_what_is_heard_or_goes_wrong_is_answered(
    heard: TimedWord | Exception, answer: RecogniserAnswer, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []

    def open_recogniser(name: str, options: RecogniserOptions) -> Hearing:
        opened.append((name, options))
        return Hearing(heard)

    monkeypatch.setattr(recogniser_process, "open_recogniser", open_recogniser)
    recogniser_process._opened.cache_clear()
    request = RecogniserRequest("mine", "en-IN", len(VOICE), "localhost:1", "model")
    for _ in range(2):
        assert listen(request, io.BytesIO(VOICE)) == answer
    assert opened == [("mine", RecogniserOptions("localhost:1", Path("model")))]
    recogniser_process._opened.cache_clear()


def test_words_beyond_the_recording_and_silence_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Hearing(replace(WORD, end_time=1.1))
    monkeypatch.setattr(recogniser_process, "_opened", lambda *_: late)
    request = RecogniserRequest("mine", "en", len(VOICE))
    assert (listen(request, io.BytesIO(VOICE)).words, listen(request, io.BytesIO(VOICE)).code) == (
        (),
        "alignment",
    )
    quiet = io.BytesIO(wav_bytes(bytes(3_200), 16_000))
    assert listen(request, quiet).code == "transcript_mismatch"
    assert listen(request, io.BytesIO(VOICE[:-1])).code == "audio"


class Beam(SimpleNamespace):
    """Apache Beam, whose pipeline gives every name to its last step."""

    def __init__(self) -> None:
        self.options: list[tuple[list[str], dict[str, Any]]] = []
        self.steps: list[tuple[str, Any]] = []
        super().__init__(
            DoFn=object, Pipeline=self.pipeline, Create=self.step, Reshuffle=self.step, ParDo=self.step
        )

    def pipeline(self, options: Any) -> Beam:
        self.chosen = options
        return self

    def step(self, value: Any = None) -> Any:
        return type("Step", (), {"__rrshift__": lambda _, name: (name, value)})()

    def __or__(self, step: tuple[str, Any]) -> Beam:
        self.steps.append(step)
        return self

    def __enter__(self) -> Beam:
        return self

    def __exit__(self, *exception: object) -> None: ...

    def PipelineOptions(self, given: list[str], **more: Any) -> str:
        self.options.append((given, more))
        return "options"


@pytest.fixture
def beam(monkeypatch: pytest.MonkeyPatch) -> Beam:
    found = Beam()
    monkeypatch.setitem(sys.modules, "apache_beam", cast("Any", found))
    monkeypatch.setitem(sys.modules, "apache_beam.options", cast("Any", SimpleNamespace()))
    monkeypatch.setitem(sys.modules, "apache_beam.options.pipeline_options", cast("Any", found))
    return found


def test_beam_takes_each_name_through_work_that_each_worker_enters_once(
    beam: Beam, asked: list[dict[str, Any]]
) -> None:
    events: list[object] = []

    class Folder:
        def __enter__(self) -> None:
            events.append("entered")

        def __exit__(self, *exception: object) -> None:
            events.append(("left", *exception))

        def job(self, name: str) -> AlignJob:
            return replace(JOB, name=name)

        def write(self, outcome: JobOutcome) -> None:
            events.append((outcome.name, outcome.alignment))

    run_on_beam(cast("Any", Folder()), ("a", "b"), "flink", ["--x=1"])
    assert (beam.chosen, beam.options) == (
        "options", [(["--x=1"], {"runner": "FlinkRunner", "save_main_session": False})],
    )  # fmt: skip
    (first, names), (second, _), (third, each) = beam.steps
    assert (first, second, third, names) == ("names", "spread", "each", ["a", "b"])
    each.setup()
    for name in names:
        each.process(name)
    each.teardown()
    assert events == ["entered", ("a", ALIGNMENT), ("b", ALIGNMENT), ("left", None, None, None)]


def test_an_unknown_runner_lists_the_known_ones_and_each_has_beams_name() -> None:
    with pytest.raises(ConfigurationError, match="no runner 'abacus'") as refused:
        each_on_beam(cast("Any", AlignRecordings(cast("Any", None))), [], "abacus")
    assert refused.value.remedy == "Choose direct, dask, dataflow, flink, prism, spark."
    assert all(runner.endswith(f"{name.title()}Runner") for name, runner in RUNNERS.items())


def test_without_the_extra_the_remedy_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "apache_beam", None)
    with pytest.raises(EngineNotInstalledError) as refused:
        run_on_beam(cast("Any", None), [], "direct")
    assert refused.value.remedy == "pip install 'pangea-toolkit[beam]'"


@pytest.mark.parametrize(
    ("runner", "given", "names", "told"),
    [
        (
            "dask",
            ["--dask_client_address=tcp://a:1"],
            200,
            ["--dask_client_address=tcp://a:1", "--dask_partition_size=8"],
        ),
        ("dask", [], 126_000, ["--dask_partition_size=126"]),
        ("dask", ["--dask_partition_size=2"], 200, ["--dask_partition_size=2"]),
        ("dask", ["--dask_npartitions=3"], 200, ["--dask_npartitions=3"]),
        ("direct", ["--a=b"], 200, ["--a=b"]),
    ],
)
def test_dask_gets_small_partitions_unless_told_otherwise(
    runner: str, given: list[str], names: int, told: list[str]
) -> None:
    assert options_of(runner, given, names) == told
