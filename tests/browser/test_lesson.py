"""A Guide's lesson in the browser: watched, listened to, answered by keyboard, walked; then the first task."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.quality.lesson.scripts import GOOD, OWN_PATH, ExampleFault
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.browser.demo import Demo
from tests.browser.test_people import check
from tests.browser.walker import Walker

FASTEST = "2"


@pytest.fixture
def learner(demo: Demo, page: Page) -> Walker:
    """A Guide who is new to a campaign that asks for training."""
    with LocalStore.open(demo.data_dir) as store:
        (campaign,) = every(store.records, Campaign)
        trust = campaign.definition.trust.model_copy(update={"training": True})
        definition = campaign.definition.model_copy(update={"trust": trust})
        asking = campaign.model_copy(update={"definition": definition})
        store.records.transact(lambda transaction: transaction.replace(asking))
    return Walker(page, demo.links["guide"])


def test_a_new_guide_watches_finds_faults_and_goes_on_after_a_reload(learner: Walker) -> None:
    page = learner.page
    learner.open()
    learner.pass_equipment_check()
    watch_the_good_example(page)
    find_the_fault(page, ExampleFault.READ_AFTERWARDS, 2)
    expect(page.get_by_test_id("lesson-part")).to_have_text("Lesson, part 3 of 6")
    page.reload()
    find_the_fault(page, ExampleFault.SILENT_WALK, 3)


def test_who_describes_a_path_well_gets_the_first_task(learner: Walker) -> None:
    page = learner.page
    for part in (GOOD, *ExampleFault):
        answer = {"fault": None if part == GOOD else part}
        assert learner.call("POST", f"/me/lesson/guide/parts/{part}", data=answer)["done"]
    learner.open()
    learner.pass_equipment_check()
    describe_a_path(learner)
    learner.press("lesson-over")
    expect(page.get_by_test_id("start")).to_be_visible()


def watch_the_good_example(page: Page) -> None:
    check(page, "lesson")
    expect(page.get_by_test_id("lesson-part")).to_have_text("Lesson, part 1 of 6")
    expect(page.get_by_test_id("synthetic")).to_contain_text("Synthetic voice")
    expect(page.get_by_test_id("lesson-continue")).to_be_disabled()
    page.get_by_test_id("speed").select_option(FASTEST)
    page.get_by_test_id("play").click()
    expect(page.locator("[data-testid=lesson-words] [aria-current]")).to_be_visible()
    expect(page.get_by_test_id("viewer")).to_have_attribute("data-viewpoint-id", "stairs-foot")
    expect(page.get_by_test_id("lesson-continue")).to_be_enabled()
    page.get_by_test_id("lesson-continue").click()


def find_the_fault(page: Page, fault: ExampleFault, part: int) -> None:
    expect(page.get_by_test_id("lesson-part")).to_have_text(f"Lesson, part {part} of 6")
    wrong = next(each for each in ExampleFault if each != fault)
    page.get_by_test_id(f"lesson-fault-{wrong}").press("Space")
    page.get_by_test_id("lesson-check").press("Enter")
    expect(page.get_by_test_id("lesson-answer")).to_have_attribute("data-state", "bearable")
    page.get_by_test_id(f"lesson-fault-{fault}").press("Space")
    page.get_by_test_id("lesson-check").press("Enter")
    expect(page.get_by_test_id("lesson-answer")).to_have_attribute("data-state", "passed")
    check(page, "lesson")
    expect(page.get_by_test_id("lesson-continue")).to_be_focused()
    page.keyboard.press("Enter")


def describe_a_path(learner: Walker) -> None:
    page = learner.page
    expect(page.get_by_test_id("lesson-part")).to_have_text("Lesson, part 6 of 6")
    learner.expect_at(OWN_PATH[0])
    learner.press("lesson-record")
    learner.press("lesson-done")  # at once
    expect(page.get_by_test_id("lesson-failed")).to_be_visible()
    expect(page.locator("[data-lesson=path_not_completed]")).to_have_attribute("data-state", "bearable")
    learner.press("lesson-again")
    learner.expect_at(OWN_PATH[0])
    learner.press("lesson-record")
    learner.walk(list(OWN_PATH))
    learner.press("lesson-done")
    check(page, "lesson-passed")
    expect(page.locator("[data-lesson=read_aloud]")).to_have_attribute("data-state", "passed")
