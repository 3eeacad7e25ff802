"""The pages: the built viewer, served beside the API so that the browser speaks to one origin only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

from environments.errors import ConfigurationError

PAGES = ("guide", "follower", "monitor", "replay")
INSTALLED = Path(__file__).parent / "web"
BUILT_HERE = Path(__file__).parents[1] / "static" / "dist"


def find_web(web_dir: Path | None = None) -> Path:
    """The folder of the built viewer.

    Raises:
        ConfigurationError: it was not built.
    """
    candidates = [web_dir] if web_dir else [INSTALLED, BUILT_HERE]
    for folder in candidates:
        if all((folder / f"{page}.html").is_file() for page in PAGES):
            return folder
    raise ConfigurationError(
        f"The viewer's pages are not in {' or '.join(map(str, candidates))}.",
        remedy="Build them: npm ci && npm run build in static/ (make build does both).",
    )


def mount_pages(app: FastAPI, web_dir: Path | None) -> None:
    """Serve each page under its name, and what it loads under /assets."""
    web = find_web(web_dir)
    for page in PAGES:
        app.add_api_route(
            f"/{page}", _page(web / f"{page}.html"), include_in_schema=False, name=f"{page}_page"
        )
    app.add_api_route("/", lambda: RedirectResponse("/monitor"), include_in_schema=False, name="index")
    app.mount("/assets", StaticFiles(directory=web / "assets"), name="assets")


def _page(file: Path) -> Callable[[], FileResponse]:
    def show() -> FileResponse:
        return FileResponse(file, media_type="text/html", headers={"Cache-Control": "no-cache"})

    return show
