"""A newcomer opens the demo's link and works on landmarks to the end; then the result is released, read and scored."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from environments.demo import DemoHouse
from environments.regions import ViewBox, view_corners
from environments.sightings import sighting
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.demo_landmarks.campaign import CAMPAIGN
from pangea_server.app.demo_landmarks.scripts import SCAN, SCRIPTS
from pangea_server.collect.landmarks.simulation.crowd import SECONDS
from pangea_server.dataset.formats.landmarks.flickr30k_entities import Flickr30kEntities
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.walker import Walker
from tests.readers import conftest as readers

opened = readers.opened  # a fixture

THINGS = {"sofa": "red-sofa", "it": "red-sofa", "piano": "black-piano", "table": "coffee-table",
          "fireplace": "fireplace", "bookshelf": "bookshelf"}  # fmt: skip
"""By the last of the words that name it."""
PHRASES = [each for sentence in SCRIPTS["new"] for each in sentence.named]
SHOWN = """
() => {
  const phase = document.querySelector('[data-phase]')?.dataset.phase
  return ['instructions', 'walk', 'nothing-to-do'].includes(phase) && phase
}
"""
PATIENCE_SECONDS = 600  # of first use: code is compiled, and 27 depth pictures are read for foretold boxes
QUIET_LOOKS = 4


@cache
def box(thing: str, place: str) -> ViewBox:
    labels = DemoHouse().labels(SCAN)
    assert labels is not None
    seen = sighting(labels, thing, place)
    assert seen
    assert seen.box
    return seen.box


@dataclass
class Newcomer(Walker):
    """Somebody who has never done this, and knows the house."""

    demo: Demo
    items: Counter[str] = field(default_factory=Counter)
    pages: list[str] = field(default_factory=list)
    shown: Callable[[str], None] = lambda name: None

    def work(self) -> None:
        """Do what is asked, page after page, until nobody has anything to do any more."""
        self.open()
        while self.has_task() or self.waits():
            kind = self.kind
            self.answer_all(kind)
            self.expect_phase("done")
            self.pages.append(kind)
            self.shown(f"{kind}-done")
            self.press("next-task")

    @property
    def kind(self) -> str:
        return self.page.url.partition("/task/")[2].partition("#")[0]

    def has_task(self) -> bool:
        """Whether a landmark's task is shown, on whichever page; else there is none now."""
        if "/work" in self.page.url:  # while colleagues prepare the next step, the page offers to be a Guide
            self.page.goto(f"{self.origin}/task/mention")
        shown = self.page.wait_for_function(SHOWN).json_value()
        return bool(shown != "nothing-to-do")

    def waits(self) -> bool:
        """Look again until there is a task; false once everything is done, up to foretold boxes, and nothing comes."""
        until = monotonic() + PATIENCE_SECONDS
        quiet = 0
        while quiet < QUIET_LOOKS:
            assert monotonic() < until, "the colleagues do not go on"
            self.page.wait_for_timeout(1000)
            states = task_states(self.demo)
            quiet = quiet + 1 if set(states.values()) == {TaskState.DONE} and "carry" in states else 0
            if self.has_task():
                return True
            self.page.get_by_test_id(re.compile("^(look-again|open-task)$")).click()
        return False

    def answer_all(self, kind: str) -> None:
        if self.page.get_by_test_id("start").count():
            self.shown(f"{kind}-start")
            self.press("start")
        self.expect_phase("walk")
        expect(self.viewer).to_have_attribute("data-sharp", "")
        if kind == "mention":
            self.mark_words()
            return
        question = self.page.get_by_test_id("question")
        expect(question).to_be_visible()
        progress = self.page.get_by_test_id("progress")
        several = progress.count() > 0  # nobody counts to one
        number = 0
        while question.count():
            number += 1
            if several:
                expect(progress).to_have_text(re.compile(f"^{number} of "))
            if number == 1:
                self.shown(kind)
            getattr(self, f"do_{kind}")()
            if several:
                answered = self.page.get_by_test_id(f"item-{number}")
                expect(answered).to_have_attribute("data-state", "answered")
            else:
                expect(question).to_have_count(0)
        self.items[kind] += number
        self.press("submit")

    def mark_words(self) -> None:
        """What is proposed is what names something here: four presses."""
        for left in range(len(PHRASES), 0, -1):
            expect(self.page.get_by_test_id("proposals-left")).to_have_text(f"Proposals to answer: {left}")
            self.press("accept-proposal")
        self.shown("mention")
        self.items["mention"] += 1
        self.press("take-answer")

    def meant(self, number: int = 1) -> str:
        """The thing that a phrase means, by its last word; the number is one of several phrases."""
        alone = self.page.get_by_test_id("phrase")
        phrase = alone if alone.count() else self.page.get_by_test_id(f"phrase-{number}")
        return THINGS["".join(phrase.locator("mark").all_inner_texts()).split()[-1]]

    def do_coref_link(self) -> None:
        self.press("answer-same" if self.meant(1) == self.meant(2) else "answer-different")

    def do_coref_verify(self) -> None:
        self.press("answer-same")

    def do_box_need(self) -> None:
        self.press("answer-box")

    def do_box_draw(self) -> None:
        if self.page.get_by_test_id("drawn-1").count():
            self.press("answer-nothing")
            return
        self.rest()
        corners = view_corners(box(self.meant(), self.viewpoint))
        for number in range(4):
            middle = corners[number] + corners[(number + 1) % 4]
            self.page.mouse.click(*self.seen_at(middle / np.linalg.norm(middle)))
        self.shown("box_draw-drawn")
        self.press("answer-whole")

    def do_box_quality(self) -> None:
        self.press("answer-good")

    def do_box_coverage(self) -> None:
        self.press("answer-all")

    def do_same_thing(self) -> None:
        self.press("answer-same" if self.meant(1) == self.meant(2) else "answer-different")

    def do_carry(self) -> None:
        self.press("answer-whole")


