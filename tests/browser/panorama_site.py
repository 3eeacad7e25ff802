"""A viewer page with panoramas of the test's own making, on a server that can be told to misbehave."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from environments import FACES, Environment, Scan, Viewpoint
from environments.tiles.build import build_tiles
from environments.tiles.layout import TileFolder, TileSet

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).parent / "viewer_page"
MEDIA_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".webp": "image/webp"}


def build_page(directory: Path, page: Path = PAGE) -> Path:
    """Build the viewer page, or another one of a test, as users' pages are built."""
    vite = ROOT / "static/node_modules/.bin/vite"
    config = PAGE / "vite.config.mts"
    command = [str(vite), "build", str(page), "--config", str(config), "--outDir", str(directory)]
    subprocess.run(command, cwd=ROOT / "static", check=True, capture_output=True)
    return directory


Answer = Callable[["Exchange"], None]


class Exchange(BaseHTTPRequestHandler):
    """One request and its answer."""

    protocol_version = "HTTP/1.1"
    site: ClassVar[PanoramaSite]

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.site.requests.append(path)
        fault = next((answer for part, answer in self.site.faults.items() if part in path), None)
        if fault:
            fault(self)
        elif path in self.site.images:
            self.send(self.site.images[path])
        elif path == "/scan.json":
            self.send(json.dumps(self.site.scan).encode(), "application/json")
        else:
            self._send_page(path)

    def send(self, body: bytes, media_type: str = "image/jpeg", status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: a test asks ``site.requests``."""

    def _send_page(self, path: str) -> None:
        file = self.site.page / (path.lstrip("/") or "index.html")
        if file.is_file():
            self.send(file.read_bytes(), MEDIA_TYPES.get(file.suffix, "application/octet-stream"))
        else:
            self.send(b"{}", "application/json", HTTPStatus.NOT_FOUND)


def _viewpoint(scan: Scan, viewpoint: Viewpoint, tiles: TileSet | None) -> dict[str, Any]:
    base = f"/{viewpoint.viewpoint_id}"
    return {
        "viewpoint_id": viewpoint.viewpoint_id,
        "position": viewpoint.position,
        "orientation": viewpoint.orientation,
        "height": viewpoint.height,
        "neighbors": list(scan.graph.neighbors(viewpoint.viewpoint_id)),
        "images": {face: f"{base}/images/{face}" for face in FACES[scan.projection]},
        "tiles": tiles
        and {
            "tile_size": tiles.tile_size,
            "face_sizes": tiles.face_sizes,
            "preview": f"{base}/preview",
            "url_template": base + "/tiles/{level}/{face}/{row}/{column}",
        },
    }


def _images(environment: Environment, scan_id: str, viewpoint_id: str) -> Iterator[tuple[str, bytes]]:
    for face in FACES[environment.scan(scan_id).projection]:
        yield f"/{viewpoint_id}/images/{face}", environment.image(scan_id, viewpoint_id, face).data


def _tiles(folder: TileFolder, scan_id: str, viewpoint_id: str) -> Iterator[tuple[str, bytes]]:
    yield f"/{viewpoint_id}/preview", folder.preview(scan_id, viewpoint_id)
    for file in (folder.directory / scan_id / viewpoint_id / "tiles").glob("*/*/*"):
        level, face = file.parts[-3:-1]
        yield f"/{viewpoint_id}/tiles/{level}/{face}/{file.stem.replace('_', '/')}", file.read_bytes()


@dataclass
class PanoramaSite:
    """A scan, its images by address, and the faults of addresses that contain a given text."""

    page: Path
    scan: Mapping[str, Any]
    images: Mapping[str, bytes]
    faults: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    origin: str = ""

    @classmethod
    def of(
        cls, page: Path, environment: Environment, scan_id: str, tiles: Path | None = None
    ) -> PanoramaSite:
        """The site of a scan; with ``tiles``, they are cut into that directory and served."""
        scan = environment.scan(scan_id)
        images: dict[str, bytes] = {}
        if tiles:
            assert not [outcome.error for outcome in build_tiles(environment, tiles) if outcome.error]
        folder = TileFolder(tiles) if tiles else None
        for viewpoint_id in scan.viewpoints:
            images |= _images(environment, scan_id, viewpoint_id)
            images |= _tiles(folder, scan_id, viewpoint_id) if folder else {}
        views = [
            _viewpoint(scan, viewpoint, folder.tile_set(scan_id, viewpoint.viewpoint_id) if folder else None)
            for viewpoint in scan.viewpoints.values()
        ]
        plan = asdict(scan.floor_plan) if scan.floor_plan else None
        answer = {"scan_id": scan_id, "projection": scan.projection, "viewpoints": views, "floor_plan": plan}
        return cls(page, answer, images)

    @contextmanager
    def running(self) -> Iterator[PanoramaSite]:
        handler = type("SiteExchange", (Exchange,), {"site": self})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a page that cancels hangs up
        self.origin = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()


def missing(exchange: Exchange) -> None:
    exchange.send(b"{}", "application/json", HTTPStatus.NOT_FOUND)


def corrupt(exchange: Exchange) -> None:
    exchange.send(b"\xff\xd8\xff\xe0 this is no picture")


def hangs_up(exchange: Exchange) -> None:
    """Promises more bytes than it sends."""
    exchange.send_response(HTTPStatus.OK)
    exchange.send_header("Content-Type", "image/jpeg")
    exchange.send_header("Content-Length", "100000")
    exchange.end_headers()
    exchange.wfile.write(b"\xff\xd8\xff\xe0")
    exchange.close_connection = True


def stalls(seconds: float) -> Answer:
    """Sends nothing for so long, and then hangs up."""

    def answer(exchange: Exchange) -> None:
        time.sleep(seconds)
        exchange.close_connection = True

    return answer
