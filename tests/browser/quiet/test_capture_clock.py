"""Voice and camera share one clock, over twenty pauses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Playwright

from tests.browser.clock import ClockReport, measure

BLOCK = 1024
"""Samples that the worklet passes on at once."""
QUEUE = 0.020
"""Seconds of sound that the browser may come to keep between the microphone and the context, and be silent for."""


def check(report: ClockReport, least_heard: int) -> None:
    """What is promised about one recording."""
    assert report.worst <= 0.020, str(report)
    assert report.drift <= 0.020, str(report)
    assert (report.heard > least_heard, report.lost) == (True, 0), str(report)
    assert report.duration == pytest.approx(report.spoken, abs=BLOCK / report.rate), str(report)
    assert np.abs(report.stretched).max() <= 0.001, str(report)
    assert np.abs(report.lacking).max() <= 0.001, str(report)
    assert report.unowed.max() <= QUEUE, str(report)
    assert report.longest_gap <= 0.1 + 1e-6


def test_voice_and_camera_stay_together_over_twenty_pauses(playwright: Playwright, tmp_path: Path) -> None:
    check(measure(playwright, tmp_path, seconds=84, pauses=20), least_heard=60)
