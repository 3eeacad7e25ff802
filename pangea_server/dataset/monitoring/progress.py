"""Progress: tasks by kind, language, pool and state."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from itertools import product
from math import inf
from threading import Lock, Thread

import numpy as np

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.dataset.monitoring.table import ASIDE, Table
from pangea_server.dataset.monitoring.wire import TaskCount
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

log = logging.getLogger(__name__)

PROGRESS_FRESH_SECONDS = 2.0  # seconds
SHARE = 10  # counting takes at most a tenth of the time
SLOW_SECONDS = 1.0  # seconds of counting, from which on nobody waits for it
OLDEST_SECONDS = 600.0  # seconds of age, from which on everybody does
MOST_FIRST = (TaskState.DONE, *(state for state in TaskState if state != TaskState.DONE))


class Progress:
    """Counts tasks now and then; for any number of threads."""

    def __init__(self, records: RecordStore, kinds: Sequence[str]) -> None:
        self._records = records
        self._kinds = kinds
        self._counts: tuple[TaskCount, ...] = ()
        self._counted_at = self._good_until = 0.0
        self._took = 0.0
        self._turn = Lock()

    def counts(self, table: Table) -> tuple[TaskCount, ...]:
        """Tasks in the languages and pools of all campaigns, in those of ``table``, and in others together.

        Check items that were answered are not counted. Where counting takes long these are the last counts, and the
        next ones are made meanwhile.
        """
        with self._turn:
            now = time.monotonic()
            if now > self._good_until:
                if self._took > SLOW_SECONDS and now - self._counted_at < OLDEST_SECONDS:
                    self._good_until = inf  # one at a time
                    Thread(target=self._count_beside, args=[table], name="progress", daemon=True).start()
                else:
                    self._count_again(table)
            return self._counts

    def _count_beside(self, table: Table) -> None:
        try:
            self._count_again(table)
        except Exception:  # whatever it is: the next time may be better
            log.warning("monitoring: the tasks could not be counted", exc_info=True)

    def _count_again(self, table: Table) -> None:
        began = time.monotonic()
        try:
            self._counts = tuple(self._count(table))
            self._counted_at = began
        finally:
            self._took = time.monotonic() - began
            self._good_until = began + max(PROGRESS_FRESH_SECONDS, SHARE * self._took)

    def _count(self, table: Table) -> Iterator[TaskCount]:
        """In order of kind, language and pool; counting ends where nothing is left to be found, for each count takes
        a store in the cloud long."""
        groups = self._groups(table)
        for kind in self._kinds:
            left = self._by_state(kind)
            found: list[TaskCount] = []
            for language, pool in groups:
                states = {
                    state: self._of(kind, state, language, pool) if count else 0
                    for state, count in left.items()
                }
                left = {state: left[state] - states[state] for state in TaskState}
                states[TaskState.DONE] -= _checks(table, kind, language, pool)
                if any(states.values()):
                    found.append(_task_count(kind, language, pool, states))
            yield from sorted(found, key=lambda each: (each.language, each.pool or ""))
            if any(left.values()):
                yield _task_count(kind, None, None, left)

    def _groups(self, table: Table) -> list[tuple[str, str | None]]:
        """Languages with pools that there may be: first those that annotations are in, most tasks are of them."""
        definitions = [campaign.definition for campaign in every(self._records, Campaign)]
        language, pool = table.names["language"], table.names["pool"]
        languages = {*language.names[1:], *(name for each in definitions for name in each.languages)}
        pools = {None, *pool.names[1:], *(name for each in definitions for name in each.pools)}
        codes = table.rows["language"].astype(np.int64) * len(pool.names) + table.rows["pool"]
        pairs = (divmod(code, len(pool.names)) for code in np.flatnonzero(np.bincount(codes)).tolist())
        seen = {(language.names[first], pool.name(second)) for first, second in pairs if first}
        return sorted(seen, key=str) + sorted({*product(languages, pools)} - seen, key=str)

    def _by_state(self, kind: str) -> dict[TaskState, int]:
        """The number of tasks of a kind in each state."""
        left, counts = self._records.count(Task, {"kind": kind}), dict.fromkeys(TaskState, 0)
        for state in MOST_FIRST:
            if left > 0:
                counts[state] = self._records.count(Task, {"kind": kind, "state": state})
                left -= counts[state]
        return counts

    def _of(self, kind: str, state: TaskState, language: str, pool: str | None) -> int:
        where = {"kind": kind, "state": state, "language": language, "pool": pool}
        return self._records.count(Task, where)


def _checks(table: Table, kind: str, language: str, pool: str | None) -> int:
    """Answered check items."""
    rows = table.rows[table.rows["aside"] & ASIDE["check_item"] != 0]
    of_kind = rows["kind"] == table.names["kind"].codes.get(kind, -1)
    of_language = rows["language"] == table.names["language"].codes.get(language, -1)
    return int(
        (of_kind & of_language & (rows["pool"] == table.names["pool"].codes.get(pool or "", -1))).sum()
    )


def _task_count(kind: str, language: str | None, pool: str | None, states: dict[TaskState, int]) -> TaskCount:
    counts = {state.value: count for state, count in states.items()}
    return TaskCount(kind=kind, language=language, pool=pool, **counts)
