"""``pangea campaign evaluate``, and what ``pangea import --as-tasks`` does: people follow instructions from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.annotate.campaigns.command_line import complete_campaign
from pangea_server.core.cli.options import DataDir, EnvironmentSpec, UnsaidLanguage
from pangea_server.dataset.formats import READABLE_FORMATS
from pangea_server.dataset.formats.command_line import FORMAT, READABLE
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pangea_server.core.settings import Settings
    from pangea_server.dataset.written.tasks import WantedTasks, WrittenReport


def evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            exists=True,
            dir_okay=False,
            help="Instructions: JSON Lines with scan, path or path_id, instruction, language and system.",
        ),
    ],
    system: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who or what wrote the instructions of a file; once for each FILE, in their order. May be left out "
            "where each entry says its system.",
        ),
    ] = None,
    campaign_id: Annotated[
        str, typer.Option("--id", help="The campaign's id.", autocompletion=complete_campaign)
    ] = "evaluation",
    followers: Annotated[int, typer.Option(min=1, max=100, help="People who follow each instruction.")] = 3,
    seed: Annotated[int, typer.Option(help="Other seeds give the instructions out in another order.")] = 0,
    language: UnsaidLanguage = None,
    format: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(READABLE_FORMATS)}, or one of a package.",
            autocompletion=READABLE.complete,
            callback=FORMAT.check,
        ),
    ] = "instructions",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only check, and show what would be done.")
    ] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes",
            help="Make the tasks also where there is one system, one lacks instructions on some paths, or a place has "
            "no pictures here.",
        ),
    ] = False,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Compare who or what wrote instructions, by how well people follow them.

    Every instruction is followed by so many people; nobody meets a path twice, the order is random, and the systems are
    balanced over paths and people. People are never told who or what wrote their instruction. A campaign that exists
    already needs the key `written`; then its own file says how many people follow each instruction.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.written.tasks import WantedTasks

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    wanted = WantedTasks(campaign_id, followers, seed, language, compares=True, sure=yes)
    import_as_tasks(settings, format, files, system or (), wanted, dry_run=dry_run)


def import_as_tasks(
    settings: Settings,
    format: str,
    files: Sequence[Path],
    systems: Sequence[str],
    wanted: WantedTasks,
    *,
    dry_run: bool,
) -> None:
    """Check the files, make the tasks, and say what was done.

    Raises:
        ConfigurationError: there are not as many systems as files.
    """
    from dataclasses import replace

    from environments import ConfigurationError, open_environment
    from environments.tiles.layout import TileFolder
    from pangea_server.dataset.exports.export import open_formats
    from pangea_server.dataset.written.files import WrittenFile
    from pangea_server.dataset.written.tasks import make_written_tasks
    from pangea_server.stores.opening.command_line import store_to_fill

    if systems and len(systems) != len(files):
        raise ConfigurationError(
            f"There are {len(files)} files and {len(systems)} systems.",
            remedy="Give --system once for each file, in the same order; or write the system into each entry.",
        )
    named = [*systems] if systems else [None] * len(files)
    (source,) = open_formats([format])
    with store_to_fill(settings, dry_run=dry_run) as opened:
        report = make_written_tasks(
            opened,
            open_environment(settings.environment),
            settings.environment,
            source,
            [WrittenFile(file, name) for file, name in zip(files, named, strict=True)],
            replace(wanted, tiles=TileFolder(settings.tiles_dir)),
            dry_run=dry_run,
        )
    _print(report, dry_run=dry_run)


def _print(report: WrittenReport, *, dry_run: bool) -> None:
    console = Console(soft_wrap=True, highlight=False, markup=False)
    will = "would be" if dry_run else "were"
    for doubt in report.doubts:
        console.print(f"warning: {doubt}", style="yellow")
    console.print(f"{report.new} instructions {will} written; {report.known} were there already.")
    for kind, count in report.tasks.items():
        if count:
            console.print(f"{count} {kind.replace('_', ' ').capitalize()} tasks {will} made.")
    named = {name: count for name, count in sorted(report.systems.items()) if name}
    if named:
        shown = ", ".join(f"{name} ({count})" for name, count in named.items())
        console.print(f"Systems: {shown}. {report.shared} of {report.paths} paths have instructions of each.")
    if report.people:
        console.print(
            f"At least {report.people} people are needed who know none of these paths, since nobody meets a path twice."
        )
    for other, count in sorted(report.elsewhere.items()):
        console.print(
            f"The campaign {other} has tasks on {count} of these {report.paths} paths, too; whoever does them there "
            "cannot do them here."
        )
    for language in report.unspoken:
        console.print(f"Nobody here speaks {language} yet: pangea invite --language {language}")
    if report.without_voice:
        console.print(
            f"{report.without_voice} instructions have no voice, so they are not given in arms with the voice alone."
        )
    made = "would be made" if dry_run else "was made" if report.made else "is there"
    campaign = report.campaign.campaign_id
    console.print(
        f"The campaign {campaign} {made if report.made else 'is there'}: pangea campaign status {campaign}"
    )
