"""The table of promises is whole, and a run that fails or prints no figure is no figure."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.promises.__main__ import measure
from tests.promises.table import PROMISES, Run

ROOT = Path(__file__).parents[2]


def test_every_promise_is_in_the_table_once() -> None:
    assert [promise.number for promise in PROMISES] == [f"P{number}" for number in range(1, 33)]


def test_every_file_that_a_promise_runs_is_there() -> None:
    words = {
        word
        for promise in PROMISES
        if isinstance(promise.measure, Run)
        for word in promise.measure.command(1)
        if word.startswith("tests/")
    }
    assert [word for word in sorted(words) if not (ROOT / word).is_file()] == []


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("print('kills: 0 lost')", (True, "0 lost")),
        ("print('kills: 1 lost'); raise SystemExit(1)", (False, "1 lost")),
        ("print('something else')", (False, "no figure: something else")),
        ("", (False, "no figure: nothing was printed")),
    ],
)
def test_a_figure_counts_when_the_run_ended_well(code: str, seen: tuple[bool, str]) -> None:
    run = Run("", lambda _: [sys.executable, "-c", code], r"^kills: (.*)")
    assert measure(run, 1) == seen
