"""Verdicts on a few of the transcripts of ``make bench-verdict``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.verdict.examining import Finding, examine
from tests.benchmarks.verdict.sets import Case, Recording, cases, recordings

pytestmark = pytest.mark.shared_data
NAMES = ("tts_clean/01_rms", "tts_disfluent/09_kal16", "hi/esp_03")


@pytest.fixture(scope="module")
def everyone(shared: Path) -> list[Recording]:
    return recordings(shared / "data" / "alignment")


def examined(kind: str, everyone: list[Recording]) -> Iterator[tuple[Case, Finding]]:
    for name in NAMES:
        these = [each for each in everyone if each.name == name]
        same = [each for each in everyone if each.language == these[0].language]
        for case in cases(kind, these, same, 1):
            yield case, examine("viterbi", case)


def test_a_right_transcript_fits(everyone: list[Recording]) -> None:
    assert {finding.verdict for _, finding in examined("right", everyone)} == {"fits"}


@pytest.mark.parametrize("kind", ["unspoken", "unwritten"])
def test_a_sentence_too_many_or_too_few_is_named(kind: str, everyone: list[Recording]) -> None:
    for case, finding in examined(kind, everyone):
        assert (finding.name, finding.verdict, finding.found) == (case.name, "doubtful", finding.passages)


def test_a_half_wrong_transcript_never_fits(everyone: list[Recording]) -> None:
    assert "fits" not in {finding.verdict for _, finding in examined("halfwrong", everyone)}


@pytest.mark.parametrize("kind", ["wrongtext", "samepath"])
def test_another_transcript_is_refused(kind: str, everyone: list[Recording]) -> None:
    assert {finding.verdict for _, finding in examined(kind, everyone)} == {"refused"}


def test_pocketsphinx_gives_no_verdict_that_it_cannot_know(everyone: list[Recording]) -> None:
    (case,) = cases("right", [each for each in everyone if each.name == NAMES[0]], everyone, 1)
    assert examine("pocketsphinx", case).verdict == "unknown"


@pytest.mark.parametrize("kind", ["music10", "second10"])
def test_music_and_a_second_voice_are_named(kind: str, everyone: list[Recording]) -> None:
    these = [each for each in everyone if each.name.startswith("tts_pauses/")]
    findings = [examine("viterbi", case) for case in cases(kind, these, everyone, 4)]
    assert "fits" not in {finding.verdict for finding in findings}
