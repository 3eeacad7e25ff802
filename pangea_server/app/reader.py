"""Somebody who looks at pages of the data team on their own computer, in a store that goes with the command."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings
    from pangea_server.stores.protocol import Store

LOOPBACK = "127.0.0.1"


class Desk(NamedTuple):
    """Where a reader's server listens, and a folder for what it needs, which is removed afterwards."""

    taken: socket
    folder: Path

    @property
    def origin(self) -> str:
        return f"http://{LOOPBACK}:{self.taken.getsockname()[1]}"


@contextmanager
def desk(port: int) -> Iterator[Desk]:
    """A port of this computer, and a temporary folder.

    Raises:
        ConfigurationError: the port is taken.
    """
    from pangea_server.app.serve import bound_port

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the folder goes then as well
    with bound_port(LOOPBACK, port) as taken, TemporaryDirectory(prefix="pangea-") as folder:
        yield Desk(taken, Path(folder))


def links(store: Store, origin: str, addresses: Sequence[str]) -> list[str]:
    """Links to pages of the data team; the first one lets the reader in."""
    from pangea_server.people.access.records import Role
    from pangea_server.people.accounts.enrolment import enrol
    from pangea_server.people.accounts.invites import invite

    reader = enrol(store.records, Role.REVIEWER, ())
    first, *others = (f"{origin}{address}" for address in addresses)
    return [f"{first}#token={invite(store.records, reader.annotator_id)}", *others]


def serve_reader(settings: Settings, taken: socket, invited: Sequence[str]) -> None:
    """Serve until the reader has seen enough."""
    from pangea_server.app.serve import run_server

    told = ["Open one; the others open in the same tab. Ctrl+C ends it.", *invited]
    # tiles that are cut for one reader would take longer than the reader
    run_server(
        settings,
        LOOPBACK,
        taken.getsockname()[1],
        taken=taken,
        without=("tiles",),
        invitation="\n".join(told),
    )
