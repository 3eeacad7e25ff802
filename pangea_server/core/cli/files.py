"""Write results so that a failure leaves the previous file unchanged and finished work can be kept."""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from environments.folders import make_folder


@contextmanager
def replacing(path: Path) -> Iterator[IO[str]]:
    """A text file that replaces ``path`` only once it is completely written."""
    make_folder(path.parent)
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=path.name, delete=False, encoding="utf-8"
    ) as file:
        try:
            yield file
        except BaseException:
            Path(file.name).unlink()
            raise
    Path(file.name).chmod(0o666 & ~_umask())
    Path(file.name).replace(path)


class LineWriter:
    """Lines of a file that is being written.

    Attributes:
        earlier: the lines of an interrupted run.
        ahead: the folder of what workers make for it.
    """

    def __init__(self, part: Path) -> None:
        self.ahead = part.with_suffix(".ahead")
        written = part.read_bytes() if part.exists() else b""
        self.earlier = written[: written.rfind(b"\n") + 1]
        self.file = part.open("wb")
        self.file.write(self.earlier)

    def append(self, lines: bytes) -> None:
        """Append complete lines."""
        self.file.write(lines)


@contextmanager
def continuing(path: Path, inputs: Sequence[str]) -> Iterator[LineWriter]:
    """Lines that replace ``path`` when all of them are written.

    An interrupted run leaves them beside it, in a file named after its ``inputs``: the next run with the same inputs
    continues there; a run with other inputs starts from the beginning.
    """
    make_folder(path.parent)
    name = hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:12]
    part = path.with_name(f"{path.name}.{name}.part")
    for other in set(path.parent.glob(f"{glob.escape(path.name)}.*.part")) - {part}:
        other.unlink()
        shutil.rmtree(other.with_suffix(".ahead"), ignore_errors=True)
    lines = LineWriter(part)
    with lines.file:
        yield lines
    part.replace(path)
    shutil.rmtree(lines.ahead, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
