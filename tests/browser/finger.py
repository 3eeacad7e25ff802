"""A person with a phone: swipes and taps, and no mouse and no keyboard but the one on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, expect

from tests.browser.walker import NEAR_ENOUGH, Walker, wrapped

EYE_HEIGHT = 1.5
PIXELS_PER_RADIAN = 240.0  # about right in a tall picture; looking again corrects it


def phone(browser: Browser) -> BrowserContext:
    """A window of a phone; what is wide and what is hovered over does not exist there."""
    return browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        permissions=["microphone"],
    )


@dataclass
class Finger(Walker):
    """One tab on a phone."""

    def press(self, name: str) -> None:
        target = self.page.get_by_test_id(name)
        expect(target).to_be_enabled()
        target.tap()

    def walk(self, path: list[str]) -> None:
        """Look at each ring on the floor, and tap it."""
        scan = self.scan()
        self.expect_at(path[0])
        for here, there in pairwise(path):
            self.look_at(scan[here], scan[there])
            x, y = self._middle()
            self.page.touchscreen.tap(x, y)
            self.expect_at(there)

    def look_at(self, here: list[float], there: list[float]) -> None:
        """Swipe until the ring on the floor there is in the middle of the picture."""
        east, north, up = (b - a for a, b in zip(here, there, strict=True))
        elevation = math.atan2(up - EYE_HEIGHT, math.hypot(east, north))
        for _ in range(20):
            heading = math.atan2(east, north)
            across, down = wrapped(heading - self.heading), elevation - self.elevation
            if abs(across) < NEAR_ENOUGH and abs(down) < NEAR_ENOUGH:
                return
            self._swipe(-across * PIXELS_PER_RADIAN, down * PIXELS_PER_RADIAN)
        raise AssertionError(f"the camera looks along {self.heading}, {self.elevation}")

    @property
    def elevation(self) -> float:
        return float(self.viewer.get_attribute("data-elevation") or "nan")

    @cached_property
    def _devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def _swipe(self, x: float, y: float) -> None:
        """One finger from the middle of the picture by so many pixels, as far as it reaches."""
        reach = 170.0
        from_x, from_y = self._middle()
        to_x, to_y = (
            start + max(-reach, min(reach, distance)) for start, distance in ((from_x, x), (from_y, y))
        )
        self._touch("touchStart", from_x, from_y)
        for step in range(1, 6):
            self._touch("touchMove", from_x + (to_x - from_x) * step / 5, from_y + (to_y - from_y) * step / 5)
        self._touch("touchEnd")

    def _touch(self, kind: str, *place: float) -> None:
        points: list[dict[str, Any]] = [{"x": place[0], "y": place[1]}] if place else []
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _middle(self) -> tuple[float, float]:
        box = self.viewer.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
