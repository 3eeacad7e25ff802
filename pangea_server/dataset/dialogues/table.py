"""Dialogues as a table, one a row, and what is typical of each kind."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from statistics import median

from environments import Environment
from pangea_server.annotate.annotations.population import Chosen, Population
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declarations, declared
from pangea_server.dataset.dialogues.figures import is_timed, navigator_of
from pangea_server.dataset.dialogues.lookups import figures_of, pairs
from pangea_server.dataset.dialogues.together import Dialogue, together
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store

MEASURES = (
    *("seconds", "turns", "words", "texts", "overlap", "floor_transfer", "response", "bound"),
    *("goal_progress", "spl", "progress_per_answer"),
)
FRESH_SECONDS = 20.0
SHARE = 10  # looking takes at most a tenth of the time
Key = tuple[tuple[str, int | None], ...]
"""What a row was reckoned from: each side's task, and the version of its alignment."""


@dataclass(frozen=True, slots=True)
class DialogueSummary:
    """One dialogue. What is not known is None: most of it until both voices are aligned.

    Attributes:
        people: annotator_ids, in the order of the kind's roles.
        programs: the roles of those that were a program.
        timed: both voices are aligned, and both on one time line.
        success: as the kind says, of the answer of who ends the dialogue.
        seconds, turns, words, texts, overlap, floor_transfer, response, bound: see ``DialogueFigures``; words and texts
            of both.
        goal_progress, spl: the scores of who ends it.
        answers: of who knows the way; ``progress_per_answer`` in metres.
        fault: why its place or its walk cannot be read.
    """

    pairing_id: str
    kind: str
    scan_id: str
    path_id: int
    language: str
    submitted_at: datetime
    people: tuple[int, ...]
    programs: tuple[str, ...]
    timed: bool
    success: bool | None
    seconds: float | None
    turns: int | None
    words: int
    texts: int
    overlap: float | None
    floor_transfer: float | None
    response: float | None
    bound: float | None
    goal_progress: float | None
    spl: float | None
    answers: int | None
    progress_per_answer: float | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class KindOfDialogue:
    """What is typical of the dialogues of a kind between people, or of those with a program: ``success`` is a share of
    those that can be judged, and the other measures are medians of those in which they are known, with how many these
    are in ``known``."""

    kind: str
    with_program: bool
    dialogues: int
    timed: int
    judged: int
    success: float | None
    medians: dict[str, float | None]
    known: dict[str, int]


def stored_dialogues(store: Store, population: Population = Population.DATA) -> Iterator[Dialogue]:
    """Those of which both answers are in the population, kind by kind, in the order in which they were completed."""
    chosen = Chosen.read(store.records, population)
    for kind in (each.kind for each in declarations() if each.seats):
        answers = every(store.records, TaskAnnotation, {"kind": kind})
        for one, other in pairs(answer for answer in answers if chosen.has(answer)):
            if other:
                yield together(store.records, one, other)


def summary(store: Store, environment: Environment, dialogue: Dialogue) -> DialogueSummary:
    """A row. What needs a place or a walk that cannot be read is left out."""
    ends = navigator_of(dialogue).annotation
    found, fault = figures_of(store, environment, dialogue)
    answers, turns = found.exchanges, [side.turns for side in found.sides if side.turns is not None]
    succeeds = declared(ends.kind).success
    return DialogueSummary(
        pairing_id=dialogue.pairing_id,
        kind=ends.kind,
        scan_id=ends.scan_id,
        path_id=ends.path_id,
        language=ends.language,
        submitted_at=max(side.annotation.submitted_at for side in dialogue.sides),
        people=tuple(side.annotation.annotator_id for side in dialogue.sides),
        programs=tuple(side.role for side in dialogue.sides if side.is_program),
        timed=is_timed(dialogue),
        success=succeeds.of(ends) if succeeds else None,
        seconds=found.seconds,
        turns=sum(turns) if turns else None,
        words=sum(side.words for side in found.sides),
        texts=sum(side.texts for side in found.sides),
        overlap=found.overlap,
        floor_transfer=found.floor_transfer,
        response=found.response,
        bound=found.bound,
        goal_progress=ends.scores.get("goal_progress"),
        spl=ends.scores.get("spl"),
        answers=len(answers) if answers is not None else None,
        progress_per_answer=sum(each.progress for each in answers) / len(answers) if answers else None,
        fault=fault,
    )


def by_kind(rows: Iterable[DialogueSummary]) -> list[KindOfDialogue]:
    """What is typical of each kind; people talk to a program in another way, so it has a row of its own."""

    def group_of(row: DialogueSummary) -> tuple[str, bool]:
        return row.kind, bool(row.programs)

    groups = groupby(sorted(rows, key=group_of), key=group_of)
    return [_typical(kind, with_program, list(group)) for (kind, with_program), group in groups]


def _typical(kind: str, with_program: bool, rows: Sequence[DialogueSummary]) -> KindOfDialogue:
    judged = [row.success for row in rows if row.success is not None]
    known = {name: [value for row in rows if (value := getattr(row, name)) is not None] for name in MEASURES}
    return KindOfDialogue(
        kind=kind,
        with_program=with_program,
        dialogues=len(rows),
        timed=sum(row.timed for row in rows),
        judged=len(judged),
        success=sum(judged) / len(judged) if judged else None,
        medians={name: median(values) if values else None for name, values in known.items()},
        known={name: len(values) for name, values in known.items()},
    )


class DialogueTable:
    """The dialogues of a running server's store, looked at again now and then; for any number of threads."""

    def __init__(self, store: Store, environment: Environment) -> None:
        self._store, self._environment = store, environment
        self._rows: dict[str, tuple[Key, DialogueSummary]] = {}
        self._good_until = 0.0
        self._turn = threading.Lock()

    def rows(self) -> list[DialogueSummary]:
        """The newest first."""
        with self._turn:
            began = time.monotonic()
            if began > self._good_until:
                self._rows = {each.pairing_id: self._row(each) for each in stored_dialogues(self._store)}
                took = time.monotonic() - began
                self._good_until = began + max(FRESH_SECONDS, SHARE * took)
            rows = [row for _, row in self._rows.values()]
        return sorted(rows, key=lambda row: row.submitted_at, reverse=True)

    def _row(self, dialogue: Dialogue) -> tuple[Key, DialogueSummary]:
        """As it was reckoned before, unless a side was answered or aligned anew since."""
        known = self._rows.get(dialogue.pairing_id)
        key = _key(dialogue)
        if known and known[0] == key:
            return known
        return key, summary(self._store, self._environment, dialogue)


def _key(dialogue: Dialogue) -> Key:
    return tuple(
        (side.annotation.task_id, side.alignment.version if side.alignment else None)
        for side in dialogue.sides
    )
