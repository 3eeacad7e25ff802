"""Coming from a platform: Mechanical Turk's frame around our page, Prolific's address, a code at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, Route, expect

from pangea_server.annotate.kinds.follower import FollowerTask
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.platforms.records import PlatformName
from pangea_server.collect.platforms.studies import entry_address, make_study
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo

SANDBOX = "https://workersandbox.mturk.com"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A server that Mechanical Turk's sandbox may frame."""
    running = Demo(tmp_path / "data", PANGEA_MTURK="sandbox")
    yield running
    running.stop()


@pytest.fixture
def worker(browser: Browser) -> Iterator[BrowserContext]:
    """A worker's browser; the sandbox's server is played by the tests."""
    with browser.new_context(viewport={"width": 1100, "height": 800}) as opened:
        yield opened


def offered(demo: Demo, platform: PlatformName, code: str | None = None) -> str:
    with LocalStore.open(demo.data_dir) as store:
        study = make_study(
            store.records, platform, FollowerTask(), ("en-US",), required=1, places=9, completion_code=code
        )
        return entry_address(store.records, study, f"http://127.0.0.1:{demo.port}").partition("&PROLIFIC")[0]


def do_the_work(demo: Demo) -> None:
    """What the newest person was asked for, as submit leaves it."""
    with LocalStore.open(demo.data_dir) as store:
        person = max(store.records.find(Annotator), key=lambda each: each.annotator_id)
        lease = Lease(
            lease_id="done",
            task_id="follower-000001",
            kind="follower",
            annotator_id=person.annotator_id,
            state=LeaseState.SUBMITTED,
            expires_at=now(),
        )
        store.records.create(lease)


def framed(page: Page, address: str, assignment: str) -> FrameLocator:
    """The HIT as the sandbox shows it."""
    ids = f"&assignmentId={assignment}&hitId=3HIT"
    if assignment != "ASSIGNMENT_ID_NOT_AVAILABLE":
        ids += f"&workerId=A1WORKER&turkSubmitTo={SANDBOX}"
    source = (address + ids).replace("&", "&amp;")
    hit = f'<!doctype html><iframe src="{source}" style="width:100%;height:700px;border:0"></iframe>'
    page.route(f"{SANDBOX}/hit", lambda route: route.fulfill(body=hit, content_type="text/html"))
    page.goto(f"{SANDBOX}/hit")
    return page.frame_locator("iframe")


def test_mechanical_turk_frames_the_page_and_is_sent_the_form(
    demo: Demo, worker: BrowserContext, tmp_path: Path
) -> None:
    address, page = offered(demo, "mturk"), worker.new_page()
    preview = framed(page, address, "ASSIGNMENT_ID_NOT_AVAILABLE")
    expect(preview.get_by_test_id("preview")).to_be_visible()
    expect(preview.get_by_test_id("begin")).to_have_count(0)
    page.screenshot(path=tmp_path / "preview.png")

    hit = framed(page, address, "3ASSIGN")
    expect(hit.get_by_test_id("begin")).to_be_visible()
    page.screenshot(path=tmp_path / "welcome.png")
    hit.get_by_test_id("begin").click()
    expect(hit.get_by_test_id("visit-progress")).to_be_visible()  # no Guide has spoken yet
    do_the_work(demo)
    hit.get_by_test_id("look-again").click()
    expect(hit.get_by_test_id("completion-code")).to_be_visible()
    page.screenshot(path=tmp_path / "complete.png")

    sent: list[str] = []

    def take(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(body="<!doctype html><p id='thanks'>Submitted</p>", content_type="text/html")

    page.route(f"{SANDBOX}/mturk/externalSubmit", take)
    code = hit.get_by_test_id("completion-code").text_content()
    hit.get_by_test_id("way-back").click()
    expect(hit.locator("#thanks")).to_be_visible()
    assert parse_qs(sent[0]) == {"assignmentId": ["3ASSIGN"], "code": [code]}


@pytest.mark.parametrize("locale", ["en-US", "hi-IN", "te-IN"])
def test_prolific_gets_its_person_back_with_the_code(
    demo: Demo, browser: Browser, tmp_path: Path, locale: str
) -> None:
    address = offered(demo, "prolific", "C0FFEE")
    with browser.new_context(locale=locale, viewport=PHONE) as phone:  # type: ignore[arg-type]
        page = phone.new_page()
        page.goto(f"{address}&PROLIFIC_PID=5a1&STUDY_ID=65f&SESSION_ID=6b2")
        expect(page.get_by_test_id("welcome")).to_be_visible()
        expect(page).to_have_url(f"http://127.0.0.1:{demo.port}/enter")  # no id and no secret is left there
        looks_right(page, tmp_path / "welcome.png")
        page.reload()
        expect(page.get_by_test_id("visit-progress")).to_be_visible()
        looks_right(page, tmp_path / "progress.png")
        do_the_work(demo)
        page.reload()
        expect(page.get_by_test_id("completion-code")).to_have_text("C0FFEE")
        looks_right(page, tmp_path / "complete.png")
        assert page.get_by_test_id("way-back").get_attribute("href") == (
            "https://app.prolific.com/submissions/complete?cc=C0FFEE"
        )
    with browser.new_context() as elsewhere:
        thief = elsewhere.new_page()
        thief.goto(f"{address}&PROLIFIC_PID=5a1&STUDY_ID=65f&SESSION_ID=6b2")
        expect(thief.get_by_test_id("study-claimed")).to_be_visible()
        thief.goto(address.replace("key=", "key=x"))
        expect(thief.get_by_test_id("study-unknown")).to_be_visible()


def test_a_platforms_address_asks_whoever_is_signed_in(demo: Demo, browser: Browser, tmp_path: Path) -> None:
    address = offered(demo, "prolific", "C0FFEE")
    with browser.new_context(viewport=PHONE) as phone:  # type: ignore[arg-type]
        page = phone.new_page()
        page.goto(demo.links["guide"])
        expect(page.get_by_test_id("whose")).to_have_text("Person 1")
        for answer, then, person in (("confirm-no", "sign-in-noLink", 1), ("confirm-yes", "welcome", 4)):
            page.goto(f"{address}&PROLIFIC_PID=5a1&STUDY_ID=65f&SESSION_ID=6b2")
            expect(page.get_by_test_id("confirm-dialog")).to_contain_text("5a1")
            expect(page.get_by_test_id("confirm-dialog")).to_contain_text("person 1")
            looks_right(page, tmp_path / "asked.png")
            page.get_by_test_id(answer).click()
            expect(page.get_by_test_id(then)).to_be_visible()
            page.goto(f"http://127.0.0.1:{demo.port}/account")
            expect(page.get_by_test_id("whose")).to_have_text(f"Person {person}")


def looks_right(page: Page, picture: Path) -> None:
    """It fits the phone, and nobody is shut out of it."""
    page.screenshot(path=picture)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert serious_findings(page) == []
