"""Links that open once, consent, and taking everything back, as a person meets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import Lease
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.people.accounts.enrolment import revoke
from pangea_server.people.accounts.invites import invite
from pangea_server.people.consent.records import ConsentReceipt
from pangea_server.people.consent.texts import publish
from pangea_server.quality.trust.appeals import decide
from pangea_server.quality.trust.records import CheckResult
from pangea_server.quality.trust.table import rows
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

TEXTS = {
    file.stem: file.read_text(encoding="utf-8")
    for file in sorted((Path(__file__).parents[2] / "docs/consent").glob("*.md"))
}
NOTHING_HANDED = re.compile("^[^#]*$")
"""Addresses that hand on neither a link nor a session."""
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def console_is_checked() -> bool:
    """A refused request is logged on the console by Chromium itself."""
    return False


def check(page: Page, test_id: str) -> None:
    """This state is there, fits a phone as well, and nobody is shut out of it."""
    expect(page.get_by_test_id(test_id)).to_be_visible()
    assert serious_findings(page) == []
    wide = page.viewport_size
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert serious_findings(page) == []
    page.set_viewport_size(wide)  # type: ignore[arg-type]


def test_a_link_opens_in_one_browser_and_there_again_and_again(
    demo: Demo, browser: Browser, context: BrowserContext, page: Page
) -> None:
    page.goto(demo.links["guide"])
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()
    expect(page).to_have_url(NOTHING_HANDED)
    page.goto("about:blank")
    page.goto(demo.links["guide"])
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()
    again = context.new_page()
    again.goto(demo.links["guide"])
    expect(again.get_by_test_id("allow-microphone")).to_be_visible()
    assert context.cookies() == []

    with browser.new_context() as elsewhere:
        second = elsewhere.new_page()
        second.goto(demo.links["guide"])
        check(second, "sign-in-claimed")


def test_a_link_whose_answer_was_lost_still_opens(demo: Demo, page: Page) -> None:
    page.route("**/api/v1/sessions", lambda route: (route.fetch(), route.abort()))
    page.goto(demo.links["guide"])
    expect(page.get_by_test_id("retry")).to_be_visible()
    page.unroute("**/api/v1/sessions")
    page.get_by_test_id("retry").click()
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()


def test_who_is_signed_out_meanwhile_is_told_and_a_new_link_lets_them_in(demo: Demo, page: Page) -> None:
    page.goto(demo.links["follower"])
    expect(page.get_by_test_id("look-again")).to_be_visible()
    with LocalStore.open(demo.data_dir) as store:
        revoke(store.records, 2, None)
        fresh = invite(store.records, 2)
    page.reload()
    check(page, "sign-in-ended")
    page.goto("about:blank")
    page.goto(f"{demo.links['follower'].partition('#')[0]}#token={fresh}")
    expect(page.get_by_test_id("look-again")).to_be_visible()


def test_without_a_link_the_page_says_where_to_get_one(demo: Demo, page: Page) -> None:
    page.goto(demo.links["guide"].partition("#")[0])
    check(page, "sign-in-noLink")


def handed(demo: Demo, page: Page) -> str:
    """An address that carries the session of whoever is signed in on this page, as an attacker would send it."""
    session = page.evaluate("sessionStorage.getItem('pangea-session')")
    return f"http://127.0.0.1:{demo.port}/me#session={session}"


@pytest.mark.parametrize("way", ["link", "session"])
def test_no_address_makes_a_browser_somebody_elses_unasked(
    demo: Demo, browser: Browser, page: Page, way: str
) -> None:
    page.goto(demo.links["guide"])
    expect(page.get_by_test_id("whose")).to_have_text("Person 1")
    with browser.new_context() as elsewhere:
        attacker = elsewhere.new_page()
        if way == "session":
            attacker.goto(demo.links["follower"])
            expect(attacker.get_by_test_id("whose")).to_have_text("Person 2")
        address = handed(demo, attacker) if way == "session" else demo.links["follower"]

        for answer, person in (("confirm-no", 1), ("Escape", 1), ("confirm-yes", 2)):
            page.goto("about:blank")
            page.goto(address)
            dialog = page.get_by_test_id("confirm-dialog")
            check(page, "confirm-dialog")
            expect(dialog).to_contain_text("person 1")
            expect(dialog).to_contain_text("person 2")
            expect(page.get_by_test_id("confirm-no")).to_be_focused()
            if answer == "Escape":
                page.keyboard.press("Escape")
            else:
                page.get_by_test_id(answer).click()
            expect(page.get_by_test_id("whose")).to_have_text(f"Person {person}")
            expect(page).to_have_url(NOTHING_HANDED)
            page.goto(f"http://127.0.0.1:{demo.port}/account")
            expect(page.get_by_test_id("whose")).to_have_text(f"Person {person}")


def test_a_handed_session_is_asked_about_where_nobody_is_signed_in(
    demo: Demo, browser: Browser, page: Page
) -> None:
    with browser.new_context() as elsewhere:
        attacker = elsewhere.new_page()
        attacker.goto(demo.links["follower"])
        expect(attacker.get_by_test_id("whose")).to_have_text("Person 2")
        address = handed(demo, attacker)
        page.goto(address)
        check(page, "confirm-dialog")
        page.get_by_test_id("confirm-no").click()
        check(page, "sign-in-noLink")
        expect(page).to_have_url(NOTHING_HANDED)
        page.reload()
        check(page, "sign-in-noLink")


def test_pages_of_the_team_say_whose_session_it_is(demo: Demo, page: Page) -> None:
    page.goto(demo.links["monitor"])
    expect(page.get_by_test_id("whose")).to_have_text("Person 3")


def test_consent_comes_before_everything_and_withdrawal_takes_everything(demo: Demo, page: Page) -> None:
    with LocalStore.open(demo.data_dir) as store:
        publish(store.records, TEXTS, retention_days=365)
    person = Walker(page, demo.links["guide"])
    person.open()
    check(page, "consent")
    expect(page.get_by_test_id("agree")).to_be_disabled()
    page.get_by_test_id("agree-box").check()
    person.press("agree")
    person.pass_equipment_check()
    expect(page.get_by_test_id("start")).to_be_visible()
    with LocalStore.open(demo.data_dir) as store:
        (receipt,) = store.records.find(ConsentReceipt)
        assert (receipt.annotator_id, receipt.version, receipt.language) == (1, 1, "en")
        assert store.records.count(Lease) == 1

    with page.context.expect_page() as opened:
        person.press("account")
    mine = opened.value
    check(mine, "withdraw")
    assert "session" not in mine.url
    mine.get_by_test_id("withdraw").click()
    check(mine, "confirm-dialog")
    mine.get_by_test_id("confirm-yes").click()
    check(mine, "withdrawn")
    with LocalStore.open(demo.data_dir) as store:
        assert store.records.count(Lease) == 0
        assert store.records.get(Annotator, padded(1)).withdrawn_at is not None
    page.reload()
    expect(page.get_by_test_id("sign-in-ended")).to_be_visible()


def test_the_follower_is_asked_as_well_and_in_hindi(demo: Demo, browser: Browser) -> None:
    with LocalStore.open(demo.data_dir) as store:
        publish(store.records, TEXTS, retention_days=None)
    with browser.new_context(locale="hi-IN", viewport={"width": 390, "height": 844}) as hindi:
        page = hindi.new_page()
        page.goto(demo.links["follower"])
        expect(page.get_by_test_id("consent")).to_contain_text("आपकी आवाज़")
        page.get_by_test_id("agree-box").check()
        page.get_by_test_id("agree").click()
        expect(page.get_by_test_id("look-again")).to_be_visible()


def test_who_is_given_no_more_tasks_asks_a_manager(demo: Demo, page: Page) -> None:
    with LocalStore.open(demo.data_dir) as store:
        for number in range(TrustRules().opening):
            failed = CheckResult(
                annotator_id=2,
                campaign_id="demo",
                kind="follower",
                item_id=f"follower-{number}",
                task_id=f"follower-{number}",
                answered_at=now(),
                passed=False,
            )
            store.records.create(failed)
    page.goto(demo.links["follower"])
    check(page, "standing-stopped")
    expect(page.get_by_test_id("look-again")).to_have_count(0)
    page.get_by_test_id("comment").focus()
    page.keyboard.type("आवाज़ सुनाई नहीं दी।")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(page, "standing-appealed")
    with LocalStore.open(demo.data_dir) as store:
        (row,) = rows(store.records)
        assert (row.state, row.appeal) == ("appealed", "आवाज़ सुनाई नहीं दी।")
        decide(store.records, 2, "demo", "follower", "upheld", None)
    page.reload()
    check(page, "standing-dismissed")
