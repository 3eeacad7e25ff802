"""``pangea landmarks labels``: a place whose things people have shown becomes one whose pixels are labelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir, EnvironmentSpec, UnsaidLanguage
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections import Counter

    from environments import Environment
    from pangea_server.stores.protocol import RecordStore


def labels(
    output: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            file_okay=False,
            help="A new folder. Called labels, in the place's own directory, it is found there.",
        ),
    ],
    language: UnsaidLanguage = None,
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write what people drew around the things of each scan as labels of its pixels, so that people can be asked to
    find them, and coverage and masks are known.

    Things are called as people called them, in --language where they have a name in it. What hides what and how far
    away things are is not known of them.
    """
    from collections import Counter
    from contextlib import closing

    from environments import open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    lost: Counter[str] = Counter()
    with closing(open_store(settings)) as opened:
        scans = write_labels(opened.records, open_environment(settings.environment), output, language, lost)
    console = Console(soft_wrap=True)
    for what, count in (+lost).items():
        console.print(f"{what}: {count}.")
    console.print(f"{output} has the labels of {', '.join(scans)}.")


def write_labels(
    records: RecordStore, environment: Environment, output: Path, language: str | None, lost: Counter[str]
) -> list[str]:
    """Write a new folder with one for each scan in which something was drawn; returns these scans.

    Raises:
        ConfigurationError: the folder is there already.
        RecordNotFoundError: nothing was drawn in any scan of the environment.
    """
    from align.exports.whole import below, written_below
    from environments import ConfigurationError
    from environments.folders import make_folder
    from pangea_server.core.cli.progress import watched
    from pangea_server.core.errors import RecordNotFoundError
    from pangea_server.dataset.landmarks.labels import labels_of

    if output.exists():
        raise ConfigurationError(
            f"{output} is there already; nothing is overwritten.", remedy="Name another folder."
        )
    scans = []
    with written_below(output):
        for scan_id in watched(environment.scan_ids(), "Scans", len(environment.scan_ids())):
            for name, content in labels_of(records, environment.scan(scan_id), language, lost):
                make_folder(below(output, scan_id))
                (below(output, scan_id) / name).write_bytes(content)
            if (output / scan_id).exists():
                scans.append(scan_id)
        if not scans:
            raise RecordNotFoundError(
                "Nobody has drawn anything with a name in these scans, so nothing was written.",
                remedy="See what is asked: pangea landmarks status CAMPAIGN.",
            )
    return scans
