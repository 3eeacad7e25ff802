"""On the slow line: the first view, and steps that were prefetched or were not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Browser, Page

from tests.benchmarks.viewer.browser import Drawn, begin_time, drawing, fresh_page, screencast
from tests.benchmarks.viewer.contest import OURS, Shown, Viewers, visit
from tests.benchmarks.viewer.measure_turn import turn
from tests.benchmarks.viewer.screen import Grey

NOW = "(performance.timeOrigin + performance.now()) / 1000"


@dataclass(frozen=True)
class Pictures:
    """What must be seen of the two panoramas."""

    first: Grey
    second: Grey


def load_and_step(browser: Browser, viewers: Viewers, viewer: str, pictures: Pictures) -> tuple[Shown, Shown]:
    """The first view of a new visitor, and then a step to the second panorama, of which nothing is there."""
    with fresh_page(browser) as page, screencast(page) as cast:
        visitor = visit(page, viewers, viewer)
        loaded = visitor.shown(cast, visitor.finish(pictures.first), begin_time(page))
        since = _begin(page, "bench.step()")
        return loaded, visitor.shown(cast, visitor.finish(pictures.second), since)


def load_step_and_turn(
    browser: Browser, viewers: Viewers, viewer: str, pictures: Pictures
) -> tuple[Shown, Shown, Drawn]:
    """The same with a second panorama that is there, as far as the viewer can have it so; and then a steady turn."""
    with fresh_page(browser) as page:
        with screencast(page) as cast:
            visitor = visit(page, viewers, viewer)
            loaded = visitor.shown(cast, visitor.finish(pictures.first), begin_time(page))
            page.evaluate("bench.prefetch()")
            visitor.finish(pictures.first)
            since = _begin(page, "bench.step()")
            finished = visitor.finish(pictures.second)
            stepped = visitor.shown(cast, finished, since)
        return loaded, stepped, turn(browser, visitor, finished)


def lateness(browser: Browser, viewers: Viewers, pictures: Pictures) -> list[float]:
    """Seconds from the end of our animated, prefetched steps until their pictures are sharp: there and back again."""
    late = []
    with fresh_page(browser) as page, screencast(page) as cast:
        visitor = visit(page, viewers, OURS)
        visitor.finish(pictures.first)
        for viewpoint_id, picture in (
            ("v1", pictures.second),
            ("v0", pictures.first),
            ("v1", pictures.second),
        ):
            since = _begin(page, f"bench.walk('{viewpoint_id}')")
            shown = visitor.shown(cast, visitor.finish(picture), since)
            late.append(max(0.0, since + shown.sharp - float(page.evaluate("arrived"))))
    return late


def longest_gap(browser: Browser, viewers: Viewers, pictures: Pictures) -> float:
    """Seconds between two frames during our animated, prefetched step; not filmed, as that takes time of its own."""
    with fresh_page(browser) as page:
        visit(page, viewers, OURS).finish(pictures.first)
        with drawing(browser, page) as drawn:
            began = time.monotonic()
            page.evaluate("bench.walk('v1')")
        times = [began, *(frame for frame in drawn[0].times if frame > began)]
        return max(after - before for before, after in pairwise(times))


def _begin(page: Page, step: str) -> float:
    """Begin a step; returns when that was, in seconds since the epoch. ``arrived`` becomes when it ended."""
    script = f"(() => {{ const now = {NOW}; {step}.then(() => window.arrived = {NOW}); return now }})()"
    return float(page.evaluate(script))
