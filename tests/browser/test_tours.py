"""A place that was exported is walked through in Pannellum and in Photo Sphere Viewer themselves."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from environments.demo import DemoHouse
from environments.tours import export_tour

VIEWERS = Path(__file__).parents[1] / "benchmarks" / "viewer"
"""Whose lock file names the two viewers."""
START = "living-room-sofa"
PANNELLUM = """<!doctype html><link rel=stylesheet href=/viewers/pannellum/build/pannellum.css>
<script src=/viewers/pannellum/build/pannellum.js></script><div id=at style="width:800px;height:500px"></div>
<script>
fetch('tour.json').then((answer) => answer.json()).then((tour) => {
  tour.default.firstScene = 'START'
  window.viewer = pannellum.viewer('at', tour)
  const show = () => { document.body.dataset.at = viewer.getScene() }
  viewer.on('load', show)
  viewer.on('error', (message) => { document.body.dataset.error = message })
})
</script>"""
PHOTO_SPHERE_VIEWER = """<!doctype html>
<link rel=stylesheet href=/viewers/@photo-sphere-viewer/core/index.css>
<link rel=stylesheet href=/viewers/@photo-sphere-viewer/virtual-tour-plugin/index.css>
<script type=importmap>{"imports": {"three": "/viewers/three/build/three.module.js",
  "@photo-sphere-viewer/core": "/viewers/@photo-sphere-viewer/core/index.module.js"}}</script>
<div id=at style="width:800px;height:500px"></div>
<script type=module>
import { Viewer } from '@photo-sphere-viewer/core'
import { VirtualTourPlugin } from '/viewers/@photo-sphere-viewer/virtual-tour-plugin/index.module.js'
const nodes = await (await fetch('nodes.json')).json()
const plugins = [[VirtualTourPlugin, { positionMode: 'manual', nodes, startNodeId: 'START' }]]
const viewer = new Viewer({ container: 'at', plugins })
window.tour = viewer.getPlugin(VirtualTourPlugin)
tour.addEventListener('node-changed', ({ node }) => { document.body.dataset.at = node.id })
</script>"""


@pytest.fixture(scope="module")
def viewers() -> Path:
    """Pannellum and Photo Sphere Viewer, as the benchmark's lock file pins them."""
    installed = VIEWERS / "node_modules"
    if not (installed / ".package-lock.json").is_file():
        subprocess.run(
            ["npm", "--prefix", str(VIEWERS), "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            check=True,
            capture_output=True,
        )
    return installed


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def site(tmp_path: Path, viewers: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which it is served beside the viewers."""
    (tmp_path / "viewers").symlink_to(viewers)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("form", "page", "step"),
    [
        ("pannellum", PANNELLUM, "viewer.loadScene(TO)"),
        ("photo-sphere-viewer", PHOTO_SPHERE_VIEWER, "tour.setCurrentNode(TO)"),
    ],
)
def test_another_viewer_opens_it_and_walks_on(
    browser: Browser, site: tuple[Path, str], form: str, page: str, step: str
) -> None:
    folder, address = site
    export_tour(DemoHouse(), "demo-house", form, folder / "tour")
    (folder / "tour" / "index.html").write_text(page.replace("START", START))
    there = DemoHouse().scan("demo-house").graph.neighbors(START)[0]
    with browser.new_context() as context:
        tab = context.new_page()
        problems: list[str] = []
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.goto(f"{address}/tour/index.html")
        body = tab.locator("body")
        expect(body).to_have_attribute("data-at", START, timeout=60_000)
        tab.evaluate(step.replace("TO", json.dumps(there)))
        expect(body).to_have_attribute("data-at", there, timeout=60_000)
        assert (problems, body.get_attribute("data-error")) == ([], None)
