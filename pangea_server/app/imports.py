"""``pangea import``: files of the field's formats, into a store."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.annotate.alignments.command import ForceOlder, MendedBy
from pangea_server.annotate.campaigns.command_line import complete_campaign
from pangea_server.core.cli.options import DataDir, EnvironmentSpec, UnsaidLanguage
from pangea_server.core.cli.progress import watched
from pangea_server.core.equal_faults import told_once
from pangea_server.dataset.formats import IMPORTED_LANDMARKS, READABLE_FORMATS
from pangea_server.dataset.formats.command_line import FORMAT, READABLE
from pangea_server.stores.opening.command_line import StoreName

GARBAGE_COLLECTED_AFTER = 200_000
"""New objects; by default 700, which a row or two make."""


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            exists=True,
            help="Guides before their Followers; of Flickr30k Entities the folder.",
        ),
    ],
    format: Annotated[
        str,
        typer.Option(
            help=f"{', '.join((*READABLE_FORMATS, *IMPORTED_LANDMARKS))}, or one of a package. "
            "Those that hold only word times, or landmarks, need instructions that are in the store.",
            autocompletion=READABLE.complete,
            callback=FORMAT.check,
        ),
    ],
    environment: EnvironmentSpec = None,
    language: UnsaidLanguage = None,
    as_tasks: Annotated[
        bool,
        typer.Option(
            "--as-tasks",
            help="Make open tasks of the instructions, which people follow: all of them, or none.",
        ),
    ] = False,
    campaign: Annotated[
        str,
        typer.Option(
            help="With --as-tasks: the campaign of the tasks; made where there is none.",
            autocompletion=complete_campaign,
        ),
    ] = "written",
    followers: Annotated[
        int, typer.Option(min=1, max=100, help="People for each instruction, where the campaign is made.")
    ] = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --as-tasks: only check, and show what would be done.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --as-tasks: also where a place has no pictures here.")
    ] = False,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Leave out what is broken, and import the rest.")
    ] = False,
    source: Annotated[
        str | None,
        typer.Option(
            help="Landmarks: the name of the data set whose ids the files have; the same id in two files of it is the "
            "same thing.",
            show_default="the format's name",
        ),
    ] = None,
    degrees: Annotated[
        bool, typer.Option("--degrees", help="Landmarks: the file has degrees, as 360-Indoor's COCO does.")
    ] = False,
    by: MendedBy = 0,
    force: ForceOlder = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Import annotations, to be aligned, replayed, scored and exported like those collected here.

    A whole file is checked before anything of it is written; stored data is never overwritten, and withdrawn data is
    not imported again. Words that were exported before the store's were mended are refused. RxR's pose traces and
    voices are looked for beside its rows. Landmarks need their instructions in the store. An interrupted import
    continues when it is run again. With --as-tasks the instructions also become tasks: people who walk, and no Guide.
    """
    from environments import ConfigurationError, open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.entries.protocol import Readable
    from pangea_server.dataset.exports.export import open_formats
    from pangea_server.dataset.imports.import_files import import_files
    from pangea_server.dataset.imports.imported_words import WordsImport
    from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
    from pangea_server.dataset.landmarks.entries import ReadsDegrees, ReadsLandmarks
    from pangea_server.stores.opening.command_line import store_to_fill

    chosen: object
    (chosen,) = open_formats([format])
    if not isinstance(chosen, Readable | ReadsLandmarks):
        raise ConfigurationError(
            f"{format} cannot be read back.",
            remedy=f"Choose from {', '.join((*READABLE_FORMATS, *IMPORTED_LANDMARKS))}.",
        )
    for file in files:
        if file.is_dir() and not getattr(chosen, "reads_folders", False):
            raise ConfigurationError(f"{file} is a folder.", remedy="Name its files.")
    if degrees:
        if not isinstance(chosen, ReadsDegrees):
            raise ConfigurationError(f"{format} has no form in degrees.", remedy="Leave --degrees out.")
        chosen = chosen.in_degrees()
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    if as_tasks:
        from pangea_server.dataset.written.command import import_as_tasks
        from pangea_server.dataset.written.tasks import WantedTasks

        _refuse_some(skip_broken)
        if not isinstance(chosen, Readable):
            raise ConfigurationError(
                f"{format} holds no instructions to make tasks of.", remedy="Leave --as-tasks out."
            )
        wanted = WantedTasks(campaign, followers, language=language, sure=yes)
        import_as_tasks(settings, format, files, (), wanted, dry_run=dry_run)
        return
    if dry_run:
        raise ConfigurationError(
            "--dry-run is for --as-tasks.",
            remedy="Leave it out: a file with faults is imported whole or not at all.",
        )
    with _rare_collection(), store_to_fill(settings, dry_run=False) as opened:
        places = open_environment(settings.environment)
        if isinstance(chosen, Readable):
            report = import_files(
                opened,
                places,
                chosen,
                files,
                language=language,
                skip_broken=skip_broken,
                words=WordsImport(by, force),
                watch=watched,
            )
        else:
            name = source or format
            report = import_landmarks(
                opened, places, chosen, files, name=name, skip_broken=skip_broken, watch=watched
            )
    console, errors = Console(), Console(stderr=True)
    for kind, count in report.new.items():
        console.print(f"{count} {kind} came in.")
    for kind, count in report.known.items():
        console.print(f"{count} {kind} were there already.")
    for note, count in (+report.notes).items():
        console.print(f"{count} {note}.")
    for line in told_once(each.told for each in report.skipped):
        errors.print(line, markup=False, soft_wrap=True)
    if report.skipped:
        errors.print(f"Broken entries that were left out: {len(report.skipped)}.")
    elif not report.new and not report.known:
        errors.print("The files hold no entry, so nothing came in.")


@contextmanager
def _rare_collection() -> Iterator[None]:
    """Rows are no cycles, and the collector would go through all paths of a file again and again."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(GARBAGE_COLLECTED_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _refuse_some(skip_broken: bool) -> None:
    from environments import ConfigurationError

    if skip_broken:
        raise ConfigurationError(
            "--as-tasks takes all instructions or none.",
            remedy="Leave --skip-broken out, and mend what is broken.",
        )
