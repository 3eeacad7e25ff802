"""Words that are proposed, in a real browser: taken, refused and changed, by mouse, by keys alone and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_findings
from tests.browser.finger import Finger
from tests.browser.landmark_world import Stages, World
from tests.browser.walker import Walker
from tests.browser.word_pages import begin, come, drag, expect_fits, told_marks, words_of


@pytest.fixture(scope="module")
def proposing(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A campaign that proposes what may be marked."""
    return Stages(tmp_path_factory.mktemp("proposing"), proposer="dictionary")


@pytest.fixture
def world(proposing: Stages, tmp_path: Path) -> Iterator[World]:
    """Serves words that are to be marked, with proposals."""
    world = proposing.world("mention", tmp_path / "data")
    yield world
    world.demo.stop()


def proposals(page: Page) -> list[str]:
    """The words that are proposed, and neither taken nor refused."""
    return page.locator(".mention-proposed").all_inner_texts()


def left(page: Page, count: int) -> None:
    expect(page.locator(".mention-proposed")).to_have_count(count)
    if count:
        expect(page.get_by_test_id("proposals-left")).to_have_text(f"Proposals to answer: {count}")
    else:
        expect(page.get_by_test_id("proposals-left")).to_be_hidden()


def send(person: Walker) -> None:
    person.press("take-answer")
    person.press("take-answer")  # the first one says what is not finished
    person.expect_phase("done")


def told_proposed(world: World) -> list[tuple[str, list[str], bool]]:
    return [(words, mark["types"], mark["proposed"]) for words, mark in told_marks(world)]


def test_proposals_are_answered_by_mouse(world: World, page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 650})
    person = come(page, world, "mention")
    first, second, third, *others = proposals(page)
    left(page, 3 + len(others))
    expect(page.locator("mark")).to_have_count(0)
    expect(page.get_by_test_id("selected-words")).to_contain_text(f"“{first}” ")
    expect(page.get_by_test_id("guess")).to_contain_text("One")
    expect_fits(page, "take-answer", "marked-text", "accept-proposal", "refuse-proposal")
    assert serious_findings(page) == []
    person.press("accept-proposal")
    expect(page.get_by_test_id("selected-words")).to_contain_text(f"“{second}” ")
    expect(page.locator("mark")).to_have_text([first])
    person.press("refuse-proposal")
    expect(page.get_by_test_id("selected-words")).to_contain_text(f"“{third}” ")
    with person.draft_kept("other"):
        person.press("type-other")  # whoever changes it has taken it
    expect(page.locator("mark")).to_have_text([first, third])
    left(page, len(others))
    assert serious_findings(page) == []
    page.reload()
    expect(page.locator("mark")).to_have_text([first, third])
    left(page, len(others))
    person.press("undo-mark")
    expect(page.locator("mark")).to_have_text([first])
    left(page, 1 + len(others))
    person.press("redo-mark")
    person.press("take-answer")
    expect(page.get_by_test_id("said")).to_contain_text(f"Proposals without an answer: {len(others)}")
    person.press("take-answer")
    person.expect_phase("done")
    kept = told_proposed(world)
    assert [(words, proposed) for words, _, proposed in kept] == [(first, True), (third, True)]
    assert kept[0][1]
    assert "other" in kept[1][1]


def test_proposals_are_answered_by_keys_alone(world: World, page: Page) -> None:
    person = come(page, world, "mention")
    first, second, third, *others = proposals(page)
    page.keyboard.press("y")
    expect(page.locator("mark")).to_have_text([first])
    expect(page.get_by_test_id("said")).to_have_text(f"Proposed: {second}")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("said")).to_have_text(f"Proposed: {third}")
    page.get_by_test_id("marked-text").focus()
    page.keyboard.press("Space")
    for _ in others:
        page.keyboard.press("r")
    left(page, 0)
    page.keyboard.press("u")
    left(page, 1)
    page.keyboard.press("Shift+u")
    left(page, 0)
    page.keyboard.press("a")
    person.expect_phase("done")
    assert [words for words, *_ in told_proposed(world)] == [first, third]


def test_proposals_are_answered_on_a_phone(world: World, on_phone: Page) -> None:
    person = Finger(on_phone, world.link("mention"))
    begin(person)
    first, second, third, *others = proposals(on_phone)
    expect_fits(on_phone, "take-answer", "accept-proposal", "refuse-proposal")
    on_phone.locator(".mention-proposed [data-word]").nth(len(first.split())).tap()
    expect(on_phone.get_by_test_id("selected-words")).to_contain_text(f"“{second}” ")
    person.press("refuse-proposal")
    expect(on_phone.get_by_test_id("selected-words")).to_contain_text(f"“{third}” ")
    person.press("accept-proposal")
    assert serious_findings(on_phone) == []
    left(on_phone, 1 + len(others))
    send(person)
    assert told_proposed(world) == [(third, told_marks(world)[0][1]["types"], True)]


def test_own_words_across_a_proposal_take_its_place(world: World, page: Page) -> None:
    person = come(page, world, "mention")
    first, *others = proposals(page)
    words = words_of(page)
    drag(page, 0, 2)
    expect(page.locator("mark")).to_have_text([" ".join(words[:3])])
    left(page, len(others))
    assert first not in proposals(page)
    send(person)
    assert told_proposed(world) == [(" ".join(words[:3]), [], False)]
