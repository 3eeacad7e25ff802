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
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        if to is not None and every is not None:
            _go_on(opened, to, recipient, every, keep_days)
        elif to is not None:
            _save(opened, to, recipient, keep_days)
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


def _save(opened: Store, to: str, recipients: list[str], keep_days: int | None) -> None:
    from pangea_server.dataset.archive.encryption import seal_to
    from pangea_server.dataset.archive.places import open_place
    from pangea_server.dataset.archive.pruning import prune
    from pangea_server.dataset.archive.series_writer import save_moment

    place = open_place(to)
    saved = save_moment(opened, place, seal_to(recipients), watched)
    Console(soft_wrap=True).print(f"{place}: {saved}.")
    if keep_days is not None:
        typer.echo(f"{len(prune(place, keep_days))} older backups were removed.")
    if saved.damaged:
        print_damaged(saved.damaged, "in the store or the series, and not in this backup")
        raise typer.Exit(FAILED)


def _go_on(opened: Store, to: str, recipients: list[str], every: int, keep_days: int | None) -> None:
    from environments.errors import ConfigurationError
    from pangea_server.dataset.archive.continuous import ContinuousBackup
    from pangea_server.dataset.archive.encryption import seal_to
    from pangea_server.dataset.archive.places import open_place
    from pangea_server.stores.local.store import LocalStore

    if not isinstance(opened, LocalStore):
        raise ConfigurationError(
            "--every follows a local store only.", remedy="Let a timer run the command without --every."
        )
    place, seal = open_place(to), seal_to(recipients)
    backup = ContinuousBackup(opened, place, seal, every, keep_days, typer.echo, watched)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: backup.stop.set())
    typer.echo(f"Saving in {place} every {every} s. Ctrl+C stops it.", err=True)
    backup.run()


def backup_key(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", dir_okay=False, help="A new file; keep it elsewhere.")
    ],
) -> None:
    """Make a pair of keys for encrypted backups: the private key goes to FILE, the public key is printed.

    The machine that makes backups needs the public key only. Without the private key nobody can restore them.
    """
    from pangea_server.dataset.archive.encryption import make_identity

    typer.echo(make_identity(file))
