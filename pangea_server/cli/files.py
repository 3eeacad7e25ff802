"""Writing results so that a failure leaves the previous file as it was."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path) -> Iterator[IO[str]]:
    """A text file that takes the place of ``path`` only when it was written to its end."""
    path.parent.mkdir(parents=True, exist_ok=True)
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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
