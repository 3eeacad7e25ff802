"""Many recordings at once: the same results as one by one, and a bad one stops nobody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from align.batch import CRASHED, AlignJob, run, run_all
from align.timed import TimedWord

SPEECH = Path(__file__).parents[2] / "data" / "speech"
VOICE = (SPEECH / "instruction.flac").read_bytes()
TEXT = (SPEECH / "instruction.txt").read_text().strip()


def job(name: str, voice: bytes = VOICE, transcript: str = TEXT, engine: str = "pocketsphinx") -> AlignJob:
    return AlignJob(name, voice, transcript, "en-US", engine)


def test_many_give_what_each_gives_alone() -> None:
    jobs = [job(f"take-{number}") for number in range(5)]
    outcomes = {outcome.name: outcome for outcome in run_all(jobs, workers=2)}
    assert sorted(outcomes) == [single.name for single in jobs]
    for single in jobs:
        assert outcomes[single.name] == run(single)
    assert outcomes["take-0"].alignment is not None


def test_a_bad_recording_is_named_with_its_reason_and_the_rest_goes_on() -> None:
    jobs = [job("good"), job("cut off", voice=VOICE[:2000]), job("empty", transcript=" "), job("last")]
    outcomes = {outcome.name: outcome for outcome in run_all(jobs, workers=2)}
    assert {name for name, outcome in outcomes.items() if outcome.reason} == {"cut off", "empty"}
    assert "cut off at 0.5 s" in outcomes["cut off"].reason


class Crashing:
    """An engine whose library takes the whole process down."""

    name = "crashing"

    def align(self, recording: object, transcript: object) -> list[TimedWord | None]:
        os._exit(1)


def test_an_engine_that_kills_its_process_is_survived(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Workers are new processes with this one's search path, so the engine comes as an installed package would."""
    package = tmp_path / "crashing-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: crashing\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[pangea.engines]\ncrashing = tests.align.programs.test_batch:Crashing\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    jobs = [job("fatal", engine="crashing"), *(job(f"good-{number}") for number in range(3))]
    outcomes = {outcome.name: outcome for outcome in run_all(jobs, workers=2)}
    assert len(outcomes) == 4
    assert outcomes["fatal"].reason == CRASHED
    assert all(outcomes[f"good-{number}"].alignment for number in range(3))
