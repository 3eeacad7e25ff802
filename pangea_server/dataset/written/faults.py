"""What can be wrong with an instruction from a file before people are asked to follow it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from environments import Environment, GraphError, InvalidDataError, PangeaError, Scan
from environments.nearest import not_among
from pangea_server.core.languages import usual_tag
from pangea_server.core.visible_text import is_visible, unreadable
from pangea_server.dataset.entries.names import LONGEST_TEXT
from pangea_server.dataset.formats.instructions import InstructionRow
from pangea_server.dataset.written.files import Written

MOST_WORDS = 1000
"""Of an instruction that people follow; RxR's longest has about half as many."""

LONGEST_SYSTEM = 100
"""Characters of a system's name, as of the groups on the dashboard."""

MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&(?:[A-Za-z]+|#\d+);|<\|[^|<>]+\|>|\[/?INST\]|</?s>|```|\*\*\w")
"""Tags, HTML's entities, the marks between the turns of a language model, and Markdown's bold and code."""


@dataclass(frozen=True, slots=True)
class CheckedInstruction:
    """An instruction that can be followed: its path is known and walkable, and its language is as tags are written."""

    written: Written
    row: InstructionRow
    path: tuple[str, ...]
    language: str

    @property
    def key(self) -> tuple[str, tuple[str, ...], str, str | None, str]:
        """The same instruction has the same key, whatever its numbers are."""
        return self.row.scan, self.path, self.language, self.row.system, self.row.instruction


@dataclass(slots=True)
class Checker:
    """Checks instructions one by one, and remembers where each was, to find those that are there twice.

    Attributes:
        path_of: the viewpoints of a stored path; None where the store has none of this number and scan.
        language: of instructions that do not say theirs.
        languages: of the campaign; None: any.
        needs_system: whether each instruction must say who or what wrote it.
        keeps_numbers: whether the numbers of the files are kept; then each may be there once.
    """

    places: Environment
    path_of: Callable[[str, int], tuple[str, ...] | None]
    language: str | None = None
    languages: Iterable[str] | None = None
    needs_system: bool = False
    keeps_numbers: bool = True
    numbers: dict[int, str] = field(default_factory=dict)
    keys: dict[object, str] = field(default_factory=dict)
    headings: dict[object, tuple[str, float]] = field(default_factory=dict)
    _scan: Callable[[str], Scan] = field(init=False)

    def __post_init__(self) -> None:
        self._scan = cache(self.places.scan)

    def check(self, written: Written) -> CheckedInstruction:
        """The instruction with its path and language.

        Raises:
            PangeaError: it cannot be followed; the message says why, and the remedy what to do.
        """
        row = written.row
        if isinstance(row, PangeaError):
            raise row
        self._check_text(row.instruction)
        self._check_system(row)
        checked = CheckedInstruction(written, row, self._path(row), self._language(row))
        self._check_twice(checked)
        return checked

    def _check_text(self, text: str) -> None:
        if not is_visible(text):
            raise InvalidDataError(
                "The instruction is empty.", remedy="Leave the entry out, or give its words."
            )
        if fault := unreadable(text):
            raise InvalidDataError(f"The instruction has {fault}.", remedy="Remove it.")
        words = len(text.split())
        if words > MOST_WORDS or len(text) > LONGEST_TEXT:
            raise InvalidDataError(
                f"The instruction has {words} words and {len(text)} characters.",
                remedy=f"Nobody follows so many: give at most {MOST_WORDS} words and {LONGEST_TEXT} characters.",
            )
        if found := MARKUP.search(text):
            raise InvalidDataError(
                f"The instruction has markup: {found[0][:40]!r}.",
                remedy="Give plain text: people would read the markup letter by letter.",
            )

    def _check_system(self, row: InstructionRow) -> None:
        if row.system is None:
            if self.needs_system:
                raise InvalidDataError(
                    "It does not say which system wrote it.",
                    remedy="Add the key system to each entry, or a --system for each file.",
                )
        elif not is_visible(row.system) or len(row.system) > LONGEST_SYSTEM:
            raise InvalidDataError(
                f"{row.system[:40]!r} is no name of a system.",
                remedy=f"Give 1 to {LONGEST_SYSTEM} characters.",
            )

    def _path(self, row: InstructionRow) -> tuple[str, ...]:
        scans = self.places.scan_ids()
        if row.scan not in scans:
            raise InvalidDataError(
                f"The environment has no scan {row.scan[:100]!r}.", remedy=not_among(row.scan, scans)
            )
        path = tuple(row.path) if row.path is not None else None
        if path is None:
            if row.path_id is None:
                raise InvalidDataError(
                    "It has no path.", remedy="Give path, a list of viewpoints, or path_id."
                )
            path = self.path_of(row.scan, row.path_id)
            if path is None:
                raise InvalidDataError(
                    f"The store has no path {row.path_id} in {row.scan}.",
                    remedy="Give the viewpoints as path, or create the campaign with this path first.",
                )
        if len(path) < 2:
            raise InvalidDataError(
                "The path has no step, so nobody can follow it.",
                remedy="Give all its viewpoints; R2R's test splits have only the first.",
            )
        try:
            self._scan(row.scan).graph.check_path(path)
        except GraphError as error:
            raise InvalidDataError(
                f"The path cannot be walked: {error.message}", remedy=error.remedy
            ) from error
        return path

    def _language(self, row: InstructionRow) -> str:
        language = row.language or self.language
        if not language:
            raise InvalidDataError("It does not say its language.", remedy="Add --language, such as en-US.")
        language = usual_tag(language)
        if self.languages is not None and language not in self.languages:
            raise InvalidDataError(
                f"The campaign has no language {language!r}.", remedy="Add it under `languages` of its file."
            )
        return language

    def _check_twice(self, checked: CheckedInstruction) -> None:
        place, row = checked.written.place, checked.row
        if self.keeps_numbers and row.instruction_id is not None:
            first = self.numbers.setdefault(row.instruction_id, place)
            if first != place:
                raise InvalidDataError(
                    f"The instruction_id {row.instruction_id} is already in {first}.",
                    remedy="Each id stands in one place.",
                )
        first = self.keys.setdefault(checked.key, place)
        if first != place:
            raise InvalidDataError(f"The same instruction is in {first}.", remedy="Leave one of them out.")
        if row.heading is not None:
            first, heading = self.headings.setdefault((row.scan, checked.path), (place, row.heading))
            if heading != row.heading:
                raise InvalidDataError(
                    f"The heading of this path is {heading} in {first}, and {row.heading} here.",
                    remedy="People must begin alike: give one heading for each path, or none.",
                )
