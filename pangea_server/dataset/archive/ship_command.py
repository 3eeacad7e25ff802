"""``pangea ship``: a copy of the store that is never more than seconds behind."""

from __future__ import annotations

import signal
import threading
from contextlib import closing
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir


def ship(
    to: Annotated[
        str,
        typer.Option(metavar="PLACE", help="A folder on another disk, or gs://BUCKET/PREFIX, of a series."),
    ],
    recipient: Annotated[
        list[str], typer.Option(metavar="KEY", help="Encrypt to this public key of age; may be repeated.")
    ] = [],  # noqa: B006
    seconds: Annotated[float, typer.Option(min=0.1, help="Between two looks at the store.")] = 1.0,
    data_dir: DataDir = None,
) -> None:
    """Copy what the server stores within seconds, until it is stopped; beside the running server.

    Begins with a backup of the series, and writes the changes since into its log. `pangea restore PLACE` restores both.
    What cannot be copied now is tried again. Only for the local store: Google keeps copies of the other.
    """
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.archive.places import open_place
    from pangea_server.dataset.archive.sealing import seal_to
    from pangea_server.dataset.archive.shipping import Shipper
    from pangea_server.stores.local.store import LocalStore
    from pangea_server.stores.opening import open_store

    place, seal = open_place(to), seal_to(recipient)
    with closing(open_store(read_settings(data_dir=data_dir, store="local"))) as opened:
        assert isinstance(opened, LocalStore)
        shipper, stop = Shipper(opened, place, seal, seconds), threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        typer.echo(f"Copying to {place}. Ctrl+C stops it.", err=True)
        shipper.run(stop)
