"""``pangea release``: a dataset that others can rely on; ``pangea release-update``: the next one from the one before;
``pangea datasheet``: what its card asks people for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import BeamOptions, DataDir, EnvironmentSpec, Jobs, Runner
from pangea_server.core.cli.progress import watched
from pangea_server.core.counted import counted
from pangea_server.dataset.formats.command_line import FORMAT
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings


def release(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where it is written; must not exist yet.")
    ],
    version: Annotated[str, typer.Option(help="Its name, such as 1.0.")],
    formats: Annotated[
        list[str] | None,
        FORMAT.option(
            "--format",
            help="As for pangea export. May be repeated.",
            show_default="rxr; tasks where there are others",
        ),
    ] = None,
    previous: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, help="The previous release, to list what has changed since."
        ),
    ] = None,
    delta: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False,
            metavar="FILE",
            help="Write what is new since the previous release to this file as well, for pangea release-update.",
        ),
    ] = None,
    datasheet: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="What only you know of it, such as licence and creators: the answers to pangea datasheet.",
        ),
    ] = None,
    environment: EnvironmentSpec = None,
    jobs: Jobs = None,
    runner: Runner = "local",
    beam_option: BeamOptions = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Export, check, describe: a data card, what machines read of it, checksums, and changes since the release before.

    Scans that are in two splits are refused. FOLDER.personal.jsonl lists what may be personal in the texts, for you
    to look at; the texts are not changed. Names that are only mentioned are found with the extra `personal`.
    The same store gives the same bytes.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.exports.export import open_dataset, open_formats
    from pangea_server.dataset.release.card.datasheet import Datasheet, read_datasheet
    from pangea_server.dataset.release.release import formats_of, make_release
    from pangea_server.stores.opening import open_store

    if delta and previous is None:
        raise typer.BadParameter(
            "it needs --previous, the release that it leads on from", param_hint="--delta"
        )
    sheet = read_datasheet(datasheet) if datasheet else Datasheet()
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        chosen = open_formats(formats or formats_of(opened.records))
        report = make_release(
            open_dataset(opened, settings, chosen, watched),
            folder,
            chosen,
            version,
            previous=previous,
            delta_archive=delta,
            sheet=sheet,
            workers=jobs or os.cpu_count() or 1,
            ahead=_ahead(settings, [each.name for each in chosen], runner, beam_option or ()),
        )
    console = Console(soft_wrap=True)
    done = report.exported
    others = f" and {done.answers} of other kinds" if done.answers else ""
    console.print(f"{done.guides} Guide and {done.followers} Follower annotations{others} are in {folder}.")
    console.print(report.searched.told(f"{folder.name}.personal.jsonl"), markup=False)
    if written := report.delta:
        console.print(
            f"{written.path} has {written.files} of its {counted(written.release_files, 'file')}, "
            f"{written.size / 1e6:.1f} of {written.release_size / 1e6:.1f} MB.",
            markup=False,
        )
    if report.lacking:
        console.print(
            f"Not stated in its card: {', '.join(report.lacking)}. `pangea datasheet` prints the questions."
        )


def _ahead(
    settings: Settings, formats: Sequence[str], runner: str, options: Sequence[str]
) -> Callable[[Path], None] | None:
    from pangea_server.dataset.release.on_beam import make_ahead

    return None if runner == "local" else partial(make_ahead, settings, formats, runner, options)


def release_update(
    before: Annotated[
        Path,
        typer.Argument(
            exists=True, file_okay=False, metavar="OLD", help="The release that you have; it stays as it is."
        ),
    ],
    archive: Annotated[
        Path,
        typer.Argument(
            exists=True, dir_okay=False, metavar="DELTA", help="The file that pangea release --delta wrote."
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="NEW", help="Where the new release is written; must not exist yet.")
    ],
) -> None:
    """Make the next release from the one before and what is new since: the same files as if all were downloaded.

    Each file is compared with its checksum before NEW gets its name. What people withdrew is not in NEW; delete OLD
    when you no longer need it.
    """
    from pangea_server.dataset.release.update import update_release

    made = update_release(before, archive, folder, watched)
    Console(soft_wrap=True, highlight=False).print(
        f"{folder} is version {made.version}: {counted(made.received, 'file')} came from {archive}, "
        f"and {counted(made.kept, 'file')} from {before}.",
        markup=False,
    )


def datasheet() -> None:
    """Print the questions that a data card asks people, as a YAML file for pangea release --datasheet."""
    from pangea_server.dataset.release.card.datasheet import template

    typer.echo(template(), nl=False)
