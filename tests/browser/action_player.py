"""Plays a task's log of actions again on the same task's page, as a person with the same hands would.

Keys, clicks and the pointer go through the browser. The log's phases are the marks of its time: in each phase it counts
from the moment in which the page shows it. An action on the picture waits until a step is over, which may take longer
on another day.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from pangea_server.collect.actions.wire import Action

PIXELS_A_LINE = 40.0  # of a wheel
DOUBLE_CLICK_SECONDS = 0.5
DOUBLE_CLICK_PIXELS = 5.0
MODIFIERS = {"Ctrl": "Control", "Alt": "Alt", "Shift": "Shift", "Meta": "Meta"}
DONE_AGAIN = {"key", "click", "pointer", "wheel", "phase"}
"""The others follow from these."""
WITHIN_THE_PICTURE = {"key", "pointer", "wheel"}
ARROWS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
"""Keys that do as much as they are held long, with the numbers by which browsers know them."""


@dataclass
class ActionPlayer:
    """Somebody who does on ``page`` what a log says."""

    page: Page
    _zero: float = 0.0
    _pressed: float = 0.0
    _clicked: tuple[float, float, float] = (-1.0, 0.0, 0.0)
    _click_count: int = field(default=1)

    def __post_init__(self) -> None:
        self._browser = self.page.context.new_cdp_session(self.page)

    def play(self, actions: Iterable[Action], until_phase: str) -> None:
        """Everything up to the moment in which the log's page showed this phase."""
        for action in actions:
            if action.what == "phase":
                self._await_phase(action)
                if action.name == until_phase:
                    return
            elif action.what in DONE_AGAIN:
                self._do(action)

    def _await_phase(self, action: Action) -> None:
        expect(self.page.locator("[data-phase]").first).to_have_attribute("data-phase", action.name or "")
        self._zero = time.monotonic() - action.time

    def _do(self, action: Action) -> None:
        """When its time has come; what was late stays as far apart as it was."""
        if action.what in WITHIN_THE_PICTURE and action.state in (None, "down"):
            expect(self.page.locator(".viewer[data-moving]")).to_have_count(0)
        self._zero = max(self._zero, time.monotonic() - action.time)
        wait = self._zero + action.time - time.monotonic()
        if wait > 0:
            self.page.wait_for_timeout(1000 * wait)
        {"key": self._key, "click": self._click, "pointer": self._pointer, "wheel": self._wheel}[action.what](
            action
        )

    def _key(self, action: Action) -> None:
        *held, key = _keys(action.name or "")
        if key in ARROWS and not held:
            self._arrow(key, action)
            return
        for each in held if action.state == "down" else ():
            self.page.keyboard.down(each)
        (self.page.keyboard.down if action.state == "down" else self.page.keyboard.up)(key)
        for each in held if action.state == "up" else ():
            self.page.keyboard.up(each)

    def _arrow(self, key: str, action: Action) -> None:
        """With the time for which a press was held, to which no player's clock holds."""
        if action.state == "down":
            self._pressed = time.time() - action.time
        self._browser.send(
            "Input.dispatchKeyEvent",
            {
                "type": "rawKeyDown" if action.state == "down" else "keyUp",
                "timestamp": self._pressed + action.time,
                "windowsVirtualKeyCode": ARROWS[key],
                "key": key,
                "code": key,
            },
        )

    def _click(self, action: Action) -> None:
        if action.x is not None:  # otherwise a key pressed it, which is done again as well
            self.page.mouse.click(*self._place(action))

    def _pointer(self, action: Action) -> None:
        x, y = self._place(action)
        self.page.mouse.move(x, y)
        at, before_x, before_y = self._clicked
        near = abs(x - before_x) + abs(y - before_y) < DOUBLE_CLICK_PIXELS
        if not near:  # after a drag, a press where it began is a new one
            self._clicked = (-1.0, 0.0, 0.0)
        if action.state == "down":
            again = near and action.time - at < DOUBLE_CLICK_SECONDS
            self._click_count = self._click_count + 1 if again else 1
            self._clicked = (action.time, x, y)
            self.page.mouse.down(click_count=self._click_count)
        elif action.state == "up":
            self.page.mouse.up(click_count=self._click_count)

    def _wheel(self, action: Action) -> None:
        self.page.mouse.move(*self._place(action))
        self.page.mouse.wheel(0, PIXELS_A_LINE * (action.amount or 0.0))

    def _place(self, action: Action) -> tuple[float, float]:
        """On the page: the log's places are on the picture where there is one."""
        viewer = self.page.locator(".viewer")
        box = viewer.first.bounding_box() if viewer.count() else None
        left, top = (box["x"], box["y"]) if box else (0.0, 0.0)
        return left + (action.x or 0.0), top + (action.y or 0.0)


def _keys(chord: str) -> Sequence[str]:
    """``Shift+ArrowUp`` as the keys that are held, and the last one; ``+`` is a key as well."""
    if chord.endswith("+"):
        return [*(MODIFIERS[each] for each in chord[:-1].split("+") if each), "+"]
    *held, key = chord.split("+")
    return [*(MODIFIERS[each] for each in held), key]
