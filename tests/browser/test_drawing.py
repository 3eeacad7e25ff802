"""Boxes and polygons on a viewer's picture in a real browser: by mouse, by keys alone, by fingers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from environments import PanoramaFolder
from tests.browser.axe import serious_findings
from tests.browser.painted import SCAN, folder_of_equirectangular
from tests.browser.panorama_site import PanoramaSite, build_page

PAGE = Path(__file__).parent / "drawing_page"
BOX_KEYS = ["b", "b"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PanoramaSite]:
    """Two viewpoints: b lies two metres from a along +y."""
    page = build_page(tmp_path_factory.mktemp("drawing"), PAGE)
    environment = PanoramaFolder(folder_of_equirectangular(tmp_path_factory.mktemp("scan"), width=1024))
    with PanoramaSite.of(page, environment, SCAN, tmp_path_factory.mktemp("tiles")).running() as running:
        yield running


def opened(page: Page, site: PanoramaSite, query: str = "viewpoint=a") -> Page:
    page.goto(f"{site.origin}/index.html?{query}")
    page.wait_for_selector("[data-sharp]")
    return page


def regions(page: Page) -> list[dict[str, Any]]:
    drawn: list[dict[str, Any]] = page.evaluate("drawing.regions")
    return drawn


def holds(page: Page, heading: float, elevation: float) -> bool:
    look = {"heading": math.radians(heading), "elevation": math.radians(elevation)}
    return bool(page.evaluate("look => geometry.contains(drawing.regions[0].shape, look)", look))


def dragged(page: Page, *places: tuple[float, float]) -> None:
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=5)


def test_four_clicks_make_a_box_that_a_reload_keeps_with_its_changes(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    for place in [(640, 200), (540, 300), (640, 400)]:
        page.mouse.click(*place)
    opened(page, site)  # in the middle of a box
    expect(page.get_by_test_id("drawing-hint")).to_have_text("Mark one more outermost point.")
    page.mouse.click(740, 300)
    expect(page.get_by_test_id("drawing-said")).to_contain_text("Box")
    assert regions(page)[0]["shape"]["kind"] == "view"
    assert serious_findings(page) == []
    opened(page, site)
    page.keyboard.press("u")
    assert regions(page) == []
    page.keyboard.press("Shift+U")
    assert len(regions(page)) == 1


def test_one_stroke_reaches_over_the_seam_and_over_the_pole(site: PanoramaSite, page: Page) -> None:
    opened(page, site, f"viewpoint=a&heading={math.radians(170)}")
    page.keyboard.press("b")
    dragged(page, (500, 250), (900, 400), (1279, 450))
    page.wait_for_function("viewer.heading < 0")
    page.mouse.up()
    assert holds(page, 180, 0)
    opened(page, site, f"viewpoint=a&elevation={math.radians(45)}")
    page.keyboard.press("b")
    dragged(page, (600, 350), (640, 200), (700, 1))
    page.wait_for_function("viewer.elevation > 1.4")
    page.mouse.up()
    assert holds(page, 0, 90)


def test_a_mouse_turns_with_space_alone_and_pulls_a_side(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    page.keyboard.press("b")
    dragged(page, (540, 250), (740, 400))
    page.mouse.up()
    assert page.evaluate("viewer.heading") == pytest.approx(0)
    before = regions(page)[0]["shape"]["width"]
    page.wait_for_function("document.querySelector('[data-grip=right]').style.transform")  # a frame
    handle = page.get_by_test_id("handle-right").bounding_box()
    assert handle
    assert min(handle["width"], handle["height"]) >= 24
    middle = handle["x"] + 12, handle["y"] + 12
    dragged(page, middle, (middle[0] + 80, middle[1]))
    page.mouse.up()
    assert regions(page)[0]["shape"]["width"] > before * 1.2
    page.keyboard.down("Space")
    dragged(page, (300, 500), (200, 500))
    page.mouse.up()
    page.keyboard.up("Space")
    assert page.evaluate("viewer.heading") > 0.05
    assert len(regions(page)) == 1


def test_keys_alone_make_a_box_fit_it_and_take_a_better_one(site: PanoramaSite, page: Page) -> None:
    opened(page, site, f"viewpoint=a&snap=0.1&heading={math.radians(90)}")
    for key in [*BOX_KEYS, "]", "Shift+BracketRight", "Alt+ArrowUp", "Alt+Shift+ArrowRight"]:
        page.keyboard.press(key)
    said = page.get_by_test_id("drawing-said")
    expect(said).to_have_text("Box 10.5 degrees by 10.5 degrees, heading 90.1 degrees right, 0.5 degrees up")
    page.locator("#viewer").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("handle-topLeft")).to_be_focused()
    for name in ["top", "topRight", "right"]:
        page.keyboard.press("Tab")
        expect(page.get_by_test_id(f"handle-{name}")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("handle-right")).to_have_attribute(
        "aria-valuetext",
        "Box 11 degrees by 10.5 degrees, heading 90.4 degrees right, 0.5 degrees up",
    )
    before = regions(page)
    page.keyboard.press("s")
    expect(said).to_contain_text("Found: Box 8.8 degrees")
    assert regions(page) == before
    page.keyboard.press("Enter")
    assert regions(page)[0]["shape"]["width"] == pytest.approx(before[0]["shape"]["width"] * 0.8)


@pytest.mark.parametrize(("snap", "words"), [("never", "longer than 1 second."), ("none", "No better shape")])
def test_a_better_box_that_does_not_come_is_told_of(
    site: PanoramaSite, page: Page, snap: str, words: str
) -> None:
    opened(page, site, f"viewpoint=a&snap={snap}")
    for key in [*BOX_KEYS, "s"]:
        page.keyboard.press(key)
    expect(page.get_by_test_id("drawing-said")).to_contain_text(words)
    assert len(regions(page)) == 1


def test_a_polygon_that_crosses_itself_is_refused_in_words(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    page.keyboard.press("p")
    for place in [(400, 200), (600, 200), (600, 400), (500, 100)]:
        page.mouse.click(*place)
    expect(page.get_by_test_id("drawing-said")).to_have_text("The sides may not cross or touch each other.")
    page.keyboard.press("Backspace")
    page.mouse.click(500, 450)
    page.keyboard.press("Enter")
    assert [region["shape"]["kind"] for region in regions(page)] == ["polygon"]


def test_one_finger_draws_and_two_turn(browser: Browser, site: PanoramaSite) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), site)
    touch = context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", (150, 300), (250, 300))
    for x in range(0, 80, 10):
        send("touchMove", (150 - x, 300), (250 - x, 300))
    send("touchEnd")
    assert page.evaluate("viewer.heading") > 0.05
    assert page.evaluate("drawing.open") is False
    page.get_by_test_id("tool-drag").tap()
    expect(page.get_by_test_id("tool-drag")).to_have_attribute("aria-pressed", "true")
    send("touchStart", (100, 200))
    for step in range(1, 6):
        send("touchMove", (100 + 30 * step, 200 + 30 * step))
    send("touchEnd")
    expect(page.get_by_test_id("drawing-said")).to_contain_text("Box")
    assert len(regions(page)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()
