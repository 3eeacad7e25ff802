from __future__ import annotations

import pytest

from align.report import Evidence, Stretch, report_on
from align.timed import TimedWord

FIRM = Evidence(unwritten=(), silence=(Stretch(2.0, 4.0),), unstable=())


def words(n: int, source: str = "aligned", seconds: float = 0.25) -> list[TimedWord]:
    return [TimedWord("go", i * seconds, (i + 1) * seconds, source) for i in range(n)]  # type: ignore[arg-type]


def test_a_transcript_that_explains_the_sound_fits() -> None:
    report = report_on(words(8), 4.0, FIRM, "viterbi", recognises=True)
    assert (report.verdict, report.reasons, report.unknown) == ("fits", (), "")
    assert (report.coverage, report.silence_share) == (1.0, 0.5)
    assert report.speaking_rate == pytest.approx(4.0)


def test_what_an_engine_cannot_know_is_none_and_says_why() -> None:
    report = report_on(words(8), 4.0, None, "google_speech")
    assert (report.unwritten_share, report.silence_share, report.unstable_words) == (None, None, None)
    assert "google_speech" in report.unknown


@pytest.mark.parametrize(
    ("timed", "evidence", "reason"),
    [
        (words(5) + words(5, "interpolated"), FIRM, "only 50% of the words"),
        (words(8), Evidence((Stretch(2.0, 4.0),), (), ()), "50% of the speech is not in the transcript"),
        (words(8), Evidence((), (), (0, 1, 2, 3)), "50% of the words have no firm place"),
        (words(8, seconds=0.1), FIRM, "10.0 a second"),
    ],
)
def test_each_sign_of_a_wrong_transcript_is_named(
    timed: list[TimedWord], evidence: Evidence, reason: str
) -> None:
    report = report_on(timed, 4.0, evidence, "viterbi")
    assert report.verdict == "doubtful"
    assert reason in report.reasons[0]
