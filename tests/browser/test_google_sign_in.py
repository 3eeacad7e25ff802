"""Google's own script is let onto the page that signs in with it; the policy refuses every other text as a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.demo import Demo

FIREBASE = {
    "PANGEA_SIGN_IN": "firebase",
    "PANGEA_FIREBASE_PROJECT": "demo-pangea",
    "PANGEA_FIREBASE_API_KEY": "any",
    "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9",
}


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    running = Demo(tmp_path / "data", **FIREBASE)
    yield running
    running.stop()


def test_the_firebase_sdk_may_load_googles_script(demo: Demo, browser: Browser) -> None:
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"http://127.0.0.1:{demo.port}/account")
    with page.expect_request("https://apis.google.com/js/api.js?onload=*"):
        page.get_by_test_id("sign-in").click()
    page.close()
    assert not [text for text in said if "Trusted" in text or "Content Security Policy" in text]
