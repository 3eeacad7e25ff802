"""The Guide's real page: how soon it can be used."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.benchmarks.viewer.browser import fresh_page
from tests.benchmarks.viewer.contest import sign_in_script
from tests.benchmarks.viewer.line import Line


def open_guide(browser: Browser, line: Line, token: str) -> float:
    """Seconds from the first request for a Guide's page until there is a button to press."""
    with fresh_page(browser) as page:
        page.add_init_script(sign_in_script(token))
        page.goto(f"{line.origin}/guide", wait_until="commit")
        page.get_by_role("button").first.wait_for()
        return float(page.evaluate("performance.now() / 1000"))
