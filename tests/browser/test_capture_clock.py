"""Voice and camera share one clock, over twenty pauses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Playwright

from tests.browser.clock import RATE, ClockReport, measure

BLOCK = 1024 / RATE


def check(report: ClockReport, least_heard: int) -> None:
    """What is promised about one recording."""
    assert report.worst <= 0.020, str(report)
    assert report.drift <= 0.020, str(report)
    assert (report.heard > least_heard, report.lost) == (True, 0), str(report)
    assert report.duration == pytest.approx(report.spoken, abs=BLOCK), str(report)
    assert np.abs(report.spacing - 1).max() <= 0.001, str(report)
    assert report.longest_gap <= 0.1 + 1e-6


def test_voice_and_camera_stay_together(playwright: Playwright, tmp_path: Path) -> None:
    check(measure(playwright, tmp_path, seconds=24, pauses=3), least_heard=15)


@pytest.mark.xfail(
    reason="0.4 s of 121 s were missing on two cores with software WebGL; where they go is not known yet"
)
def test_voice_and_camera_stay_together_over_twenty_pauses(playwright: Playwright, tmp_path: Path) -> None:
    check(measure(playwright, tmp_path, seconds=120, pauses=20), least_heard=90)
