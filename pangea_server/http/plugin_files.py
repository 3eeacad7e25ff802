"""The browser files of tasks from other packages, below ``/plugins/KIND/``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount, Router
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""The file types that a module may load. HTML is not among them: a task is shown on the task page only."""


def mount_plugins(app: FastAPI, folders: Mapping[str, Path]) -> None:
    """Serve each folder under the kind that it belongs to."""
    mounts = [Mount(f"/{kind}", PluginFiles(directory=folder)) for kind, folder in folders.items()]
    app.mount("/plugins", Router(mounts), name="plugins")


class PluginFiles(StaticFiles):
    """Files of the known types inside the folder only; a browser revalidates each by its ETag."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        media_type = MEDIA_TYPES.get(Path(full_path).suffix)
        if media_type is None:
            raise HTTPException(404)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        if response.status_code == 200:
            response.headers["Content-Type"] = media_type
        return response
