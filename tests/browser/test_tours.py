"""Other viewers themselves: what was exported is walked through in Pannellum and in Photo Sphere Viewer, and cubes are
read as Pannellum and Marzipano show them."""

from __future__ import annotations

import json
import math
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from environments.demo import DemoHouse
from environments.scan import CUBE_FACES
from environments.tiles.cut import cut_face, look_into
from environments.tiles.sphere import cube_picture, perspective, sphere_picture
from environments.tours.export import export_tour

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


AT = """<!doctype html><style>body{margin:0}</style><div id=at style="width:400px;height:400px"></div>"""
CUBES = {
    "pannellum": AT
    + """<link rel=stylesheet href=/viewers/pannellum/build/pannellum.css>
<script src=/viewers/pannellum/build/pannellum.js></script>
<script>
const cubeMap = ['f', 'r', 'b', 'l', 'u', 'd'].map((face) => `tiles/hall/0/${face}/0/0.jpg`)
const look = { yaw: YAW * 180 / Math.PI, pitch: PITCH * 180 / Math.PI, hfov: 90, maxPitch: 90, minPitch: -90 }
pannellum.viewer('at', { type: 'cubemap', cubeMap, autoLoad: true, showControls: false, ...look })
  .on('load', () => { document.body.dataset.at = 'hall' })
</script>""",
    "marzipano": AT
    + """<script src=/viewers/marzipano/dist/marzipano.js></script>
<script>
const viewer = new Marzipano.Viewer(document.getElementById('at'))
const source = Marzipano.ImageUrlSource.fromString('tiles/hall/{z}/{f}/{y}/{x}.jpg')
const geometry = new Marzipano.CubeGeometry([{ tileSize: SIDE, size: SIDE }])
const view = new Marzipano.RectilinearView({ yaw: YAW, pitch: -1 * PITCH, fov: Math.PI / 2 })
const scene = viewer.createScene({ source, geometry, view })
viewer.stage().addEventListener('renderComplete', (stable) => { if (stable) document.body.dataset.at = 'hall' })
scene.switchTo()
</script>""",
}
CUBE_SIDE = 512


@pytest.mark.parametrize("viewer", CUBES)
@pytest.mark.parametrize(("yaw", "pitch"), [(0.7, 0.75), (0.7, -0.75), (-2.0, 0.2)])
def test_a_cube_is_read_as_another_viewer_shows_it(
    browser: Browser, site: tuple[Path, str], viewer: str, yaw: float, pitch: float
) -> None:
    folder, address = site
    faces = [
        Image.fromarray(cut_face(sphere_picture(DemoHouse(), "demo-house", START), face, CUBE_SIDE))
        for face in CUBE_FACES
    ]
    for letter, face in zip("frblud", faces, strict=True):
        file = folder / "tiles" / "hall" / "0" / letter / "0" / "0.jpg"
        file.parent.mkdir(parents=True)
        face.save(file, quality=95)
    told = {"YAW": yaw, "PITCH": pitch, "SIDE": CUBE_SIDE}
    page = CUBES[viewer]
    for name, value in told.items():
        page = page.replace(name, str(value))
    (folder / "index.html").write_text(page)
    with browser.new_context(viewport={"width": 400, "height": 400}) as context:
        tab = context.new_page()
        tab.goto(f"{address}/index.html")
        expect(tab.locator("body")).to_have_attribute("data-at", "hall", timeout=60_000)
        tab.wait_for_timeout(1000)
        shown = Image.open(BytesIO(tab.screenshot())).convert("L")
    read = cube_picture(faces)
    seen = perspective(partial(look_into, read), yaw, pitch, math.pi / 2, (400, 400)).convert("L")
    alike = np.corrcoef(np.asarray(shown, float).ravel(), np.asarray(seen, float).ravel())[0, 1]
    assert alike > 0.9
