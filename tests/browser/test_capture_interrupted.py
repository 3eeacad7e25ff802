"""Nothing that was said is lost: browsers die, networks go, tabs are opened twice."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.browser.demo import Demo
from tests.browser.walker import Walker
from tests.reliability.browser.interrupted import offline


def test_a_time_without_network_costs_nothing_and_no_click(playwright: Playwright, tmp_path: Path) -> None:
    outage = offline(playwright, tmp_path, seconds=20)
    assert outage.saved == outage.recorded > 20, outage
    assert (outage.readable, outage.locked > 0) == (0, True), outage  # P31


def test_a_task_is_open_in_one_tab_only(demo: Demo, context: BrowserContext, page: Page) -> None:
    first = Walker(page, demo.links["guide"])
    first.open()
    first.pass_equipment_check()
    expect(page.get_by_test_id("start")).to_be_visible()
    second = Walker(context.new_page(), demo.links["guide"])
    second.open()
    expect(second.page.get_by_test_id("other-tab")).to_be_visible()
    page.close()
    expect(second.page.get_by_test_id("start")).to_be_visible()


def test_where_nothing_can_be_kept_the_page_says_so_and_works(demo: Demo, page: Page) -> None:
    page.add_init_script(
        "indexedDB.open = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }"
    )
    person = Walker(page, demo.links["guide"])
    person.open()
    person.pass_equipment_check()
    person.press("start")
    person.expect_phase("record")
    expect(page.get_by_test_id("problem")).to_contain_text("does not store anything on this device")
    person.expect_at(person.guide_path()[0])
    person.press("record")
    expect(page.get_by_test_id("saved-device")).to_have_attribute("data-mark", "bad")
    expect(page.get_by_test_id("saved-server")).to_have_attribute("data-mark", "good")
