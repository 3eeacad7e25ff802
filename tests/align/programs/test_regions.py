"""Telling which region's English is spoken, and that no region has to be given for words to be found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from align import Audio, TimedWord, align_transcript
from align.exports.reports import read_report_file
from align.phones.espeak_ng import synthesize
from align.transcript import Transcript
from align.viterbi.accents import region_like
from align.viterbi.lexicon import network_words
from align.viterbi.regions import REGIONS, STRONG_MARGIN, NetworkWord, region_fit, words_of

TEXT = "Turn around and walk forward past the other door, then stop there near the corner of the third wall."
TEXT_AS_IN_INDIA = "टर्न अराउंड एंड वॉक फ़ॉरवर्ड पास्ट द अदर डोर, देन स्टॉप देयर नियर द कॉर्नर ऑफ़ द थर्ड वॉल."
"""The same words as a Hindi voice says them."""


def said_like(language: str, text: str = TEXT) -> list[tuple[NetworkWord, int]]:
    """All words in the way that only this region and those after it know, if there is one."""
    level = REGIONS.index(language)
    said = []
    for word in words_of(Transcript.parse(text, "en")):
        own = [way for way, known in enumerate(word.levels) if known <= level]
        said.append((word, max(own, key=lambda way: word.levels[way])))
    return said


@pytest.mark.parametrize("text", [TEXT, "2.5 ft to the L-shaped bldg & kothrud", "w/ darwaze"])
def test_what_is_said_in_a_region_is_known_in_those_after_it(text: str) -> None:
    for token in Transcript.parse(text, "en").tokens:
        of_regions = [network_words(token, region, {}) for region in REGIONS]
        for before, after in pairwise(of_regions):
            assert all(set(small) <= set(large) for small, large in zip(before, after, strict=True))


@pytest.mark.parametrize("language", REGIONS)
def test_the_region_whose_words_were_said_fits_best(language: str) -> None:
    fit = region_fit(said_like(language), "en")
    assert fit is not None
    assert (fit.region, fit.doubted) == (language, False)
    assert fit.margin > 1


@pytest.mark.parametrize("language", REGIONS)
@pytest.mark.parametrize("given", ["en-US", "en-CA", "en-GB", "en-AU", "en-IN", "en-LK"])
def test_a_given_region_is_doubted_when_another_fits_far_better(language: str, given: str) -> None:
    fit = region_fit(said_like(language, " ".join([TEXT] * 3)), given)
    assert fit is not None
    assert fit.region == language
    assert fit.doubted is (region_like(given) != language)
    assert fit.margin >= STRONG_MARGIN


def test_a_few_words_doubt_nothing() -> None:
    fit = region_fit(said_like("en-GB", "the door"), "en-US")
    assert fit is not None
    assert fit.margin < STRONG_MARGIN
    assert not fit.doubted


@pytest.mark.parametrize(
    ("voice", "text", "region"), [("en-US", TEXT, "en-US"), ("hi-IN", TEXT_AS_IN_INDIA, "en-IN")]
)
def test_a_voice_is_told_by_its_sound(voice: str, text: str, region: str) -> None:
    speech = synthesize(text, voice)
    recording = Audio(speech.samples, speech.sample_rate)
    reports = [align_transcript(recording, TEXT, language=given).report for given in ("en", "en-US", "en-IN")]
    assert {report.region for report in reports} == {region}
    assert [report.region_doubted for report in reports[1:]] == [region != "en-US", region != "en-IN"]


@pytest.mark.shared_data
@pytest.mark.parametrize("given", ["en", "en-US", "en-GB", "en-IN"])
def test_words_of_an_indian_guide_are_found_whatever_region_is_given(shared: Path, given: str) -> None:
    """Under en-US, "door," and "wall" were 0.6 to 1.1 s off."""
    folder = shared / "data" / "pangea_sample"
    text = json.loads((folder / "args.json").read_text())["instruction"]
    alignment = align_transcript(Audio.open(folder / "audio.mp3"), text, language=given)
    assert alignment.report.region == "en-IN"
    assert alignment.report.region_doubted is (given in ("en-US", "en-GB"))
    assert start_of(alignment.words, "door,") == pytest.approx(3.94, abs=0.1)
    assert start_of(alignment.words, "wall") == pytest.approx(14.4, abs=0.1)


def start_of(words: Sequence[TimedWord], text: str) -> float:
    return next(word.start_time for word in words if word.word == text)


def test_a_report_of_an_earlier_version_is_read() -> None:
    known = {
        "recording": "a.wav", "state": "aligned", "reason": "", "coverage": 1.0, "unwritten_share": 0.0, "unknown": "",
        "silence_share": 0.1, "unstable_words": 0, "speaking_rate": 3.0, "verdict": "fits", "reasons": [],
    }  # fmt: skip
    report = read_report_file("a.wav", json.dumps(known).encode()).report
    assert report is not None
    assert (report.region, report.region_margin, report.region_doubted) == (None, None, False)
