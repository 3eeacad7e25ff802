"""``pangea verify``: are the series that this machine saved still in their places, as they were?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from environments.errors import PangeaError
from pangea_server.dataset.archive.backup_state import Newest, read_newest
from pangea_server.dataset.archive.chain import Trust, read_chain
from pangea_server.dataset.archive.changes import entry_names
from pangea_server.dataset.archive.log_replay import missing_end
from pangea_server.dataset.archive.places import Destination, open_place
from pangea_server.dataset.archive.signatures import signer_of


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
