"""Voice and camera share one clock, over twenty pauses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Playwright

from tests.browser.clock import RATE, ClockReport, measure

BLOCK = 1024 / RATE
SECONDS, PAUSES, ATTEMPTS = 60, 20, 3


def clean(playwright: Playwright, folder: Path) -> ClockReport:
    """A measurement in which each second of the fake microphone lasted a second: a machine that is too busy to feed it
    leaves nothing to measure against."""
    for attempt in range(ATTEMPTS):
        (folder / str(attempt)).mkdir()
        report = measure(playwright, folder / str(attempt), seconds=SECONDS, pauses=PAUSES)
        if report.spacing.size and np.abs(report.spacing - 1).max() <= 0.001:
            return report
    pytest.skip(f"Chromium dropped sound in each of {ATTEMPTS} recordings; the last one: {report}")


def test_voice_and_camera_stay_together_over_twenty_pauses(playwright: Playwright, tmp_path: Path) -> None:
    report = clean(playwright, tmp_path)
    assert report.worst <= 0.020, str(report)
    assert report.drift <= 0.020, str(report)
    assert report.heard > SECONDS - 2 * PAUSES - 5, str(report)
    assert report.lost == 0, str(report)
    assert report.duration == pytest.approx(report.spoken, abs=BLOCK), str(report)
    assert report.longest_gap <= 0.1 + 1e-6
