"""A whole campaign out of one store and into another: as one file (backup, restore), or directly (migrate)."""

from pangea_server.archive.contents import Contents, Parcel, StoreContents
from pangea_server.archive.filling import fill, refuse_unfinished
from pangea_server.archive.layout import Totals
from pangea_server.archive.reading import Archive
from pangea_server.archive.removed import Remaining, read_tombstones
from pangea_server.archive.writing import write_archive

__all__ = [
    "Archive",
    "Contents",
    "Parcel",
    "Remaining",
    "StoreContents",
    "Totals",
    "fill",
    "read_tombstones",
    "refuse_unfinished",
    "write_archive",
]
