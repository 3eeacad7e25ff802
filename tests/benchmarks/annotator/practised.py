"""A practised person at a page: uses a key where the page takes one, otherwise the pointer; every action is counted."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

from tests.browser.walker import NEAR_ENOUGH, Walker, bearing, wrapped

LONGEST_WAIT = 90.0  # seconds
IN_VIEW = math.radians(30)  # from the middle of the picture: nobody turns for what they see
STEADY = 0.3  # seconds without a movement of the camera: it has arrived
LOOK_EVERY = 0.03  # seconds


@dataclass
class Cost:
    """What a task cost: ``actions`` by what they were for, pointer travel in pixels, waiting in seconds."""

    actions: Counter[str] = field(default_factory=Counter)
    travel: float = 0.0
    waited: float = 0.0

    @property
    def count(self) -> int:
        return self.actions.total()


class Practised:
    """One person at one page, from task to task."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        self.walker = Walker(page, link)
        self.cost = Cost()
        self._pointer = (0.0, 0.0)

    def begin_counting(self) -> None:
        self.cost = Cost()

    def press(self, name: str) -> None:
        """Press a button: by its own key, by Enter where it has the focus, or with the pointer."""
        control = self.page.get_by_test_id(name)
        key = control.get_attribute("aria-keyshortcuts")
        if key:
            self.page.keyboard.press(key)
        elif self._has_focus(control):
            self.page.keyboard.press("Enter")
        else:
            self._click(control, name)
            return
        self.cost.actions[f"{name} (key)"] += 1

    def press_if_asked(self, name: str) -> None:
        """Press a button where the page shows it."""
        if self.page.get_by_test_id(name).is_visible():
            self.press(name)

    def choose(self, name: str) -> None:
        """Choose an answer: by its key where it has one."""
        key = self.page.get_by_test_id(name).locator("input").get_attribute("aria-keyshortcuts")
        if key:
            self.page.keyboard.press(key)
            self.cost.actions[f"{name} (key)"] += 1
        else:
            self._click(self.page.get_by_test_id(name), name)

    def write(self, name: str, words: str) -> None:
        """Write into a field, and click into it first where the cursor is elsewhere. Typing is not counted."""
        area = self.page.get_by_test_id(name)
        if not self._has_focus(area):
            self._click(area, name)
        self.page.keyboard.insert_text(words)

    def turn_to(self, there: float) -> None:
        """Turn until the next place is in view: one drag, however far."""
        if abs(wrapped(there - self.walker.heading)) <= IN_VIEW:
            return
        self.cost.actions["turn"] += 1
        self.cost.travel += 500.0 * abs(wrapped(there - self.walker.heading))
        self.walker.face(there, by_mouse=False)

    def step(self, scan: dict[str, list[float]], here: str, there: str) -> None:
        self.turn_to(bearing(scan[here], scan[there]))
        if not self._has_focus(self.walker.viewer):
            self.walker.viewer.focus()  # a click on a ring would be the step itself
        self.page.keyboard.press("Enter")
        self.cost.actions["step (key)"] += 1
        with self.waiting():
            self.walker.expect_at(there)
        self.until_steady()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What happens inside is waiting for the machine."""
        began = time.monotonic()
        yield
        self.cost.waited += time.monotonic() - began

    def until_phase(self, *phases: str) -> str:
        """Wait until the page is in one of these phases; returns it."""
        with self.waiting():
            ends = time.monotonic() + LONGEST_WAIT
            while time.monotonic() < ends:
                phase = self.page.locator("[data-phase]").first.get_attribute("data-phase") or ""
                if phase in phases:
                    return phase
                self.page.wait_for_timeout(1000 * LOOK_EVERY)
        raise AssertionError(f"the page is in the phase {phase}, not in one of {phases}")

    def until(self, ready: Locator) -> None:
        with self.waiting():
            ready.wait_for(timeout=1000 * LONGEST_WAIT)

    def _click(self, control: Locator, name: str) -> None:
        self._scroll_to(control)
        box = control.bounding_box()
        assert box is not None, name
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.cost.travel += math.dist(self._pointer, (x, y))
        self._pointer = (x, y)
        self.page.mouse.click(x, y)
        self.cost.actions[name] += 1

    def _scroll_to(self, control: Locator) -> None:
        control.wait_for(timeout=1000 * LONGEST_WAIT)
        size, box = self.page.viewport_size, control.bounding_box()
        assert size is not None
        assert box is not None
        if box["y"] < 0 or box["y"] + box["height"] > size["height"]:
            control.scroll_into_view_if_needed()
            self.cost.actions["scroll"] += 1

    @staticmethod
    def _has_focus(control: Locator) -> bool:
        return bool(control.evaluate("(control) => control === document.activeElement"))

    def until_steady(self) -> None:
        """Wait until the camera has turned; that it turns no more is not waited for, only looked at."""
        with self.waiting():
            before, since = self.walker.heading, time.monotonic()
            while time.monotonic() - since < STEADY:
                self.page.wait_for_timeout(1000 * LOOK_EVERY)
                if abs(wrapped(self.walker.heading - before)) > NEAR_ENOUGH / 10:
                    before, since = self.walker.heading, time.monotonic()
        self.cost.waited -= STEADY
