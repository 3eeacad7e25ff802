"""Landmarks on the replay page in a real browser: drawn as they are said, looked at, switched off."""

from __future__ import annotations

import re
import time
from contextlib import closing
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect

from environments.demo import DemoHouse
from environments.sightings import sighting, sightings
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Mention,
    RegionRecord,
    mention_id,
    transcript_digest,
)
from pangea_server.core.settings import read_settings
from pangea_server.stores.opening import open_store
from tests.browser.answers import TRANSCRIPT, annotator, guide
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import TWO_FRAMES, Walker

PATIENCE = 180  # seconds: the aligner is compiled first
MEANT = {
    "the red sofa": ("red-sofa",),
    "the lamp": ("yellow-lamp", "blue-lamp"),
}


def with_landmarks(demo: Demo, number: int) -> dict[str, set[str]]:
    """Keep what the words of a Guide mean: masks and boxes of the house's things. Returns where they are seen."""
    labels = DemoHouse().labels("demo-house")
    assert labels is not None
    with closing(open_store(read_settings(data_dir=demo.data_dir))) as store:
        records = store.records
        told = stored_guide(records, number)
        viewpoints = tuple(DemoHouse().scan(told.scan_id).viewpoints)
        goal = max(sightings(labels, told.walked[-1]), key=lambda each: each.steradians if each.box else 0)
        meant = MEANT | {"the window": (goal.object_id,)}  # something that its end does show
        seen: dict[str, set[str]] = {text: set() for text in meant}
        place = {"path_id": told.path_id, "scan_id": told.scan_id}
        for chain, (text, objects) in enumerate(meant.items()):
            start = told.transcript.index(text)
            end = start + len(text)
            records.create(
                Mention(
                    **place,
                    instruction_id=number,
                    language=told.language,
                    start_char=start,
                    end_char=end,
                    text=text,
                    source="imported",
                    transcript_sha256=transcript_digest(told.transcript),
                )
            )
            things = tuple(f"label:{told.scan_id}-{name}" for name in objects)
            records.create(
                Chain(
                    **place,
                    chain_id=f"{told.path_id:06d}-c{chain}",
                    mentions=(mention_id(number, start, end),),
                    need="box",
                    entities=things,
                    source="imported",
                )
            )
            for thing, name in zip(things, objects, strict=True):
                records.create(Entity(entity_id=thing, scan_id=told.scan_id, how="labelled"))
                for viewpoint in viewpoints:
                    found = sighting(labels, name, viewpoint)
                    if found is None or found.box is None:
                        continue
                    seen[text].add(viewpoint)
                    records.create(
                        RegionRecord(
                            region_id=f"{name}-{viewpoint}",
                            entity_id=thing,
                            scan_id=told.scan_id,
                            viewpoint_id=viewpoint,
                            shape=found.mask if name == "red-sofa" else found.box,
                            source="labelled",
                        )
                    )
    return seen


@pytest.fixture
def manager(demo: Demo, page: Page) -> Walker:
    """On the replay of a Guide whose words are timed."""
    with annotator(demo) as person:
        number = guide(person)
    manager = Walker(page, demo.links["monitor"])
    manager.open()
    expect(page.get_by_text(f"Guide {number}").first).to_be_visible()
    deadline = time.monotonic() + PATIENCE
    while manager.call("GET", f"/annotations/guide/{number}")["summary"]["alignment"] != "aligned":
        assert time.monotonic() < deadline, "the aligner did not get to it"
        page.wait_for_timeout(500)
    page.goto(f"{manager.origin}/replay?kind=guide&id={number}")
    expect(page.get_by_test_id("word")).to_have_count(len(TRANSCRIPT.split()))
    return manager


def camera(page: Page) -> NDArray[np.int_]:
    """What the canvas shows, as (height, width, 3)."""
    page.evaluate(TWO_FRAMES)
    page.wait_for_selector("[data-testid=own-camera] [data-sharp]:not([data-moving])")
    shot = page.get_by_test_id("own-camera").screenshot()
    return np.asarray(Image.open(BytesIO(shot)).convert("RGB")).astype(int)


