"""From one task to the next: thanks, no second introduction, help while recording, skipping, waiting for work."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from pangea_server.annotate.tasks.records import Lease, LeaseState, ProblemReport
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.annotator import tasks
from tests.benchmarks.annotator.__main__ import create_campaign, invite
from tests.benchmarks.annotator.practised import Practised
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo


@pytest.fixture
def page(context: BrowserContext) -> Page:
    tab = context.new_page()
    tab.set_viewport_size({"width": 1366, "height": 650})
    return tab


def test_one_task_leads_to_the_next(demo: Demo, page: Page, tmp_path: Path) -> None:
    create_campaign(demo, tmp_path)
    guide = Practised(page, invite(demo, "guide"))
    tasks.guide(guide)
    expect(page.get_by_test_id("tally-today")).to_have_text("1")
    expect(page.get_by_test_id("tally-left")).to_have_text("2")
    guide.press("next-task")
    guide.until_phase("record")
    page.get_by_test_id("record").click()
    guide.walker.expect_recorded(1)
    page.keyboard.press("F1")
    expect(page.get_by_test_id("help-paused")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_test_id("help-report").click()
    page.get_by_test_id("problem-kind-picture").check()
    page.get_by_test_id("confirm-yes").click()
    expect(page.get_by_test_id("report-sent")).to_be_visible()
    page.get_by_test_id("help-close").click()
    expect(page.get_by_test_id("recorder")).to_have_attribute("data-state", "paused")
    page.get_by_test_id("help").click()
    page.get_by_test_id("skip").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and answer.ok):
        page.get_by_test_id("confirm-yes").click()
    guide.until_phase("record", "nothing-to-do")
    with LocalStore.open(demo.data_dir) as store:
        (report,) = store.records.find(ProblemReport)
        assert store.records.get(Lease, report.lease_id).state is LeaseState.RETURNED
        assert report.viewpoint_id is not None


def test_a_page_that_waits_notices_new_work(demo: Demo, page: Page, tmp_path: Path) -> None:
    person = Practised(page, invite(demo, "guide"))
    person.walker.open()
    person.until_phase("nothing-to-do")  # without a task nobody has to check a microphone
    create_campaign(demo, tmp_path)
    expect(page.get_by_test_id("open-task")).to_be_focused()
    page.keyboard.press("Enter")
    person.walker.pass_equipment_check()
    person.until_phase("instructions")
