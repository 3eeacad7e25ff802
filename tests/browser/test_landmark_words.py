"""Words in a real browser: marked, linked, checked and sorted, by mouse, by keys alone and on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.finger import Finger
from tests.browser.landmark_world import Stages, World
from tests.browser.walker import Walker
from tests.browser.word_pages import begin, come, drag, expect_fits, heard, told_marks, word, words_of

Serve = Callable[[str], World]
ODD = "This would cut through"
LOOKS_AT = """
([viewpointId, heading]) => {
  const { dataset } = document.querySelector('[data-testid=viewer]')
  return dataset.viewpointId === viewpointId && Math.abs(dataset.heading - heading) < 0.01
}
"""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    return Stages(tmp_path_factory.mktemp("stages"))


@pytest.fixture
def serve(stages: Stages, tmp_path: Path) -> Iterator[Serve]:
    """Serves a store in which tasks of a kind are next."""
    running: list[World] = []

    def begin(kind: str) -> World:
        running.append(stages.world(kind, tmp_path / "data"))
        return running[-1]

    yield begin
    for world in running:
        world.demo.stop()


UNSEEN = r"visual\\\":false"
"""A mark of what cannot be seen, in a draft."""


def said(page: Page, number: int = 0) -> str:
    """The phrase that is marked in a sentence; its number where there are several."""
    name = f"phrase-{number}" if number else "phrase"
    return "".join(page.get_by_test_id(name).locator("mark").all_inner_texts())


def verdicts(answer: dict[str, Any]) -> list[str]:
    return [each["verdict"] for each in answer["answers"]]


# Links


def links(person: Walker, choose: Callable[[str], None]) -> list[str]:
    """Answer all links of a page: the same words are taken for the same thing."""
    given: list[str] = []
    question = person.page.get_by_test_id("question")
    while question.count():
        number = len(given) + 1
        expect(person.page.get_by_test_id("progress")).to_have_text(re.compile(f"^{number} of "))
        given.append("same" if said(person.page, 1) == said(person.page, 2) else "different")
        choose(given[-1])
        expect(person.page.get_by_test_id(f"item-{number}")).to_have_attribute("data-state", "answered")
    return given


def test_links_are_answered_by_mouse_and_seconds_are_measured(serve: Serve, page: Page) -> None:
    world = serve("coref_link")
    page.set_viewport_size({"width": 1366, "height": 650})
    began = time.monotonic()
    person = come(page, world, "coref_link")
    assert serious_findings(page) == []
    expect_fits(page, "answer-same", "answer-unclear", "phrase-1", "phrase-2", "next-place", "look-there")
    looked = person.viewpoint, person.heading
    page.get_by_test_id("look-phrase-2").click()
    expect(page.get_by_test_id("place")).to_have_text("Words 2 of 2")
    page.wait_for_function(f"looked => !({LOOKS_AT})(looked)", arg=looked)
    page.get_by_test_id("last-place").click()
    expect(page.get_by_test_id("place")).to_have_text("Words 1 of 2")
    page.wait_for_function(LOOKS_AT, arg=looked)
    with heard(page):
        page.get_by_test_id("play-phrase-1").click()
    expect(page.get_by_test_id("play-phrase-1")).not_to_have_attribute("data-heard", "")
    page.wait_for_timeout(600)
    page.get_by_test_id("add-comment").click()
    page.get_by_test_id("comment").fill("Both on the left: 1 and 2.")
    given = links(person, lambda verdict: person.press(f"answer-{verdict}"))
    expect_fits(page, "submit")
    assert serious_findings(page) == []
    person.press("item-1")
    expect(page.get_by_test_id(f"answer-{given[0]}")).to_have_attribute("aria-pressed", "true")
    person.press("answer-unclear")
    person.press("submit")
    person.expect_phase("done")
    answer = world.answer("coref_link")
    assert verdicts(answer) == ["unclear", *given[1:]]
    first, *others = answer["answers"]
    assert first["comment"] == "Both on the left: 1 and 2."
    assert first["seconds"] > 1
    assert all(each["seconds"] > 0 for each in others)
    assert (
        sum(each["seconds"] for each in answer["answers"]) < time.monotonic() - began
    )  # no second counts twice


def test_links_are_answered_by_keys_alone(serve: Serve, page: Page) -> None:
    world = serve("coref_link")
    person = Walker(page, world.link("coref_link"))
    person.open()
    page.get_by_test_id("start").focus()
    page.keyboard.press("Enter")
    person.expect_phase("walk")
    expect(page.get_by_test_id("answer-same")).to_have_attribute("aria-keyshortcuts", "1")
    page.keyboard.press("n")
    expect(page.get_by_test_id("place")).to_have_text("Words 2 of 2")
    with heard(page):
        page.keyboard.press("v")
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    keys = {"same": "1", "different": "2"}
    given = links(person, lambda verdict: page.keyboard.press(keys[verdict]))
    page.keyboard.press("k")
    expect(page.get_by_test_id("progress")).to_have_text(f"{len(given)} of {len(given)}")
    page.keyboard.press("a")  # as it was answered
    expect(page.get_by_test_id("all-answered")).to_be_focused()
    page.keyboard.press("Enter")
    person.expect_phase("done")
    assert verdicts(world.answer("coref_link")) == given


def test_links_are_answered_on_a_phone(serve: Serve, on_phone: Page) -> None:
    world = serve("coref_link")
    person = Finger(on_phone, world.link("coref_link"))
    begin(person)
    expect_fits(on_phone, "answer-same", "answer-unclear", "next-place", "look-there", "phrase-1")
    assert serious_findings(on_phone) == []
    given = links(person, lambda verdict: person.press(f"answer-{verdict}"))
    person.press("submit")
    person.expect_phase("done")
    assert verdicts(world.answer("coref_link")) == given


def test_a_page_that_was_killed_goes_on_where_it_was(
    serve: Serve, context: BrowserContext, page: Page
) -> None:
    world = serve("coref_link")
    person = come(page, world, "coref_link")
    page.wait_for_timeout(1500)
    with person.draft_kept(r"different.+seconds"):
        page.keyboard.press("2")
    expect(page.get_by_test_id("progress")).to_have_text(re.compile("^2 of "))
    address = page.url
    session = person.session()
    page.close(run_before_unload=False)
    other = Walker(context.new_page(), f"{address}#session={session}")
    other.open()
    other.expect_phase("walk")
    expect(other.page.get_by_test_id("progress")).to_have_text(re.compile("^2 of "))
    other.page.keyboard.press("1")
    other.page.reload()
    expect(other.page.get_by_test_id("item-1")).to_have_attribute("data-state", "answered")
    while other.page.get_by_test_id("question").count():
        at = other.page.get_by_test_id("progress").inner_text()
        other.page.keyboard.press("1")
        expect(other.page.get_by_text(at, exact=True)).to_have_count(0)
    other.press("submit")
    other.expect_phase("done")
    answer = world.answer("coref_link")
    assert verdicts(answer)[0] == "different"
    assert answer["answers"][0]["seconds"] > 1.4


def test_what_was_corrected_meanwhile_is_left_out(serve: Serve, page: Page) -> None:
    world = serve("coref_link")
    person = come(page, world, "coref_link")
    with LocalStore.open(world.demo.data_dir) as store:
        first = store.records.get(GuideAnnotation, "000001")
        changed = first.model_copy(update={"transcript": f"Now {first.transcript}"})
        store.records.transact(lambda transaction: transaction.replace(changed))
    page.reload()
    leave = page.get_by_test_id("left-out")
    expect(page.locator(".landmark-progress li").first).to_be_visible()
    left = page.locator(".landmark-progress [data-state=leftOut]").count()
    total = page.locator(".landmark-progress li").count()
    assert 0 < left <= total
    if left < total:
        page.locator(".landmark-progress [data-state=leftOut]").first.click()
        expect(leave).to_contain_text("corrected meanwhile")
        page.keyboard.press("a")
    while page.get_by_test_id("question").count():
        at = page.get_by_test_id("progress").inner_text()
        page.keyboard.press("5")
        expect(page.get_by_text(at, exact=True)).to_have_count(0)
    person.press("submit")
    person.expect_phase("done")
    assert [each is None for each in world.answer("coref_link")["answers"]].count(True) == left


# Chains


@pytest.mark.parametrize("way", ["mouse", "keys", "phone"])
def test_a_chain_is_checked(serve: Serve, page: Page, on_phone: Page, way: str) -> None:
    world = serve("coref_verify")
    tab = on_phone if way == "phone" else page
    person = (Finger if way == "phone" else Walker)(tab, world.link("coref_verify"))
    if way == "mouse":
        page.set_viewport_size({"width": 1366, "height": 650})
    begin(person)
    keys = {"not-same": "2", "odd-2": "2", "odd-1": "1", "same": "1"}

    def press(name: str) -> None:
        tab.keyboard.press(keys[name]) if way == "keys" else person.press(f"answer-{name}")

    expect_fits(tab, "answer-same", "answer-not-same")
    total = tab.locator(".landmark-progress li").count()
    odd = said(tab, 2)
    press("not-same")
    expect(tab.get_by_test_id("question")).to_have_text("Which words mean something else?")
    expect(tab.get_by_test_id("answer-odd-2").locator("span").first).to_have_text(odd)
    press("odd-2")
    expect(tab.get_by_test_id("answer-odd-2")).to_have_attribute("aria-pressed", "true")
    phrases = tab.locator(".landmark-phrase").count()
    if phrases == 2:
        press("odd-1")
        expect(tab.get_by_test_id("said")).to_contain_text("At least one must stay")
    expect_fits(tab, "take-answer")
    assert serious_findings(tab) == []
    tab.keyboard.press("a") if way == "keys" else person.press("take-answer")
    for number in range(2, total + 1):
        expect(tab.get_by_test_id("progress")).to_have_text(f"{number} of {total}")
        press("same")
    tab.keyboard.press("a") if way == "keys" else person.press("submit")
    person.expect_phase("done")
    first, *others = world.answer("coref_verify")["answers"]
    assert (first["verdict"], len(first["odd"])) == ("not_same", 1)
    assert [each["verdict"] for each in others] == ["same"] * (total - 1)


# What a box can show


@pytest.mark.parametrize("way", ["mouse", "keys", "phone"])
def test_what_a_box_can_show_is_said(serve: Serve, page: Page, on_phone: Page, way: str) -> None:
    world = serve("box_need")
    tab = on_phone if way == "phone" else page
    person = (Finger if way == "phone" else Walker)(tab, world.link("box_need"))
    if way == "mouse":
        page.set_viewport_size({"width": 1366, "height": 650})
    begin(person)
    expect_fits(tab, "answer-box", "answer-scene", "answer-not_visual", "phrase", "next-place")
    assert serious_findings(tab) == []
    here = person.viewpoint
    tab.keyboard.press("n") if way == "keys" else person.press("next-place")
    expect(person.viewer).not_to_have_attribute("data-viewpoint-id", here)
    tab.keyboard.press("f") if way == "keys" else person.press("look-there")
    person.expect_at(here)
    total = tab.locator(".landmark-progress li").count()
    order = ["box", "scene", "not_visual"]
    given = [order[number % 3] for number in range(total)]
    for number, verdict in enumerate(given, 1):
        if total > 1:
            expect(tab.get_by_test_id("progress")).to_have_text(f"{number} of {total}")
        tab.keyboard.press(str(order.index(verdict) + 1)) if way == "keys" else person.press(
            f"answer-{verdict}"
        )
    tab.keyboard.press("a") if way == "keys" else person.press("submit")
    person.expect_phase("done")
    assert verdicts(world.answer("box_need")) == given


# Marks


def test_words_are_marked_by_mouse(serve: Serve, page: Page) -> None:
    world = serve("mention")
    page.set_viewport_size({"width": 1366, "height": 650})
    person = come(page, world, "mention")
    said = words_of(page)
    expect_fits(page, "take-answer", "marked-text")
    assert serious_findings(page) == []
    drag(page, 1, 4)
    expect(page.get_by_test_id("selected-words")).to_have_text(f"“{' '.join(said[1:5])}”")
    person.press("type-opening")
    person.press("number-one")
    drag(page, 3, 6)
    expect(page.get_by_test_id("said")).to_contain_text(ODD)
    assert serious_findings(page) == []
    person.press("drop-words")
    drag(page, 3, 4)
    expect(page.locator("mark mark")).to_have_count(1)
    person.press("unseen")
    person.press("undo-mark")
    person.press("undo-mark")
    expect(page.locator("mark")).to_have_count(1)
    person.press("redo-mark")
    with person.draft_kept(UNSEEN):
        person.press("redo-mark")
    page.reload()
    expect(page.locator("mark mark.mention-unseen")).to_have_count(1)
    person.press("take-answer")
    person.expect_phase("done")
    outer, inner = told_marks(world)
    assert (outer[0], outer[1]["types"], outer[1]["number"]) == (" ".join(said[1:5]), ["opening"], "one")
    assert (inner[0], inner[1]["visual"]) == (" ".join(said[3:5]), False)


def test_words_are_marked_by_keys_alone(serve: Serve, page: Page) -> None:
    world = serve("mention")
    person = come(page, world, "mention")
    said = words_of(page)
    page.get_by_test_id("marked-text").focus()
    for key in ("ArrowRight", *["Shift+ArrowRight"] * 3, "Space"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("selected-words")).to_have_text(f"“{' '.join(said[1:5])}”")
    expect(page.get_by_test_id("heads")).to_be_visible()  # nobody is sure of the main word of four
    page.get_by_test_id("head-4").focus()
    page.keyboard.press("Space")
    page.get_by_test_id("type-opening").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("type-opening")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("marked-text").focus()
    page.keyboard.press("[")
    expect(page.get_by_test_id("selected-words")).to_have_text(f"“{' '.join(said[1:5])[:-1]}”")
    page.keyboard.press("]")
    page.keyboard.press("Delete")
    expect(page.locator("mark")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("mark")).to_have_count(1)
    page.keyboard.press("a")
    person.expect_phase("done")
    [(words, mark)] = told_marks(world)
    assert (words, mark["types"]) == (" ".join(said[1:5]), ["opening"])


def test_words_are_marked_on_a_phone(serve: Serve, on_phone: Page) -> None:
    world = serve("mention")
    person = Finger(on_phone, world.link("mention"))
    begin(person)
    said = words_of(on_phone)
    expect_fits(on_phone, "take-answer")
    word(on_phone, 1).tap()
    word(on_phone, 4).tap()
    person.press("mark-words")
    expect(on_phone.get_by_test_id("selected-words")).to_have_text(f"“{' '.join(said[1:5])}”")
    person.press("take-answer")
    expect(on_phone.get_by_test_id("said")).to_contain_text("without a kind of thing: 1")
    assert serious_findings(on_phone) == []
    person.press("type-opening")
    person.press("mark-inside")
    word(on_phone, 3).tap()
    word(on_phone, 4).tap()
    person.press("mark-words")
    person.press("type-opening")
    expect_fits(on_phone, "take-answer")
    person.press("take-answer")
    person.expect_phase("done")
    assert [words for words, _ in told_marks(world)] == [" ".join(said[1:5]), " ".join(said[3:5])]
