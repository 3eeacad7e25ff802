"""The Guide's real page: how much script it needs, and how soon the place is seen after Start."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from playwright.sync_api import Browser, Response

from tests.benchmarks.viewer.browser import begin_time, fresh_page, screencast
from tests.benchmarks.viewer.line import Line
from tests.benchmarks.viewer.screen import first_seen, first_sharp, grey

STILL_SECONDS = 2.0


@dataclass(frozen=True)
class GuidePage:
    """Seconds until the page could be used, and from Start until the place was seen and sharp; bytes of script."""

    usable: float
    seen: float
    sharp: float
    script_bytes: int


def open_guide(browser: Browser, line: Line, token: str) -> GuidePage:
    """Open a Guide's link for the first time, pass the equipment check and press Start."""
    with fresh_page(browser) as page:
        scripts: list[Response] = []
        page.on("response", lambda response: scripts.append(response) if _is_script(response) else None)
        page.goto(f"{line.origin}/guide#token={token}", wait_until="commit")
        allow = page.get_by_test_id("allow-microphone")
        allow.wait_for()
        usable = float(page.evaluate("(performance.timeOrigin + performance.now()) / 1000"))
        allow.click()
        page.get_by_test_id("equipment-passed").click(timeout=60_000)
        page.get_by_test_id("start").wait_for()
        with screencast(page) as cast:
            page.get_by_test_id("start").click()
            since = float(page.evaluate("(performance.timeOrigin + performance.now()) / 1000"))
            page.get_by_test_id("viewer").locator("canvas").wait_for()
            while line.quiet_seconds < STILL_SECONDS or cast.quiet_seconds < STILL_SECONDS:
                page.wait_for_timeout(200)
            finished = grey(page.screenshot())
        seen, sharp = first_seen(cast.frames, finished), first_sharp(cast.frames, finished)
        assert seen is not None
        assert sharp is not None
        size = sum(len(gzip.compress(script.body(), 9)) for script in scripts)
        return GuidePage(usable - begin_time(page), seen - since, sharp - since, size)


def _is_script(response: Response) -> bool:
    return response.request.resource_type == "script"
