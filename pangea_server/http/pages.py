"""The pages: the built viewer, served together with the API so that the browser uses one origin only."""

from __future__ import annotations

import gzip
import os
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, RedirectResponse
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from environments.errors import ConfigurationError
from pangea_server.core.errors import HelpNotBuiltError

MISSING = "missing.html"
ADDRESSES = {
    "task": "/task/{kind}",
    "timing": "/landmarks/timing",
}  # of pages whose address says what to show
BROWSER_API = "pangea.js"
ICON = "favicon.ico"  # browsers ask for it at this address
INSTALLED = Path(__file__).parents[1] / "web"
BUILT_HERE = Path(__file__).parents[2] / "static" / "dist"
PAGES = tuple(sorted(page.stem for page in BUILT_HERE.parent.glob("*.html")))
"""The pages that a clone builds; none where the server is installed, as its wheel has them all."""
HELP_BUILT_HERE = Path(__file__).parents[2] / "docs" / "dist"
TEXT = {".css", ".html", ".js"}
PUBLIC_FOREVER = "public, max-age=31536000, immutable"


def find_web(web_dir: Path | None = None) -> Path:
    """The folder of the built viewer.

    Raises:
        ConfigurationError: it has not been built.
    """
    candidates = [web_dir] if web_dir else [INSTALLED, BUILT_HERE]
    for folder in candidates:
        if all((folder / f"{page}.html").is_file() for page in (*PAGES, "task")):
            return folder
    raise ConfigurationError(
        f"The viewer's pages are not in {' or '.join(map(str, candidates))}.",
        remedy="Build them: npm ci && npm run build in static/ (make build does both).",
    )


def mount_pages(app: FastAPI, web_dir: Path | None) -> None:
    """Serve each page under its name, its files under /assets, and the modules that third-party tasks import."""
    web = find_web(web_dir)
    for page in sorted(file.stem for file in web.glob("*.html") if file.name != MISSING):
        app.add_route(ADDRESSES.get(page, f"/{page}"), _page(web / f"{page}.html"), name=f"{page}_page")
    app.add_route(f"/{BROWSER_API}", _page(web / BROWSER_API, "text/javascript"), name="browser_api")
    if (icon := web / ICON).is_file():
        app.add_route(f"/{ICON}", _page(icon, "image/x-icon"), name="icon")
    app.add_route("/", _redirect("/monitor"), name="index")
    app.mount("/assets", BuiltFiles(directory=web / "assets"), name="assets")
    app.state.missing_page = web / MISSING


def mount_page(app: FastAPI, web_dir: Path | None, page: str) -> None:
    """Serve one page and its files, for programs that have no other."""
    web = find_web(web_dir)
    app.add_route(f"/{page}", _page(web / f"{page}.html"), name=f"{page}_page")
    app.mount("/assets", BuiltFiles(directory=web / "assets"), name="assets")


def find_help(web_dir: Path | None = None) -> Path | None:
    """The folder of the built help pages; None when they have not been built."""
    candidates = [web_dir / "help"] if web_dir else [INSTALLED / "help", HELP_BUILT_HERE]
    return next((folder for folder in candidates if (folder / "index.html").is_file()), None)


def mount_help(app: FastAPI, web_dir: Path | None) -> None:
    """Serve the help pages below /help; when they have not been built, /help says how to build them."""
    folder = find_help(web_dir)
    if folder is None:
        for address in ("/help", "/help/{page:path}"):
            app.add_route(address, _no_help, name="help")
        return
    app.add_route("/help", _redirect("/help/"), name="help")
    app.mount("/help", HelpFiles(directory=folder, html=True), name="help")


def _no_help(_: Request) -> Response:
    raise HelpNotBuiltError(
        "The help pages are not built.", remedy="Build them with make docs, and start the server again."
    )


class BuiltFiles(StaticFiles):
    """The built files: text is compressed; browsers keep them forever, as the names contain a hash of the content."""

    kept = PUBLIC_FOREVER

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = self.kept
        zipped = "gzip" in Headers(scope=scope).get("Accept-Encoding", "")
        if Path(full_path).suffix not in TEXT or response.status_code != 200 or not zipped:
            return response
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": self.kept}
        body = _zipped(Path(full_path), stat_result.st_mtime_ns)
        return Response(body, media_type=response.media_type, headers=headers)


class HelpFiles(BuiltFiles):
    """The help pages. Their names stay the same when their content changes, so a browser asks for each again."""

    kept = "no-cache"


@lru_cache(maxsize=64)
def _zipped(file: Path, changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), compresslevel=9, mtime=0)


def _page(file: Path, media_type: str = "text/html") -> Callable[[Request], Awaitable[Response]]:
    async def show(_: Request) -> Response:
        return FileResponse(file, media_type=media_type, headers={"Cache-Control": "no-cache"})

    return show


def _redirect(address: str) -> Callable[[Request], Awaitable[Response]]:
    async def redirect(_: Request) -> Response:
        return RedirectResponse(address)

    return redirect
