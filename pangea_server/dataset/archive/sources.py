"""What can be restored: a single file, or a moment of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.backup_state import read_newest
from pangea_server.dataset.archive.chain import Trust, read_chain
from pangea_server.dataset.archive.contents import Contents
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.log_replay import Replayed
from pangea_server.dataset.archive.moments import chosen_moment
from pangea_server.dataset.archive.places import is_place, open_place
from pangea_server.dataset.archive.series_reader import SnapshotContents, newest_tombstones
from pangea_server.dataset.archive.signatures import SIGNING_KEY, signer_of
from pangea_server.stores.tombstones import Tombstone


@dataclass(frozen=True, slots=True)
class Source:
    """A backup that was found whole, but for the blobs that are ``damaged``.

    Attributes:
        sha256: identifies its contents.
        removed: what was removed for good since.
        faults: what else is wrong, and was to be taken as it is: the chain of a series, its log of changes.
    """

    name: str
    contents: Contents
    sha256: str
    damaged: Sequence[Damage]
    removed: Sequence[Tombstone] = ()
    faults: Sequence[str] = ()


@contextmanager
def open_source(
    text: str, at: str | None, opener: Opener, trust: Trust, watch: Watch = unwatched
) -> Iterator[Source]:
    """Check and open a backup.

    Args:
        text: a file, a folder or ``gs://BUCKET/PREFIX``.
        at: how the name of a series' moment begins; None: the newest, with the log that follows it.
        opener: the private keys of an encrypted one.
        trust: who may have made a series. Of a single file nobody can say that.

    Raises:
        ArchiveError: it is damaged, somebody else made it, or its series was changed.
        ConfigurationError: there is no such backup, no private key for it, or nobody is known who may have made it.
    """
    if is_place(text):
        place = open_place(text)
        chain = read_chain(place, trust)
        trust.refuse(chain.faults)
        with SnapshotContents.open(
            place, chosen_moment(place, at) if at else chain.newest, opener, trust, watch
        ) as moment:
            removed, faults = newest_tombstones(chain, opener)
            name, faults = f"{place}: {moment.name}", [*chain.faults, *faults]
            trust.refuse(faults)
            if at:
                yield Source(name, moment, moment.sha256, moment.damaged, removed, faults)
                return
            with Replayed.open(place, moment, opener, trust.newest, watch) as latest:
                faults += [latest.fault] if latest.fault else []
                trust.refuse(faults)
                yield Source(name, latest, latest.sha256, latest.damaged, removed, faults)
        return
    if not Path(text).exists():
        raise ConfigurationError(f"There is no backup {text}.", remedy="Correct its name.")
    if at:
        raise ConfigurationError(f"{text} is a single backup.", remedy="Leave --at away, or name a series.")
    with Archive.open(Path(text), watch, opener) as archive:
        yield Source(text, archive, archive.sha256, archive.damaged)


def with_known(asked: Trust, text: str, opener: Opener, directory: Path) -> Trust:
    """What a person says of a series, with what is known here: who signs, where nobody is named, and how far it goes.

    Args:
        text: the source.
        opener: the private keys, whose file may name the signer.
        directory: the data directory of a machine that may have made it.
    """
    signers = asked.signers
    if signers == frozenset():
        here = {signer_of(directory).public} if (directory / SIGNING_KEY).exists() else set()
        signers = opener.signers | here
    newest = read_newest(directory).get(open_place(text).address) if is_place(text) else None
    return replace(asked, signers=signers, newest=newest)
