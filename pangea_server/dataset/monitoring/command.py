"""``pangea monitor``: the dashboard's numbers in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.annotate.annotations.command_line import PopulationOption
from pangea_server.annotate.annotations.population import Population, told
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.dataset.monitoring.intervals import Mean
    from pangea_server.dataset.monitoring.statistics import Group, Rate

UNKNOWN = "–"


def _dimensions() -> list[str]:
    from pangea_server.dataset.monitoring.dimensions import DIMENSIONS

    return [*DIMENSIONS]


DIMENSION = KnownNames("way to group annotations", _dimensions)


def monitor(
    data_dir: DataDir = None,
    store: StoreName = None,
    by: Annotated[
        str,
        DIMENSION.option(
            help="Groups: language, pool, campaign, annotator, guide, scan, length, week, ...",
        ),
    ] = "language",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Read all annotations anew, as after work on the store by hand.")
    ] = False,
    population: PopulationOption = Population.DATA,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Annotations, success rate, NE, SPL and nDTW, and every kind's own scores, group by group."""
    from pydantic_core import to_json

    from environments import open_environment
    from pangea_server.annotate.kinds.kinds import KINDS
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.monitoring.board import Board
    from pangea_server.dataset.monitoring.dimensions import WantedRows, counted_left_out, dimension, selected
    from pangea_server.dataset.monitoring.progress import Progress
    from pangea_server.dataset.monitoring.statistics import Selection
    from pangea_server.stores.opening import open_store

    settings, chosen = read_settings(data_dir=data_dir, store=store), dimension(by)
    console = Console()
    with closing(open_store(settings)) as opened:
        board = Board(opened, open_environment(settings.environment))
        with console.status("reading annotations") as status:
            table = (
                board.rebuild(lambda read: status.update(f"{read:,} annotations"))
                if rebuild
                else board.table(None)
            )
        tasks = Progress(opened.records, KINDS.names()).counts(table)
    wanted = WantedRows(population=population)
    selection, left = Selection(table, selected(table, wanted)), counted_left_out(table, wanted)
    found, whole = selection.groups(chosen), selection.total()
    if json:
        answer = {"total": whole, "left_out": left, "by": by, "groups": found, "tasks": tasks}
        typer.echo(to_json(answer))
        return
    _listing(chosen.title, found, whole).show()
    if left:
        console.print(f"Left out: {told(left)}.", soft_wrap=True)
    for kind in whole.kinds:
        if shown := _own_figures(kind, chosen.title, found, whole):
            console.print()
            shown.show()
    console.print()
    for task in tasks:
        who = f"{task.kind} {task.language or 'in other languages'} {task.pool or ''}".strip()
        console.print(
            f"{who}: {task.done} done, {task.leased} taken, {task.open} open, {task.waiting} waiting",
            soft_wrap=True,
        )


def _listing(title: str, groups: Sequence[Group], whole: Group) -> Listing:
    """How many annotations there are of each kind, and how walks compare with their paths."""
    kinds = list(whole.kinds)
    measured = (*kinds, "success (95 %)", "NE (m)", "SPL", "nDTW")
    listing = Listing(title, *measured, title="PanGEA", numbers=measured)
    for name, group in _named(groups, whole):
        counts = (str(group.kinds[kind].annotations) if kind in group.kinds else "0" for kind in kinds)
        means = map(_mean, (group.ne, group.spl, group.ndtw))
        listing.add(name, *counts, _rate(group.success_rate), *means)
    return listing


def _own_figures(kind: str, title: str, groups: Sequence[Group], whole: Group) -> Listing | None:
    """A kind's own scores, with how many answers have each; None for a kind that has none."""
    scores = list(whole.kinds[kind].scores)
    if not scores:
        return None
    measured = ("answers", "success (95 %)", *(score.replace("_", " ") for score in scores))
    listing = Listing(title, *measured, title=f"{kind}: means, and of how many answers", numbers=measured)
    for name, group in _named(groups, whole):
        if of_kind := group.kinds.get(kind):
            means = (_mean_of(of_kind.scores.get(score)) for score in scores)
            listing.add(name, str(of_kind.annotations), _rate(of_kind.success_rate), *means)
    return listing


def _named(groups: Sequence[Group], whole: Group) -> list[tuple[str, Group]]:
    return [*((group.name or "not known", group) for group in groups), ("all", whole)]


def _rate(rate: Rate | None) -> str:
    return f"{rate.value:.2f} ({rate.low:.2f}–{rate.high:.2f})" if rate else UNKNOWN


def _mean(mean: Mean | None) -> str:
    return f"{mean.value:.2f}" if mean else UNKNOWN


def _mean_of(mean: Mean | None) -> str:
    return f"{mean.value:.2f} ({mean.n})" if mean else UNKNOWN
