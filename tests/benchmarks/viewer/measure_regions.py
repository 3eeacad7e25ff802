"""The same steady turn of our viewer with fifty regions of all shapes in view, and then without, on one page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from playwright.sync_api import Browser

from tests.benchmarks.viewer.browser import Drawn, fresh_page
from tests.benchmarks.viewer.contest import OURS, Viewers, Visit, WrongPictureError, visit
from tests.benchmarks.viewer.measure_line import Pictures
from tests.benchmarks.viewer.measure_turn import turn

IN_VIEW = 50
PAIRS = 2
BEGIN = math.radians(120)
"""So that the turn comes over the seam."""
SETTLING_TURNS = 3
"""Until meshes are made, and the viewer has found out how coarsely it must draw: it never goes back to finer."""
REST_SECONDS = 1.0


@dataclass(frozen=True)
class TurnsWithRegions:
    """A turn with regions, and the next one without them."""

    without: Drawn
    shown: Drawn

    @property
    def ratio(self) -> float:
        """The frame rate with regions, as a share of that without."""
        return self.shown.frame_rate / self.without.frame_rate


def turns_with_regions(browser: Browser, viewers: Viewers, pictures: Pictures) -> list[TurnsWithRegions]:
    """On the fast line, with everything loaded before; both turns are drawn equally finely."""
    turns = []
    for _ in range(PAIRS):
        with fresh_page(browser) as page:
            visitor = visit(page, viewers, OURS)
            before = visitor.finish(pictures.first)
            page.evaluate(f"bench.showRegions({IN_VIEW})")
            for _ in range(SETTLING_TURNS):
                turn(browser, visitor, before, BEGIN)
            shown = turn(browser, visitor, before, BEGIN)
            _check_drawn(visitor)
            page.evaluate("bench.showRegions(0)")
            turns.append(TurnsWithRegions(turn(browser, visitor, before, BEGIN), shown))
    return turns


def _check_drawn(visitor: Visit) -> None:
    """Once the camera rests, the names that have room are shown."""
    page = visitor.page
    page.evaluate(f"startTurn(0, {BEGIN})")
    page.wait_for_timeout(1000 * REST_SECONDS)
    names = page.locator(".viewer-region:visible").count()
    if names < IN_VIEW / 5:
        raise WrongPictureError(f"Of {IN_VIEW} regions in view only {names} are named.")
