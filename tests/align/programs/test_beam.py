"""The same work as an Apache Beam pipeline: the same bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from align.batch import run_work
from align.beam import run_on_beam
from align.folders import FolderWork
from tests.two_workers import on_runner

SPEECH = Path(__file__).parents[2] / "data" / "speech"
SECONDS = 2.2
WORDS = "Walk past the red sofa,"
RECORDINGS = int(os.environ.get("BEAM_RECORDINGS", "20"))


def takes(folder: Path, count: int) -> None:
    """Recordings of the fixture's first words, each a little later and a little quieter than the one before."""
    samples, rate = soundfile.read(SPEECH / "instruction.flac", dtype="float32")
    folder.mkdir()
    for number in range(count):
        voice = np.roll(samples[: int(SECONDS * rate)], 8 * number) * (1 - 0.003 * number)
        soundfile.write(folder / f"{number:03d}.wav", voice, rate)
        (folder / f"{number:03d}.txt").write_text(WORDS)


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(params=["direct", "dask"])
def on_beam(request: pytest.FixtureRequest) -> Iterator[tuple[str, list[str]]]:
    with on_runner(request.param) as chosen:
        yield chosen


def test_recordings_on_beam_are_those_of_the_command_line_bit_by_bit(
    tmp_path: Path, on_beam: tuple[str, list[str]]
) -> None:
    runner, options = on_beam
    takes(tmp_path / "in", RECORDINGS)
    (tmp_path / "in" / "010.txt").write_text(" ")
    plain, beam = (
        FolderWork(tmp_path / "in", tmp_path / name, ".json", "en-US", "pocketsphinx")
        for name in ("plain", "beam")
    )
    outcomes = list(run_work(plain, plain.names(), workers=2))
    assert [outcome.name for outcome in outcomes if outcome.reason] == ["010.wav"]
    run_on_beam(beam, beam.names(), runner, options)
    assert len(written(tmp_path / "beam")) == RECORDINGS - 1 + RECORDINGS  # words, and reports
    assert written(tmp_path / "beam") == written(tmp_path / "plain")
    assert [found.name for found in beam.findings(beam.names()) if not found.report] == ["010.wav"]
