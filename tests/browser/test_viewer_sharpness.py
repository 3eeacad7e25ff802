"""A still picture keeps the fine detail of the panorama that it shows, without finer tiles than the screen needs."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter
from playwright.sync_api import Page

from environments import PanoramaFolder
from tests.benchmarks.viewer.camera import look
from tests.benchmarks.viewer.screen import grey, sharpness
from tests.browser.panorama_site import PanoramaSite

WIDTH, HEIGHT = 1024, 768
FIELD_OF_VIEW = math.radians(75)
PANORAMA_WIDTH = 4096
SHARE = (0.95, 1.25)
"""Of the source's fine detail, least and most; linear interpolation alone keeps three quarters of this source's."""


def test_a_still_picture_is_as_sharp_as_its_source(viewer_page: Path, tmp_path: Path, page: Page) -> None:
    folder = tmp_path / "scan"
    folder.mkdir()
    noise = np.random.default_rng(3).integers(0, 256, (PANORAMA_WIDTH // 2, PANORAMA_WIDTH, 3), np.uint8)
    source = Image.fromarray(noise).filter(ImageFilter.GaussianBlur(0.8))
    source.save(folder / "a.png")
    viewpoints = [{"viewpoint_id": "a", "image": "a.png", "position": [0, 0, 1.6]}]
    (folder / "graph.json").write_text(
        json.dumps({"scan_id": "noise", "viewpoints": viewpoints, "edges": []})
    )
    right = sharpness(grey(look(np.asarray(source), WIDTH, HEIGHT, FIELD_OF_VIEW, 0.4)))
    with PanoramaSite.of(viewer_page, PanoramaFolder(folder), "noise", tmp_path / "tiles").running() as site:
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        page.goto(f"{site.origin}/index.html?viewpoint=a&heading=0.4")
        page.wait_for_selector("[data-sharp]")
        seen = sharpness(grey(page.screenshot()))
    assert SHARE[0] <= seen / right <= SHARE[1]
