"""``pangea monitor``: the dashboard's numbers in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.dataset.monitoring.intervals import Mean
    from pangea_server.dataset.monitoring.statistics import Group

UNKNOWN = "–"


def monitor(
    data_dir: DataDir = None,
    store: StoreName = None,
    by: Annotated[
        str, typer.Option(help="Groups: language, pool, campaign, annotator, guide, scan, length, week, ...")
    ] = "language",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Read all annotations anew, as after work on the store by hand.")
    ] = False,
    learning: Annotated[
        bool, typer.Option("--learning", help="With learning periods and check items.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Annotations, success rate, NE, SPL and nDTW, group by group."""
    from pydantic_core import to_json

    from environments import open_environment
    from pangea_server.annotate.kinds.kinds import KINDS
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.monitoring.board import Board
    from pangea_server.dataset.monitoring.dimensions import dimension, selected
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
    selection = Selection(table, selected(table, {} if learning else {"learning": "false"}))
    found, whole = selection.groups(chosen), selection.total()
    if json:
        answer = {"total": whole, "by": by, "groups": found, "tasks": tasks}
        typer.echo(to_json(answer))
        return
    kinds = list(whole.kinds)
    shown = _table(chosen.title, kinds)
    for group in found:
        _add(shown, group.name or "not known", group, kinds)
    shown.add_section()
    _add(shown, "all", whole, kinds)
    console.print(shown)
    for task in tasks:
        who = f"{task.kind} {task.language or 'in other languages'} {task.pool or ''}".strip()
        console.print(
            f"{who}: {task.done} done, {task.leased} taken, {task.open} open, {task.waiting} waiting"
        )


def _table(title: str, kinds: Sequence[str]) -> Table:
    table = Table(title="PanGEA")
    table.add_column(title)
    for column in (*kinds, "success (95 %)", "NE (m)", "SPL", "nDTW"):
        table.add_column(column, justify="right")
    return table


def _add(table: Table, name: str, group: Group, kinds: Sequence[str]) -> None:
    rate = group.success_rate
    success = f"{rate.value:.2f} ({rate.low:.2f}–{rate.high:.2f})" if rate else UNKNOWN
    counts = (str(group.kinds[kind].annotations) if kind in group.kinds else "0" for kind in kinds)
    table.add_row(name, *counts, success, *map(_mean, (group.ne, group.spl, group.ndtw)))


def _mean(mean: Mean | None) -> str:
    return f"{mean.value:.2f}" if mean else UNKNOWN
