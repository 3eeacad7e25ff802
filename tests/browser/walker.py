"""A person at a viewer: looks and walks by mouse and keyboard, and knows the place only through the HTTP interface."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

from environments.geometry import rotation

TURN_SPEED = math.radians(75)  # of the arrow keys, a second
FIELD_OF_VIEW = math.radians(75)
NEAR_ENOUGH = 0.06
PIXELS_PER_RADIAN = 500.0  # about right for 75 degrees in 800 pixels; looking again corrects it

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

RECORDED = """
(seconds) => {
  const shown = document.querySelector('[data-testid=saved-recording] output')?.textContent || '0:00'
  return shown.split(':').reduce((whole, part) => 60 * whole + Number(part), 0) >= seconds
}
"""


@dataclass
class Walker:
    """One tab of whoever opened ``link``."""

    page: Page
    link: str

    def open(self) -> None:
        """Open the link; where one browser plays several people, it asks, and the answer is yes."""
        asked = self.page.get_by_role("dialog", name=re.compile("as (another )?person"))
        self.page.add_locator_handler(asked, lambda: self.page.get_by_test_id("confirm-yes").click(), times=1)
        self.page.goto(self.link)

    def call(self, method: str, address: str, **options: Any) -> Any:
        """An answer of the HTTP interface, as this person."""
        response = self.page.request.fetch(
            f"{self.origin}/api/v1{address}",
            method=method,
            headers={"Authorization": f"Bearer {self.session()}"},
            **options,
        )
        assert response.ok, response.text()
        return response.json()

    @property
    def origin(self) -> str:
        return "/".join(self.link.split("/", 3)[:3])

    def session(self) -> str:
        """The tab's session; where the tab has not opened the link yet, it is opened for it."""
        if self.page.url.startswith(self.origin):
            kept = self.page.evaluate("sessionStorage.getItem('pangea-session')")
            if kept:
                return str(kept)
        token = self.link.rpartition("=")[2]
        if "#session=" not in self.link:
            token = secrets.token_urlsafe(32)
            wanted = {"invite": self.link.rpartition("=")[2], "session": token}
            assert self.page.request.post(f"{self.origin}/api/v1/sessions", data=wanted).ok
            self.link = f"{self.link.partition('#')[0]}#session={token}"
        return token

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def pass_equipment_check(self) -> None:
        """Let microphone, pictures and network be checked. The fake microphone never pauses, which passes for noise."""
        self.press("allow-microphone")
        expect(self.page.get_by_test_id("equipment-passed")).to_be_visible()
        self.press("equipment-passed")

    def expect_phase(self, phase: str) -> None:
        expect(self.page.locator("[data-phase]").first).to_have_attribute("data-phase", phase)

    def expect_recorded(self, seconds: int) -> None:
        """Until the page says that so many seconds are recorded."""
        self.page.wait_for_function(RECORDED, arg=seconds)

    @contextmanager
    def draft_kept(self, says: str) -> Iterator[None]:
        """What is done meanwhile ends when the server has a draft that contains ``says``, a regular expression."""

        def is_draft(answer: Response) -> bool:
            sent = answer.request
            is_put = sent.method == "PUT" and answer.url.endswith("/draft") and answer.ok
            return is_put and re.search(says, sent.post_data or "") is not None

        with self.page.expect_response(is_draft):
            yield

    @property
    def viewer(self) -> Locator:
        return self.page.get_by_test_id("viewer")

    @property
    def viewpoint(self) -> str:
        return self.viewer.get_attribute("data-viewpoint-id") or ""

    @property
    def heading(self) -> float:
        return float(self.viewer.get_attribute("data-heading") or "nan")

    def rest(self) -> float:
        """Wait until the camera stands still; returns its heading. A step that is asked for earlier goes elsewhere."""
        self.page.evaluate(TWO_FRAMES)  # what was pressed just now is drawn by then, or moves the camera
        expect(self.viewer).not_to_have_attribute("data-moving", re.compile(".*"))
        return self.heading

    def seen_at(self, towards: Any) -> tuple[float, float]:
        """Where on the page a direction of the world is seen."""
        box = self.viewer.bounding_box()
        assert box
        tilt = float(self.viewer.get_attribute("data-elevation") or "nan")
        x, depth, z = towards @ rotation(self.heading, tilt)
        focal = min(box["width"], box["height"]) / 2 / math.tan(FIELD_OF_VIEW / 2)
        return (
            box["x"] + box["width"] / 2 + focal * x / depth,
            box["y"] + box["height"] / 2 - focal * z / depth,
        )

    def expect_at(self, viewpoint_id: str) -> None:
        """Arrived: the viewer stands at this viewpoint, and its step is over."""
        pattern = re.compile(f"^{re.escape(viewpoint_id)}$")
        expect(self.viewer).to_have_attribute("data-viewpoint-id", pattern)
        expect(self.viewer).not_to_have_attribute("data-moving", re.compile(".*"))

    def face(self, heading: float, *, by_mouse: bool) -> None:
        """Turn until the camera looks along ``heading``."""
        for _ in range(20):
            rest = wrapped(heading - self.rest())
            if abs(rest) < NEAR_ENOUGH:
                return
            (self._drag if by_mouse else self._hold_arrow)(rest)
        raise AssertionError(f"the camera looks along {self.heading}, not {heading}")

    def walk(self, path: list[str]) -> None:
        """Walk along a path, in turns by mouse and by keyboard."""
        scan = self.scan()
        self.expect_at(path[0])
        for number, (here, there) in enumerate(pairwise(path)):
            by_mouse = number % 2 == 0
            self.face(bearing(scan[here], scan[there]), by_mouse=by_mouse)
            if by_mouse:
                self.step_by_mouse()
            else:
                self.page.keyboard.press("Enter")
            self.expect_at(there)

    def step_by_mouse(self) -> None:
        """Step to where the camera looks."""
        box = self.viewer.bounding_box()
        assert box is not None
        self.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def guide_path(self) -> list[str]:
        """The path that this Guide is shown."""
        path: list[str] = self.call("POST", "/leases", data={"kind": "guide"})["args"]["path"]
        return path

    def scan(self, scan_id: str = "demo-house") -> dict[str, list[float]]:
        """Where each viewpoint is."""
        return {
            viewpoint["viewpoint_id"]: viewpoint["position"]
            for viewpoint in self.call("GET", f"/scans/{scan_id}")["viewpoints"]
        }

    def _drag(self, angle: float) -> None:
        box = self.viewer.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        reach = max(-box["width"] * 0.4, min(box["width"] * 0.4, -angle * PIXELS_PER_RADIAN))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + reach, y, steps=5)
        self.page.mouse.up()

    def _hold_arrow(self, angle: float) -> None:
        self.viewer.focus()
        key = "ArrowRight" if angle > 0 else "ArrowLeft"
        self.page.keyboard.press(key, delay=min(2000.0, 1000 * abs(angle) / TURN_SPEED))


def wrapped(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def bearing(here: list[float], there: list[float]) -> float:
    return math.atan2(there[0] - here[0], there[1] - here[1])
