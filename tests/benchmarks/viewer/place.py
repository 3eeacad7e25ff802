"""Everything that is served: pages that Vite builds, tiles for the other viewers, a scan of ours with its own tiles."""

from __future__ import annotations

import base64
import io
import json
import math
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

from PIL import Image

from environments import open_environment
from environments.tiles.build import build_tiles
from tests.benchmarks.viewer.browser import HEIGHT, WIDTH
from tests.benchmarks.viewer.camera import look
from tests.benchmarks.viewer.sources import Pixels, Source
from tests.benchmarks.viewer.tiles import cut_for_peers

HERE = Path(__file__).parent
HEADING = 0.4
VERTICAL_FIELD_OF_VIEW = math.radians(75)
VIEWPOINTS = [f"v{number}" for number in range(24)]
"""More than a viewer may keep, so that memory has to be given back."""
SPACING = 2.0
POSTER_WIDTH, POSTER_QUALITY = 320, 40


def build_pages(directory: Path, poster: bytes) -> None:
    """Install the other viewers as the lock file pins them, and build a page for each viewer."""
    if not (HERE / "node_modules" / ".package-lock.json").is_file():
        _npm("ci", "--no-audit", "--no-fund")
    _npm("run", "build", "--", "--outDir", str(directory), "--logLevel", "error")
    page = directory / "ours.html"
    url = f"data:image/jpeg;base64,{base64.b64encode(poster).decode()}"
    page.write_text(_poster_first(page.read_text()).replace("data:,poster", url))


def _poster_first(page: str) -> str:
    """Style sheets moved behind the poster, which need not wait for them."""
    links = re.findall(r"\s*<link rel=\"stylesheet\"[^>]*>", page)
    for link in links:
        page = page.replace(link, "")
    return page.replace("</body>", "".join(links) + "\n  </body>")


def _npm(*arguments: str) -> None:
    subprocess.run(["npm", "--prefix", str(HERE), *arguments], check=True, capture_output=True, text=True)


def reference_view(pixels: Pixels) -> Pixels:
    """What every viewer must show at first, computed from the panorama itself."""
    return look(pixels, WIDTH, HEIGHT, VERTICAL_FIELD_OF_VIEW, HEADING)


def poster(view: Pixels) -> bytes:
    """The first view as a small image that fits into the page itself."""
    height = POSTER_WIDTH * HEIGHT // WIDTH
    file = io.BytesIO()
    small = Image.fromarray(view).resize((POSTER_WIDTH, height), Image.Resampling.LANCZOS)
    small.save(file, "JPEG", quality=POSTER_QUALITY, optimize=True, progressive=True)
    return file.getvalue()


def cut_peers_panoramas(source: Source, directory: Path) -> None:
    """``first`` and ``second``."""
    cut_for_peers(source.first, directory / "first")
    cut_for_peers(source.second, directory / "second")


def write_corridor(source: Source, directory: Path, tiles: Path) -> None:
    """A folder environment of viewpoints in a row that show the two panoramas in turns, and its tiles."""
    directory.mkdir(parents=True, exist_ok=True)
    images = {"first.jpg": source.first.jpeg, "second.jpg": source.second.jpeg}
    for name, content in images.items():
        (directory / name).write_bytes(content)
    _write_graph(directory, VIEWPOINTS[:2])
    for outcome in build_tiles(open_environment(f"folder:{directory}"), tiles):
        if outcome.error:
            raise outcome.error
    for number, viewpoint_id in enumerate(VIEWPOINTS[2:]):
        shutil.copytree(tiles / "bench" / VIEWPOINTS[number % 2], tiles / "bench" / viewpoint_id)
    _write_graph(directory, VIEWPOINTS)


def _write_graph(directory: Path, viewpoints: list[str]) -> None:
    entries = [
        {
            "viewpoint_id": viewpoint_id,
            "image": ("first.jpg", "second.jpg")[number % 2],
            "position": [0.0, SPACING * number, 1.6],
            "height": 1.6,
        }
        for number, viewpoint_id in enumerate(viewpoints)
    ]
    graph = {
        "scan_id": "bench",
        "viewpoints": entries,
        "edges": [list(pair) for pair in pairwise(viewpoints)],
    }
    (directory / "graph.json").write_text(json.dumps(graph))
