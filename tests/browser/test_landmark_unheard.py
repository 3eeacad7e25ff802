"""Pages about landmarks where a Guide's voice is missing, or nobody knows when the words were said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser import house_landmarks as house
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker
from tests.browser.word_pages import heard

ANSWERS = {"box_draw": "nothing", "box_quality": "good", "same_thing": "unclear", "carry": "not_there"}
HINTS = {
    "untimed": "When these words were said is not known. The whole voice is played.",
    "unspoken": "Nobody spoke this: it cannot be played.",
}


@pytest.fixture(scope="module", params=["untimed", "unspoken"])
def why(request: pytest.FixtureRequest) -> str:
    """Words that were spoken but not aligned; words that a Guide wrote."""
    return str(request.param)


@pytest.fixture(scope="module")
def running(why: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    demo = Demo(tmp_path_factory.mktemp("unheard") / "data")
    house.fill(demo)
    with LocalStore.open(demo.data_dir) as store:
        guide = store.records.get(GuideAnnotation, f"{house.GUIDE:06d}")
        store.records.transact(lambda transaction: transaction.delete(AlignmentRecord, guide.task_id))
        if why == "unspoken":
            written = guide.model_copy(update={"voice": None, "duration": None, "sample_rate": None})
            store.records.transact(lambda transaction: transaction.replace(written))
    yield demo
    demo.stop()


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_page_is_done_without(page: Page, running: Demo, why: str, kind: str) -> None:
    number = 1 + list(ANSWERS).index(kind)
    page.set_viewport_size({"width": 1366, "height": 650})
    person = Walker(page, house.ask(running, kind, house.PAGES[kind], number))
    person.open()
    person.press("start")
    person.expect_phase("walk")
    hint = page.locator("[data-testid^=voice-hint]").first
    expect(hint).to_have_text(HINTS[why])
    if why == "untimed":
        with heard(page):
            page.keyboard.press("v")
    else:
        page.keyboard.press("v")
        expect(page.locator("[data-testid^=play-phrase]")).to_have_count(0)
    assert serious_findings(page) == []
    total = len(house.PAGES[kind])
    for _ in range(total):
        person.press(f"answer-{ANSWERS[kind]}")
    person.press("submit")
    person.expect_phase("done")
    given: Any = house.kept(running, kind, number).answer["answers"]
    assert len(given) == total
