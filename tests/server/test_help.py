"""The help pages at /help, and what a browser is shown at an address that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import assert_problem

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def web(web: Path) -> Path:
    (web / "missing.html").write_text('<!doctype html><title>missing</title><main id="page"></main>')
    return web


@pytest.fixture
def helped(settings: Settings, web: Path) -> TestClient:
    """A server whose help pages were built."""
    (web / "help" / "howto").mkdir(parents=True)
    (web / "help" / "index.html").write_text("<title>help</title>")
    (web / "help" / "howto" / "deploy.html").write_text("<title>deploy</title>" + " " * 2000)
    return TestClient(create_app(settings))


def test_help_is_served_under_the_policy_of_all_pages(helped: TestClient) -> None:
    answer = helped.get("/help")
    assert answer.url.path == "/help/"
    assert "<title>help</title>" in answer.text
    page = helped.get("/help/howto/deploy.html")
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    assert (
        page.headers["content-security-policy"] == helped.get("/monitor").headers["content-security-policy"]
    )


def test_help_that_was_not_built_says_how_to_build_it(server: TestClient) -> None:
    for address in ("/help", "/help/tutorial.html"):
        problem = assert_problem(server.get(address), 404, "help_not_built")
        assert "make docs" in problem["remedy"]
    assert 'data-problem="help_not_built"' in server.get("/help", headers=BROWSER).text


@pytest.mark.parametrize(
    "address", ["/nonsense", "/monitor/xyz", "/assets/nothing.js", "/plugins/nothing/task.js"]
)
def test_a_browser_is_shown_a_page_at_an_unknown_address(server: TestClient, address: str) -> None:
    answer = server.get(address, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["vary"] == "Accept"
    assert '<main id="page" data-problem="not_found">' in answer.text
    assert "content-security-policy" in answer.headers


def test_a_page_that_help_does_not_have_is_a_page_for_people_too(helped: TestClient) -> None:
    assert 'data-problem="not_found"' in helped.get("/help/nothing.html", headers=BROWSER).text


@pytest.mark.parametrize("accept", ["application/json", "*/*", "application/problem+json"])
def test_programs_get_a_problem(server: TestClient, accept: str) -> None:
    assert_problem(server.get("/nonsense", headers={"Accept": accept}), 404, "not_found")


def test_the_interface_answers_with_problems_only(server: TestClient) -> None:
    assert_problem(server.get("/api/v1/nonsense", headers=BROWSER), 404, "not_found")


def test_pages_of_before_answer_with_a_problem(server: TestClient, web: Path) -> None:
    """A viewer that was built before has no such page."""
    (web / "missing.html").unlink()
    assert_problem(server.get("/nonsense", headers=BROWSER), 404, "not_found")
