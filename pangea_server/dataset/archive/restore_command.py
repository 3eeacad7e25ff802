"""``pangea restore``: restore a backup into an empty store."""

from __future__ import annotations

from contextlib import ExitStack, closing
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
    from pangea_server.dataset.archive.chain import Trust
    from pangea_server.stores.protocol import Store

Source = Annotated[
    str,
    typer.Argument(metavar="BACKUP", help="The file that `pangea backup` wrote, or the place of a series."),
]
At = Annotated[
    str | None,
    typer.Option(
        metavar="MOMENT", help="Of a series: the backup whose name begins so.", show_default="the newest"
    ),
]
IdentityFile = Annotated[
    Path | None,
    typer.Option(exists=True, dir_okay=False, metavar="FILE", help="The private key of encrypted backups."),
]
SignedBy = Annotated[
    list[str],
    typer.Option(
        metavar="KEY",
        help="Take a series that this key has signed, as `pangea backup` prints it; may be repeated.",
        show_default="the keys in --identity and in the data directory",
    ),
]
NotBefore = Annotated[
    str,
    typer.Option(
        metavar="MOMENT",
        help="The last backup that you know of: refuse a series that ends before it.",
        show_default=False,
    ),
]
Unverified = Annotated[
    bool, typer.Option("--unverified", help="Take a series whoever signed it: all who can write there.")
]
Incomplete = Annotated[
    bool,
    typer.Option(
        "--incomplete",
        help="Take what is signed and whole of a series that has gaps, or that somebody changed.",
    ),
]


def restore(
    source: Source,
    at: At = None,
    identity: IdentityFile = None,
    signed_by: SignedBy = [],  # noqa: B006
    not_before: NotBefore = "",
    unverified: Unverified = False,
    incomplete: Incomplete = False,
    tombstones: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            metavar="LIST",
            help="Tombstones of data removed since the backup, one JSON object a line; it is not restored.",
        ),
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Verify a whole backup, copy it into an empty store, and compare the two.

    Of a series, only what its machine has signed is restored, and people who were removed until its newest backup stay
    removed. If interrupted, run the same command again to continue. Exit code 1 when blobs are damaged; everything else
    is restored.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import Remaining, fill, read_tombstones
    from pangea_server.dataset.archive.encryption import read_identities
    from pangea_server.dataset.archive.sources import open_source, with_known

    removed = read_tombstones(tombstones) if tombstones else []
    settings = read_settings(data_dir=data_dir, store=store)
    opener = read_identities(identity)
    asked = asked_trust(signed_by, not_before, unverified=unverified, incomplete=incomplete)
    trust = with_known(asked, source, opener, settings.data_dir)
    with ExitStack() as opened:
        backup = opened.enter_context(open_source(source, at, opener, trust, watched))
        target = opened.enter_context(_target(settings))
        fill(target, Remaining(backup.contents, [*removed, *backup.removed]), backup.sha256, watched)
    Console(soft_wrap=True).print(f"{backup.name} is restored, and equal record by record and blob by blob.")
    if backup.damaged:
        print_damaged(backup.damaged, "and missing")
    for fault in backup.faults:
        typer.echo(fault, err=True)
    if backup.damaged or backup.faults:
        raise typer.Exit(FAILED)


def asked_trust(signed_by: list[str], not_before: str, *, unverified: bool, incomplete: bool) -> Trust:
    """What a person says of a series: their options."""
    from pangea_server.dataset.archive.chain import Trust
    from pangea_server.dataset.archive.signatures import check_public

    signers = None if unverified else frozenset(check_public(key) for key in signed_by)
    return Trust(signers, None, not_before, incomplete)


def _target(settings: Settings) -> closing[Store]:
    """An empty store, or one that an interrupted restore left."""
    from pangea_server.stores.opening import open_store
    from pangea_server.stores.opening.command_line import say_if_new

    say_if_new(settings)
    return closing(open_store(settings, exclusive=True, make=True))
