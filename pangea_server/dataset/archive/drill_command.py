"""``pangea drill``: does the backup restore, how long does it take, and what would be lost?"""

from __future__ import annotations

import json
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.progress import watched
from pangea_server.core.cli.tables import Listing
from pangea_server.core.errors import DatabaseDamagedError
from pangea_server.core.records import Record
from pangea_server.dataset.archive.damage_report import print_damaged
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.restore_command import (
    At,
    IdentityFile,
    Incomplete,
    NotBefore,
    SignedBy,
    Source,
    Unverified,
    asked_trust,
)
from pangea_server.dataset.archive.salvaged import readable_blobs, readable_records
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.opening.command_line import StoreName
from pangea_server.stores.protocol import Store


def drill(
    source: Source,
    at: At = None,
    identity: IdentityFile = None,
    signed_by: SignedBy = [],  # noqa: B006
    not_before: NotBefore = "",
    unverified: Unverified = False,
    incomplete: Incomplete = False,
    scratch: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            help="Where it is restored for a while.",
            show_default="as TMPDIR says",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Restore a backup into a temporary store, verify it, and count it against the live store; nothing is changed.

    Exit code 1 when something of the backup is damaged, or when it is empty and the store is not.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive import Remaining, fill
    from pangea_server.dataset.archive.encryption import read_identities
    from pangea_server.dataset.archive.sources import open_source, with_known
    from pangea_server.stores.local.store import LocalStore
    from pangea_server.stores.opening import open_store

    began = time.monotonic()
    settings, opener = read_settings(data_dir=data_dir, store=store), read_identities(identity)
    asked = asked_trust(signed_by, not_before, unverified=unverified, incomplete=incomplete)
    trust = with_known(asked, source, opener, settings.data_dir)
    with ExitStack() as opened:
        live = opened.enter_context(closing(open_store(settings)))
        backup = opened.enter_context(open_source(source, at, opener, trust, watched))
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-drill-", dir=scratch))
        restored = opened.enter_context(LocalStore.open(Path(folder) / "data", exclusive=True))
        fill(restored, Remaining(backup.contents, backup.removed), backup.sha256, watched)
        seconds = time.monotonic() - began
        rows = compare_counts(restored, live)
    empty = any(row.live for row in rows) and not any(row.restored for row in rows)
    if as_json:
        typer.echo(
            json.dumps({"backup": backup.name, "seconds": seconds, "counts": [asdict(row) for row in rows]})
        )
    else:
        listing = Listing("", "restored", "live", numbers=("restored", "live"))
        for row in rows:
            listing.add(row.what, f"{row.restored:,}", f"{row.live:,}")
        listing.show()
    if backup.damaged:
        print_damaged(backup.damaged, "and missing")
    if empty:
        typer.echo("The backup is empty, and the store is not.", err=True)
    for fault in backup.faults:
        typer.echo(fault, err=True)
    if backup.damaged or backup.faults or empty:
        raise typer.Exit(FAILED)
    typer.echo(f"{backup.name} was restored and compared in {seconds:.0f} s.", err=True)


@dataclass(frozen=True, slots=True)
class Count:
    """How many of a kind of record, blobs or bytes each store has."""

    what: str
    restored: int
    live: int


def compare_counts(restored: Store, live: Store) -> list[Count]:
    """What at least one of them has, kind by kind; then blobs and their bytes. What is damaged is not counted."""
    records = [Count(kind.collection, _records(restored, kind), _records(live, kind)) for kind in RECORDS]
    here, there = _blobs(restored), _blobs(live)
    counts = [*records, Count("blobs", here[0], there[0]), Count("bytes of blobs", here[1], there[1])]
    return [count for count in counts if count.restored or count.live]


def _records(store: Store, kind: type[Record]) -> int:
    try:
        return store.records.count(kind)
    except DatabaseDamagedError:
        with store.records.snapshot() as records:
            return sum(not isinstance(found, Damage) for found in readable_records(records, kind))


def _blobs(store: Store) -> tuple[int, int]:
    number, size = 0, 0
    for info in readable_blobs(store.blobs):
        if not isinstance(info, Damage):
            number += 1
            size += info.size
    return number, size
