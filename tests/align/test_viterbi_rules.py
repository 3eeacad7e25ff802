"""What is made of the search's path: which words count, what is unwritten, and when a transcript is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from align.calibration import Judgement, Measured, WordJudgement
from align.engines import viterbi
from align.engines.viterbi import (
    _aligned,
    _Clock,
    _examined,
    _moves,
    _refuse_mismatch,
    _Searched,
    _silent,
    _unwritten,
)
from align.errors import TranscriptMismatchError
from align.report import EngineEvidence, Stretch
from align.timed import TimedWord
from align.transcript import Transcript
from align.viterbi.acoustic_model import english_model
from align.viterbi.adaptation import LEAST_FRAMES, CepstralFeatures, adaptation, transformed
from align.viterbi.boundaries import Boundaries, Boundary
from align.viterbi.decoding import ArcSegment, Decoding, LossWatch, _Fits
from align.viterbi.network import FILLER, GARBAGE, NOISE, SILENCE, build_network
from align.viterbi.occurrences import occurrences
from align.viterbi.prices import Prices, loudness_range, prices_for
from align.viterbi.regions import NetworkWord
from align.viterbi.search import StatePath
from align.viterbi.signs import signs_of


def loud(range_db: float) -> NDArray[np.float64]:
    """A frame for each percentile; between the first and the 90th lie so many decibels."""
    return np.linspace(0, range_db * 100 / 89, 101)


@pytest.mark.parametrize(
    ("range_db", "silence"), [(40.0, 0.0), (32.0, 0.0), (23.0, -12.5), (14.0, -25.0), (5.0, -25.0)]
)
def test_a_pause_is_dearer_the_less_the_loudness_changes(range_db: float, silence: float) -> None:
    assert loudness_range(loud(range_db)) == pytest.approx(range_db)
    prices = prices_for("en-IN", loud(range_db))
    assert prices.silence == pytest.approx(silence)
    assert prices._replace(silence=0.0) == Prices(0.0, -4.0, -60.0, -3.0, -40.0, 5, -200.0, 0.0)
    abroad = prices_for("hi-IN", loud(range_db))
    assert abroad == prices._replace(garbage=-80.0, garbage_frame=-6.0, back=-100.0)


def test_only_enough_frames_of_speech_adapt_the_features() -> None:
    model = english_model()
    frames = np.random.default_rng(0).normal(0, 1, (LEAST_FRAMES, 39))
    senones = np.full(LEAST_FRAMES, model.speech_senones[0])
    assert adaptation(model, frames[1:], senones[1:]) == ()
    transforms = adaptation(model, frames, senones)
    assert [transform.shape for transform in transforms] == [(13, 14)] * 3
    assert transformed(frames, ()) is frames


def test_each_stream_has_its_own_transform_and_its_last_column_is_added() -> None:
    static = np.arange(26.0).reshape(2, 13)
    shift = [
        np.hstack([np.eye(13) * factor, np.full((13, 1), added)])
        for factor, added in ((1, 5), (2, 0), (3, 7))
    ]
    plain, adapted = CepstralFeatures(static), CepstralFeatures(static).adapted(tuple(shift))
    frames = np.arange(2)
    assert len(adapted) == 2
    expected = plain.at(frames) * np.repeat([1, 2, 3], 13) + np.repeat([5, 0, 7], 13)
    assert adapted.at(frames) == pytest.approx(expected)


def test_of_occurrences_words_stay_in_order_and_a_positive_fit_is_no_better() -> None:
    to, go, to_again = ArcSegment(1, 0, 10, -0.5), ArcSegment(0, 20, 30, -0.5), ArcSegment(1, 30, 40, -1.0)
    assert occurrences([to, go, to_again]) == {0: go, 1: to_again}
    assert occurrences([ArcSegment(1, 0, 10, -0.5), go]) == {
        0: go
    }  # said only before the word in front of it
    clear, last = ArcSegment(0, 0, 10, 4.0), ArcSegment(0, 20, 30, -0.7)
    assert occurrences([clear, last]) == {0: last}
    assert occurrences([clear, last._replace(fit=-0.8)]) == {0: clear}


class Followed:
    """A search of which only these numbers are known."""

    beam = 1000.0
    rest = -300.0
    log_probability = 0.0


def watched(*blocks: tuple[float, float]) -> LossWatch:
    """Ten frames each: what the likeliest phones got, and what the path got."""
    search = Followed()
    watch = LossWatch(cast("Any", search), garbage_frame=-4.0)
    for likeliest, gained in blocks:
        search.log_probability += gained
        watch.after(np.full(10, likeliest / 10, np.float32))
    return watch


@pytest.mark.parametrize(
    ("blocks", "lost", "lost_at_the_end"),
    [
        ([(100, 80)], False, False),  # it may lose 2 a frame
        ([(100, -421)], True, True),  # 521, of which 20 are usual: more than half of the beam
        ([(100, -420)], False, True),
        ([(100, -170), (100, -170)], False, True),
        ([(100, -170), (100, -171)], True, True),  # block by block
        ([(100, -421), (2000, 2000), (2000, 2000)], True, True),  # it was lost once
        ([(9000, 9000), (100, -420)], False, True),  # what it won before does not count
        ([(100, -100)], False, False),
        ([(100, -121)], False, True),  # 201 too much, and 300 for the words that are left
    ],
)
def test_a_path_is_lost_that_loses_half_of_the_beam(
    blocks: list[tuple[float, float]], lost: bool, lost_at_the_end: bool
) -> None:
    assert watched(*blocks).is_lost(to_the_end=False) is lost
    assert watched(*blocks).is_lost() is lost_at_the_end


SEGMENTS = [
    ArcSegment(SILENCE, 0, 10, -1.0),
    ArcSegment(0, 10, 30, -0.5),
    ArcSegment(NOISE, 30, 34, -2.0),
    ArcSegment(GARBAGE, 34, 60, 0.0),
    ArcSegment(SILENCE, 60, 65, -1.0),
    ArcSegment(FILLER, 65, 70, -0.3),
    ArcSegment(1, 70, 90, -0.5),
    ArcSegment(1, 90, 110, -0.5),
    ArcSegment(GARBAGE, 110, 117, 0.0),
]
CHOSEN = {0: SEGMENTS[1], 1: SEGMENTS[7]}


def test_garbage_fillers_and_repetitions_are_unwritten_and_silence_between_them_joins_them() -> None:
    assert _unwritten(SEGMENTS, CHOSEN) == ([(34, 90), (110, 117)], [26, 7])
    assert _unwritten(SEGMENTS, {0: SEGMENTS[1], 1: SEGMENTS[6]}) == ([(34, 70), (90, 117)], [26, 7])
    assert _unwritten(SEGMENTS[:3], CHOSEN) == ([], [])
    assert _silent(SEGMENTS) == [(0, 10), (30, 34), (60, 65)]


@pytest.mark.parametrize(
    ("first", "moves"), [(100, False), (115, False), (85, False), (116, True), (84, True)]
)
def test_a_word_moves_beyond_150_ms_or_when_it_is_gone(first: int, moves: bool) -> None:
    assert _moves(ArcSegment(0, 100, 120, 0.0), ArcSegment(0, first, first + 50, 0.0)) is moves
    assert _moves(ArcSegment(0, 100, 120, 0.0), None)


def test_a_boundary_lies_in_the_middle_of_a_step_and_within_the_recording() -> None:
    clock = _Clock(1.2)
    assert [clock(frame) for frame in (0, 1, 110, 119, 120)] == [0.0, 0.015, 1.105, 1.195, 1.2]
    assert clock.stretches([(0, 10), (110, 125)]) == (Stretch(0.0, 0.105), Stretch(1.105, 1.2))


def boundary(before: int, **more: float) -> Boundary:
    known: dict[str, Any] = {
        "before": before, "frames_before": 10, "fit_before": -1.0, "fit_after": -2.0, "phones": 4, "first_phone": 6,
        "last_phone_before": 24, "squeezed": 0.25, "longest_phone": 24, "first_fit": -0.5, "worst_fit": -20.0,
        "spread": 1.5, "loss": 0.3,
    }  # fmt: skip
    return Boundary(**(known | more))


def decoded(dearer: list[ArcSegment] | None = None) -> Decoding:
    boundaries: list[Boundary | None] = [None] * len(SEGMENTS)
    boundaries[1] = boundary(SILENCE)
    boundaries[6] = boundary(FILLER)
    boundaries[7] = boundary(1, first_phone=3, loss=99.0, phones=2)
    return Decoding(SEGMENTS, SEGMENTS if dearer is None else dearer, boundaries)


def test_the_signs_of_each_word_are_those_of_its_segment_and_its_beginning() -> None:
    elsewhere = {0: ArcSegment(0, 12, 30, -0.5)}
    signs = signs_of(decoded(), CHOSEN, elsewhere, n_words=7)
    ln = np.log
    expected = {
        "fit_before": [-1, -1],
        "fit_after": [-2, -2],
        "first_fit": [-0.5, -0.5],
        "worst_fit": [-12, -12],  # no worse than that
        "fit_of_previous": [-0.5, -0.5],
        "fit_of_next": [-0.5, -0.5],
        "fit_of_silence": [-(10 + 8 + 5) / 19] * 2,
        "squeezed": [0.25, 0.25],
        "long_phone": [ln(2), ln(2)],
        "phones": [ln(4), ln(2)],
        "long_first_phone": [0, 0],
        "long_phone_before": [0, ln(2)],  # in front of the first is silence
        "after_silence": [1, 0],
        "after_noise": [0, 0],
        "pause": [ln(11), 0],
        "unwritten_before": [0, ln(1 + 26 + 5 + 20)],
        "unwritten_after": [ln(1 + 26 + 5 + 20), ln(8)],
        "spread": [ln(2.5), ln(2.5)],
        "loss": [0.3, 10],
        "moved": [ln(3), ln(101)],
        "repeated": [0, 1],
        "skipped_before": [0, 0],
        "skipped_after": [0, 3],
        "unwritten": [(26 + 5 + 7) / 117] * 2,
        "skipped": [5 / 7, 5 / 7],
    }
    assert {name: signs[name].tolist() for name in expected} == {
        name: pytest.approx(values) for name, values in expected.items()
    }


def test_words_without_a_place_count_beside_the_next_that_has_one() -> None:
    first = [ArcSegment(GARBAGE, 0, 6, 0.0), ArcSegment(0, 6, 9, -1.0)]
    begun = Decoding(first, first, [None, boundary(GARBAGE)])
    assert signs_of(begun, {0: first[1]}, {}, 1)["unwritten_before"].tolist() == pytest.approx([np.log(7)])
    signs = signs_of(decoded(), {2: SEGMENTS[1], 4: SEGMENTS[7]}, {}, n_words=6)
    assert (signs["skipped_before"].tolist(), signs["skipped_after"].tolist()) == ([2, 1], [1, 1])
    slow = [ArcSegment(0, 0, 100, -1.0), ArcSegment(1, 100, 110, -3.0), ArcSegment(2, 110, 120, -2.0)]
    three = Decoding(slow, slow, [boundary(NOISE), boundary(0), boundary(1)])
    signs = signs_of(three, dict(enumerate(slow)), dict(enumerate(slow)), n_words=3)
    assert signs["slow_before"].tolist() == pytest.approx([0, np.log(10) - 0.4, 0])
    assert signs["fit_of_previous"].tolist() == [-1, -1, -3]
    assert signs["fit_of_next"].tolist() == [-3, -2, -2]
    assert (signs["after_noise"].tolist(), signs["pause"].tolist()) == ([1, 0, 0], [np.log(11), 0, 0])
    assert (signs["fit_of_silence"].tolist(), signs["moved"].tolist()) == ([0, 0, 0], [0, 0, 0])


class Even:
    """A model in which the phone on the left of every boundary fits each frame less well by one."""

    def __init__(self, left: set[int]) -> None:
        self._left = left

    def scores(self, frames: NDArray[np.float64], senones: NDArray[np.int64]) -> NDArray[np.float32]:
        worse = any(int(senone) in self._left for senone in senones)
        return np.full((len(senones), len(frames)), -1.0 if worse else 0.0, np.float32)


def test_a_boundary_knows_what_is_on_both_of_its_sides() -> None:
    """Five frames of silence, "go" (G: 3, OW: 9), and "on" (AO: 20, N: 3) up to the end."""
    network = build_network([[("G", "OW")], [("AO", "N")]], [], english_model(), Prices())
    states: list[int] = []
    for arc, lengths in ((0, (2, 2, 1)), (3, (1, 1, 1, 3, 3, 3)), (7, (10, 5, 5, 1, 1, 1))):
        first = 0 if arc == 0 else int(network.last[arc - 1]) + 1
        states += np.repeat(np.arange(first, first + len(lengths)), lengths).tolist()
    entered = np.zeros(40, np.bool_)
    entered[[0, 5, 17]] = True
    path = StatePath(np.array(states, np.int32), entered, 0.0)
    fits = -np.arange(40.0)
    of_ow = {senone for column in network.column[int(network.last[3]) - 2 : int(network.last[3]) + 1]
             for senone in network.senones[column]}  # fmt: skip
    model = cast("Any", Even(of_ow))
    features = cast("Any", SimpleNamespace(at=lambda frames: frames))
    found = Boundaries(network, model, features, path, fits, np.zeros(40, np.float32)).all()
    assert found[0] is None
    go, on = found[1], found[2]
    assert go is not None
    assert on is not None
    assert go._replace(spread=0.0, loss=0.0) == Boundary(
        SILENCE, 5, -2.0, -9.5, 2, 3, 5, 0.5, 9, -6.0, -12.0, 0.0, 0.0
    )
    assert on._replace(spread=0.0) == Boundary(
        0, 12, -11.5, -21.5, 2, 20, 9, 0.5, 20, -26.5, -38.0, 0.0, -1.0
    )
    shifts = np.r_[np.arange(1, 13), 0, np.arange(1, 13)]
    share = np.exp(0.1 * np.r_[-np.arange(1.0, 13), 0, np.arange(1.0, 13)])
    assert on.spread == pytest.approx((share * shifts).sum() / share.sum())
    segments = _Fits(network, model, features, np.zeros(40, np.float32)).segments(path, fits)
    assert segments == [
        ArcSegment(SILENCE, 0, 5, -2.0),
        ArcSegment(0, 5, 17, -10.5),
        ArcSegment(1, 17, 40, -28.0),
    ]


def test_a_word_at_the_beginning_has_nothing_before_it() -> None:
    network = build_network([[("AO",)]], [], english_model(), Prices())
    first = int(network.last[2]) + 1
    after = int(network.last[3]) + 1  # silence, which opens in the last frame
    states = np.array([first, first + 1, first + 2, after], np.int32)
    path = StatePath(states, np.array([True, False, False, True]), 0.0)
    fits = np.array([-1.0, -2.0, -3.0, -4.0])
    none = cast("Any", None)
    found, silence = Boundaries(network, none, none, path, fits, np.zeros(4, np.float32)).all()
    assert silence is None
    assert found == Boundary(SILENCE, 0, 0.0, -2.0, 1, 3, 0, 1.0, 3, -2.0, -2.0, 0.0, 0.0)


TEXT = Transcript.parse("Go in-front — now", "en-US")
NETWORK_WORDS = [NetworkWord(token, [("G",)], [0], [("G",)]) for token in (0, 1, 1, 3)]


def found(
    chosen: dict[int, ArcSegment], passed: dict[int, ArcSegment] | None = None, moved: int = 0
) -> _Searched:
    return _Searched(
        NETWORK_WORDS,
        [ArcSegment(SILENCE, 0, 10, -1.0), *chosen.values(), ArcSegment(GARBAGE, 70, 90, 0.0)],
        chosen if passed is None else passed,
        chosen,
        frozenset({3, moved}),
        _Clock(1.0),
        Measured([0, 1, 1, 3], list(chosen), [], {}),
    )


def said(count: int, fit: float = -1.0) -> dict[int, ArcSegment]:
    return {word: ArcSegment(word, 10 + 10 * word, 20 + 10 * word, fit) for word in range(count)}


def test_a_token_lasts_from_its_first_word_to_its_last_and_is_as_sure_as_the_least_sure() -> None:
    words = {word: WordJudgement(sure, error, 1.0) for word, (sure, error) in enumerate(
        [(0.91234, 0.01234), (0.8, 0.02), (0.7, 0.5), (0.6, 0.03)])}  # fmt: skip
    aligned = _aligned(found(said(4)), Judgement(words, ((1, 2),)), TEXT)
    assert aligned.words == [
        TimedWord("Go", 0.105, 0.205, "aligned", 0.9123, expected_error=0.0123),
        TimedWord("in-front", 0.205, 0.405, "aligned", 0.7, expected_error=0.02),
        None,
        TimedWord("now", 0.405, 0.505, "aligned", 0.6, expected_error=0.03),
    ]
    assert aligned.evidence == EngineEvidence(
        unwritten=(Stretch(0.705, 0.905),),
        silence=(Stretch(0.0, 0.105),),
        unstable=(0, 3),
        unspoken=((1, 2),),
        new_seconds=(0.2,),
        region=None,
    )


@pytest.mark.parametrize(
    ("count", "fit", "unspoken", "refused"),
    [
        (2, -1.0, 0, False),
        (1, -1.0, 0, True),  # a quarter of the words
        (4, -1.0, 3, False),
        (4, -1.0, 4, True),  # more than four fifths were not said
        (4, -2.7, 2, False),
        (4, -2.7, 3, True),  # more than half, and they fit badly
        (4, -2.5, 3, False),
        (0, 0.0, 0, True),
    ],
)
def test_a_transcript_is_refused_by_what_was_found_was_not_said_and_fits(
    count: int, fit: float, unspoken: int, refused: bool
) -> None:
    judgement = Judgement({}, ((0, unspoken),))
    if not refused:
        _refuse_mismatch(found(said(count, fit)), judgement, TEXT)
        return
    with pytest.raises(TranscriptMismatchError) as caught:
        _refuse_mismatch(found(said(count, fit)), judgement, TEXT)
    assert (caught.value.context["found"], caught.value.context["unspoken"]) == (count / 4, unspoken / 4)


def test_sounds_that_are_not_english_may_fit_worse() -> None:
    hindi = Transcript.parse("एक दो तीन चार", "hi-IN")
    judgement = Judgement({}, ((0, 3),))
    _refuse_mismatch(found(said(4, -3.6)), judgement, hindi)
    with pytest.raises(TranscriptMismatchError, match=r"median fit is -3\.8"):
        _refuse_mismatch(found(said(4, -3.8)), judgement, hindi)


def test_a_word_that_only_costs_less_than_its_absence_gets_no_time() -> None:
    segments = [ArcSegment(0, 0, 10, -7.0), ArcSegment(1, 10, 20, -6.9), ArcSegment(2, 20, 30, -1.0)]
    dearer = [segments[1]._replace(first=30, end=40)]
    boundaries: list[Boundary | None] = [boundary(SILENCE)] * 3
    examined = _examined(Decoding(segments, dearer, boundaries), NETWORK_WORDS, 9.0)
    assert (list(examined.passed), list(examined.chosen), set(examined.moved)) == ([2, 1, 0], [1, 2], {1})
    assert (list(examined.measured.tokens), list(examined.measured.found)) == ([0, 1, 1, 3], [1, 2])
    assert examined.measured.starts == [0.105, 0.205]
    assert viterbi.NOT_SAID == -7.0
