"""``pangea monitor``: the monitoring page's numbers in the terminal."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from pangea_server.cli.options import DataDir, StoreName

if TYPE_CHECKING:
    from pangea_server.schemas import GroupScores

UNKNOWN = "–"


def monitor(
    data_dir: DataDir = None,
    store: StoreName = None,
    learning: Annotated[
        bool, typer.Option("--learning", help="With learning periods and check items.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Annotations, success rate, NE, SPL and nDTW by annotator and language."""
    from pangea_server.house import open_store
    from pangea_server.monitoring import summarise
    from pangea_server.settings import read_settings

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        summary = summarise(opened.records, all_of_it=learning)
    if json:
        typer.echo(summary.model_dump_json())
        return
    table = _table("PanGEA")
    for scores in summary.annotators:
        _add(table, f"annotator {scores.annotator_id} as {scores.role}", scores)
    table.add_section()
    for language in summary.languages:
        _add(table, language.language, language)
    table.add_section()
    _add(table, "all", summary.total)
    console = Console()
    console.print(table)
    for task in summary.tasks:
        states = f"{task.done} done, {task.leased} taken, {task.open} open, {task.waiting} waiting"
        console.print(f"{task.kind} {task.language}: {states}")


def _table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("who")
    for column in ("guides", "followers", "success (95 %)", "NE (m)", "SPL", "nDTW"):
        table.add_column(column, justify="right")
    return table


def _add(table: Table, who: str, scores: GroupScores) -> None:
    interval = scores.success_interval
    success = f"{scores.success_rate:.2f} ({interval[0]:.2f}–{interval[1]:.2f})" if interval else UNKNOWN
    means = [UNKNOWN if mean is None else f"{mean:.2f}" for mean in (scores.ne, scores.spl, scores.ndtw)]
    table.add_row(who, str(scores.guides), str(scores.followers), success, *means)
