"""A folder for a campaign file that came from a browser, so that it is read as one on the command line is."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from environments.folders import make_folder
from pangea_server.annotate.campaigns.records import Attachment
from pangea_server.core.errors import CampaignFileError
from pangea_server.stores.protocol import BlobStore

NAME = "campaign.yaml"
MOST_COPIED = 100 * 2**20
"""Bytes of pictures and films that are copied for one check of a file."""


@contextmanager
def campaign_folder(text: str, files: Mapping[str, str]) -> Iterator[Path]:
    """The path of a campaign file with this text, removed again afterwards.

    Args:
        files: texts beside it, by name: paths and instructions.
    """
    with TemporaryDirectory(prefix="pangea-campaign-") as made:
        folder = Path(made)
        for name, content in {**files, NAME: text}.items():
            (folder / name).write_text(content, encoding="utf-8")
        yield folder / NAME


def put_beside(attachments: Iterable[Attachment], blobs: BlobStore, folder: Path) -> None:
    """Copy the pictures and films that the stored campaign shows, for a browser does not send them again.

    Raises:
        CampaignFileError: they are too large to be copied for it.
    """
    kept = [each for each in attachments if _is_below(each.name)]
    total = sum(each.file.size for each in kept)
    if total > MOST_COPIED:
        raise CampaignFileError(
            f"The campaign shows pictures and films of {total:,} bytes; at most {MOST_COPIED:,} are changed here.",
            remedy="Change it with pangea campaign create.",
        )
    for attachment in kept:
        place = folder / attachment.name
        make_folder(place.parent)
        with blobs.open(attachment.file.blob) as stored, place.open("wb") as copy:
            shutil.copyfileobj(stored, copy)


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts
