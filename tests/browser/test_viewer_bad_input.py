"""What the viewer makes of missing, broken and enormous input: a message or something to look at, never a frozen page.

The ``context`` fixture fails a test on any uncaught error and any unhandled promise.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from environments import PanoramaFolder
from tests.browser.painted import MARKS, SCAN, Screen, folder_of_equirectangular
from tests.browser.panorama_site import Answer, PanoramaSite, corrupt, hangs_up, missing, stalls
from tests.browser.test_viewer_orientation import colour_at, screenshot, wait_for_still_picture

IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
NORTH = MARKS[0]


@pytest.fixture
def console_is_checked() -> bool:
    """A refused request is logged on the console by Chromium itself."""
    return False


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> PanoramaFolder:
    return PanoramaFolder(folder_of_equirectangular(tmp_path_factory.mktemp("scan"), width=1024))


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tiles")


@pytest.fixture
def cut(viewer_page: Path, painted: PanoramaFolder, tiles: Path) -> Iterator[PanoramaSite]:
    """Two viewpoints with tiles."""
    with PanoramaSite.of(viewer_page, painted, SCAN, tiles).running() as site:
        yield site


@pytest.fixture
def whole(viewer_page: Path, painted: PanoramaFolder) -> Iterator[PanoramaSite]:
    """Two viewpoints with whole images."""
    with PanoramaSite.of(viewer_page, painted, SCAN).running() as site:
        yield site


def opened(page: Page, site: PanoramaSite, query: str = "viewpoint=a") -> Page:
    page.goto(f"{site.origin}/index.html?{query}")
    page.wait_for_function("window.viewer?.scan")  # until then the name is its element's
    return page


def notice(page: Page) -> Locator:
    return page.get_by_test_id("viewer-notice")


def expect_responsive(page: Page) -> None:
    """The page answers to a key: the camera turns."""
    viewer = page.locator("#viewer")
    before = viewer.get_attribute("data-heading")
    viewer.focus()
    page.keyboard.press("ArrowRight", delay=150)
    expect(viewer).not_to_have_attribute("data-heading", before or "")


@pytest.mark.parametrize("fault", [missing, corrupt, hangs_up], ids=["missing", "corrupt", "hangs up"])
def test_a_missing_tile_leaves_the_preview_in_its_place_and_says_so(
    cut: PanoramaSite, page: Page, fault: Answer
) -> None:
    cut.faults["/tiles/"] = fault
    opened(page, cut)
    expect(notice(page)).to_contain_text("stays blurred")
    picture = screenshot(page)
    centre = (picture.shape[1] / 2, picture.shape[0] / 2)
    assert colour_at(picture, centre) == pytest.approx(NORTH.colour, abs=60)
    expect_responsive(page)
    cut.faults.clear()
    page.get_by_test_id("viewer-retry").click()
    page.wait_for_selector("[data-sharp]")
    expect(notice(page)).to_be_hidden()


@pytest.mark.parametrize("fault", [missing, corrupt, hangs_up], ids=["missing", "corrupt", "hangs up"])
def test_a_picture_that_cannot_be_had_says_so_and_comes_back(
    whole: PanoramaSite, page: Page, fault: Answer
) -> None:
    whole.faults["/images/"] = fault
    opened(page, whole)
    expect(notice(page)).to_contain_text("could not be loaded")
    whole.faults.clear()
    page.get_by_test_id("viewer-retry").click()
    expect(notice(page)).to_be_hidden()
    page.wait_for_selector("[data-viewpoint-id=a][data-sharp]")
    expect_responsive(page)


def test_a_step_that_fails_stays_where_it_is(cut: PanoramaSite, page: Page) -> None:
    cut.faults["/b/"] = missing
    opened(page, cut)
    page.wait_for_selector("[data-sharp]")
    assert page.evaluate("viewer.moveTo('b').then(() => 'came', error => 'failed')") == "failed"
    expect(notice(page)).to_contain_text("could not be loaded")
    expect(page.locator("#viewer")).to_have_attribute("data-viewpoint-id", "a")
    cut.faults.clear()
    page.get_by_test_id("viewer-retry").click()
    page.wait_for_selector("[data-viewpoint-id=b][data-sharp]")


def test_a_server_that_goes_silent_is_told_of(whole: PanoramaSite, page: Page) -> None:
    whole.faults["/images/"] = stalls(60)
    opened(page, whole)
    expect(notice(page)).to_contain_text("taking a long time")
    whole.faults.clear()
    page.get_by_test_id("viewer-retry").click()
    page.wait_for_selector("[data-sharp]")
    expect(notice(page)).to_be_hidden()


def test_requests_that_no_longer_matter_are_cancelled(cut: PanoramaSite, page: Page) -> None:
    cancelled: list[str] = []
    page.on("requestfailed", lambda request: cancelled.append(request.url))
    cut.faults["/a/tiles/"] = stalls(5)
    opened(page, cut)
    expect(page.locator("#viewer")).to_have_attribute("data-viewpoint-id", "a")
    page.evaluate("viewer.moveTo('b')")
    page.wait_for_selector("[data-viewpoint-id=b][data-sharp]", timeout=4_500)
    assert [url for url in cancelled if "/a/tiles/" in url]


def test_a_lost_graphics_context_comes_back(cut: PanoramaSite, page: Page) -> None:
    opened(page, cut, "viewpoint=a&path=a,b")
    wait_for_still_picture(page)
    before = screenshot(page)
    page.evaluate(
        "window.loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context')"
    )
    page.evaluate("loss.loseContext()")
    expect(notice(page)).to_contain_text("reset")
    page.evaluate("loss.restoreContext()")
    expect(notice(page)).to_be_hidden()
    wait_for_still_picture(page)
    after = screenshot(page)
    assert np.abs(before.astype(int) - after).mean() < 2
    expect_responsive(page)


def test_an_image_larger_than_the_graphics_card_takes_is_shown_smaller(
    viewer_page: Path, page: Page, tmp_path: Path
) -> None:
    """16384 x 8192 pixels: twice what this browser's software WebGL takes in each direction."""
    with PanoramaSite.of(viewer_page, PanoramaFolder(huge(tmp_path)), SCAN).running() as site:
        opened(page, site)
        wait_for_still_picture(page)
        picture = screenshot(page)
    height, width, _ = picture.shape
    assert colour_at(picture, (width / 4, height / 2)) == pytest.approx((200, 40, 40), abs=30)
    assert colour_at(picture, (width * 3 / 4, height / 2)) == pytest.approx((40, 40, 200), abs=30)
    expect_responsive(page)


