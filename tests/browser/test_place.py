"""A place to walk through, whose edges are marked good or bad."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from environments.demo import DemoHouse
from tests.browser.demo import Demo


@pytest.fixture
def page(context: BrowserContext, demo: Demo) -> Page:
    """The first place of the demo house."""
    page = context.new_page()
    page.goto(demo.links["monitor"])
    expect(page.get_by_test_id("campaigns")).to_be_visible()
    page.goto(f"http://127.0.0.1:{demo.port}/place?scan=demo-house")
    expect(page.get_by_test_id("place-here")).to_be_visible()
    return page


def test_each_edge_is_walked_marked_and_saved(page: Page, tmp_path: Path) -> None:
    graph = DemoHouse().scan("demo-house").graph
    here = page.get_by_test_id("place-here").inner_text()
    neighbours = sorted(graph.neighbors(here))
    expect(page.get_by_test_id("edge")).to_have_count(len(neighbours))
    page.get_by_test_id(f"good-{neighbours[0]}").click()
    page.get_by_test_id(f"step-{neighbours[0]}").click()
    expect(page.get_by_test_id("place-here")).to_have_text(neighbours[0])
    expect(page.get_by_test_id(f"good-{here}")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("next-edge").click()
    there = next(each for each in sorted(graph.neighbors(neighbours[0])) if each != here)
    page.get_by_test_id(f"bad-{there}").click()
    expect(page.get_by_test_id("edges-marked")).to_contain_text("good: 1, bad: 1")
    with page.expect_download() as saved:
        page.get_by_test_id("save-edges").click()
    saved.value.save_as(tmp_path / "edges.json")
    marks = json.loads((tmp_path / "edges.json").read_text())
    assert marks == {
        "scan": "demo-house",
        "good": [sorted([here, neighbours[0]])],
        "bad": [sorted([neighbours[0], there])],
    }
    page.reload()
    expect(page.get_by_test_id("edges-marked")).to_contain_text("good: 1, bad: 1")
