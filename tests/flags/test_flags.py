"""What each flag sees in answers made by hand, of one recorded sentence and a corridor of four viewpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from align import AlignmentReport, GroundedWord, PoseTrace, Stretch
from align.audio import Audio
from align.report import UnspokenPassage
from environments import NavigationGraph
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.all_flags import wanted
from pangea_server.quality.flags.clipping import Clipping
from pangea_server.quality.flags.far_from_voice import FarFromVoice
from pangea_server.quality.flags.jumped import Jumped
from pangea_server.quality.flags.near_copies import BANDS, bands, likeness
from pangea_server.quality.flags.noise import Noise
from pangea_server.quality.flags.pasted_transcript import PastedTranscript
from pangea_server.quality.flags.path_not_completed import PathNotCompleted
from pangea_server.quality.flags.protocol import Finding, Flag, Seen, Words
from pangea_server.quality.flags.read_aloud import ReadAloud
from pangea_server.quality.flags.silence import Silence
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.flags.too_short import TooShort
from pangea_server.quality.flags.wrong_language import WrongLanguage

SPEECH = Audio.open(Path(__file__).parents[1] / "data" / "speech" / "instruction.flac")
PATH = ("door", "lamp", "sofa", "window")
GRAPH = NavigationGraph(
    {name: (0.0, 2.0 * index, 0.0) for index, name in enumerate(PATH)},
    [("door", "lamp"), ("lamp", "sofa"), ("sofa", "window")],
)
ENGLISH = "Go past the lamp and stop in front of the sofa that stands by the window."


def trace(steps: Sequence[float], walked: Sequence[str] = PATH) -> PoseTrace:
    time = np.union1d(np.arange(0, 20, 0.1), steps)
    places = np.searchsorted(np.array(steps), time, side="right")
    matrices = np.broadcast_to(np.eye(4, dtype=np.float32), (time.size, 4, 4)).copy()
    return PoseTrace(time, tuple(walked[place] for place in places), matrices, matrices)


def guide(
    samples: np.ndarray | None = None, steps: Sequence[float] = (1.5, 3.0, 4.5), **words: object
) -> Seen:
    voice = Sound(
        Audio(SPEECH.samples if samples is None else samples.astype(np.float32), SPEECH.sample_rate)
    )
    said = replace(Words(ENGLISH, "en-US", voice), **words)  # type: ignore[arg-type]
    return Seen("guide", GRAPH, trace(steps), PATH, PATH, said)


def look(flag: Flag, seen: Seen) -> Finding:
    return flag.look(seen, FlagRules())


def silence(seconds: float) -> np.ndarray:
    return np.random.default_rng(1).normal(0, 1e-4, int(seconds * SPEECH.sample_rate))


def test_an_honest_guide_raises_nothing() -> None:
    for flag in (Silence(), Clipping(), Noise(), ReadAloud(), WrongLanguage(), PathNotCompleted()):
        assert look(flag, guide()).raised is False, flag.name


@pytest.mark.parametrize("gain", [1.0, 0.05])
def test_how_loud_somebody_speaks_changes_nothing(gain: float) -> None:
    here, there = guide(), guide(SPEECH.samples * gain)
    assert look(Silence(), there).value == pytest.approx(look(Silence(), here).value, abs=0.05)
    assert look(Noise(), there).raised is False


def test_noise_is_measured_in_decibels() -> None:
    rng = np.random.default_rng(2)
    power = float((SPEECH.samples[np.abs(SPEECH.samples) > 0.01] ** 2).mean())
    for ratio, raised in ((5, True), (20, False)):
        noisy = SPEECH.samples + rng.normal(0, np.sqrt(power / 10 ** (ratio / 10)), SPEECH.samples.size)
        found = look(Noise(), guide(noisy))
        assert found.value == pytest.approx(ratio, abs=4)
        assert found.raised is raised


def test_hiss_is_no_speech_however_loud() -> None:
    found = look(Silence(), guide(np.random.default_rng(3).normal(0, 0.2, 160_000)))
    assert (found.raised, found.value) == (True, 0.0)
    assert look(Noise(), guide(np.zeros(160_000))).raised is None


def test_clipping_says_where() -> None:
    loud = np.concatenate([SPEECH.samples, silence(3), np.clip(SPEECH.samples * 8, -0.9, 0.9)])
    found = look(Clipping(), guide(loud))
    assert found.raised is True
    assert all(stretch.start_time > SPEECH.duration + 2.9 for stretch in found.stretches)


def test_reading_aloud_is_told_from_stopping_to_talk() -> None:
    late = np.concatenate([silence(8), SPEECH.samples])
    assert look(ReadAloud(), guide(late, steps=(1, 3, 5))).raised is True
    assert look(ReadAloud(), guide(late, steps=(8.8, 10.5, 12.5))).raised is False
    found = look(ReadAloud(), replace(guide(), trace=None))
    assert (found.raised, found.why) == (None, "There is no pose trace.")


def test_too_few_viewpoints_tell_nothing_about_reading() -> None:
    short = replace(guide(), reference=PATH[:3])
    assert look(ReadAloud(), short).raised is None


@pytest.mark.parametrize(
    ("text", "language", "raised"),
    [
        (ENGLISH, "hi-IN", True),
        ("मेज़ के पास से होकर रसोई में जाओ और वहां रुक जाओ।", "hi-IN", False),
        ("sofe ke paas se seedha aage jao, phir baayen mudo", "hi-IN", True),
        (ENGLISH, "tlh", None),
        ("Go on.", "en-US", None),
    ],
)
def test_the_language_of_a_transcript(text: str, language: str, raised: bool | None) -> None:
    assert look(WrongLanguage(), guide(transcript=text, language=language)).raised is raised


def test_a_viewpoint_that_was_left_out_is_named_by_its_distance() -> None:
    found = look(PathNotCompleted(), replace(guide(), walked=PATH[:-1]))
    assert (found.raised, found.value) == (True, 2.0)
    assert look(PathNotCompleted(), replace(guide(), walked=(*PATH, "sofa", "window"))).raised is False
    assert look(PathNotCompleted(), replace(guide(), walked=())).raised is None


def test_steps_faster_than_clicks() -> None:
    walk = replace(guide(), kind="follower", words=None)
    assert look(Jumped(), replace(walk, trace=trace((5.0, 5.1, 5.2)))).raised is True
    assert look(Jumped(), replace(walk, trace=trace((5.0, 5.6, 6.2)))).raised is False
    there_and_back = (*PATH, "sofa", "lamp")
    found = look(Jumped(), replace(walk, trace=trace((3.0, 6.0, 6.1, 6.2, 6.3), there_and_back)))
    assert found.raised is True
    assert (found.stretches[0].start_time, found.stretches[0].end_time) == pytest.approx((6.0, 6.2))


def aligned(confidences: Sequence[float], unwritten: float = 0.0) -> AlignmentRecord:
    words = tuple(
        GroundedWord(word="go", start_time=n, end_time=n + 1.0, source="aligned", confidence=confidence)
        for n, confidence in enumerate(confidences)
    )
    end = float(len(words))
    extra = (Stretch(start_time=end, end_time=end + unwritten),) if unwritten else ()
    return AlignmentRecord(
        task_id="guide-000001", engine="viterbi", state="aligned", timed_instruction=words, unwritten=extra
    )


def test_words_that_were_not_heard_and_speech_that_was_not_written() -> None:
    assert look(FarFromVoice(), guide(alignment=aligned([0.9] * 10))).value == 0.0
    assert look(FarFromVoice(), guide(alignment=aligned([0.9] * 7 + [0.1] * 3))).raised is True
    left_out = look(FarFromVoice(), guide(alignment=aligned([0.9] * 10, unwritten=10.0)))
    assert left_out.raised is True
    assert [(each.start_time, each.end_time) for each in left_out.stretches] == [(10.0, 20.0)]


def test_passages_that_were_not_said_count_however_sure_their_words_are() -> None:
    text = "go go  go go go go go go go go"
    said = aligned([0.1] * 10)
    report = AlignmentReport(1.0, 0.0, 0.0, 0, 2.0, "fits", unspoken=())
    fits = said.model_copy(update={"report": report})
    assert look(FarFromVoice(), guide(transcript=text, alignment=fits)).value == 0.0
    passage = UnspokenPassage(7, 15, "go go go")
    doubted = said.model_copy(update={"report": replace(report, unspoken=(passage,))})
    assert look(FarFromVoice(), guide(transcript=text, alignment=doubted)).value == pytest.approx(0.3)


def test_an_aligner_that_failed_for_another_reason_tells_nothing() -> None:
    failed = AlignmentRecord(
        task_id="guide-000001", engine="viterbi", state="failed", reason="It broke.", fault="engine"
    )
    assert look(FarFromVoice(), guide(alignment=failed)).raised is None
    mismatch = failed.model_copy(update={"fault": "transcript_mismatch"})
    assert look(FarFromVoice(), guide(alignment=mismatch)).raised is True


WORDS = st.lists(
    st.sampled_from(
        ["go", "past", "the", "lamp", "sofa", "door", "stairs", "left", "right", "stop", "near", "red"]
    ),
    min_size=12,
)


@settings(max_examples=50)
@given(WORDS, WORDS)
def test_likeness_is_symmetric_and_whole_for_the_same_words(one: list[str], other: list[str]) -> None:
    first, second = " ".join(one), " ".join(other)
    assert likeness(first, second) == likeness(second, first)
    assert likeness(first, first.upper() + "!") == 1.0


@settings(max_examples=50)
@given(WORDS)
def test_the_same_words_have_the_same_keys(words: list[str]) -> None:
    keys = bands(" ".join(words))
    assert len(keys) == BANDS
    assert keys == bands(", ".join(words).upper())


@pytest.mark.parametrize("sort", ["voice_and_transcript", "voice", "transcript", "walk"])
def test_a_flag_finds_its_answers_by_their_sort(sort: str) -> None:
    flags: list[Flag] = [Silence(), Jumped(), *(flag_for(name) for name in (sort, "described"))]
    chosen = wanted(flags, "somebody_elses", sort, FlagRules())
    assert [flag.name for flag in chosen if flag.name.startswith("of ")] == [f"of {sort}"]
    assert (Jumped().name in {flag.name for flag in chosen}) == (sort == "walk")


def test_one_side_of_a_dialogue_may_be_short_but_not_silent() -> None:
    flags: list[Flag] = [Silence(), Jumped(), TooShort(), PastedTranscript()]
    chosen = wanted(flags, "somebody_elses", "talked", FlagRules())
    assert [flag.name for flag in chosen] == ["silence", "jumped", "pasted_transcript"]


def flag_for(sort: str) -> Flag:
    """A flag of another package that looks at one sort of answers."""
    flag = Silence()
    flag.kinds, flag.name = frozenset({sort}), f"of {sort}"
    return flag
