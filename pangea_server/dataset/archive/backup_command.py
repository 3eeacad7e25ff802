"""``pangea backup``: the whole campaign as one file, or as the next of a series of backups."""

from __future__ import annotations

import re
import signal
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.archive.damage_report import print_damaged
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.dataset.archive.series_writer import Series
    from pangea_server.stores.protocol import Store

SECONDS = {"s": 1, "m": 60, "h": 3600}


def duration(text: str) -> int:
    """Seconds."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})([smh])", text)
    if not found:
        raise typer.BadParameter(f"{text!r} is no duration: write 10s, 5m or 1h")
    return int(found[1]) * SECONDS[found[2]]


def backup(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", dir_okay=False, help="A new file, *.tar; or --to.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="A folder or gs://BUCKET/PREFIX that keeps a series of backups: adds what is new.",
        ),
    ] = None,
    recipient: Annotated[
        list[str],
        typer.Option(metavar="KEY", help="Encrypt to this public key of age (age1...); may be repeated."),
    ] = [],  # noqa: B006
    keep_days: Annotated[
        int | None,
        typer.Option(min=0, help="With --to: then remove backups older than so many days, but the newest."),
    ] = None,
    every: Annotated[
        int | None,
        typer.Option(
            parser=duration,
            metavar="DURATION",
            help="With --to: save what has changed every 10s, 5m or 1h, until it is interrupted.",
        ),
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the whole store to one file, or what is new to a series, and verify it; the server may keep running.

    If interrupted, run the same command again to continue; an encrypted FILE, which is prepared below TMPDIR, begins
    anew. What is not encrypted contains voices and secrets: guard it. Exit code 1 when something in the store is
    damaged; everything else is in the backup. With --every, what cannot be saved now is tried again at the next turn.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.stores.opening import open_store

    if (file is None) == (to is None):
        raise typer.BadParameter("name either a FILE or --to PLACE")
    if to is None and keep_days is not None:
        raise typer.BadParameter("only a series (--to) has older backups")
    if to is None and every is not None:
        raise typer.BadParameter("only a series (--to) goes on")
    settings = read_settings(data_dir=data_dir, store=store)
    with closing(open_store(settings)) as opened:
        if to is not None and every is not None:
            _go_on(opened, _series(to, recipient, settings), every, keep_days)
        elif to is not None:
            _save(opened, _series(to, recipient, settings), keep_days)
        elif file is not None:
            _write(opened, file, recipient)


def _write(opened: Store, file: Path, recipients: list[str]) -> None:
    from pangea_server.dataset.archive import write_archive
    from pangea_server.dataset.archive.encryption import seal_to
    from pangea_server.dataset.archive.sealed_file import write_sealed_archive

    if seal := seal_to(recipients) if recipients else None:
        written = write_sealed_archive(opened, file, seal, watched)
    else:
        written = write_archive(opened, file, watched)
    Console().print(f"{file}: {written.totals}.")
    if written.damaged:
        print_damaged(
            written.damaged, "in the store, and not in this backup. Earlier backups may have them whole"
        )
        raise typer.Exit(FAILED)


def _series(to: str, recipients: list[str], settings: Settings) -> Series:
    from pangea_server.dataset.archive.encryption import seal_to
    from pangea_server.dataset.archive.places import open_place
    from pangea_server.dataset.archive.series_writer import Series

    return Series(open_place(to), seal_to(recipients), settings.data_dir)


def _save(opened: Store, series: Series, keep_days: int | None) -> None:
    from pangea_server.dataset.archive.pruning import prune
    from pangea_server.dataset.archive.series_writer import save_moment

    with series.alone():
        saved = save_moment(opened, series, watched, keep_days)
        Console(soft_wrap=True).print(f"{series.place}: {saved}.")
        typer.echo(f"Signed by {series.signer.public}", err=True)
        if keep_days is not None:
            gone = prune(series.place, saved.oldest, series.signer.public)
            typer.echo(f"{len(gone)} older backups were removed.")
    if saved.damaged:
        print_damaged(saved.damaged, "in the store or the series, and not in this backup")
        raise typer.Exit(FAILED)


def _go_on(opened: Store, series: Series, every: int, keep_days: int | None) -> None:
    from environments.errors import ConfigurationError
    from pangea_server.dataset.archive.continuous import ContinuousBackup
    from pangea_server.stores.local.store import LocalStore

    if not isinstance(opened, LocalStore):
        raise ConfigurationError(
            "--every follows a local store only.", remedy="Let a timer run the command without --every."
        )
    backup = ContinuousBackup(opened, series, every, keep_days, typer.echo, watched)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: backup.stop.set())
    typer.echo(f"Saving in {series.place} every {every} s. Ctrl+C stops it.", err=True)
    typer.echo(f"Signed by {series.signer.public}", err=True)
    backup.run()


def backup_key(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", dir_okay=False, help="A new file; keep it elsewhere.")
    ],
    data_dir: DataDir = None,
) -> None:
    """Make a pair of keys for encrypted backups: the private key goes to FILE, the public key is printed.

    The machine that makes backups needs the public key only. Without the private key nobody can restore them. FILE also
    says who signs this machine's backups, so that a restore takes no others.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive.encryption import make_identity
    from pangea_server.dataset.archive.signatures import signer_of
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir)
    if data_dir is not None:
        open_store(settings).close()  # refuses a mistyped folder
    directory = settings.data_dir
    is_here = directory.is_dir()
    typer.echo(make_identity(file, signer_of(directory).public if is_here else None))
    if not is_here:
        typer.echo(
            f"There is no store in {directory}: {file} does not say who signs the backups. "
            "`pangea backup` prints that; a restore needs it (--signed-by).",
            err=True,
        )