def task_states(demo: Demo) -> dict[str, TaskState]:
    """By kind, the state of a task about landmarks, of one that is not done where there is one."""
    with LocalStore.open(demo.data_dir) as store:
        tasks = store.records.find(Task, {"campaign_id": CAMPAIGN})
    found = [each for each in tasks if each.state is not TaskState.RETIRED]
    return {
        each.kind: each.state for each in sorted(found, key=lambda each: each.state is not TaskState.DONE)
    }


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    running = Demo(tmp_path_factory.mktemp("demo") / "data", "demo", "--landmarks")
    yield running
    running.stop()


def pangea(demo: Demo, *arguments: str | Path) -> str:
    """What the command says."""
    done = subprocess.run(
        [sys.executable, "-m", "pangea_server.app", *map(str, arguments), "--data-dir", str(demo.data_dir)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_newcomer_finishes_the_part_and_its_release_is_read_and_scored(
    page: Page, demo: Demo, opened: readers.Opened, tmp_path: Path
) -> None:
    newcomer = Newcomer(page, demo.links["mention"], demo)
    newcomer.work()
    kinds = ("mention", "coref_link", "box_need", "box_draw", "box_quality", "box_coverage", "carry")
    assert {*newcomer.pages} >= {*kinds}
    assert len(newcomer.pages) <= 14
    seconds = sum(SECONDS.get(Step(kind), 0) * count for kind, count in newcomer.items.items())
    assert seconds <= 300, newcomer.items  # at the pace of Flickr30k Entities, of the steps that it has
    released = tmp_path / "released"
    formats = [word for name in ("coco", "flickr30k_entities") for word in ("--format", name)]
    pangea(demo, "release", released, "--version", "1.0", *formats)
    check_release(released, opened)
    pangea(demo, "evaluate", "grounding", "--output", tmp_path / "scored")
    results = json.loads((tmp_path / "scored" / "grounding.json").read_text())["results"]
    (prior,) = (each for each in results if each["of"] == ["camera prior", "c-IoU", "all", "R@1"])
    assert (prior["value"] is not None, prior["judgements"]) == (True, 8)
    told = json.loads(pangea(demo, "landmarks", "export", CAMPAIGN, tmp_path / "files", "--json"))
    assert told["files"] == ["coco/about.json", "coco/instances.json"]


def check_release(folder: Path, read_by_others: readers.Opened) -> None:
    """Its card tells of landmarks; COCO's own reader sees each region, and ours the chains of Flickr30k Entities."""
    card = (folder / "README.md").read_text().partition("## Landmarks\n")[2].partition("\n## ")[0]
    rows = {cells[0]: int(cells[1]) for line in card.splitlines() if (cells := cells_of(line))}
    assert rows["mentions"] == 8
    assert rows["things"] == 5
    drawn = rows["regions"]
    assert drawn > 5  # foretold ones that were accepted, too
    assert "- Chains, by what they need to be shown: box 5." in card
    seen = read_by_others("coco", folder / "coco" / "instances.json")
    assert len(seen) == drawn
    assert {each["category"] for each in seen} == {"furniture", "decoration"}
    read = [
        each.entry for each in Flickr30kEntities().read_landmarks(folder / "flickr30k_entities", DemoHouse())
    ]
    entries = [each for each in read if isinstance(each, LandmarkEntry)]
    assert len(entries) == len(read)
    assert {each.text for entry in entries for each in entry.mentions} >= {each.words for each in PHRASES}
    assert sum(len(entry.regions) for entry in entries) > 0


def cells_of(line: str) -> list[str]:
    """The cells of a row of figures; none of other lines."""
    cells = [each.strip() for each in line.strip("| ").split("|")]
    return cells if len(cells) > 1 and all(each.isdigit() for each in cells[1:]) else []
