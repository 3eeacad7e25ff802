"""The viewer by mouse, by touch, by keyboard alone and by ear; on sharp screens; without motion; for hours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from environments import PanoramaFolder, open_environment
from tests.browser.painted import SCAN, Screen, folder_of_equirectangular
from tests.browser.panorama_site import PanoramaSite


@pytest.fixture(scope="module")
def site(viewer_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PanoramaSite]:
    """Two viewpoints: b lies two metres from a along +y."""
    environment = PanoramaFolder(folder_of_equirectangular(tmp_path_factory.mktemp("scan"), width=1024))
    with PanoramaSite.of(
        viewer_page, environment, SCAN, tmp_path_factory.mktemp("tiles")
    ).running() as running:
        yield running


def opened(page: Page, site: PanoramaSite, query: str = "viewpoint=a") -> Page:
    page.goto(f"{site.origin}/index.html?{query}")
    page.wait_for_selector("[data-sharp]")
    return page


def ring_of_b(width: int, height: int) -> tuple[float, float]:
    """Where the ring of b lies for who stands at a and looks ahead."""
    place = Screen(width, height).place(np.array([0, 2, -1.6]), 0, 0)
    assert place
    return place


@pytest.mark.parametrize("pixel_ratio", [1, 2, 3])
def test_a_click_hits_the_ring_on_screens_of_any_density(
    browser: Browser, site: PanoramaSite, pixel_ratio: int
) -> None:
    context = browser.new_context(viewport={"width": 600, "height": 800}, device_scale_factor=pixel_ratio)
    page = opened(context.new_page(), site)
    page.mouse.click(*ring_of_b(600, 800))
    page.wait_for_selector("[data-viewpoint-id=b]")
    context.close()


def test_the_canvas_follows_the_size_of_its_element(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    for width, height in [(700, 500), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "size => document.querySelector('canvas').width === size[0]"
            " && document.querySelector('canvas').height === size[1]",
            arg=[width, height],
        )


def test_dragging_takes_the_world_along(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    focal = 800 / 2 / math.tan(math.radians(37.5))
    page.mouse.move(640, 400)
    page.mouse.down()
    page.mouse.move(540, 400, steps=5)
    page.mouse.up()
    assert page.evaluate("viewer.heading") == pytest.approx(100 / focal, rel=0.1)


def test_a_finger_looks_around_and_steps_on_a_phone(browser: Browser, site: PanoramaSite) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), site)
    touch = context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", (300, 300))
    for x in range(290, 190, -10):
        send("touchMove", (x, 300))
    send("touchEnd")
    assert page.evaluate("viewer.heading") > 0.15
    lens = page.evaluate("viewer.snapshot().intrinsic_matrix[0]")
    send("touchStart", (150, 400), (240, 400))
    for spread in range(10, 60, 10):
        send("touchMove", (150 - spread, 400), (240 + spread, 400))
    send("touchEnd")
    page.wait_for_function("lens => viewer.snapshot().intrinsic_matrix[0] > 1.2 * lens", arg=lens)
    opened(page, site)
    page.touchscreen.tap(*ring_of_b(390, 844))
    page.wait_for_selector("[data-viewpoint-id=b]")
    context.close()


def test_the_keyboard_alone_looks_steps_and_finds_every_exit(viewer_page: Path, page: Page) -> None:
    house = open_environment("demo")
    with PanoramaSite.of(viewer_page, house, "demo-house").running() as site:
        opened(page, site, "")
        start = page.locator("#viewer").get_attribute("data-viewpoint-id")
        page.keyboard.press("Tab")
        expect(page.locator("#viewer")).to_be_focused()
        before = page.evaluate("viewer.heading")
        page.keyboard.press("ArrowRight", delay=200)
        page.wait_for_function("before => viewer.heading > before", arg=before)
        exits = page.get_by_test_id("exit")
        count = exits.count()
        assert count == len(house.scan("demo-house").graph.neighbors(start or ""))
        for number in range(count):
            page.keyboard.press("Tab")
            expect(exits.nth(number)).to_be_focused()
            expect(exits.nth(number)).to_be_visible()
            box = exits.nth(number).bounding_box()
            assert box
            assert box["height"] >= 24
        chosen = exits.nth(count - 1).get_attribute("data-viewpoint-id")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-viewpoint-id='{chosen}']#viewer:not([data-moving])")
        expect(page.locator("[data-testid=exit]:focus")).to_have_count(1)


def test_the_exits_are_said_on_arrival_and_after_a_turn(site: PanoramaSite, page: Page) -> None:
    opened(page, site)
    said = page.get_by_test_id("exits-said")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_have_text("One exit: Exit: straight ahead, 2.0 metres.")
    page.evaluate("viewer.lookAt(Math.PI / 2, 0)")
    expect(said).to_have_text("One exit: Exit: 90 degrees to the left, 2.0 metres.")
    page.evaluate("viewer.showPath(['a', 'b'])")
    expect(said).to_have_text("One exit: Exit: 90 degrees to the left, 2.0 metres, on the path.")


def test_without_motion_a_step_is_a_cut(site: PanoramaSite, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, site)
    page.evaluate("""() => {
        window.moved = false
        const viewer = document.querySelector('#viewer')
        const watch = () => (window.moved ||= viewer.hasAttribute('data-moving'))
        new MutationObserver(watch).observe(viewer, { attributes: true })
    }""")
    page.evaluate("viewer.moveTo('b')")
    page.wait_for_selector("[data-viewpoint-id=b]")
    assert page.evaluate("window.moved") is False


def test_an_arrow_at_the_edge_points_to_a_path_out_of_sight(site: PanoramaSite, page: Page) -> None:
    opened(page, site, "viewpoint=a&path=a,b&heading=3.0")
    hint = page.get_by_test_id("path-hint")
    expect(hint).to_be_visible()
    box = hint.bounding_box()
    assert box
    assert box["x"] < 100  # b lies behind, nearer by the left
    page.evaluate("viewer.lookAt(0, -0.4)")
    expect(hint).to_be_hidden()


def test_memory_stays_flat_over_200_steps(site: PanoramaSite, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, site)
    walk = """async steps => {
        for (let step = 0; step < steps; step++) {
            await viewer.moveTo(viewer.viewpointId === 'a' ? 'b' : 'a')
            viewer.lookAt(step, 0)
            await new Promise(requestAnimationFrame)
        }
    }"""
    session = page.context.new_cdp_session(page)

    def heap() -> float:
        session.send("HeapProfiler.collectGarbage")
        return float(session.send("Runtime.getHeapUsage")["usedSize"])

    page.evaluate(walk, 20)
    before = heap()
    page.evaluate(walk, 200)
    assert heap() - before < 1e6
    assert page.evaluate("document.querySelectorAll('*').length") < 100
