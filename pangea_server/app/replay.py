"""``pangea replay``: show recordings from files on the replay page, without a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from environments.folders import make_folder
from pangea_server.core.cli.options import EnvironmentSpec, Port, UnsaidLanguage

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.dataset.imports.elsewhere import Convention
    from pangea_server.stores.protocol import Store

ADDRESSES_SHOWN = 20


def replay(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            exists=True,
            help="RxR: NAME_guide.jsonl(.gz), NAME_follower.jsonl(.gz), pose traces (npz), voices. Of 2021: args.json, "
            "snapshots (jsonl), voice. Or a folder of these.",
        ),
    ],
    environment: EnvironmentSpec = None,
    only: Annotated[
        int | None,
        typer.Option(metavar="INSTRUCTION", help="Of long files, only the entry with this number."),
    ] = None,
    language: UnsaidLanguage = None,
    layout: Annotated[
        Literal["row", "column"] | None, typer.Option(help="How matrices of 2021 snapshots are written.")
    ] = None,
    time_unit: Annotated[
        Literal["s", "ms"] | None, typer.Option(help="The unit of time of 2021 snapshots.")
    ] = None,
    port: Port = 8000,
) -> None:
    """Show recordings that were not collected here: camera, voice, words and map, on this computer only.

    They are kept in a temporary store; corrections made there are lost when this ends. `pangea import` keeps them.
    """
    from pangea_server.app.reader import desk, links, serve_reader
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.imports.elsewhere import Convention
    from pangea_server.stores.opening import open_store

    convention = Convention(layout, time_unit) if layout and time_unit else None
    with desk(port) as here:
        settings = read_settings(
            data_dir=here.folder / "data", environment=environment, store="local", align_on_submit=True
        )
        with closing(open_store(settings, make=True)) as store:
            _bring_in(store, settings, files, here.folder / "files", only, convention, language)
            invited = links(store, here.origin, _addresses(store))
            console = Console(soft_wrap=True, highlight=False)
            for missing in _without_pictures(store, settings):
                console.print(missing, style="yellow")
        serve_reader(settings, here.taken, invited)


def _bring_in(
    store: Store,
    settings: Settings,
    files: Sequence[Path],
    folder: Path,
    only: int | None,
    convention: Convention | None,
    language: str | None,
) -> None:
    from environments import open_environment
    from pangea_server.dataset.formats.rxr import RxR
    from pangea_server.dataset.imports.elsewhere import lay_out
    from pangea_server.dataset.imports.import_files import import_files

    make_folder(folder)
    rows = lay_out(files, folder, only=only, convention=convention)
    import_files(store, open_environment(settings.environment), RxR(), rows, language=language)


def _without_pictures(store: Store, settings: Settings) -> Iterator[str]:
    """A line for each scan whose pictures are not there."""
    from environments import open_environment
    from environments.tiles.layout import TileFolder
    from pangea_server.annotate.campaigns.records import PathRecord
    from pangea_server.annotate.media.pictured import without_pictures

    starts = {each.scan_id: each.path[0] for each in store.records.find(PathRecord)}
    lacking = without_pictures(open_environment(settings.environment), TileFolder(settings.tiles_dir), starts)
    for scan_id, error in lacking:
        yield f"{scan_id} has no pictures here: map, voice and words play without. {error}"


def _addresses(store: Store) -> list[str]:
    """A replay of each annotation."""
    from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation

    guides = store.records.find(GuideAnnotation, limit=ADDRESSES_SHOWN)
    followers = store.records.find(FollowerAnnotation, limit=ADDRESSES_SHOWN)
    return [
        *(f"/replay?kind=guide&id={each.instruction_id}" for each in guides),
        *(f"/replay?kind=follower&id={each.demonstration_id}" for each in followers),
    ]
