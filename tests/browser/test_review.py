"""A reviewer and an annotator in two browsers: by keyboard, on a phone, and back again."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.answers import TRANSCRIPT, annotator, guide
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo

REASON = "There are typing errors in the transcript."


def open_review(demo: Demo, page: Page, *, signed_in: bool = False) -> None:
    link = demo.links["monitor"].replace("/monitor", "/review")
    page.goto(link.partition("#")[0] if signed_in else link)


def settled(page: Page, name: str) -> None:
    """This annotation is open, with its replay."""
    expect(page.locator(".queue-item[aria-current]")).to_contain_text(name)
    expect(page.get_by_test_id("time")).to_be_visible()


def test_a_reviewer_works_by_keyboard_and_takes_back(demo: Demo, page: Page) -> None:
    for _ in range(3):
        with annotator(demo) as person:
            guide(person)
    open_review(demo, page)
    settled(page, "Guide 1")
    counts = page.get_by_test_id("counts")
    expect(counts).to_contain_text("3 left")
    assert serious_findings(page) == []

    page.keyboard.press("j")
    settled(page, "Guide 2")
    page.keyboard.press("k")
    settled(page, "Guide 1")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_text("Pause")
    page.keyboard.press("a")
    expect(page.get_by_test_id("toast")).to_contain_text("Guide 1: accepted.")
    settled(page, "Guide 2")
    expect(counts).to_contain_text("2 left · 1 accepted")

    page.keyboard.press("r")
    expect(page.get_by_test_id("reason-send")).to_be_disabled()  # without a reason
    page.keyboard.press("2")
    expect(page.get_by_test_id("reason")).to_have_value(re.compile("read aloud"))
    page.keyboard.type(" Thank you.")  # letters are letters here
    page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => null)")
    assert serious_findings(page) == []
    page.keyboard.press("Control+Enter")
    settled(page, "Guide 3")
    expect(counts).to_contain_text("1 left · 1 accepted · 1 rejected")
    assert serious_findings(page) == []
    page.get_by_test_id("toast-act").click()
    settled(page, "Guide 2")
    expect(counts).to_contain_text("2 left · 1 accepted · 0 rejected")
    expect(page.get_by_test_id("decision")).to_contain_text("Undone")

    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_test_id("decide-accept")).to_be_in_viewport()
    assert serious_findings(page) == []
    for _ in range(2):
        settled_before = counts.inner_text()
        page.get_by_test_id("decide-accept").click()
        expect(counts).not_to_have_text(settled_before)
    expect(page.get_by_test_id("nothing-left")).to_be_visible()
    assert serious_findings(page) == []

    page.get_by_test_id("back").click()
    page.get_by_test_id("audit").click()
    entries = page.get_by_test_id("audit-row")
    expect(entries.first).to_contain_text("accept")
    page.get_by_test_id("filter-action").select_option("reopen")
    page.get_by_test_id("filter").click()
    expect(page).to_have_url(re.compile("action=reopen"))
    expect(entries).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_findings(page) == []


def test_two_reviewers_are_never_at_the_same(demo: Demo, page: Page, context: BrowserContext) -> None:
    for _ in range(2):
        with annotator(demo) as person:
            guide(person)
    open_review(demo, page)
    settled(page, "Guide 1")
    with annotator(demo, demo.invite("--role", "reviewer")) as other:
        taken = other.call("POST", "/review/queue/next", json={}).json()
        assert taken["summary"]["number"] == 2
        page.reload()
        settled(page, "Guide 1")
        held = page.get_by_test_id("queue-item").nth(1)
        expect(held).to_be_disabled()
        expect(held).to_contain_text(f"with person {other.annotator_id}")
        page.goto(f"http://127.0.0.1:{demo.port}/monitor#session={other.token}")
        page.get_by_test_id("confirm-yes").click()
        expect(page.get_by_test_id("panel-language")).to_be_visible()
        expect(
            page.get_by_test_id("panel-pay")
        ).to_be_hidden()  # nor was it asked for: no refusal on the console


def test_what_was_sent_back_is_mended_and_comes_again(demo: Demo, browser: Browser, page: Page) -> None:
    with annotator(demo, demo.links["guide"]) as person:
        guide(person, TRANSCRIPT.replace("the", "teh", 1))
        session = person.token
    open_review(demo, page)
    settled(page, "Guide 1")
    page.keyboard.press("s")
    page.get_by_test_id("reason-choice").filter(has_text=REASON).click()
    page.get_by_test_id("reason-send").click()
    expect(page.get_by_test_id("nothing-left")).to_be_visible()

    home = browser.new_context(viewport={"width": 390, "height": 844})
    theirs = home.new_page()
    theirs.goto(f"http://127.0.0.1:{demo.port}/guide#session={session}")
    theirs.get_by_test_id("confirm-yes").click()
    expect(theirs.get_by_test_id("notice-sent_back")).to_contain_text(REASON)
    assert serious_findings(theirs) == []
    theirs.get_by_test_id("notice-mend").click()
    area = theirs.get_by_test_id("transcript")
    expect(area).to_have_value(TRANSCRIPT.replace("the", "teh", 1))
    expect(theirs.get_by_test_id("correction-send")).to_be_disabled()
    expect(theirs.get_by_test_id("voice-time")).to_have_text("0:00 / 0:06")
    area.fill(TRANSCRIPT)
    theirs.reload()  # what was written is kept
    theirs.get_by_test_id("notice-mend").click()
    expect(area).to_have_value(TRANSCRIPT)
    assert serious_findings(theirs) == []
    theirs.get_by_test_id("correction-send").click()
    expect(theirs.get_by_test_id("allow-microphone")).to_be_visible()  # the next task begins
    home.close()

    page.get_by_test_id("look-again").click()
    settled(page, "Guide 1")
    expect(page.locator(".spoken")).to_have_text(TRANSCRIPT)
    expect(page.get_by_test_id("decision")).to_contain_text("Corrected by its annotator")
