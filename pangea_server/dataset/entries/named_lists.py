"""What R2R's, NDH's and VLN-CE's files share: a JSON list of entries, whose split is in the file's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from environments import InvalidDataError, PangeaError
from environments.input.json_documents import decoded, items
from pangea_server.dataset.entries.entries import Entry
from pangea_server.dataset.entries.protocol import Found

T = TypeVar("T", bound=msgspec.Struct)


def name_parts(file: Path, pattern: re.Pattern[str], example: str) -> re.Match[str]:
    """The file's name by ``pattern``, whose first group is the split.

    Raises:
        InvalidDataError: it is named otherwise.
    """
    named = pattern.fullmatch(file.name)
    if named is None:
        raise InvalidDataError(f"The name {file.name} does not say the split.", remedy=f"Name it {example}.")
    return named


def found_in(
    file: Path, kind: type[T], entries: Callable[[T, str], Iterable[Entry]], key: str | None = None
) -> Iterator[Found]:
    """Each entry of the list as what ``entries`` makes of it, given its place; or with what is wrong with it.

    Args:
        key: of the list in the file's object; None where the file is the list.

    Raises:
        ConfigurationError, InvalidDataError: see ``items``.
    """
    for place, data in items(file, key):
        try:
            made = list(entries(decoded(data, place, kind), place))
        except PangeaError as error:
            yield Found(place, error)
        else:
            yield from (Found(place, entry) for entry in made)
