"""Rows of files that belong to a path, each path once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from environments import ConfigurationError
from environments.input import json_documents
from environments.input.json_documents import decoded
from pangea_server.dataset.evaluation.rows import SystemFile


class PathKeys(msgspec.Struct, kw_only=True):
    """What every row has; other keys are passed over."""

    path_id: int | str


Answers = TypeVar("Answers")
Keys = TypeVar("Keys", bound=msgspec.Struct)


def rows(file: Path, kind: type[Keys]) -> Iterator[tuple[str, Keys]]:
    """The rows of JSON Lines, or of one JSON list, with their places."""
    return ((place, decoded(data, place, kind)) for place, data in json_documents.rows(file))


def silent(
    system: str, key: Collection[str], response: Mapping[str, object], so: str, what: str = "paths"
) -> Iterator[str]:
    """A sentence about the paths of the key that a response does not have; ``so`` says what follows."""
    missing = Missing()
    for name in key:
        missing.add(name, name in response)
    yield from missing.told(system, so, what)


@dataclass(slots=True)
class Missing:
    """Of how many things there is no answer, and of which first."""

    count: int = 0
    of: int = 0
    first: str = ""

    def add(self, name: str, answered: bool) -> None:
        """Count one."""
        self.of += 1
        if not answered:
            self.first = self.first if self.count else name
            self.count += 1

    def told(self, system: str, so: str, what: str = "paths") -> Iterator[str]:
        """A sentence, if there are any; ``so`` says what follows."""
        if self.count:
            yield f"{system} has nothing for {self.count} of {self.of} {what} (first: {self.first}): {so}"


def by_system(texts: Sequence[str], read: Callable[[Path], Answers]) -> dict[str, Answers]:
    """What each ``[SYSTEM=]FILE`` of a command has; a system without a name is called as its file.

    Raises:
        ConfigurationError: two have one name.
    """
    found: dict[str, Answers] = {}
    for named in map(SystemFile.parse, texts):
        name = named.system or named.file.name
        if name in found:
            raise ConfigurationError(
                f"Two responses are called {name}.", remedy="Give each a name of its own: NAME=FILE."
            )
        found[name] = read(named.file)
    return found
