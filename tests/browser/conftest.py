"""A real server, started by the command that users start, and real Chromium tabs with a microphone that speaks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import soundfile
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    sync_playwright,
)

from tests.browser import chromium
from tests.browser.demo import Demo
from tests.browser.edited_place import Edit, Editors
from tests.browser.finger import phone
from tests.browser.panorama_site import build_page

SPEECH = Path(__file__).parents[1] / "data" / "speech" / "instruction.flac"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    running = Demo(tmp_path / "data")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def viewer_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a viewer and nothing else, built."""
    return build_page(tmp_path_factory.mktemp("viewer"))


@pytest.fixture(scope="session")
def microphone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the fake microphone hears: Chromium wants a WAV file."""
    wav = tmp_path_factory.mktemp("microphone") / "instruction.wav"
    samples, rate = soundfile.read(SPEECH, dtype="int16")
    soundfile.write(wav, samples, rate)
    return wav


@pytest.fixture(scope="session")
def browser(playwright: Playwright, microphone: Path) -> Iterator[Browser]:
    flags = [*chromium.FLAGS, chromium.microphone(microphone)]
    launched = playwright.chromium.launch(executable_path=chromium.executable(), args=flags)
    yield launched
    launched.close()


@pytest.fixture
def console_is_checked() -> bool:
    """Whether an error on the console fails the test; a test whose requests are refused overrides it."""
    return True


@pytest.fixture
def context(browser: Browser, console_is_checked: bool) -> Iterator[BrowserContext]:
    """A browser window. An error on a page, one on its console, or a request to another host fails the test."""
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, permissions=["microphone"])
    opened.set_default_timeout(chromium.PATIENCE)
    faults: list[str] = []

    def check_console(message: ConsoleMessage) -> None:
        if console_is_checked and message.type == "error":
            faults.append(f"console: {message.text} ({message.location['url']})")

    def check_request(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "blob:", "data:")):
            faults.append(f"request to {request.url}")

    opened.on("weberror", lambda error: faults.append(str(error.error)))
    opened.on("console", check_console)
    opened.on("request", check_request)
    yield opened
    opened.close()
    assert faults == []


@pytest.fixture
def edited(context: BrowserContext) -> Iterator[Edit]:
    editors = Editors(context)
    yield editors.start
    editors.stop()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def on_phone(browser: Browser) -> Iterator[Page]:
    with closing(phone(browser)) as opened:
        yield opened.new_page()
