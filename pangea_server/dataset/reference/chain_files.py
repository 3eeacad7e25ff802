"""Files of chains: JSON Lines, a JSON list, or CoNLL-2012, whose file name has ``conll`` in it.

A row of JSON is a path: ``path_id`` (or ``document``), ``chains`` (lists of mentions), and if known ``entities`` (the
things that each chain shows) and ``heads`` (the mention that has only the head's characters, by mention).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from align.reference.chains import Partition, by_head, through_sight
from environments import InvalidDataError
from environments.input.json_documents import lines
from environments.input.text import text_at
from pangea_server.dataset.reference.path_rows import rows
from pangea_server.dataset.reference.shelf import Shelf, SystemAnswers

BEGIN = re.compile(r"#begin document \(?(?P<name>[^)]*)\)?(?:; part (?P<part>\d+))?")
BRACKET = re.compile(r"\((\d+)\)|\((\d+)|(\d+)\)")


class ChainsKeys(msgspec.Struct, kw_only=True):
    """Keys of a row."""

    chains: list[list[str]]
    path_id: int | str | None = None
    document: str | None = None
    entities: list[list[str]] | None = None
    heads: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class WrittenChains:
    """The chains of one path, as a file has them.

    Attributes:
        place: where they stand in their file.
        things: the entities that each chain shows; None where the file does not say.
        heads: by mention, what it is matched by.
    """

    name: str
    place: str
    chains: Sequence[Sequence[str]]
    things: Sequence[Sequence[str]] | None = None
    heads: dict[str, str] | None = None

    def partition(self, *, head: bool = False, sight: bool = False) -> Partition:
        """What is scored.

        Args:
            head: match mentions by their heads.
            sight: join the chains that show the same things.
        """
        joined = through_sight(self.chains, self.things) if sight and self.things is not None else self.chains
        found = Partition.of(joined)
        return by_head(found, self.heads or {}) if head else found


def read_chains(file: Path) -> Iterator[WrittenChains]:
    """The chains of each path, one at a time.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a path is there twice; the message begins with its place.
    """
    seen = _once()
    for written in _written(file):
        seen.put(written.name, written.place)
        yield written


def read_responses(file: Path) -> SystemAnswers[WrittenChains]:
    """The chains of each path by its name; all of it is checked, and kept on the disk.

    Raises:
        ConfigurationError, InvalidDataError: as ``read_chains``.
    """
    shelf = _once()
    for written in _written(file):
        shelf.put(written.name, written.place, msgspec.json.encode(written))
    return SystemAnswers(shelf, lambda _, line: msgspec.json.decode(line, type=WrittenChains))


def _once() -> Shelf:
    return Shelf("path", "Put all chains of a path into one row.")


def _written(file: Path) -> Iterator[WrittenChains]:
    return _conll(file) if is_conll(file) else _rows(file)


def is_conll(file: Path) -> bool:
    """Whether a file is CoNLL-2012 by its name, such as ``dev.v4_gold_conll``."""
    return "conll" in file.name and ".json" not in file.name


def _rows(file: Path) -> Iterator[WrittenChains]:
    for place, row in rows(file, ChainsKeys):
        name = row.document if row.path_id is None else str(row.path_id)
        if name is None:
            raise InvalidDataError(f"{place} names no path.", remedy="Give path_id, or document.")
        if empty := [number for number, chain in enumerate(row.chains, start=1) if not all(chain or [""])]:
            raise InvalidDataError(
                f"{place}: chain {empty[0]} has no mention, or an empty one.",
                remedy="Leave it out, or name its mentions.",
            )
        if row.entities is not None and len(row.entities) != len(row.chains):
            raise InvalidDataError(
                f"{place} has {len(row.chains)} chains and entities of {len(row.entities)}.",
                remedy="Give entities a list for each chain; an empty one where none is known.",
            )
        yield WrittenChains(name, place, row.chains, row.entities, row.heads)


def _conll(file: Path) -> Iterator[WrittenChains]:
    """The documents of a file of CoNLL-2012; a mention is named by its first and last token."""
    open_here: _Document | None = None
    for place, data in lines(file):
        line = text_at(data, place).strip()
        if begin := BEGIN.match(line):
            name = begin["name"] if begin["part"] is None else f"{begin['name']} part {int(begin['part'])}"
            open_here = _Document(name, place)
        elif line.startswith("#end document") and open_here is not None:
            yield open_here.written()
            open_here = None
        elif line and not line.startswith("#") and open_here is not None:
            open_here.add(line.split()[-1], place)
    if open_here is not None:
        raise InvalidDataError(
            f"{open_here.place}: document {open_here.name} has no end.", remedy="Copy or download it again."
        )


class _Document:
    """A document of CoNLL-2012 while it is read."""

    def __init__(self, name: str, place: str) -> None:
        self.name, self.place = name, place
        self._tokens = 0
        self._begun: dict[str, list[tuple[int, str]]] = {}
        self._chains: dict[str, list[str]] = {}

    def add(self, brackets: str, place: str) -> None:
        """The next token, with what its last column says."""
        for whole, opens, closes in BRACKET.findall(brackets):
            chain = whole or opens or closes
            mentions = self._chains.setdefault(chain, [])
            if whole:
                mentions.append(f"{self._tokens}-{self._tokens}")
            elif opens:
                self._begun.setdefault(chain, []).append((self._tokens, place))
            elif self._begun.get(chain):
                first, _ = self._begun[chain].pop()
                mentions.append(f"{first}-{self._tokens}")
            else:
                raise InvalidDataError(
                    f"{place}: {chain}) ends a mention that did not begin.", remedy="Mend the brackets."
                )
        self._tokens += 1

    def written(self) -> WrittenChains:
        for chain, begun in self._begun.items():
            for _, place in begun:
                raise InvalidDataError(f"{place}: ({chain} begins a mention without end.", remedy="Mend it.")
        return WrittenChains(self.name, self.place, list(self._chains.values()))
