"""Copying a whole campaign from one store to another: as one file (backup, restore), or directly (migrate)."""

from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.archive_writer import Backup, write_archive
from pangea_server.dataset.archive.contents import Contents, Parcel, StoreContents
from pangea_server.dataset.archive.layout import Damage, Totals
from pangea_server.dataset.archive.removed import Remaining, read_tombstones
from pangea_server.dataset.archive.transfer import fill
from pangea_server.stores.unfinished import refuse_unfinished

__all__ = [
    "Archive",
    "Backup",
    "Contents",
    "Damage",
    "Parcel",
    "Remaining",
    "StoreContents",
    "Totals",
    "fill",
    "read_tombstones",
    "refuse_unfinished",
    "write_archive",
]