def huge(directory: Path) -> Path:
    """Red to the left of heading 0, blue to the right."""
    image = Image.new("RGB", (16384, 8192), (200, 40, 40))
    image.paste((40, 40, 200), (8192, 0, 16384, 8192))
    folder_of_equirectangular(directory, width=512, heading=0.0)
    image.save(directory / "a.jpg", quality=50)
    return directory


def synthetic(
    page: Path, positions: list[tuple[float, float]], neighbors: Callable[[int], list[int]]
) -> PanoramaSite:
    """A scan of many viewpoints that share one image."""
    image = io.BytesIO()
    Image.new("RGB", (256, 128), (70, 90, 80)).save(image, "JPEG")
    viewpoints: list[dict[str, Any]] = [
        {
            "viewpoint_id": f"v{number}",
            "position": (x, y, 1.6),
            "orientation": IDENTITY,
            "height": 1.6,
            "neighbors": [f"v{other}" for other in neighbors(number)],
            "images": {"equirectangular": "/image"},
            "tiles": None,
        }
        for number, (x, y) in enumerate(positions)
    ]
    scan = {"scan_id": SCAN, "projection": "equirectangular", "viewpoints": viewpoints, "floor_plan": None}
    return PanoramaSite(page, scan, {"/image": image.getvalue()})


def test_a_scan_of_10000_viewpoints_opens_and_is_walked(viewer_page: Path, page: Page) -> None:
    positions = [(number % 100 * 2.0, number // 100 * 2.0) for number in range(10_000)]

    def neighbors(number: int) -> list[int]:
        near = (number - 100, number - 1, number + 1, number + 100)
        return [other for other in near if 0 <= other < 10_000]

    with synthetic(viewer_page, positions, neighbors).running() as site:
        opened(page, site, "viewpoint=v5050")
        page.wait_for_selector("[data-sharp]")
        expect(page.get_by_test_id("exit")).to_have_count(4)
        page.locator("#viewer").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-viewpoint-id=v5150]:not([data-moving])")


def test_each_of_40_neighbours_can_be_stepped_to(viewer_page: Path, page: Page) -> None:
    """Five rows of eight rings: a click on a ring's middle steps there, and there is a button for each besides."""
    around = [((column - 3.5) * 1.2, 2.0 + row * 1.2) for row in range(5) for column in range(8)]
    everything = list(range(1, 41))
    site = synthetic(viewer_page, [(0.0, 0.0), *around], lambda number: [0] if number else everything)
    screen, elevation = Screen(1280, 800), math.radians(-25)
    rings = [screen.place(np.array([x, y, -1.6]), 0.0, elevation) for x, y in around]
    page.emulate_media(reduced_motion="reduce")
    with site.running():
        opened(page, site, f"viewpoint=v0&elevation={elevation}")
        page.wait_for_selector("[data-sharp]")
        expect(page.get_by_test_id("exit")).to_have_count(40)
        visible = [(number, ring) for number, ring in enumerate(rings, start=1) if ring]
        assert len(visible) > 30
        for number, (x, y) in visible[::6]:
            page.mouse.click(x, y)
            expect(page.locator("#viewer")).to_have_attribute("data-viewpoint-id", f"v{number}")
            page.evaluate("viewer.moveTo('v0')")
            expect(page.locator("#viewer")).to_have_attribute("data-viewpoint-id", "v0")
