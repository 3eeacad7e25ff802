"""A picture that comes when nobody looks at it any more: neither the network nor the server is asked for it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.demo import Demo
from tests.browser.walker import Walker


def test_pictures_under_way_are_called_off_when_the_task_is_sent(
    demo: Demo, context: BrowserContext, page: Page
) -> None:
    """A task's pictures are its holder's alone: asked for after the task, they would be refused."""
    held: list[Route] = []
    called_off: list[str] = []
    page.route("**/tiles/**", lambda route: held.append(route))
    page.on("requestfailed", lambda request: called_off.append(request.url))
    guide = Walker(page, demo.links["guide"])
    guide.open()
    guide.pass_equipment_check()
    guide.press("start")
    guide.expect_phase("record")
    path = guide.guide_path()
    guide.press("record")
    guide.walk(path)
    guide.expect_recorded(5)
    guide.press("done")
    guide.expect_phase("transcribe")
    page.get_by_test_id("transcript").fill("Leave the bathroom and stop at the window.")
    guide.press("submit")
    guide.press("confirm-yes")
    guide.expect_phase("done")
    assert held
    assert sorted(called_off) == sorted(route.request.url for route in held)
