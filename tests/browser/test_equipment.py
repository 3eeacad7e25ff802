"""The check before a task: each fault has its own message, and until it is passed nobody holds a task."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.demo import Demo
from tests.browser.walker import Walker

REFUSED = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '{name}'))"
TONE = """
navigator.mediaDevices.getUserMedia = async () => {{
  const context = new AudioContext()
  const gain = new GainNode(context, {{ gain: {loud} }})
  const tone = new OscillatorNode(context, {{ frequency: 300 }})
  const microphone = context.createMediaStreamDestination()
  tone.connect(gain).connect(microphone)
  tone.start()
  const begun = context.currentTime
  const quiet = () => context.currentTime - begun > {seconds} && (gain.gain.value = {faint})
  setInterval(quiet, 50)
  return microphone.stream
}}
"""
NO_WEBGL = "HTMLCanvasElement.prototype.getContext = () => null"


def tone(loud: float, faint: float, seconds: float = 2.2) -> str:
    """A microphone that hears a tone, loud at first and faint after some seconds."""
    return TONE.format(loud=loud, faint=faint, seconds=seconds)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    # A crowdsourcing site, played by another name of this machine.
    running = Demo(tmp_path_factory.mktemp("equipment") / "data", PANGEA_FRAME_ANCESTORS="http://localhost:*")
    yield running
    running.stop()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, permissions=["microphone"])
    yield context.new_page()
    context.close()


def check(served: Demo, tab: Page, script: str = "") -> tuple[Walker, list[str]]:
    """Open the Guide's page with changed equipment and have it checked; also the leases that were asked for."""
    leases: list[str] = []

    def note(request: Request) -> None:
        if "/leases" in request.url:
            leases.append(request.url)

    tab.on("request", note)
    if script:
        tab.add_init_script(script)
    person = Walker(tab, served.invite())
    person.open()
    person.press("allow-microphone")
    return person, leases


@pytest.mark.parametrize(
    ("fault", "row", "script"),
    [
        ("denied", "microphone", REFUSED.format(name="NotAllowedError")),
        ("missing", "microphone", REFUSED.format(name="NotFoundError")),
        ("busy", "microphone", REFUSED.format(name="NotReadableError")),
        ("failed", "microphone", REFUSED.format(name="OverconstrainedError")),
        ("muted", "voice", tone(0, 0)),
        ("silent", "voice", tone(0.0005, 0.0005)),
        ("webgl", "picture", NO_WEBGL),
    ],
)
def test_what_makes_work_impossible_stops_before_a_task_is_leased(
    served: Demo, tab: Page, fault: str, row: str, script: str
) -> None:
    _, leases = check(served, tab, script)
    place = tab.get_by_test_id(f"check-{row}")
    expect(place).to_have_attribute("data-fault", fault)
    assert len(place.inner_text().splitlines()) >= 3, "a fault says what it is, and what to do"
    expect(tab.get_by_test_id("equipment-passed")).to_be_hidden()
    assert leases == []


@pytest.mark.parametrize(
    ("fault", "row", "script"),
    [
        ("faint", "voice", tone(0.008, 0.0002)),
        ("clipping", "voice", tone(3, 0.001)),
        ("noisy", "noise", tone(0.3, 0.2)),
    ],
)
def test_what_makes_work_worse_warns_and_lets_people_go_on(
    served: Demo, tab: Page, fault: str, row: str, script: str
) -> None:
    person, leases = check(served, tab, script)
    expect(tab.get_by_test_id(f"check-{row}")).to_have_attribute("data-fault", fault)
    expect(tab.get_by_test_id("equipment-passed")).to_be_visible()
    assert leases == []
    person.press("equipment-passed")
    person.expect_phase("instructions")
    assert leases


def test_good_equipment_passes_and_is_not_checked_again_soon(served: Demo, tab: Page) -> None:
    person, _ = check(served, tab, tone(0.3, 0.001))
    expect(tab.get_by_test_id("equipment")).to_have_attribute("data-state", "passed")
    person.press("equipment-passed")
    person.expect_phase("instructions")
    tab.reload()
    person.expect_phase("instructions")


def test_a_server_that_cannot_be_reached_is_said(served: Demo, tab: Page) -> None:
    tab.route(
        "**/assets/*.js", lambda route: route.abort() if _is_probe(route.request) else route.continue_()
    )
    check(served, tab)
    expect(tab.get_by_test_id("check-network")).to_have_attribute("data-fault", "offline")


def _is_probe(request: Request) -> bool:
    return request.resource_type == "fetch"


@pytest.fixture
def outside(served: Demo) -> Iterator[str]:
    """The address of another site's page that shows the Guide's page in a frame, without the microphone."""
    framing = f"<iframe src='{served.invite()}' width=900 height=700></iframe>".encode()

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(framing)

        def log_message(self, format: str, *arguments: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}/task"
        site.shutdown()


def test_a_frame_without_a_microphone_offers_a_tab_of_its_own(outside: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(outside)
    frame = page.frame_locator("iframe")
    frame.get_by_test_id("allow-microphone").click()
    expect(frame.get_by_test_id("check-microphone")).to_have_attribute("data-fault", "frame")
    with context.expect_page() as opened:
        frame.get_by_test_id("new-tab").click()
    # What the frame keeps is kept apart from what the tab keeps, so the tab knows nobody and asks.
    opened.value.get_by_test_id("confirm-yes").click()
    expect(opened.value.get_by_test_id("allow-microphone")).to_be_visible()
    context.close()
