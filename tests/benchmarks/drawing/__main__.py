"""``make bench-drawing``: what drawing on a panorama costs the machine, on a real Chromium that draws in software.

The frame rate of a steady turn with fifty regions in view and a box that is being fitted, beside that of the viewer
alone on the same page, in pairs; and the machine's share of a box: from each click or key to the next picture (Event
Timing, as for Interaction to Next Paint), added up over a box, also with fifty regions in view. The rest of a box is
the person's.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from environments import PanoramaFolder
from tests.benchmarks.viewer.browser import HEIGHT, WIDTH, Drawn, chromium, drawing, fresh_page
from tests.browser.painted import SCAN, folder_of_equirectangular
from tests.browser.panorama_site import PanoramaSite, build_page

PAGE = Path(__file__).parents[2] / "browser" / "drawing_page"
IN_VIEW = 50
SETTLING_TURNS = 2
"""Until meshes are made, and the viewer has found out how coarsely it must draw."""
SECONDS = 3.0
TURN = """
seconds => new Promise(done => {
  const [begin, first] = [performance.now(), viewer.heading]
  const step = now => {
    const since = Math.max(0, now - begin) / 1000
    viewer.lookAt(first + 0.5 * since, 0)
    if (since < seconds) requestAnimationFrame(step)
    else done(null)
  }
  requestAnimationFrame(step)
})
"""
LISTEN = """
() => {
  window.interactions = new Map()
  new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold: 16 })
}
"""
TAKE = "() => { const taken = [...interactions.values()]; interactions.clear(); return taken }"
UNREPORTED = 16.0
"""Milliseconds under which the browser reports no event: such an interaction counts as these."""
SETTLED = 300.0


@dataclass(frozen=True)
class Way:
    """How a box is made: what is done in which order, each an interaction."""

    name: str
    acts: tuple[Callable[[Page, float, float], None], ...]


def _click(across: float, along: float) -> Callable[[Page, float, float], None]:
    return lambda page, x, y: page.mouse.click(x + across, y + along)


def _drag(page: Page, x: float, y: float) -> None:
    page.mouse.move(x - 80, y - 60)
    page.mouse.down()
    page.mouse.move(x + 80, y + 60, steps=10)
    page.mouse.up()


def _key(key: str) -> Callable[[Page, float, float], None]:
    return lambda page, x, y: page.keyboard.press(key)


WAYS = (
    Way("four extreme points", (_click(0, -60), _click(-80, 0), _click(0, 60), _click(80, 0))),
    Way("a drag", (_key("b"), _drag)),
    Way("keys alone", (_key("b"), _key("b"), _key("]"), _key("]"), _key("Alt+ArrowUp"))),
)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--boxes", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, _site(Path(folder)) as site:
        pairs = [_pair(browser, site) for _ in range(args.pairs)]
        shares = {way.name: _shares(browser, site, way, args.boxes) for way in WAYS}
    console = Console(width=110)
    console.print(_turns(pairs))
    console.print(_boxes(shares))


@contextmanager
def _site(folder: Path) -> Iterator[PanoramaSite]:
    page = build_page(folder / "page", PAGE)
    (folder / "scan").mkdir()
    environment = PanoramaFolder(folder_of_equirectangular(folder / "scan", width=2048))
    with PanoramaSite.of(page, environment, SCAN, folder / "tiles").running() as site:
        yield site


@contextmanager
def _opened(browser: Browser, site: PanoramaSite) -> Iterator[Page]:
    with fresh_page(browser) as page:
        page.goto(f"{site.origin}/index.html?viewpoint=a&regions={IN_VIEW}")
        page.wait_for_selector("[data-sharp]")
        yield page


def _pair(browser: Browser, site: PanoramaSite) -> tuple[Drawn, Drawn]:
    """A turn with regions and a box, and the next one of the viewer alone."""
    with _opened(browser, site) as page:
        page.mouse.move(WIDTH / 2, HEIGHT / 3)
        for act in WAYS[1].acts:
            act(page, WIDTH / 2, HEIGHT / 3)
        for _ in range(SETTLING_TURNS):
            page.evaluate(TURN, SECONDS)
        drawn = _turn(browser, page)
        page.evaluate("showRegions(0)")
        page.evaluate("drawing.dispose()")
        return drawn, _turn(browser, page)


def _turn(browser: Browser, page: Page) -> Drawn:
    with drawing(browser, page) as drawn:
        page.evaluate(TURN, SECONDS)
    return drawn[0]


def _shares(browser: Browser, site: PanoramaSite, way: Way, boxes: int) -> list[float]:
    """Seconds of each box that the machine took."""
    with _opened(browser, site) as page:
        page.evaluate(LISTEN)
        return [_share(page, way, number) for number in range(boxes + 1)][1:]  # the first compiles


def _share(page: Page, way: Way, number: int) -> float:
    x, y = 250 + (37 * number) % 450, 150 + (23 * number) % 200
    page.evaluate(TAKE)
    for act in way.acts:
        act(page, x, y)
    page.wait_for_timeout(SETTLED)
    regions: list[Any] = page.evaluate("drawing.regions")
    assert len(regions) == 1, f"{way.name} made {len(regions)} boxes"
    taken: list[float] = page.evaluate(TAKE)
    return (sum(taken) + UNREPORTED * max(0, len(way.acts) - len(taken))) / 1000


def _turns(pairs: list[tuple[Drawn, Drawn]]) -> Table:
    table = Table("a steady turn", "frames/s", "CPU ms a frame")
    for name, turns in zip(
        (f"{IN_VIEW} regions and a box", "the viewer alone"), zip(*pairs, strict=True), strict=True
    ):
        rate = median(turn.frame_rate for turn in turns)
        table.add_row(name, f"{rate:.1f}", f"{1000 * median(turn.cpu_per_frame for turn in turns):.1f}")
    ratios = sorted(drawn.frame_rate / alone.frame_rate for drawn, alone in pairs)
    table.add_row(
        "ratio, median of pairs (goal 0.9)", f"{median(ratios):.2f}", f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    )
    return table


def _boxes(shares: dict[str, list[float]]) -> Table:
    table = Table("a box by", "machine's share, median s (goal 0.3)", "95th percentile")
    for name, seconds in shares.items():
        ordered = sorted(seconds)
        table.add_row(name, f"{median(ordered):.3f}", f"{ordered[int(0.95 * (len(ordered) - 1))]:.3f}")
    return table


if __name__ == "__main__":
    main()
