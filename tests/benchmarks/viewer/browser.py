"""A real Chromium that draws in software, what it shows when, and what that costs."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import FLAGS, executable

WIDTH, HEIGHT = 1024, 768
SCREENCAST_QUALITY = 80
FRAMES = "disabled-by-default-display.framedisplayed"
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Frame:
    """A composited frame: seconds since the epoch, and the picture as a JPEG."""

    time: float
    jpeg: bytes


@dataclass
class Screencast:
    """What has been on the screen so far."""

    frames: list[Frame] = field(default_factory=list)

    @property
    def quiet_seconds(self) -> float:
        """Seconds since the picture last changed."""
        return time.time() - self.frames[-1].time if self.frames else 0.0


@dataclass(frozen=True)
class Drawn:
    """A stretch of drawing: when each frame was displayed (seconds, own origin), and the processor time of it all."""

    times: list[float]
    seconds: float
    cpu_seconds: float

    @property
    def frame_rate(self) -> float:
        """Frames a second."""
        return len(self.times) / self.seconds

    @property
    def cpu_per_frame(self) -> float:
        """Seconds of processor time, in all of Chromium's processes."""
        return self.cpu_seconds / max(1, len(self.times))


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless; ended afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def fresh_page(browser: Browser) -> Iterator[Page]:
    """A tab with an empty cache."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, permissions=["microphone"])
    context.set_default_timeout(30_000)
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def screencast(page: Page) -> Iterator[Screencast]:
    """The frames that the compositor shows while this is open."""
    session, shown = page.context.new_cdp_session(page), Screencast()

    def keep(event: dict[str, Any]) -> None:
        shown.frames.append(Frame(event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": SCREENCAST_QUALITY})
    try:
        yield shown
    finally:
        session.send("Page.stopScreencast")
        session.detach()


@contextmanager
def drawing(browser: Browser, page: Page) -> Iterator[list[Drawn]]:
    """Counts what is displayed while this is open, by the compositor's own trace; filled in at its end."""
    session = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    finished: list[object] = []
    session.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
    session.on("Tracing.tracingComplete", lambda event: finished.append(event))
    config = {"traceConfig": {"includedCategories": [FRAMES]}, "transferMode": "ReportEvents"}
    session.send("Tracing.start", config)
    began, cpu = time.monotonic(), _cpu_seconds(session)
    result: list[Drawn] = []
    yield result
    seconds, used = time.monotonic() - began, _cpu_seconds(session) - cpu
    session.send("Tracing.end")
    while not finished:
        page.wait_for_timeout(1000 * POLL_SECONDS)
    session.detach()
    times = [event["ts"] / 1e6 for event in events if event["name"] == "Display::FrameDisplayed"]
    result.append(Drawn(sorted(times), seconds, used))


def _cpu_seconds(session: CDPSession) -> float:
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes))


def begin_time(page: Page) -> float:
    """When the page was asked for, in seconds since the epoch."""
    return float(page.evaluate("performance.timeOrigin / 1000"))
