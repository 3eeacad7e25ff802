"""The splits of paths in files of landmarks: in their names, in our keys, or in lists of ids.

Sources: the names of the published files: ``train``, ``dev``, ``test`` (Touchdown), ``val_seen``, ``val_unseen``
(REVERIE, SOON), ``validation.seen`` (Refer360), and Flickr30k Entities' ``train.txt``, ``val.txt`` and ``test.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from align.exports.whole import whole_text
from environments import InvalidDataError
from environments.input.text import text_at
from pangea_server.dataset.entries.row_files import RowWriter
from pangea_server.dataset.landmarks.source_files import small_file

IN_NAME = re.compile(
    r"(?:[A-Za-z0-9]+_)?((?:train|dev|val|validation|test)(?:_[a-z_]+|\.(?:seen|unseen))?)(?:\.[a-z0-9_]+){1,2}"
)
UNKNOWN = "landmarks"
"""How files are called whose paths have no split."""
MOST_BYTES = 2**26


def split_in(file: Path) -> str | None:
    """The split that a file's name says; Refer360's ``validation.seen`` is ``val_seen``."""
    named = IN_NAME.fullmatch(file.name)
    return named[1].replace("validation", "val").replace(".", "_") if named else None


def in_words(split: str) -> str:
    """A split as Refer360's files are called."""
    return re.sub(r"^(val|test)_", lambda name: f"{name[1]}.", split).replace("val.", "validation.")


@contextmanager
def id_list(path: Path) -> Iterator[RowWriter]:
    """What adds the ``id`` of a row to a list, as ``whole_text`` writes it."""
    with whole_text(path) as text:
        yield lambda row: text.write(f"{row['id']}\n")


def splits_of(folder: Path) -> dict[str, str]:
    """The split of each id in a folder's lists, ``{split}.txt``; empty where there are none.

    Raises:
        InvalidDataError: an id is in two of them, or one is not text.
    """
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*.txt")):
        split = split_in(file)
        names = text_at(small_file(file, MOST_BYTES), file.name).split() if split else []
        for name in names:
            if found.setdefault(name, split or "") != split:
                raise InvalidDataError(
                    f"{name} is in {found[name]}.txt and in {file.name}.",
                    remedy="Leave it in one of the two.",
                )
    return found
