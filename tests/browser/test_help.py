"""The help pages in a real browser, under the policy of all pages; and a way back from an unknown address."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pangea_server.http.pages import BUILT_HERE
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.help_site import help_site


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with its help pages."""
    folder = tmp_path_factory.mktemp("help")
    shutil.copytree(BUILT_HERE, folder / "web")
    shutil.copytree(help_site(), folder / "web" / "help", dirs_exist_ok=True)
    demo = Demo(folder / "data", PANGEA_WEB_DIR=str(folder / "web"))
    yield f"http://127.0.0.1:{demo.port}"
    demo.stop()


def test_somebody_searches_the_help_pages_and_finds(origin: str, page: Page) -> None:
    page.goto(f"{origin}/help")
    assert serious_findings(page) == []
    page.get_by_role("searchbox").fill("Prolific")
    page.keyboard.press("Enter")
    results = page.locator("#search-results li")
    expect(results.filter(has_text="Run a campaign on Prolific").first).to_be_visible()
    expect(results.locator(".context").first).not_to_be_empty()
    results.get_by_role("link", name="Run a campaign on Prolific").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Run a campaign on Prolific")


@pytest.mark.parametrize("width", [1360, 390])
def test_no_page_is_wider_than_the_window(origin: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 850})
    for name in ("index", "tutorial", "overview", "reference/settings", "reference/http", "packages/align"):
        page.goto(f"{origin}/help/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


class TestUnknownAddress:
    @pytest.fixture
    def console_is_checked(self) -> bool:
        return False  # the browser itself reports that the page was answered with 404

    def test_it_leads_back(self, origin: str, page: Page) -> None:
        answer = page.goto(f"{origin}/monitor/xyz")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_test_id("missing")).to_contain_text("Page not found")
        page.get_by_test_id("to-start").click()
        expect(page).to_have_url(f"{origin}/monitor")
        expect(page.get_by_test_id("help")).to_have_attribute("href", "/help/")
