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
    as_tasks: Annotated[
        bool,
        typer.Option(
            "--as-tasks",
            help="Make open tasks of the instructions, which people follow: all of them, or none.",
        ),
    ] = False,
    campaign: Annotated[
        str, typer.Option(help="With --as-tasks: the campaign of the tasks; made where there is none.")
    ] = "written",
    followers: Annotated[
        int, typer.Option(min=1, max=100, help="People for each instruction, where the campaign is made.")
    ] = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --as-tasks: only check, and show what would be done.")
    ] = False,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Leave out what is broken, and import the rest.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Import annotations, to be aligned, replayed, scored and exported like those collected here.

    A whole file is checked before anything of it is written; stored data is never overwritten, and withdrawn data is
    not imported again. RxR's pose traces and voices are looked for beside its rows. An interrupted import continues
    when it is run again. With --as-tasks the instructions also become tasks: people who walk, and no Guide.
    """
    from environments import ConfigurationError, open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.entries.protocol import Readable
    from pangea_server.dataset.exports.exporting import open_formats
    from pangea_server.dataset.imports.importing import import_files
    from pangea_server.dataset.written.command import import_as_tasks
    from pangea_server.dataset.written.tasks import Wanted
    from pangea_server.stores.opening import open_store
    from pangea_server.stores.opening.command_line import say_if_new

    (chosen,) = open_formats([format])
    if not isinstance(chosen, Readable):
        raise ConfigurationError(
            f"{format} cannot be read back.", remedy=f"Choose from {', '.join(readable_formats())}."
        )
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    if as_tasks:
        _refuse_some(skip_broken)
        wanted = Wanted(campaign, followers, language=language)
        import_as_tasks(settings, format, files, (), wanted, dry_run=dry_run)
        return
    if dry_run:
        raise ConfigurationError(
            "--dry-run is for --as-tasks.",
            remedy="Leave it out: a file with faults is imported whole or not at all.",
        )
    say_if_new(settings)
    with closing(open_store(settings, make=True)) as opened:
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


def _refuse_some(skip_broken: bool) -> None:
    from environments import ConfigurationError

    if skip_broken:
        raise ConfigurationError(
            "--as-tasks takes all instructions or none.",
            remedy="Leave --skip-broken out, and mend what is broken.",
        )
