"""``SHA256SUMS``: the digest of every file of a release, as ``sha256sum --check`` reads them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from align.exports.whole import below
from environments import ConfigurationError
from environments.input.regular_files import open_regular

SUMS = "SHA256SUMS"
LONGEST_LINE = 8192  # bytes; no path of a file is longer than 4,096
LINE = re.compile(r"([0-9a-f]{64})  (.+)\n")


def sums_of(folder: Path) -> dict[str, str]:
    """The digest of every file of a folder but ``SHA256SUMS``, by name."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != SUMS)
    return {file.relative_to(folder).as_posix(): digest_of(file) for file in files}


def digest_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write_sums(folder: Path, sums: Mapping[str, str]) -> None:
    lines = [f"{digest}  {name}\n" for name, digest in sorted(sums.items())]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def read_sums(folder: Path, *checked: str) -> dict[str, str]:
    """The digests that a release states.

    Args:
        checked: files that have to be as stated.

    Raises:
        ConfigurationError: it has no such list, or half of one; or one of these files is not as stated.
    """
    try:
        with open_regular(folder / SUMS) as opened:
            sums = dict(listed(opened))
    except OSError as error:
        raise ConfigurationError(
            f"{folder} is not a release: its {SUMS} cannot be read.",
            remedy="Name a folder that pangea release wrote.",
        ) from error
    except ValueError as error:
        raise ConfigurationError(
            f"{folder} is not a whole release: its {SUMS} is cut off or damaged.",
            remedy="Copy or download it again.",
        ) from error
    for name in checked:
        refuse_other(folder, name, sums.get(name))
    return sums


def listed(lines: IO[bytes]) -> Iterator[tuple[str, str]]:
    """The names and digests of a list in its order, with one line of it in memory.

    Raises:
        ValueError: there is none, or a line is cut off, out of order, or names what is not inside a release.
    """
    last = ""
    while line := lines.readline(LONGEST_LINE):
        match = LINE.fullmatch(line.decode())
        if match is None or match[2] <= last or not _is_inside(match[2]):
            raise ValueError(line)
        last = match[2]
        yield last, match[1]
    if not last:
        raise ValueError("an empty list")


def _is_inside(name: str) -> bool:
    return name != SUMS and "\0" not in name and not {"", ".", ".."} & set(name.split("/"))


def refuse_other(folder: Path, name: str, stated: str | None) -> None:
    """Raise ConfigurationError when a file of a release is not there, or not as stated."""
    file = below(folder, name)
    if not file.is_file() or digest_of(file) != stated:
        raise ConfigurationError(
            f"{folder} is not a whole release: {name} is not as its {SUMS} says.",
            remedy="Copy or download it again.",
        )
