"""``pangea review reviewers``, as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from align.resampling import Measure
from pangea_server.app.command_line import app
from pangea_server.quality.reviewers.command import _show
from pangea_server.quality.reviewers.figures import ReviewerFigures, ReviewerPair, ReviewerRow
from pangea_server.stores.local.store import LocalStore

ROWS = (
    ReviewerRow(7, 10, 6, 3, 1, 2, 61.6, 4, 5, 1, 0.2),
    ReviewerRow(None, 12, 11, 0, 8, 9, None, 0, 0, 0, None),
)
PAIRS = (ReviewerPair(7, 8, 5, 4, 0.615, ""), ReviewerPair(7, None, 3, 2, None, "As by chance."))


def shown(capsys: pytest.CaptureFixture[str], figures: ReviewerFigures) -> list[list[str]]:
    _show(figures)
    return [re.split(r"\s{2,}", line.strip()) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture(autouse=True)
def _free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


def test_every_reviewer_every_pair_and_alpha_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, ReviewerFigures(ROWS, PAIRS, Measure(0.5, (0.25, 0.75), 8, 16))) == [
        [
            "reviewer",
            "decided",
            "accepted",
            "rejected",
            "sent back",
            "taken back",
            "seconds",
            "second reviews",
            "overturned",
        ],
        ["7", "10", "6", "3", "1", "2", "62 (4)", "5", "1 (20%)"],
        ["operator", "12", "11", "0", "8", "9", "–", "0", "–"],
        [""],
        ["reviewer", "and", "annotations", "agreed", "kappa", "unknown because"],
        ["7", "8", "5", "4", "0.61"],
        ["7", "operator", "3", "2", "–", "As by chance."],
        [""],
        ["alpha 0.50, from 0.25 to 0.75, 8 annotations"],
    ]


@pytest.mark.parametrize(
    ("alpha", "told"),
    [
        (Measure(None, None, 0, 0, "Nobody met."), "alpha unknown: Nobody met."),
        (Measure(-0.125, None, 3, 6), "alpha -0.12, 3 annotations"),
    ],
)
def test_without_pairs_there_is_no_second_table(
    capsys: pytest.CaptureFixture[str], alpha: Measure, told: str
) -> None:
    assert shown(capsys, ReviewerFigures(ROWS, (), alpha))[3:] == [[""], [told]]


def test_nobody_has_decided(tmp_path: Path) -> None:
    LocalStore.open(tmp_path / "data").close()
    done = CliRunner().invoke(app, ["review", "reviewers", "--data-dir", str(tmp_path / "data")])
    assert (done.exit_code, done.output) == (0, "Nobody has decided anything yet.\n")
