"""A person asks, the team answers in its own browser, and the person reads it at the next visit."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.demo import Demo
from tests.browser.test_people import check

QUESTION = "क्या बाएँ वाला दरवाज़ा?"
ANSWER = "Yes: the door on your left."


def test_an_answer_is_seen_at_the_next_visit_and_asked_about_once(
    demo: Demo, page: Page, browser: Browser, context: BrowserContext
) -> None:
    page.goto(demo.links["guide"])
    expect(page.get_by_test_id("account")).to_be_visible()
    expect(page.get_by_test_id("answers")).to_have_count(0)
    page.goto(f"http://127.0.0.1:{demo.port}/me")
    page.get_by_test_id("ask-words").fill(QUESTION)
    page.get_by_test_id("ask-send").click()
    expect(page.get_by_test_id("own-question")).to_contain_text(QUESTION)
    check(page, "own-questions")

    team = browser.new_context().new_page()
    team.goto(demo.links["monitor"])
    team.get_by_test_id("questions").click()
    expect(team.get_by_test_id("waiting")).to_have_text("1 question without an answer")
    team.get_by_test_id("answer-words").fill(ANSWER)
    check(team, "question")
    team.get_by_test_id("answer-send").click()
    expect(team.get_by_test_id("question-state")).to_have_text("Answered, not read yet")

    page.goto(f"http://127.0.0.1:{demo.port}/guide")
    link = page.get_by_test_id("answers")
    expect(link).to_have_text("1 new answer")
    check(page, "answers")
    with context.expect_page() as opened:
        link.click()
    mine = opened.value
    expect(mine.get_by_test_id("own-question")).to_contain_text(ANSWER)
    expect(mine.get_by_test_id("answers")).to_have_count(0)
    mine.get_by_test_id("ask-back-words").fill("Left when I enter?")
    mine.get_by_test_id("ask-back-send").click()
    expect(mine.get_by_test_id("ask-back-words")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("account")).to_be_visible()
    expect(page.get_by_test_id("answers")).to_have_count(0)

    team.get_by_test_id("look-again").click()
    expect(team.get_by_test_id("waiting")).to_have_text("1 question without an answer")
    team.context.close()
