"""``pangea verify``: is everything as it was written?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from environments.errors import PangeaError
from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import DataDir
from pangea_server.dataset.archive.backup_state import Newest, read_newest
from pangea_server.dataset.archive.chain import Trust, read_chain
from pangea_server.dataset.archive.changes import entry_names
from pangea_server.dataset.archive.log_replay import missing_end
from pangea_server.dataset.archive.places import Destination, open_place
from pangea_server.dataset.archive.signatures import signer_of
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pathlib import Path

    from pangea_server.core.settings import Settings
    from pangea_server.dataset.verify.report import Report

LOWEST = 19
SHOWN = 50


def verify(
    data_dir: DataDir = None,
    store: StoreName = None,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild",
            help="Of a local store: first make the index anew from segments, files, quarantine; no server beside it.",
        ),
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Do not go on with one that was interrupted.")] = False,
    rate: Annotated[
        int,
        typer.Option(min=0, metavar="BYTES", help="Read at most so much in a second; 0: as fast as it can."),
    ] = 0,
    gently: Annotated[bool, typer.Option("--gently", help="At the lowest priority of this machine.")] = False,
) -> None:
    """Read everything in the store, and compare it with what was written; servers may keep running.

    Of the series of backups that were made from here, the signatures and the chain are checked; a drill reads the rest.
    Exit code 1 when something is not as it was written. If interrupted, run the same command again to continue.
    """
    from environments.errors import ConfigurationError
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive.backup_state import SERIES_STATE
    from pangea_server.dataset.verify.command import series_faults
    from pangea_server.stores.opening import place_of

    if gently:
        os.nice(LOWEST)
    settings = read_settings(data_dir=data_dir, store=store)
    directory = settings.data_dir
    console, bar = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    if settings.store == "local":
        report = run(directory, rebuild=rebuild, anew=anew, rate=rate, console=console, bar=bar)
    elif rebuild:
        raise ConfigurationError(
            f"--rebuild is of a local store, and the settings name {settings.store}.",
            remedy="Leave it out, or add --store local.",
        )
    else:
        report = run_any(settings, anew=anew, rate=rate, bar=bar)
    for fault in report.faults[:SHOWN]:
        console.print(f"[red]✗[/red] {escape(str(fault))}")
    if report.fault_count > SHOWN:
        console.print(f"and {report.fault_count - SHOWN} more")
    console.print(
        f"{place_of(settings)}: {report.rows} records and {report.blobs} blobs, {report.size / 1e6:.1f} MB read, "
        f"{report.fault_count or 'no'} fault{'' if report.fault_count == 1 else 's'}."
    )
    changed = [*series_faults(directory)]
    for line in changed:
        console.print(f"[red]✗[/red] {escape(line)}")
    if changed:
        console.print(
            "Somebody may have changed these backups. "
            f"Who has given up a series takes it out of {directory / SERIES_STATE}."
        )
    if report.fault_count:
        console.print("Restore what is named from a backup; keep this store as it is until that is done.")
    if report.fault_count or changed:
        raise typer.Exit(FAILED)


def run(directory: Path, *, rebuild: bool, anew: bool, rate: int, console: Console, bar: Console) -> Report:
    """Verify the store in ``directory``; a log or database that cannot even be opened is a fault in the report.

    Raises:
        ConfigurationError: there is no store, or a server has it and its index is to be rebuilt.
    """
    from environments.errors import ConfigurationError
    from pangea_server.core.errors import StoreError
    from pangea_server.dataset.verify.report import Fault, Report, finish
    from pangea_server.dataset.verify.verification import total_size
    from pangea_server.dataset.verify.verification import verify as verified
    from pangea_server.stores.local.store import LocalStore
    from pangea_server.stores.sqlite.wal import read_log

    if not (directory / ("blobs" if rebuild else "pangea.db")).exists():
        raise ConfigurationError(
            f"There is no store in {directory}.",
            remedy="Name its folder with --data-dir; if its database is lost, make a new index with --rebuild.",
        )
    report, kept = Report(), 0
    unopened = read_log(directory / "pangea.db-wal").fault  # SQLite drops what is damaged when it opens it
    try:
        if rebuild:
            _rebuild(directory, console)
        with LocalStore.open(directory) as store, _bar(bar) as shown:
            task = shown.add_task("Reading", total=total_size(store))
            for report in verified(store, rate=rate, anew=anew or rebuild):
                shown.update(task, completed=report.size)
        kept = report.fault_count
    except StoreError as error:
        report.add(Fault("pangea.db", str(error).rstrip(".")))
    if unopened and all(fault.place != "pangea.db-wal" for fault in report.faults):
        report.add(Fault("pangea.db-wal", unopened))
    if report.fault_count > kept:
        finish(directory, report)
    return report


def run_any(settings: Settings, *, anew: bool, rate: int, bar: Console) -> Report:
    """Verify the store that the settings name, which is no local one; its report is kept in the data directory.

    Raises:
        ConfigurationError: there is no store.
        StoreError: it cannot be reached; the same command again goes on.
    """
    from contextlib import closing

    from environments.folders import make_folder
    from pangea_server.dataset.verify.any_store import total_size
    from pangea_server.dataset.verify.report import Report, folder_of
    from pangea_server.dataset.verify.verification import verify_any
    from pangea_server.stores.opening import open_store

    report, directory = Report(), folder_of(settings)
    with closing(open_store(settings)) as store, _bar(bar) as shown:
        make_folder(directory)
        task = shown.add_task("Reading", total=total_size(store))
        for report in verify_any(store, directory, rate=rate, anew=anew):
            shown.update(task, completed=report.size)
    return report


def _rebuild(directory: Path, console: Console) -> None:
    from pangea_server.stores.local.store import LocalStore

    recovered = LocalStore.rebuild(directory)
    console.print(
        f"{len(recovered.stored)} blobs are back in the index, {len(recovered.records)} records were made from them."
    )
    for name, why in recovered.aside.items():
        console.print(f"[yellow]![/yellow] {escape(name)} stays in quarantine: {why}.")


def _bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


def series_faults(directory: Path) -> Iterator[str]:
    """What is wrong with the chains and logs of all series of a data directory; needs no private key of theirs.

    Records and blobs are not read: a drill does that.
    """
    for address, newest in read_newest(directory).items():
        try:
            yield from _faults(open_place(address), newest, signer_of(directory).public)
        except PangeaError as error:
            yield error.message


def _faults(place: Destination, newest: Newest, signer: str) -> Iterator[str]:
    chain = read_chain(place, Trust(frozenset({signer}), newest))
    yield from chain.faults
    if fault := missing_end(place, newest, newest.moment, len(entry_names(place, newest.moment))):
        yield fault
