"""``pangea flags``: which answers in a store a reviewer should check."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer
from rich.console import Console

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pangea_server.quality.flags.records import FlagReport


def flags(
    annotations: Annotated[
        list[str] | None,
        typer.Argument(metavar="ANNOTATION", help="Such as guide-000012.", show_default="all that are due"),
    ] = None,
    redo: Annotated[
        bool, typer.Option("--redo", help="Check again annotations that were already checked.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Run the quality flags on annotations, and store their findings. Flags never refuse an answer.

    Without names: every annotation that was not checked yet, or with other rules, or before its words had times.
    An interrupted run continues when it is started again. The table counts all annotations that were ever checked.
    """
    from pangea_server.core.errors import RecordNotFoundError
    from pangea_server.core.settings import read_settings
    from pangea_server.quality.flags.records import FlagReport
    from pangea_server.quality.flags.runner import open_runner
    from pangea_server.stores.paging import every

    with open_runner(read_settings(data_dir=data_dir, store=store)) as runner:
        names = annotations or runner.due(redo=redo)
        found = [(name, runner.run(name)) for name in watched(names, "flagging", len(names))]
        checked = [report for _, report in found if report]
        if annotations:
            _show(checked, f"Annotations checked now: {len(checked)}")
        else:
            reports = list(every(runner.store.records, FlagReport))
            _show(reports, f"Annotations with flags: {len(reports)}, checked now: {len(checked)}")
    gone = [name for name, report in found if report is None] if annotations else []
    if gone and len(gone) == len(found):
        raise RecordNotFoundError(f"There is no annotation {', '.join(gone)}.", remedy="Correct the number.")
    for name in gone:  # such as one whose person has withdrawn since the server asked for this
        typer.echo(f"There is no annotation {name}.", err=True)


def _show(reports: Iterable[FlagReport], title: str) -> None:
    raised, unknown, looked_at = Counter[str](), Counter[str](), Counter[str]()
    for report in reports:
        for finding in report.findings:
            looked_at[finding.flag] += 1
            raised[finding.flag] += finding.raised is True
            unknown[finding.flag] += finding.raised is None
    listing = Listing(
        "flag", "named", "raised", "unknown", "of", title=title, numbers=("raised", "unknown", "of")
    )
    for name in sorted(looked_at):
        listing.add(name, flag_name(name), str(raised[name]), str(unknown[name]), str(looked_at[name]))
    if looked_at:
        listing.show(Console(stderr=True))


class FlagWords(TypedDict):
    """``name``: in two or three words. ``about``: what it means that the flag is raised, in a sentence."""

    name: str
    about: str


@cache
def flag_words() -> dict[str, FlagWords]:
    """The words of the built-in flags by their ids; flags of other packages have none."""
    words: dict[str, FlagWords] = json.loads(
        (Path(__file__).parent / "names.json").read_text(encoding="utf-8")
    )
    return words


def flag_name(flag: str) -> str:
    """What the pages call a flag; one of another package is called by its own id."""
    words = flag_words().get(flag)
    return words["name"] if words else flag.replace("_", " ")
