"""A place that a person edits: what was done, undone and written."""

from __future__ import annotations

import math
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from environments.check.findings import PlaceFinding, Severity
from environments.check.graph import check_graph
from environments.check.numbers import check_numbers
from environments.editing.apply import apply
from environments.editing.files import doubts_in, open_place, save_place
from environments.editing.place import EditedPlace, content_of
from environments.errors import EditError, PlaceChangedError
from environments.own_places.graph_json import scan_of

if TYPE_CHECKING:
    from pathlib import Path

    from environments.editing.edits import Edit

MOST_UNDONE = 1000
"""Edits that are remembered; each keeps the viewpoints that it changed."""


class EdgeDoubt(NamedTuple):
    """An edge in the order in which it is to be looked at.

    Attributes:
        doubt: 0 to 1; None where nothing says.
    """

    a: str
    b: str
    metres: float
    doubt: float | None
    kept: bool


class EditorState(NamedTuple):
    """What a person sees of a place that is edited.

    Attributes:
        version: grows with each change.
        edges: those that nobody has kept come first, the most doubtful, then the longest before others.
        findings: what ``pangea env check`` would say of graph and numbers, the gravest first.
        undo, redo: how many edits can be undone, and done again.
    """

    version: int
    place: EditedPlace
    edges: tuple[EdgeDoubt, ...]
    findings: tuple[PlaceFinding, ...]
    undo: int
    redo: int


class Editing:
    """Edits of the place in a folder, each of which is written at once. Any thread may call it.

    Raises:
        ConnectivityError: ``graph.json`` or ``map.json`` is malformed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._version = 0
        self._done: list[EditedPlace] = []
        self._undone: list[EditedPlace] = []
        self._open()

    def moment(self) -> EditorState:
        """The place as it is."""
        with self._lock:
            return self._moment()

    def edit(self, edit: Edit, version: int) -> EditorState:
        """Do an edit, and write the place.

        Args:
            version: of the moment that the person saw.

        Raises:
            EditError: the place does not allow it, or cannot be written; nothing has changed.
            PlaceChangedError: somebody else edited it meanwhile, here or on disk.
        """
        with self._lock:
            self._check(version)
            after = apply(self._place, edit)
            self._write(after)
            self._done = [*self._done, self._place][-MOST_UNDONE:]
            self._undone = []
            return self._turn_to(after)

    def undo(self, version: int) -> EditorState:
        """Take the last edit back, and write the place.

        Raises:
            EditError, PlaceChangedError: as ``edit``.
        """
        with self._lock:
            self._check(version)
            if not self._done:
                raise EditError(
                    "There is nothing to undo.", remedy="The first graph.json is beside it, as .orig."
                )
            before = self._done[-1]
            self._write(before)
            self._done, self._undone = self._done[:-1], [*self._undone, self._place]
            return self._turn_to(before)

    def redo(self, version: int) -> EditorState:
        """Do again what was undone last, and write the place.

        Raises:
            EditError, PlaceChangedError: as ``edit``.
        """
        with self._lock:
            self._check(version)
            if not self._undone:
                raise EditError("There is nothing to do again.", remedy="Undo something first.")
            after = self._undone[-1]
            self._write(after)
            self._undone, self._done = self._undone[:-1], [*self._done, self._place]
            return self._turn_to(after)

    def open_again(self) -> EditorState:
        """Take what is on disk, and forget what was done here.

        Raises:
            ConnectivityError: it is malformed.
        """
        with self._lock:
            self._open()
            return self._moment()

    def _open(self) -> None:
        self._place, self._digest = open_place(self.folder)
        self._doubts = doubts_in(self.folder)
        self._done, self._undone = [], []
        self._version += 1

    def _check(self, version: int) -> None:
        if version != self._version:
            raise PlaceChangedError(
                "The place was edited in another window meanwhile.",
                remedy="Take what is on disk, and go on there.",
            )

    def _write(self, place: EditedPlace) -> None:
        self._digest = save_place(self.folder, self._place, place, self._digest)

    def _turn_to(self, place: EditedPlace) -> EditorState:
        self._place = place
        self._version += 1
        return self._moment()

    def _moment(self) -> EditorState:
        return EditorState(
            self._version,
            self._place,
            tuple(sorted(map(self._doubt_of, self._place.edges), key=_by_doubt)),
            findings_of(self._place, self.folder),
            len(self._done),
            len(self._undone),
        )

    def _doubt_of(self, edge: tuple[str, str]) -> EdgeDoubt:
        a, b = (self._place.spots[end].position for end in edge)
        return EdgeDoubt(*edge, math.dist(a, b), self._doubts.get(edge), edge in self._place.kept)


def findings_of(place: EditedPlace, folder: Path) -> tuple[PlaceFinding, ...]:
    """What ``pangea env check`` says of graph and numbers, without notes, the gravest first."""
    panoramas = scan_of(content_of(place), folder)
    found = (*check_graph(panoramas.scan), *check_numbers(panoramas.scan, panoramas.headings))
    graver = (finding for finding in found if finding.severity > Severity.NOTE)
    return tuple(sorted(graver, key=lambda finding: -finding.severity))


def _by_doubt(edge: EdgeDoubt) -> tuple[bool, float, float]:
    return (edge.kept, -1.0 if edge.doubt is None else -1.0 - edge.doubt, -edge.metres)
