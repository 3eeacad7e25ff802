"""A person who has a keyboard and nothing else, and what a screen reader says to them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.walker import TURN_SPEED, Walker, bearing, wrapped

LISTEN = """
() => {
  const said = (window.pangeaSaid = [])
  const LIVE = '[aria-live], [role=status], [role=alert], output'
  const hidden = (element) => element.closest('[hidden], [aria-hidden=true], [aria-live=off]') !== null
  const say = (region) => {
    const text = region.textContent.trim()
    if (text && !hidden(region) && said.at(-1) !== text) said.push(text)
  }
  const start = () => new MutationObserver((changes) => {
    const regions = changes.flatMap(({ target, addedNodes }) => [
      (target instanceof Element ? target : target.parentElement)?.closest(LIVE),
      ...[...addedNodes].flatMap((node) => (node instanceof Element ? [...node.querySelectorAll('[role=alert]')] : [])),
    ])
    for (const region of new Set(regions)) if (region) say(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  start()
}
"""
FOCUSED = "document.activeElement?.closest('[data-testid]')?.dataset.testid ?? document.activeElement?.tagName ?? ''"


@dataclass
class KeyboardPerson(Walker):
    """One tab that is never clicked on. Tab leads from one control to the next, and Enter or Space presses it."""

    def open(self) -> None:
        self.page.add_init_script(f"({LISTEN})()")
        self.page.goto(self.link)

    @property
    def focused(self) -> str:
        """The ``data-testid`` of what has the focus."""
        return str(self.page.evaluate(FOCUSED))

    @property
    def said(self) -> list[str]:
        """What the live regions of this page have said, in order."""
        return list(self.page.evaluate("window.pangeaSaid"))

    def tab_to(self, name: str, *, at_most: int = 25) -> list[str]:
        """Press Tab until this control has the focus; returns what had it on the way."""
        expect(self.page.get_by_test_id(name)).to_be_visible()
        expect(self.page.get_by_test_id(name)).to_be_enabled()
        passed: list[str] = []
        while self.focused != name:
            assert len(passed) < at_most, f"Tab does not lead to {name}: {passed}"
            self.page.keyboard.press("Tab")
            passed.append(self.focused)
        return passed[:-1]

    def press(self, name: str) -> None:
        self.tab_to(name)
        self.page.keyboard.press("Enter")

    def walk(self, path: list[str]) -> None:
        scan = self.scan()
        self.expect_at(path[0])
        for here, there in pairwise(path):
            self.turn_to(bearing(scan[here], scan[there]))
            self.page.keyboard.press("Enter")
            self.expect_at(there)

    def turn_to(self, heading: float) -> None:
        """Hold the arrow keys; the focus is already on the picture."""
        for _ in range(20):
            rest = wrapped(heading - self.rest())
            if abs(rest) < math.radians(8):
                return
            key = "ArrowRight" if rest > 0 else "ArrowLeft"
            self.page.keyboard.press(key, delay=min(2000.0, 1000 * abs(rest) / TURN_SPEED))
        raise AssertionError(f"the camera looks along {self.heading}, not {heading}")
