"""A browser that is killed while somebody speaks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Playwright

from tests.reliability.browser.interrupted import killed
from tests.reliability.seed import SEED


def test_a_killed_browser_loses_half_a_second_at_most(playwright: Playwright, tmp_path: Path) -> None:
    losses = killed(playwright, tmp_path, kills=4, seed=SEED)
    assert max(loss.lost for loss in losses) <= 0.5, f"PROOF_SEED={SEED}: {losses}"
    assert not any(loss.missing for loss in losses), f"PROOF_SEED={SEED}: {losses}"
    assert max(loss.turned for loss in losses) < 0.01, f"PROOF_SEED={SEED}: {losses}"
