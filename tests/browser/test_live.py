"""A learner lets the team watch a training walk; somebody watches in another browser, writes, and is let go."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.test_people import PHONE, check
from tests.browser.test_training import paths
from tests.browser.walker import Walker

__all__ = ["paths"]
LOOKS_ALONG = """
heading => {
  const seen = document.querySelector('[data-testid=watching] [data-viewpoint-id]').dataset.heading
  return Math.cos(seen - heading) > Math.cos(0.02)
}
"""
HINT = "Turn round: the lamp is behind you."


def check_at_phone_size(page: Page) -> None:
    """With the panel at its end, where the bar below covers half of no button."""
    wide = page.viewport_size
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert serious_findings(page) == []
    page.set_viewport_size(wide)  # type: ignore[arg-type]


def test_a_learner_is_watched_helped_and_left_alone_again(
    demo: Demo, page: Page, browser: Browser, paths: list[tuple[str, ...]]
) -> None:
    learner = Walker(page, demo.links["follower"])
    learner.open()
    learner.expect_at(paths[0][0])
    team = browser.new_context().new_page()
    team.goto(demo.links["monitor"])
    team.get_by_test_id("live-training").click()
    check(team, "no-learners")

    page.get_by_test_id("live-offer").click()
    expect(page.get_by_test_id("live-agree")).to_be_visible()
    assert serious_findings(page) == []
    check_at_phone_size(page)
    page.get_by_test_id("live-agree").click()
    expect(page.get_by_test_id("live-status")).to_contain_text("Nobody is watching")
    team.get_by_test_id("watch").click()
    expect(team.get_by_test_id("watching-state")).to_have_text("Live")
    expect(page.get_by_test_id("live-status")).to_contain_text("1 person")

    camera = team.locator("[data-testid=watching] [data-viewpoint-id]")
    expect(camera).to_have_attribute("data-viewpoint-id", paths[0][0])
    learner.walk(list(paths[0][:2]))
    expect(camera).to_have_attribute("data-viewpoint-id", paths[0][1])
    team.wait_for_function(LOOKS_ALONG, arg=learner.rest())

    page.get_by_test_id("live-words").fill("Is it <this> door?")
    expect(team.get_by_test_id("typed")).to_have_text("Is it <this> door?")
    team.get_by_test_id("hint-words").fill(HINT)
    check(team, "watching")
    team.get_by_test_id("hint-send").click()
    expect(page.get_by_test_id("live-hint")).to_have_text(HINT)
    page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    expect(page.get_by_test_id("live-status")).to_be_in_viewport()
    page.locator(".panel").evaluate("panel => panel.scrollTo(0, 0)")  # else it covers half a button
    assert serious_findings(page) == []

    check_at_phone_size(page)

    page.get_by_test_id("live-end").click()
    expect(page.get_by_test_id("live-on")).to_have_count(0)
    expect(team.get_by_test_id("watching-state")).to_contain_text("ended")
    expect(team.get_by_test_id("hint-words")).to_have_count(0)
    check(team, "watching")
    team.context.close()
