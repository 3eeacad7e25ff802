from __future__ import annotations

import re

import pytest

from align.exports.reports import read_report_file
from align.languages import LanguageDoubt
from align.report import AlignmentReport, EngineEvidence, Stretch, UnspokenPassage, _is_sentence, report_on
from align.timed import TimedWord
from align.viterbi.regions import RegionFit

FIRM = EngineEvidence(unwritten=(), silence=(Stretch(2.0, 4.0),), unstable=(), unspoken=())


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
        (
            words(8),
            EngineEvidence((Stretch(2.0, 2.9), Stretch(3.0, 3.9)), (), ()),
            "47% of the speech is not in the tr",
        ),
        (words(8), EngineEvidence((), (), (0, 1, 2, 3)), "50% of the words have no firm place"),
        (words(8, seconds=0.1), FIRM, "10.0 a second"),
        (
            words(8),
            EngineEvidence((Stretch(62.0, 63.5),), (), (), new_seconds=(1.2,)),
            "not written: 1.5 s at 1:02",
        ),
        (words(8), EngineEvidence((), (), (), ((2, 4),)), "not said: “go go”"),
    ],
)
def test_each_sign_of_a_wrong_transcript_is_named(
    timed: list[TimedWord], evidence: EngineEvidence, reason: str
) -> None:
    report = report_on(timed, 4.0, evidence, "viterbi")
    assert report.verdict == "doubtful"
    assert any(reason in each for each in report.reasons)


def test_what_repeats_words_is_no_missing_sentence() -> None:
    stumble = EngineEvidence((Stretch(20.0, 21.7),), (), (), (), new_seconds=(0.6,))
    assert report_on(words(60), 30.0, stumble, "viterbi").verdict == "fits"
    assert report_on(words(20), 30.0, stumble, "viterbi").verdict == "doubtful"  # a quarter of what is said


def test_a_passage_that_was_not_said_is_named_with_its_place() -> None:
    text = "Go on. Enter the very large dining room over there, then stop."
    spoken = [
        TimedWord(match[0], i, i + 0.3, "aligned", 0.9, match.start(), match.end())
        for i, match in enumerate(re.finditer(r"\S+", text))
    ]
    report = report_on(spoken, 20.0, EngineEvidence((), (), (), ((2, 10),)), "viterbi")
    (passage,) = report.unspoken or ()
    assert passage == UnspokenPassage(7, 51, "Enter the very large dining room over there,")
    assert text[passage.start_char : passage.end_char] == passage.text
    assert report.reasons == ("not said: “Enter the very large dining room over t…”",)


def test_only_three_passages_are_named_one_by_one() -> None:
    gone = tuple((place, place + 2) for place in range(0, 20, 4))
    reasons = report_on(words(20), 8.0, EngineEvidence((), (), (), gone), "viterbi").reasons
    assert reasons[3] == "2 more passages not said"


def test_an_engine_that_would_not_notice_a_missing_sentence_gives_no_verdict() -> None:
    blind = report_on(words(8), 4.0, EngineEvidence(None, None, None, ()), "espeak")
    assert (blind.verdict, blind.reasons) == (None, ())
    assert "espeak tells no unwritten speech from silence" in blind.unknown
    assert report_on(words(5) + words(5, "interpolated"), 4.0, None, "mine").verdict == "doubtful"


def test_a_doubt_about_the_language_is_the_first_reason() -> None:
    doubt = LanguageDoubt("the text is in Devanagari script: try --language hi", "hi")
    report = report_on(words(8), 4.0, FIRM, "viterbi", doubt=doubt)
    assert (report.verdict, report.reasons[0], report.suggested_language) == ("doubtful", doubt.reason, "hi")


def test_a_report_of_an_earlier_version_is_read() -> None:
    data = b"""{"recording": "a.wav", "state": "aligned", "reason": "", "engine": "viterbi", "coverage": 0.9,
        "unwritten_share": 0.1, "silence_share": 0.2, "unstable_words": 0, "speaking_rate": 3.1, "verdict": "doubtful",
        "reasons": ["only 90% of the words"], "unknown": ""}"""
    report = read_report_file("a.wav", data).report
    assert report is not None
    assert (report.verdict, report.reasons, report.unspoken) == ("doubtful", ("only 90% of the words",), None)


def test_other_sound_is_named_and_what_it_may_be_depends_on_what_the_engine_knows() -> None:
    (sure,) = report_on(words(8), 4.0, FIRM, "viterbi", other_sound=9.2).reasons
    assert sure == "other sound between the words, such as music or a second voice, 9 dB below them"
    (unsure,) = report_on(words(8), 4.0, None, "espeak", other_sound=-0.4).reasons
    assert unsure.endswith("music, a second voice or words that are not written, as loud as they are")


def test_a_report_has_all_that_the_engine_knows() -> None:
    evidence = EngineEvidence(
        (Stretch(2.0, 2.5),), (Stretch(3.0, 4.0),), (1,), ((0, 2),), (0.1,), RegionFit("en-IN", 2.5, True)
    )
    assert report_on(words(8), 4.0, evidence, "viterbi") == AlignmentReport(
        coverage=1.0,
        unwritten_share=0.125,
        silence_share=0.25,
        unstable_words=1,
        speaking_rate=4.0,
        verdict="doubtful",
        reasons=("not said: “go go”",),
        unknown="The engine viterbi recognises nothing that an edit distance could be taken to.",
        unspoken=(UnspokenPassage(0, 0, "go go"),),
        region="en-IN",
        region_margin=2.5,
        region_doubted=True,
    )


