"""The table of promises is whole, and a run that fails or prints no figure is no figure."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.promises.__main__ import measure
from tests.promises.rows import ROWS
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


COUNTS = {"H": 21, "A": 22, "U": 35, "T": 12, "F": 21, "B": 20, "S": 12}


def test_every_row_of_the_table_of_attacks_is_there_once() -> None:
    wanted = [f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)]
    assert [row.number for row in ROWS] == wanted


def test_every_test_that_a_row_names_is_there() -> None:
    missing = []
    for row in ROWS:
        for test in row.tests:
            name, _, words = test.partition("::")
            file = ROOT / name if name.startswith("static/") else ROOT / "tests" / name
            if not file.is_file() or words not in file.read_text(encoding="utf-8"):
                missing.append(f"{row.number}: {test}")
    assert missing == []


def test_a_row_without_a_test_says_why() -> None:
    assert [row.number for row in ROWS if not row.tests and not row.lacks] == []
