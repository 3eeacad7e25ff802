"""``pangea agreement``: agreement between people who did the same task."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.annotate.annotations.command_line import PopulationOption
from pangea_server.annotate.annotations.population import Population, told
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.quality.agreement import Measure


def agreement(
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
    population: PopulationOption = Population.DATA,
    json: Annotated[bool, typer.Option("--json", help="One JSON document a line and language.")] = False,
) -> None:
    """By language: nDTW between Followers of one Guide, alpha of their ratings, WER of transcripts of one voice.

    Followers who got their tasks in different arms of a campaign are not compared with each other.
    """
    from dataclasses import asdict
    from json import dumps

    from environments import open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.quality.agreement import agreement as reports
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        found = list(reports(opened.records, open_environment(settings.environment), population=population))
    if json:
        for report in found:
            typer.echo(dumps(asdict(report)))
        return
    headings = ("language", "measure", "value", "of", "unknown because")
    listing = Listing(*headings, title="Agreement (95 % bootstrap)")
    for report in found:
        for name, measure in (
            ("nDTW between Followers of one Guide", report.walks),
            ("alpha, quality of the words", report.instruction_quality),
            ("alpha, confidence", report.confidence),
            ("WER between transcripts of one voice", report.transcripts),
        ):
            listing.add(report.language, name, *_row(measure))
    listing.show()
    for report in found:
        if report.left_out:
            typer.echo(f"{report.language}: left out: {told(report.left_out)}.")
        if report.alone:
            typer.echo(
                f"{report.language}: walks with no other after the same words in the same arm, compared with nothing: "
                f"{report.alone}."
            )


def _row(measure: Measure) -> tuple[str, str, str]:
    if measure.value is None:
        return "–", f"{measure.units} units", measure.reason
    low_high = measure.interval
    interval = (
        f" ({low_high[0]:.2f} to {low_high[1]:.2f})" if low_high else " (too few units for an interval)"
    )
    return f"{measure.value:.2f}{interval}", f"{measure.judgements} in {measure.units} units", ""
