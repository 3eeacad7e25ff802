"""Voice and camera share one clock, over twenty pauses. ``make bench-clock`` measures how far they are apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Playwright

from tests.browser.clock import measure

BLOCK = 1024
"""Samples that the worklet passes on at once."""


def test_voice_and_camera_stay_together_over_twenty_pauses(playwright: Playwright, tmp_path: Path) -> None:
    report = measure(playwright, tmp_path, seconds=84, pauses=20)
    assert (report.heard > 60, report.lost) == (True, 0), str(report)
    assert report.duration == pytest.approx(report.spoken, abs=BLOCK / report.rate), str(report)
    assert np.median(np.abs(report.offsets)) <= 0.020, str(report)
