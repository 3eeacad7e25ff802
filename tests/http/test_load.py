"""When the server is behind, it refuses new work first, and chunks by the share that it cannot keep up with."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable

import pytest

from pangea_server.core.errors import OverloadedError
from pangea_server.http.edge import load as load_module
from pangea_server.http.edge.load import BUSY_CALLS, Average, Load


def behind(loop: float, disk: float, under_way: int = BUSY_CALLS) -> Load:
    load = Load()
    load.loop_lag.seconds, load.disk_wait.seconds, load.under_way = loop, disk, under_way
    return load


def test_a_mean_takes_most_of_what_was_measured_after_a_second() -> None:
    average = Average()
    start = average.noted_at
    average.note(2.0, start)
    assert average.seconds == 0.0, "no time has passed"
    average.note(2.0, start + 1)
    assert average.seconds == pytest.approx(2 * (1 - 1 / math.e))
    average.note(0.0, start + 2)
    assert average.seconds == pytest.approx(2 * (1 - 1 / math.e) / math.e)
    assert average.noted_at == start + 2


def refused(admit: Callable[[], None]) -> OverloadedError | None:
    try:
        admit()
    except OverloadedError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("load", "is_refused"),
    [
        (behind(0.25, 0.0), False),
        (behind(0.125, 0.1875), True),
        (behind(0.0, 0.26), True),
        (behind(9.0, 9.0, BUSY_CALLS - 1), False),
    ],
)
def test_new_work_is_refused_above_a_quarter_of_a_second_while_many_calls_are_under_way(
    load: Load, is_refused: bool
) -> None:
    assert (refused(load.admit_new_work) is not None) is is_refused


def test_who_is_refused_comes_back_at_a_random_time() -> None:
    error = refused(behind(9.0, 9.0).admit_new_work)
    assert error
    wait = error.context["retry_after"]
    assert wait in range(5, 16)
    assert (error.message, error.remedy) == (
        "Too many people are working here just now.",
        f"Try again in {wait} seconds.",
    )


@pytest.mark.parametrize(
    ("drawn", "load", "is_refused"),
    [
        (0.5, behind(0.5, 0.5), False),
        (0.51, behind(0.5, 0.5), True),
        (0.99, behind(0.25, 0.25), False),
        (0.99, behind(5.0, 5.0, BUSY_CALLS - 1), False),
    ],
)
def test_of_chunks_the_share_is_refused_that_would_wait_for_more_than_half_a_second(
    drawn: float, load: Load, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "random", lambda: drawn)
    error = refused(load.admit_chunk)
    assert (error and error.message) == (
        "More voices are arriving than can be stored." if is_refused else None
    )


class Loop:
    """An event loop at a standstill, that says what is called later."""

    def __init__(self) -> None:
        self.later: list[tuple[float, object, tuple[object, ...]]] = []

    def time(self) -> float:
        return 100.0

    def call_later(self, delay: float, call: object, *args: object) -> Loop:
        self.later.append((delay, call, args))
        return self

    def cancel(self) -> None:
        self.later.clear()


def test_the_loop_is_late_by_as_much_as_a_tick_comes_after_it_was_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, load = Loop(), Load()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    load.start()
    assert loop.later == [(0.1, load._tick, (loop, 100.1))]
    now = load.loop_lag.noted_at + 1
    monkeypatch.setattr(load_module, "monotonic", lambda: now)
    load.disk_wait.seconds, load.disk_wait.noted_at = 3.0, now - 1
    load._tick(loop, 98.0)  # type: ignore[arg-type]
    assert load.loop_lag.seconds == pytest.approx(2 * (1 - 1 / math.e))
    assert load.disk_wait.seconds == 3.0, "somebody sent within the last second"
    assert len(loop.later) == 2, "the next tick is due"
    load.disk_wait.noted_at = now - 1.5
    load._tick(loop, 98.0)  # type: ignore[arg-type]
    assert load.disk_wait.seconds == pytest.approx(3 * math.exp(-1.5)), "nobody sends, so nobody waits"
    load.stop()
    assert loop.later == []
