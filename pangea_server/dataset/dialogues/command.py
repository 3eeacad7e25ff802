"""``pangea dialogues``: how two people talked, kind by kind, and each dialogue as a row of a table."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.annotate.annotations.command_line import PopulationOption
from pangea_server.annotate.annotations.population import Population
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.progress import watched
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.dataset.dialogues.table import KindOfDialogue

SHOWN = {
    "seconds": "length, s",
    "turns": "turns",
    "words": "words",
    "overlap": "overlap",
    "floor_transfer": "gap, s",
    "response": "response, s",
    "goal_progress": "progress, m",
    "progress_per_answer": "an answer, m",
}
UNKNOWN = "\N{EN DASH}"


def dialogues(
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
    population: PopulationOption = Population.DATA,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", dir_okay=False, help="A row for each dialogue.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document a kind.")] = False,
) -> None:
    """Dialogues of two people: success, and medians of length, turns, words, overlap, gap and the like by kind.

    Turns, overlap, gap (from one's last word to the other's first), response (from when that word was heard) and
    progress by answer need `pangea align`.
    """
    from dataclasses import asdict
    from json import dumps

    from align.exports.whole import write_whole
    from environments import open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.dialogues.table import DialogueSummary, by_kind, stored_dialogues, summary
    from pangea_server.http.csv_tables import csv_lines
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        places = open_environment(settings.environment)
        found = stored_dialogues(opened, population)
        rows = [summary(opened, places, each) for each in watched(found, "dialogues", 0)]
    if output:
        write_whole(output, "".join(csv_lines(DialogueSummary, rows)).encode())
    kinds = by_kind(rows)
    if json:
        for each in kinds:
            typer.echo(dumps(asdict(each)))
    elif kinds:
        _show(kinds)
    else:
        typer.echo("There are no dialogues of which both answers are there.")
    for row in rows:
        if row.fault:
            typer.echo(f"{row.pairing_id}: {row.fault}", err=True)


def _show(kinds: list[KindOfDialogue]) -> None:
    headings = ("kind", "dialogues", "aligned", "success", *SHOWN.values())
    listing = Listing(*headings, title="Dialogues (medians)", numbers=headings[1:])
    for each in kinds:
        success = UNKNOWN if each.success is None else f"{each.success:.0%} of {each.judged}"
        named = f"{each.kind}, with a program" if each.with_program else each.kind
        counts = (str(each.dialogues), str(each.timed), success)
        listing.add(named, *counts, *(_told(each, name) for name in SHOWN))
    listing.show()


def _told(kind: KindOfDialogue, name: str) -> str:
    value = kind.medians[name]
    if value is None:
        return UNKNOWN
    return f"{value:.0%}" if name == "overlap" else f"{value:.3g}"
