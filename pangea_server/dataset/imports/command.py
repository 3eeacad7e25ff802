"""``pangea import``: files of the field's formats, into a store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.formats import readable_formats
from pangea_server.stores.opening.command_line import StoreName

FAULTS_SHOWN = 20


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Guides before their Followers."),
    ],
    format: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(readable_formats())}, or one of a package. Those that hold only word times need "
            "instructions that are in the store."
        ),
    ],
    environment: Annotated[
        str | None,
        typer.Option(
            metavar="KIND:DIRECTORY", help="The graphs that were walked.  [default: as the settings say]"
        ),
    ] = None,
    language: Annotated[str | None, typer.Option(help="Of instructions that do not say theirs.")] = None,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Leave out what is broken, and import the rest.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Import annotations, to be aligned, replayed, scored and exported like those collected here.

    A whole file is checked before anything of it is written; stored data is never overwritten, and withdrawn data is
    not imported again. RxR's pose traces and voices are looked for beside its rows. An interrupted import continues
    when it is run again.
    """
    from environments import ConfigurationError, open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.entries.protocol import Readable
    from pangea_server.dataset.exports.exporting import open_formats
    from pangea_server.dataset.imports.importing import import_files
    from pangea_server.stores.opening import open_store

    (chosen,) = open_formats([format])
    if not isinstance(chosen, Readable):
        raise ConfigurationError(
            f"{format} cannot be read back.", remedy=f"Choose from {', '.join(readable_formats())}."
        )
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        report = import_files(
            opened,
            open_environment(settings.environment),
            chosen,
            files,
            language=language,
            skip_broken=skip_broken,
            watch=watched,
        )
    console, errors = Console(), Console(stderr=True)
    for kind, count in report.new.items():
        console.print(f"{count} {kind} came in.")
    for kind, count in report.known.items():
        console.print(f"{count} {kind} were there already.")
    for note, count in (+report.notes).items():
        console.print(f"{count} {note}.")
    for broken in report.skipped[:FAULTS_SHOWN]:
        errors.print(str(broken), markup=False, soft_wrap=True)
    if report.skipped:
        errors.print(f"Broken entries that were left out: {len(report.skipped)}.")
    elif not report.new and not report.known:
        errors.print("The files hold no entry, so nothing came in.")
