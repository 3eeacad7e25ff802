"""``pangea flags``: which answers in a store a reviewer should check."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pangea_server.quality.flags.records import FlagReport


def flags(
    annotations: Annotated[
        list[str] | None,
        typer.Argument(metavar="ANNOTATION", help="Such as guide-000012.  [default: all that are due]"),
    ] = None,
    redo: Annotated[
        bool, typer.Option("--redo", help="Check again annotations that were already checked.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Run the quality flags on annotations, and store their findings. Flags never refuse an answer.

    Without names: every annotation that was not checked yet, or with other rules, or before its words had times.
    An interrupted run continues when it is started again.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.quality.flags.runner import open_runner

    with open_runner(read_settings(data_dir=data_dir, store=store)) as runner:
        names = annotations or runner.due(redo=redo)
        reports = (runner.run(name) for name in names)
        _show([report for report in watched(reports, "flagging", len(names)) if report])


def _show(reports: Iterable[FlagReport]) -> None:
    raised, unknown, looked_at = Counter[str](), Counter[str](), Counter[str]()
    for report in reports:
        for finding in report.findings:
            looked_at[finding.flag] += 1
            raised[finding.flag] += finding.raised is True
            unknown[finding.flag] += finding.raised is None
    table = Table("flag", "raised", "unknown", "of")
    for name in sorted(looked_at):
        table.add_row(name, str(raised[name]), str(unknown[name]), str(looked_at[name]))
    if looked_at:
        Console(stderr=True).print(table)