def is_looked_at(page: Page, text: str, places: set[str]) -> bool:
    """Whether it is seen from where the camera comes to stand; waits until the page says so."""
    viewer = page.locator("[data-testid=own-camera] .viewer")
    said = page.get_by_test_id("landmarks-said")
    deadline = time.monotonic() + 30
    while True:
        seen = viewer.get_attribute("data-viewpoint-id") in places
        if (f"Looking at “{text}”" if seen else f"“{text}” is not seen from here") in said.inner_text():
            return seen
        assert time.monotonic() < deadline, f"seen: {seen}, and the page says {said.inner_text()}"
        page.wait_for_timeout(100)


def assert_the_picture_is_in_view(page: Page) -> None:
    """All of it, with room for the words below it."""
    stage = page.locator(".stage").bounding_box()
    height = page.evaluate("() => innerHeight")
    assert stage
    assert stage["y"] >= 0
    assert stage["y"] + stage["height"] <= 0.7 * height


def assert_the_picture_covers_no_words(page: Page) -> None:
    """At the page's end too, where the facts beside them are read."""
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    stage, words = (page.locator(name).bounding_box() for name in (".stage", ".words-card"))
    assert stage
    assert words
    assert words["y"] >= stage["y"] + stage["height"]


def test_what_words_mean_is_drawn_looked_at_and_switched_off(demo: Demo, manager: Walker) -> None:
    page = manager.page
    expect(page.get_by_test_id("landmarks")).to_have_count(0)  # before there are any
    seen = with_landmarks(demo, 1)
    page.reload()
    marks = page.get_by_test_id("landmark")
    expect(marks).to_have_count(len(seen))
    expect(page.get_by_role("group", name="Landmark: the red sofa")).to_be_visible()
    assert serious_findings(page) == []

    viewer = page.locator("[data-testid=own-camera] .viewer")
    play = page.get_by_test_id("play")
    labels = page.locator(".viewer-region:visible")
    for text, places in seen.items():
        marks.filter(has_text=text).get_by_test_id("word").last.focus()
        page.keyboard.press("Enter")
        expect(play).to_have_text("Play")
        page.wait_for_selector("[data-testid=own-camera] [data-sharp]")
        expect(page.locator("[data-testid=landmark-thing][aria-current=true]")).to_have_text(re.compile(text))
        if is_looked_at(page, text, places):
            expect(labels.first).to_have_text(text)
            expect(labels.first).not_to_have_attribute("data-away", "")
        else:
            expect(page.get_by_test_id("camera-note")).to_have_text(f"{text}: not seen from here")

    page.get_by_test_id("all-landmarks").check()
    here = viewer.get_attribute("data-viewpoint-id")
    count = sum(here in places for places in seen.values())
    assert count > 0, "this place shows nothing of what is tested"
    expect(page.locator("[data-testid=landmark-thing][data-seen=true]")).to_have_count(count)
    page.locator("[data-testid=landmark-thing][data-seen=true]").first.click()
    drawn = camera(page)
    page.get_by_role("switch", name="Landmarks").uncheck()
    expect(marks).to_have_count(0)
    expect(labels).to_have_count(0)
    assert (np.abs(camera(page) - drawn).max(axis=2) > 40).mean() > 0.002, "no outline was drawn"
    page.reload()
    expect(page.get_by_role("switch", name="Landmarks")).not_to_be_checked()
    page.get_by_role("switch", name="Landmarks").check()
    expect(marks).to_have_count(len(seen))

    for width, height in ((1366, 650), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        page.get_by_test_id("landmark-thing").last.click()
        assert_the_picture_is_in_view(page)
        marks.last.get_by_test_id("word").last.click()
        assert_the_picture_is_in_view(page)
        if width > 900:  # on a narrow one they are read after the words, not beside them
            assert_the_picture_covers_no_words(page)

    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.emulate_media(color_scheme="dark")
    assert serious_findings(page) == []