def test_a_region_that_fits_is_told_and_not_doubted() -> None:
    report = report_on(
        words(8), 4.0, EngineEvidence((), (), (), (), region=RegionFit("en-US", 0.5, False)), "viterbi"
    )
    assert (report.region, report.region_margin, report.region_doubted) == ("en-US", 0.5, False)


@pytest.mark.parametrize(
    ("evidence", "recognises", "unknown"),
    [
        (FIRM, True, ""),
        (None, True, "The engine e tells no unwritten speech from silence. The engine e cannot tell which words were "
         "not said."),
        (EngineEvidence((), None, None, ()), True,
         "The engine e tells neither where silence is nor how firm its words' places are."),
        (FIRM, False, "The engine e recognises nothing that an edit distance could be taken to."),
    ],
)  # fmt: skip
def test_what_is_not_known_is_said(evidence: EngineEvidence | None, recognises: bool, unknown: str) -> None:
    assert report_on(words(8), 4.0, evidence, "e", recognises=recognises).unknown == unknown


def test_only_an_engine_that_would_notice_says_that_a_transcript_fits() -> None:
    for evidence in (EngineEvidence((), None, None), EngineEvidence(None, None, None, ()), None):
        assert report_on(words(8), 4.0, evidence, "e").verdict is None
    assert report_on(words(8), 4.0, EngineEvidence((), None, None, ()), "e").verdict == "fits"


@pytest.mark.parametrize(
    ("timed", "evidence", "reasons"),
    [
        (words(4) + words(1, "interpolated"), FIRM, []),
        (words(3) + words(1, "interpolated"), FIRM, ["only 75% of the words were found in the sound"]),
        (words(10), EngineEvidence((), (), (0, 1, 2), ()), []),
        (words(10), EngineEvidence((), (), (0, 1, 2, 3), ()), ["40% of the words have no firm place"]),
        (words(8, seconds=2.0), FIRM, []),
        (words(8, seconds=2.5), FIRM, ["the words would be said at 0.4 a second"]),
        (words(6), EngineEvidence((Stretch(2.0, 2.5), Stretch(3.0, 3.5)), (), (), (), (0.0, 0.0)), []),
        (words(5), EngineEvidence((Stretch(2.0, 2.5), Stretch(3.0, 3.5)), (), (), (), (0.0, 0.0)),
         ["44% of the speech is not in the transcript"]),
    ],
)  # fmt: skip
def test_a_reason_is_named_beyond_its_limit_and_not_at_it(
    timed: list[TimedWord], evidence: EngineEvidence, reasons: list[str]
) -> None:
    assert list(report_on(timed, 40.0, evidence, "viterbi").reasons) == reasons


@pytest.mark.parametrize(
    ("seconds", "new", "speech", "is_sentence"),
    [
        (2.0, None, 1.0, False), (2.1, None, 99.0, True), (0.6, 0.0, 1.0, False), (0.7, 0.0, 1.0, True),
        (1.5, 0.0, 10.0, False), (1.6, 0.0, 10.0, True), (2.0, 0.0, 99.0, False), (2.1, 0.0, 99.0, True),
        (1.2, 1.1, 99.0, False), (1.2, 1.2, 99.0, True),
    ],
)  # fmt: skip
def test_a_stretch_is_a_sentence_where_it_is_longer_than_a_stumble(
    seconds: float, new: float | None, speech: float, is_sentence: bool
) -> None:
    assert _is_sentence(Stretch(0.0, seconds), new, speech) is is_sentence


def test_only_three_stretches_are_named_one_by_one() -> None:
    several = tuple(Stretch(start, start + 3.0) for start in (9.9, 59.9, 60.0, 3599.0, 4000.0))
    assert report_on(words(400), 5000.0, EngineEvidence(several, (), (), ()), "viterbi").reasons == (
        "not written: 3.0 s at 0:09",
        "not written: 3.0 s at 0:59",
        "not written: 3.0 s at 1:00",
        "2 more stretches not written",
    )


def test_forty_letters_are_quoted_whole() -> None:
    def quoted(text: str) -> str:
        spoken = [TimedWord(text, 0.0, 0.5, "aligned", 0.9, 0, len(text)), *words(3)]
        return report_on(spoken, 4.0, EngineEvidence((), (), (), ((0, 1),)), "viterbi").reasons[0]

    assert quoted("x" * 40) == f"not said: “{'x' * 40}”"
    assert quoted("x" * 41) == f"not said: “{'x' * 39}…”"
    assert quoted(f"{'x' * 38} {'x' * 9}") == f"not said: “{'x' * 38}…”"


@pytest.mark.parametrize(("below", "amount"), [(1.0, "1 dB below them"), (0.9, "as loud as they are")])
def test_a_decibel_is_told(below: float, amount: str) -> None:
    (reason,) = report_on(words(8), 4.0, FIRM, "viterbi", other_sound=below).reasons
    assert reason == f"other sound between the words, such as music or a second voice, {amount}"
