"""Results of a pure function that worker processes make ahead, for the one process that goes on alone.

Whoever does not find a result there makes it, so that what comes of it is the same with all results, some, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Generic, TypeVar
from uuid import uuid4

import msgspec

from environments.folders import make_folder

T = TypeVar("T")
DIGEST_BYTES = 16


class _Line(msgspec.Struct):
    """A result, and a digest of what it was made from."""

    source: str
    result: msgspec.Raw


class Ahead(Generic[T]):
    """Results in a folder that every process reaches; each process appends its own to a file of its own."""

    def __init__(self, folder: Path, kind: type[T]) -> None:
        make_folder(folder)
        self._decode = msgspec.json.Decoder(kind).decode
        self._known = {line.source: bytes(line.result) for part in folder.iterdir() for line in _lines(part)}
        self._own = folder / uuid4().hex

    def of(self, source: object, make: Callable[[], T]) -> T:
        """The result that was made from this; it is made and kept where there is none.

        Args:
            source: all that the result depends on.
        """
        digest = blake2b(msgspec.json.encode(source), digest_size=DIGEST_BYTES).hexdigest()
        if digest not in self._known:
            self._known[digest] = msgspec.json.encode(make())
            with self._own.open("ab") as part:
                part.write(msgspec.json.encode(_Line(digest, msgspec.Raw(self._known[digest]))) + b"\n")
        return self._decode(self._known[digest])


def _lines(part: Path) -> Iterator[_Line]:
    with part.open("rb") as lines:
        for line in lines:
            with suppress(msgspec.DecodeError):  # half a line of a killed process
                yield msgspec.json.decode(line, type=_Line)
