"""The stage of the contest: pages and panoramas built, both servers up, each reached through a slow and a fast line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pangea_server import Settings
from tests.benchmarks.viewer.contest import Viewers
from tests.benchmarks.viewer.line import FAST_LINE, SLOW_LINE, LineSpeed, shaped_line
from tests.benchmarks.viewer.measure_line import Pictures
from tests.benchmarks.viewer.place import (
    build_pages,
    cut_peers_panoramas,
    poster,
    reference_view,
    write_corridor,
)
from tests.benchmarks.viewer.screen import grey
from tests.benchmarks.viewer.servers import Ours, Peers, serving
from tests.benchmarks.viewer.sources import open_source


@dataclass(frozen=True)
class Stage:
    """Where to go, and what must be seen there."""

    source: str
    slow: Viewers
    fast: Viewers
    pictures: Pictures


@contextmanager
def set_stage() -> Iterator[Stage]:
    """Everything in a temporary directory, until the contest is over."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pangea-bench-")))
        source = open_source()
        views = [reference_view(panorama.pixels) for panorama in (source.first, source.second)]
        build_pages(folder / "pages", poster(views[0]))
        cut_peers_panoramas(source, folder / "panoramas")
        write_corridor(source, folder / "corridor", folder / "tiles")
        settings = Settings(
            environment=f"folder:{folder / 'corridor'}", data_dir=folder / "data", tiles=folder / "tiles"
        )
        ours = Ours(settings, folder / "pages")
        token = ours.invite()
        ports = [
            stack.enter_context(serving(app))
            for app in (ours.app, Peers(folder / "pages", folder / "panoramas").app)
        ]

        def through(speed: LineSpeed) -> Viewers:
            mine, theirs = [stack.enter_context(shaped_line(port, speed)) for port in ports]
            return Viewers(mine, theirs, token)

        first, second = map(grey, views)
        yield Stage(source.name, through(SLOW_LINE), through(FAST_LINE), Pictures(first, second))
