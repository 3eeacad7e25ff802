"""``pangea export``: the finished dataset as files."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.annotate.annotations.command_line import PopulationOption
from pangea_server.annotate.annotations.population import Population, told
from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import BeamOptions, DataDir, EnvironmentSpec, Jobs, Runner
from pangea_server.core.cli.progress import watched
from pangea_server.core.equal_faults import told_once
from pangea_server.dataset.formats import FORMATS
from pangea_server.dataset.formats.command_line import FORMAT
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.dataset.exports.export import ExportReport


def export(
    output: Annotated[Path, typer.Argument(metavar="FOLDER", file_okay=False, help="Where the files go.")],
    formats: Annotated[
        list[str] | None,
        FORMAT.option(
            "--format",
            help=f"{', '.join(FORMATS.builtin)}, or one of a package; the help pages say what "
            "each holds. May be repeated.",
            show_default="rxr",
        ),
    ] = None,
    environment: EnvironmentSpec = None,
    population: PopulationOption = Population.DATA,
    jobs: Jobs = None,
    runner: Runner = "local",
    beam_option: BeamOptions = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the dataset, a folder for each format; about.json in it says frames, units and the metrics' version.

    Run again, it makes only those files whose annotation is new or has changed. Exit code 1 when a file could not be
    made.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.exports.export import export, open_dataset, open_formats
    from pangea_server.stores.opening import open_store

    chosen = open_formats(formats or ["rxr"])
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    if runner != "local":
        from pangea_server.dataset.exports.on_beam import make_on_beam

        make_on_beam(settings, output, [each.name for each in chosen], runner, beam_option or ())
    with closing(open_store(settings)) as opened:
        dataset = open_dataset(opened, settings, chosen, watched, population)
        report = export(dataset, output, chosen, workers=jobs or os.cpu_count() or 1)
    show(report, output)


def show(report: ExportReport, output: Path) -> None:
    """What was written and what was not; leaves with exit code 1 when a file could not be made."""
    console = Console()
    console.print(f"{report.guides} Guide and {report.followers} Follower annotations are in {output}.")
    if report.answers:
        console.print(f"{report.answers} annotations of other kinds are in {output / 'tasks'}.")
    if report.unaligned:
        console.print(
            f"Guides' voices without word times: {report.unaligned}. Run pangea align, then export again."
        )
    for what, left in report.left_out.items():
        if left:
            console.print(f"Left out of {what}: {told(left)}.")
    for what, count in report.lacking.items():
        if count:
            console.print(f"Annotations without {what}: {count}.")
    for what, count in report.notes.items():
        console.print(f"{what}: {count}.")
    errors = Console(stderr=True)
    for line in told_once((fault.file, str(fault.error)) for fault in report.faults):
        errors.print(line, markup=False, soft_wrap=True)
    if report.faults:
        errors.print(f"{len(report.faults)} files could not be made.")
    for name, error in report.refused.items():
        errors.print(f"{name} could not be written: {error}", markup=False, soft_wrap=True)
    if report.faults or report.refused:
        raise typer.Exit(FAILED)
