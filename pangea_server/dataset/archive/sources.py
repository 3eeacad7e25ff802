"""What can be restored: a single file, or a moment of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.core.progress import Watch
from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.contents import Contents
from pangea_server.dataset.archive.encryption import read_identities
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.log_replay import Replayed
from pangea_server.dataset.archive.places import BUCKET_SCHEME, open_place
from pangea_server.dataset.archive.series_reader import Moment, newest_tombstones
from pangea_server.stores.tombstones import Tombstone


@dataclass(frozen=True, slots=True)
class Source:
    """A backup that was found whole, but for the blobs that are ``damaged``.

    Attributes:
        sha256: identifies its contents.
        removed: what was removed for good since.
        faults: what else is wrong: the chain of a series, its newest backup, its log of changes.
    """

    name: str
    contents: Contents
    sha256: str
    damaged: Sequence[Damage]
    removed: Sequence[Tombstone] = ()
    faults: Sequence[str] = ()


@contextmanager
def open_source(text: str, at: str | None, identity: Path | None, watch: Watch) -> Iterator[Source]:
    """Check and open a backup.

    Args:
        text: a file, a folder or ``gs://BUCKET/PREFIX``.
        at: how the name of a series' moment begins; None: the newest, with the log that follows it.
        identity: a file of private keys.

    Raises:
        ArchiveError: it is damaged.
        ConfigurationError: there is no such backup, or no private key for it.
    """
    if text.startswith(BUCKET_SCHEME) or Path(text).is_dir():
        place, opener = open_place(text), read_identities(identity)
        with Moment.open(place, at, opener, watch) as moment:
            removed, faults = newest_tombstones(place, opener)
            name, faults = f"{place}: {moment.name}", [*moment.faults, *faults]
            if at:
                yield Source(name, moment, moment.sha256, moment.damaged, removed, faults)
                return
            with Replayed.open(place, moment, opener, watch) as latest:
                faults += [latest.fault] if latest.fault else []
                yield Source(name, latest, latest.sha256, latest.damaged, removed, faults)
        return
    if not Path(text).exists():
        raise ConfigurationError(f"There is no backup {text}.", remedy="Correct its name.")
    if at:
        raise ConfigurationError(f"{text} is a single backup.", remedy="Leave --at away, or name a series.")
    with Archive.open(Path(text), watch, read_identities(identity)) as archive:
        yield Source(text, archive, archive.sha256, archive.damaged)
