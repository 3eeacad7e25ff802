"""Active time: gaps are removed, and nothing counts twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pangea_server.collect.ledger.active_time import (
    Sign,
    Span,
    by_phase,
    seconds_of,
    shares,
    spans,
    together,
)

IDLE = 100.0
times = st.lists(st.integers(0, 20_000).map(float), max_size=60)


def signs(moments: list[float], phase: str = "") -> list[Sign]:
    return [Sign(moment, phase) for moment in moments]


@pytest.mark.parametrize(
    ("moments", "found"),
    [
        ([], []),
        ([5.0], [Span(5, 5)]),
        ([0.0, 30.0, 60.0], [Span(0, 60)]),
        ([0.0, 100.0], [Span(0, 100)]),
        ([0.0, 100.5], [Span(0, 0), Span(100.5, 100.5)]),
        ([400.0, 0.0, 50.0, 450.0], [Span(0, 50), Span(400, 450)]),
    ],
)
def test_a_gap_over_the_idle_limit_is_taken_out(moments: list[float], found: list[Span]) -> None:
    assert spans(signs(moments), IDLE) == found


def shared(*attempts: list[float]) -> dict[str, float]:
    return dict(shares({str(number): spans(signs(each), IDLE) for number, each in enumerate(attempts)}))


def test_two_tabs_count_once() -> None:
    one, two = [0.0, 60.0, 120.0], [30.0, 90.0, 150.0]
    assert shared(one, two) == {"0": 120, "1": 30}
    assert shared(one, one) == {"0": 120, "1": 0}


def test_transcribing_is_told_from_recording() -> None:
    seen = [Sign(0, "record"), Sign(40, "record"), Sign(60, "transcribe"), Sign(150, "transcribe")]
    assert by_phase([*seen, Sign(900, "transcribe")], IDLE) == {"record": 60, "transcribe": 90}
    assert by_phase([Sign(0, "record"), Sign(10), Sign(20, "transcribe")], IDLE) == {"record": 20}


@given(times, st.lists(times, max_size=4))
def test_it_is_never_longer_than_the_wall_nor_than_the_sum(
    first: list[float], others: list[list[float]]
) -> None:
    every = [moment for moments in (first, *others) for moment in moments]
    found = shared(first, *others)
    assert sum(found.values()) <= (max(every) - min(every) if every else 0)
    for seconds, moments in zip(found.values(), (first, *others), strict=True):
        assert 0 <= seconds <= seconds_of(spans(signs(moments), IDLE))


@given(times, times)
def test_more_signs_never_make_it_shorter(some: list[float], more: list[float]) -> None:
    assert seconds_of(spans(signs(some + more), IDLE)) >= seconds_of(spans(signs(some), IDLE))


@given(times)
def test_the_order_in_which_signs_arrive_does_not_matter(moments: list[float]) -> None:
    assert spans(signs(moments), IDLE) == spans(signs(moments[::-1]), IDLE)
    assert together(spans(signs(moments), IDLE)) == spans(signs(moments), IDLE)


@given(times, st.sampled_from(["record", "transcribe"]))
def test_phases_add_up_to_the_whole(moments: list[float], phase: str) -> None:
    mixed = [Sign(moment, phase if moment % 2 else "") for moment in moments]
    assert sum(by_phase(mixed, IDLE).values()) == pytest.approx(seconds_of(spans(mixed, IDLE)))
