"""Films of tasks: made from the real pages by ``make films``, and served with the help pages."""

from __future__ import annotations

from pathlib import Path

from pangea_server.collect.queue.wire import FilmView
from pangea_server.core.formatted import Captions
from pangea_server.http.pages import find_help

FILMS = "films"
"""The folder of the films among the help pages."""


def film_of(web_dir: Path | None, kind: str) -> FilmView | None:
    """The film of a kind of task; None where none was made, or there are no help pages."""
    site = find_help(web_dir)
    if site is None or not (site / FILMS / f"{kind}.webm").is_file():
        return None
    captions = sorted((site / FILMS).glob(f"{kind}.*.vtt"))
    return FilmView(
        address=f"/help/{FILMS}/{kind}.webm",
        captions=tuple(
            Captions(address=f"/help/{FILMS}/{file.name}", language=file.name.split(".")[1])
            for file in captions
        ),
    )
