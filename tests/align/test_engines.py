"""The rules of the engines ``espeak`` and ``pocketsphinx``: frames, passages, words, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from align import Audio, TimedWord, align_transcript
from align.calibration import Judgement, Measured, WordJudgement
from align.disagreement import disagreement
from align.engines import carried_over, espeak, passages
from align.engines.carried_over import CarriedOver
from align.engines.espeak import (
    _portion,
    _refuse_mismatch,
    _relative,
    _spread,
    _text_of,
    _turned_round,
    _with_pauses,
)
from align.engines.passages import Passage, Read, _averaged, _averaged_words, _cut, _means, _pauses, overview
from align.errors import EngineError, TranscriptMismatchError
from align.phones.espeak_ng import SynthesisedSpeech, SynthesisedWord, _words
from align.transcript import Token, Transcript

DATA = Path(__file__).parents[1] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()
TRUTH = [row["start_time"] for row in json.loads((DATA / "door.json").read_text())]
TRANSCRIPT = Transcript.parse("Go in-front — now", "en-US")


@pytest.mark.parametrize("engine", ["viterbi", "pocketsphinx", "espeak"])
def test_words_start_where_the_synthesiser_put_them(engine: str) -> None:
    text = TEXT.replace("turn", "— turn")
    alignment = align_transcript(Audio.open(DATA / "door.flac"), text, language="en-US", engine=engine)
    spoken = [word for word in alignment.words if word.word != "—"]
    assert [word.start_time for word in spoken] == pytest.approx(TRUTH, abs=0.07)
    assert {word.source for word in spoken} == {"aligned"}
    assert all(0.5 < (word.confidence or 0) <= 1 and 0 < (word.expected_error or 0) < 0.2 for word in spoken)
    assert (alignment.engine, alignment.unwritten) == (engine, () if engine == "viterbi" else None)
    assert alignment.report.verdict == ("fits" if engine == "viterbi" else None)
    assert alignment.report.unspoken == (None if engine == "espeak" else ())


@pytest.mark.parametrize("engine", ["viterbi", "pocketsphinx", "espeak"])
def test_another_recordings_transcript_is_refused(engine: str) -> None:
    other = "Leave the kitchen, go down the long hallway and enter the bedroom on your left by the window"
    with pytest.raises(TranscriptMismatchError):
        align_transcript(Audio.open(DATA / "door.flac"), other, language="en-US", engine=engine)


@pytest.mark.parametrize("engine", ["viterbi", "pocketsphinx", "espeak"])
def test_a_language_without_a_voice_is_named(engine: str) -> None:
    with pytest.raises(EngineError, match="'xx-XX'"):
        align_transcript(Audio.open(DATA / "door.flac"), "qqq", language="xx-XX", engine=engine)


def test_a_quiet_frame_lies_around_each_synthetic_word_and_in_a_token_of_several() -> None:
    frames, quiet = np.arange(6.0)[:, None], np.array([[-1.0]])
    words = [Read(0, 0, 2), Read(1, 2, 3), Read(1, 4, 5)]
    found, read = _with_pauses(frames, words, quiet)
    assert found[:, 0].tolist() == [-1, 0, 1, -1, 2, -1, 4, -1]
    assert read == [Read(0, 1, 3), Read(1, 4, 7)]


def test_speech_turned_round_has_its_slopes_the_other_way() -> None:
    assert _turned_round(np.array([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]])).tolist() == [
        [5, 6, -7, -8],
        [1, 2, -3, -4],
    ]


def test_costs_are_compared_step_by_step() -> None:
    forwards, backwards = (
        SimpleNamespace(cost=cost, path=np.zeros((n, 2))) for cost, n in ((6.0, 3), (20.0, 5))
    )
    assert _relative(cast("Any", forwards), cast("Any", backwards)) == pytest.approx(0.5)
    _refuse_mismatch(0.965)
    with pytest.raises(TranscriptMismatchError, match=r"its cost is 0\.97 of the cost of its reverse"):
        _refuse_mismatch(0.966)


def test_the_quietest_tenth_stands_for_a_pause() -> None:
    frames = np.array([[float(energy), 10.0 * energy] for energy in (3, 0, 9, 1, 8, 7, 6, 5, 4, 2, 12)])
    assert espeak._quiet(frames).tolist() == [[0.5, 5.0]]


@pytest.mark.parametrize(("count", "places"), [(1, [0]), (3, [0, 1, 2]), (13, [0, 2, 4, 6, 8, 10, 12])])
def test_at_most_seven_passages_are_judged_from_the_first_to_the_last(count: int, places: list[int]) -> None:
    parts = [Passage(slice(n, n + 1), slice(n, n + 1)) for n in range(count)]
    assert _spread(parts) == [parts[place] for place in places]


@pytest.mark.parametrize(
    ("written", "spoken", "text"),
    [("Left,", ("left",), "Left,"), ("ft", ("feet",), "feet"), ("2.5", ("2", "5"), "2 5")],
)
def test_a_plain_word_is_read_with_its_punctuation(written: str, spoken: tuple[str, ...], text: str) -> None:
    assert _text_of(Token(written, 0, len(written), (spoken,))) == text


def test_synthetic_words_belong_to_the_tokens_in_which_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def synthesize(text: str, language: str) -> SynthesisedSpeech:
        said.append(text)
        words = [
            SynthesisedWord(place, 0.0, 0.1)
            for place in (0, 2, len("I go \u200b "), len("I go \u200b on. \u200b ") + 1)
        ]
        return SynthesisedSpeech(np.zeros(9, np.float32), 22_050, words)

    monkeypatch.setattr(espeak, "synthesize", synthesize)
    tokens = tuple(Token(text, 0, 1, ((text.lower(),),)) for text in ("x", "I go", "on.", "—", "Stop"))
    tokens = (tokens[0], Token("I go", 0, 4, (("i", "go"),)), Token("on.", 5, 8, (("on",),)), *tokens[3:])
    found, _ = _portion(Transcript("", "en", tokens), [1, 2, 4])
    assert said == ["i go \u200b on. \u200b Stop"]
    assert found == [1, 1, 2, 4]


def test_a_synthetic_word_lasts_until_the_pause_before_the_next() -> None:
    sound = np.zeros(100, np.float32)
    sound[10:15] = sound[40:60] = 0.5
    sound[20] = 0.001  # no louder than a pause
    assert _words([(1, 1.0), (4, 4.0), (9, 8.0)], sound, 10) == [
        SynthesisedWord(0, 1.0, 1.5),
        SynthesisedWord(3, 4.0, 6.0),
        SynthesisedWord(8, 8.0, 8.0),
    ]


def test_frames_are_averaged_from_each_start_to_the_next() -> None:
    frames = np.arange(7.0)[:, None]
    means, starts = _averaged(frames, 3)
    assert (means[:, 0].tolist(), starts.tolist()) == ([1, 4, 6], [0, 3, 6])
    assert _means(frames, np.array([0, 5]))[0][:, 0].tolist() == [2, 5.5]


def test_words_are_averaged_each_by_itself_and_quiet_frames_stay() -> None:
    words = [Read(0, 1, 9), Read(1, 10, 11)]
    means, starts = _averaged_words(np.arange(12.0)[:, None], words, 4)
    assert starts.tolist() == [0, 1, 5, 9, 10, 11]
    assert means[:, 0].tolist() == [0, 2.5, 6.5, 9, 10, 11]
    path = np.array([[0, 0], [1, 1], [1, 2], [2, 3], [3, 3], [4, 4], [5, 5]])
    sound = _averaged(np.zeros((24, 1)), 4)
    assert [part.tolist() for part in _pauses(sound, passages._Coarse(means, starts), path, words)] == [
        [8],
        [12],
    ]


@pytest.mark.parametrize(
    ("pauses", "cut"),
    [
        ([(900, 1100)], None),  # its middle is not after the first ten seconds
        ([(901, 1101)], 1),
        ([(2900, 3100)], 1),  # up to thirty seconds
        ([(2901, 3101), (3200, 3210)], 1),
        ([(1200, 1229), (4000, 4010)], 1),  # too short, but the longest of the first minute
        ([(1200, 1230), (4000, 4900)], 1),
        ([(1200, 1229), (4000, 4900)], 2),
        ([(1200, 1250), (1300, 1351), (1400, 1451)], 2),  # the first of the longest
        ([(6900, 7000)], None),
    ],
)
def test_a_passage_ends_at_the_longest_pause_of_its_time(
    pauses: list[tuple[int, int]], cut: int | None
) -> None:
    first, last = (np.array(places, np.int64) for places in zip(*pauses, strict=True))
    assert _cut(first, last, 0) == cut
    assert _cut(first + 500, last + 500, 500) == cut


def test_a_long_recording_is_cut_in_the_middle_of_its_pauses_and_nothing_is_lost() -> None:
    """Words that sound differently, a quiet frame around each in the speech, and pauses of two seconds."""
    random, length = np.random.default_rng(0), 150
    spoken = [random.normal(0, 3, (length, 4)) + random.normal(0, 9, 4) for _ in range(24)]
    quiet = np.zeros((1, 4))
    frames = np.concatenate([quiet, *(part for word in spoken for part in (word, quiet))])
    words = [Read(n, 1 + n * (length + 1), 1 + n * (length + 1) + length) for n in range(24)]
    heard = np.concatenate([part for word in spoken for part in (word, np.zeros((200, 4)))])
    found = overview(heard, frames, words, 10_000)
    assert len(found.passages) > 2
    assert found.passages[0].heard.start == found.passages[0].words.start == 0
    assert (found.passages[-1].heard.stop, found.passages[-1].words.stop) == (len(heard), 24)
    for before, after in zip(found.passages, found.passages[1:], strict=False):
        assert (before.heard.stop, before.words.stop) == (after.heard.start, after.words.start)
        assert before.heard.stop == pytest.approx(before.words.stop * 350 - 100, abs=8)
    starts = [350 * n for n in range(24)]
    assert found.near[starts] == pytest.approx([word.first for word in words], abs=8)
    assert (np.diff(found.near) >= 0).all()


def test_espeaks_words_lie_within_the_recording_with_their_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {0: WordJudgement(0.91234, 0.01234, 0.0), 1: WordJudgement(0.5, 0.2, 0.0)}
    spans = [(0, 0.1, 0.5), (2, 1.01, 1.02)]
    measured = Measured([0, 2], range(2), [0.1, 1.01], {})
    monkeypatch.setattr(espeak, "_found", lambda *_: espeak._WarpedSpans(spans, 0.9, measured))
    monkeypatch.setattr(espeak, "judge", lambda *_: Judgement(words, None))
    found = espeak.ESpeak().align(Audio(np.ones(100, np.float32), 100), Transcript.parse("Go — now", "en"))
    assert found.words == [
        TimedWord("Go", 0.1, 0.5, "aligned", 0.9123, expected_error=0.0123),
        None,
        TimedWord("now", 1.0, 1.0, "aligned", 0.5, expected_error=0.2),
    ]
    assert (found.evidence, found.heard) == (None, None)


def test_the_fit_of_a_synthetic_word_is_the_cost_of_its_part_of_the_path() -> None:
    heard, frames = np.array([[0.0], [1.0], [5.0], [9.0]]), np.array([[0.0], [3.0], [9.0]])
    path = np.array([[0, 0], [1, 0], [2, 1], [3, 1], [3, 2]])  # costs 0 1 2 6 0
    measured = espeak._measured(heard, frames, path, [(0, 1), (2, 4)], [(0, 0.0, 0.02), (3, 0.02, 0.04)])
    assert (measured.tokens, list(measured.found), measured.starts) == ([0, 3], [0, 1], [0.0, 0.02])
    signs = {name: values.tolist() for name, values in measured.signs.items()}
    assert signs["fit"] == pytest.approx([-0.5, -8 / 3])
    assert signs["fit_before"] == pytest.approx([0, -0.5])
    assert signs["fit_after"] == pytest.approx([-9 / 5, -8 / 3])
    assert signs["length"] == pytest.approx([0, np.log(2)])
    assert signs["pause_after"] == pytest.approx([0, 0])


@pytest.mark.parametrize(
    ("away", "bands"), [(2, [4]), (3, [4, 6]), (4, [4, 6]), (5, [4, 6, 8]), (50, [4, 6, 8])]
)
def test_a_band_is_made_wider_where_the_path_runs_along_its_edge(
    away: int, bands: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def warped(sound: object, frames: object, band: int, near: object) -> Any:
        tried.append(band)
        return SimpleNamespace(path=np.array([[0, 0], [1, 10 + away]]))

    monkeypatch.setattr(espeak, "dtw_vectors", warped)
    monkeypatch.setattr(espeak, "REACHES", (4, 6, 8))
    frames = np.zeros((2, 1))
    assert espeak._path_near(frames, frames, np.array([0.0, 10.0]))[1, 1] == 10 + away
    assert tried == bands


@pytest.mark.parametrize(("most", "passages_first"), [(20, False), (19, True)])
def test_only_what_has_too_many_pairs_of_frames_is_cut_into_passages(
    most: int, passages_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chosen(name: str) -> Any:
        def warp(*_: object) -> None:
            raise KeyError(name)

        return warp

    monkeypatch.setattr(espeak, "MOST_PAIRS", most)
    monkeypatch.setattr(espeak, "_cepstra", lambda _: np.zeros((4, 13)))
    monkeypatch.setattr(espeak, "_read_aloud", lambda _: (np.zeros((5, 13)), []))
    monkeypatch.setattr(espeak, "_warped", chosen("whole"))
    monkeypatch.setattr(espeak, "_warped_by_passages", chosen("passages"))
    with pytest.raises(KeyError, match="passages" if passages_first else "whole"):
        espeak._found(Audio(np.ones(9, np.float32), 100), TRANSCRIPT)


def test_words_and_seconds_that_are_read_in_portions_are_joined_at_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door = Audio.open(DATA / "door.flac")
    whole = espeak._cepstra(door)
    monkeypatch.setattr(espeak, "TOKENS_AT_ONCE", 5)
    monkeypatch.setattr(espeak, "PART_SECONDS", 1)
    assert espeak._cepstra(door).shape == whole.shape
    words = align_transcript(door, TEXT, language="en-US", engine="espeak").words
    assert [word.start_time for word in words] == pytest.approx(TRUTH, abs=0.1)


def test_a_long_recording_is_aligned_as_its_parts_are(monkeypatch: pytest.MonkeyPatch) -> None:
    door, quiet = Audio.open(DATA / "door.flac"), np.random.default_rng(0)
    alone = [
        word.start_time for word in align_transcript(door, TEXT, language="en-US", engine="espeak").words
    ]
    pause = [quiet.normal(0, 0.001, 32_000).astype(np.float32) for _ in range(7)]
    whole = Audio(np.concatenate([part for each in pause for part in (door.samples, each)]), door.sample_rate)
    monkeypatch.setattr(espeak, "MOST_PAIRS", 400_000)
    words = align_transcript(whole, " ".join([TEXT] * 7), language="en-US", engine="espeak").words
    turn = (door.samples.size + 32_000) / door.sample_rate
    truth = [start + turn * number for number in range(7) for start in alone]
    late = np.abs([word.start_time - start for word, start in zip(words, truth, strict=True)])
    assert np.quantile(late, 0.95) < 0.06


class Hearing:
    name = "hearing"

    def __init__(self, *words: str) -> None:
        self.heard = [TimedWord(word, n / 4, n / 4 + 0.2, "recognised", 0.5) for n, word in enumerate(words)]

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        assert language == "en-US"
        return self.heard


def test_a_recognisers_words_are_carried_over_with_what_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    recogniser, sound = Hearing("go", "now"), Audio(np.ones(100, np.float32), 100)
    engine = CarriedOver(recogniser)
    aligned = engine.align(sound, TRANSCRIPT)
    assert (engine.name, aligned.heard) == ("hearing", tuple(recogniser.heard))
    assert aligned.words == [
        TimedWord("Go", 0.0, 0.2, "recognised", 0.5), None, None, TimedWord("now", 0.25, 0.45, "recognised", 0.5),
    ]  # fmt: skip
    assert aligned.evidence == disagreement(recogniser.heard, TRANSCRIPT)
    methods: list[str] = []

    def transfer(heard: list[TimedWord], _: Transcript, method: str) -> list[TimedWord]:
        methods.append(method)
        return heard

    monkeypatch.setattr(carried_over, "transfer_times", transfer)
    CarriedOver(recogniser, "fastdtw").align(sound, TRANSCRIPT)
    assert methods == ["fastdtw"]


def test_a_transcript_of_which_no_word_was_heard_is_refused() -> None:
    with pytest.raises(TranscriptMismatchError, match="None of the 2 recognised words") as refused:
        CarriedOver(Hearing("xxxxxxxx", "yyyyyyyyy")).align(Audio(np.ones(100, np.float32), 100), TRANSCRIPT)
    assert refused.value.context == {"edit_distance": pytest.approx(17 / 18)}  # a space is the same
