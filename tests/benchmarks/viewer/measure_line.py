"""On the slow line: the first view, and a step that was prefetched or was not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Browser, Page

from tests.benchmarks.viewer.browser import begin_time, drawing, fresh_page
from tests.benchmarks.viewer.contest import OURS, Shown, Viewers, Visit, visit
from tests.benchmarks.viewer.screen import Grey

NOW = "(performance.timeOrigin + performance.now()) / 1000"


@dataclass(frozen=True)
class Pictures:
    """What must be seen of the two panoramas."""

    first: Grey
    second: Grey


def load_and_step(
    browser: Browser, viewers: Viewers, viewer: str, pictures: Pictures, *, prefetched: bool
) -> tuple[Shown, Shown]:
    """The first view of a new visitor, and then a step to the second panorama."""
    with visit(browser, viewers, viewer) as (visitor, cast):
        finished = visitor.finish(pictures.first)
        loaded = visitor.shown(cast, finished, begin_time(visitor.page))
        if prefetched:
            visitor.page.evaluate("bench.prefetch()")
            visitor.finish(pictures.first)
        since = _begin(visitor.page, "bench.step()")
        return loaded, visitor.shown(cast, visitor.finish(pictures.second), since)


def lateness(browser: Browser, viewers: Viewers, pictures: Pictures) -> float:
    """Seconds from the end of our animated, prefetched step until its picture is sharp."""
    with visit(browser, viewers, OURS) as (visitor, cast):
        visitor.finish(pictures.first)
        since = _begin(visitor.page, "bench.walk('v1')")
        shown = visitor.shown(cast, visitor.finish(pictures.second), since)
        return max(0.0, since + shown.sharp - float(visitor.page.evaluate("arrived")))


def longest_gap(browser: Browser, viewers: Viewers, pictures: Pictures) -> float:
    """Seconds between two frames during our animated, prefetched step; not filmed, as that takes time of its own."""
    with fresh_page(browser) as page:
        page.goto(viewers.address(OURS), wait_until="commit")
        visitor = Visit(page, viewers.ours, OURS)
        visitor.finish(pictures.first)
        with drawing(browser, page) as drawn:
            began = time.monotonic()
            page.evaluate("bench.walk('v1')")
        times = [began, *(frame for frame in drawn[0].times if frame > began)]
        return max(after - before for before, after in pairwise(times))


def _begin(page: Page, step: str) -> float:
    """Begin a step; returns when that was, in seconds since the epoch. ``arrived`` becomes when it ended."""
    script = f"(() => {{ const now = {NOW}; {step}.then(() => window.arrived = {NOW}); return now }})()"
    return float(page.evaluate(script))
