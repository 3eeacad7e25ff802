"""The table that a server keeps: opened at the first request, and then never older than a second.

Where the store is so large that the page's figures take a second of processor, they are reckoned ahead: requests see a
table whose figures are ready, and the next one as soon as its are, on which at most a tenth of the time is spent.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf
from typing import Any, TypeVar, cast

from environments import Environment
from environments.errors import PangeaError
from pangea_server.annotate.annotations.changes import change_id, moment_of
from pangea_server.core.errors import NotReadyError
from pangea_server.dataset.monitoring.dimensions import WantedRows, selected
from pangea_server.dataset.monitoring.parts import ChangePart
from pangea_server.dataset.monitoring.rows import Gatherer
from pangea_server.dataset.monitoring.snapshots import (
    OVERLAP,
    changes_since,
    keep,
    newest,
    newest_cursor,
    touched,
)
from pangea_server.dataset.monitoring.statistics import Selection
from pangea_server.dataset.monitoring.table import Table
from pangea_server.dataset.monitoring.views import OPENED_WITH, View
from pangea_server.stores.protocol import Store

log = logging.getLogger(__name__)

T = TypeVar("T")
BOARD_FRESH_SECONDS = 1.0  # seconds
REFRESH_INTERVAL_SECONDS = 60.0  # seconds between two checks of the store without a request
FIRST_TABLE_TIMEOUT_SECONDS = 2.0  # seconds that a request waits for the first table
ENOUGH = 2000  # changes after which a new snapshot is worth it
TOO_MANY = 10_000  # changes that take longer to follow than the whole store to read
LARGE = 500_000  # annotations from which on figures are reckoned ahead: they take about a second
KEPT = frozenset(view.name for view in OPENED_WITH)
SHARE = 10  # reckoning ahead takes at most a tenth of the time


class Board:
    """All annotations of a store, in columns and up to date; for any number of threads."""

    def __init__(
        self, store: Store, environment: Environment, beside: Callable[[Table], object] = lambda table: None
    ) -> None:
        """``beside``: what is reckoned ahead as well, of a large store."""
        self._store, self._beside = store, beside
        self._gatherer = Gatherer(store.records, environment)
        self._table = Table.empty()
        self._followed_at = 0.0
        self._moved_at = 0.0  # when the table got its newest change
        self._unkept = 0  # changes that the table has and the snapshot has not
        self._read = 0
        self._turn = threading.Lock()
        self._statistics = ThreadPoolExecutor(1, "statistics")
        self._chosen: tuple[WantedRows, Selection] | None = None
        self._told: list[tuple[Table, dict[str, Any]]] = []  # of everything, by view: of the newest tables
        self._ahead: Table | None = None  # the table of a large store whose figures are ready
        self._took = 0.0  # seconds of processor for all of them
        self._wake = threading.Event()
        self._opening: Future[None] | None = None
        self._closed = threading.Event()
        self._keeper = threading.Thread(target=self._stay_current, name="board keeper", daemon=True)
        self.mark = secrets.token_hex(4)  # of this server's tables: another counts other changes

    def start(self) -> None:
        """Keep the table in memory from now on, so that the page opens at once."""
        self._keeper.start()

    def close(self) -> None:
        self._closed.set()
        self._wake.set()
        if self._keeper.is_alive():
            self._keeper.join(timeout=10)

    def table(self, patience: float | None = FIRST_TABLE_TIMEOUT_SECONDS) -> Table:
        """The annotations as of at most a second ago; of a large store as of when the page's figures were reckoned.

        Raises:
            NotReadyError: the whole store is being read, and that is not done after ``patience`` seconds.
        """
        try:
            self._opened().result(patience)
        except TimeoutError as error:
            raise NotReadyError(
                f"The annotations are being read: {self._read:,} so far.",
                remedy="Look again in some seconds.",
            ) from error
        if (ahead := self._ahead) is not None:
            if time.monotonic() - self._followed_at > SHARE * self._took:
                self._wake.set()
            return ahead
        return self._newest(patience)

    def figures(self, table: Table, wanted: WantedRows, view: View[T]) -> T:
        """What a view says of the rows that are wanted. With what everybody opens the page is kept.

        The panels of a page are reckoned one by one, in one thread: more would be no faster, and each keeps memory.

        Raises:
            InvalidDataError: there is no such dimension.
        """
        if wanted == WantedRows():
            for known, told in self._told:
                if known is table and view.name in told:
                    return cast(T, told[view.name])
        return self._statistics.submit(self._reckon, table, wanted, view).result()

    def _reckon(self, table: Table, wanted: WantedRows, view: View[T]) -> T:
        found = view.work(self._selection(table, wanted), wanted)
        if wanted == WantedRows() and view.name in KEPT:
            self._told_of(table)[view.name] = found
        return found

    def _told_of(self, table: Table) -> dict[str, Any]:
        """What is kept of a table: of the newest one, and of the one that is shown meanwhile."""
        for known, told in self._told:
            if known is table:
                return told
        self._told = [(table, {}), *(each for each in self._told if each[0] is self._ahead)]
        return self._told[0][1]

    def _look_ahead(self) -> None:
        """Bring the table up to date, and reckon the page's figures; where that takes long they are shown from then on,
        until the next ones are ready."""
        self._followed_at = 0.0  # so that the current state is read
        table = self._newest(None)
        if len(table) < LARGE:
            self._ahead = None
        elif table is not self._ahead:
            timed = [self._statistics.submit(self._timed, table, view) for view in OPENED_WITH]
            self._took = sum(each.result() for each in timed)
            self._ahead = table
            self._beside(table)
            self._statistics.submit(self._forget).result()

    def _timed(self, table: Table, view: View[Any]) -> float:
        """Seconds of processor."""
        began = time.thread_time()
        self._reckon(table, WantedRows(), view)
        return time.thread_time() - began

    def _forget(self) -> None:
        """What was needed for the figures alone; they are kept, of the table that is shown."""
        self._chosen = None
        self._told = [each for each in self._told if each[0] is self._ahead]

    def _newest(self, patience: float | None) -> Table:
        """As of at most a second ago."""
        self._opened().result(patience)
        with self._turn:
            if time.monotonic() - self._followed_at <= BOARD_FRESH_SECONDS or self._follow():
                return self._table
            self._opening = None
        return self.table(patience)

    def _selection(self, table: Table, wanted: WantedRows) -> Selection:
        """The last one is kept, for all panels of a page ask for it."""
        if self._chosen is None or self._chosen[0] != wanted or self._chosen[1].table is not table:
            self._chosen = None  # or both would be in memory
            self._chosen = wanted, Selection(table, selected(table, wanted))
        return self._chosen[1]

    def rebuild(self, watch: Callable[[int], None] = lambda read: None) -> Table:
        """Read the whole store, and store a snapshot; ``watch`` is called now and then with the number of annotations
        read."""
        cursor = newest_cursor(self._store.records)
        followed = changes_since(self._store.records, cursor) or {}  # before the rest, which then has them
        table = Table.empty().at(cursor, followed)
        table = table.updated(self._gatherer.all(table.names, watch))
        with self._turn:
            self._table, self._moved_at = table, time.monotonic()
            if len(table):
                self._keep()
            self._follow(most=inf)
            return self._table

    def _stay_current(self) -> None:
        """Update in the background: the snapshot exists and is never far behind, even if no one opens the page."""
        while not self._closed.is_set():
            try:
                self._look_ahead()
                if self._ahead is None:
                    self._followed_at = 0.0  # so that the next request reads the current state
            except PangeaError as error:
                log.warning("monitoring: the annotations could not be read: %s", error)
            except Exception:  # whatever it is: the next time may be better
                log.warning("monitoring: the annotations could not be read", exc_info=True)
            self._wake.wait(REFRESH_INTERVAL_SECONDS)
            self._wake.clear()

    def _opened(self) -> Future[None]:
        """Opened in a thread of its own: that may take minutes, and requests' threads are for all."""
        with self._turn:
            failed = self._opening and self._opening.done() and self._opening.exception()
            if self._opening is None or failed:
                self._opening = Future()
                threading.Thread(target=self._open, args=[self._opening], name="board", daemon=True).start()
            return self._opening

    def _open(self, opening: Future[None]) -> None:
        try:
            table = newest(self._store.blobs)
            if table is None or not self._follow_from(table):
                self.rebuild(self._note)
        except BaseException as error:
            opening.set_exception(error)
        else:
            opening.set_result(None)

    def _note(self, read: int) -> None:
        self._read = read
        log.info("monitoring: read %d annotations", read)

    def _follow_from(self, table: Table) -> bool:
        with self._turn:
            self._table, self._moved_at = table, time.monotonic()
            return self._follow()

    def _follow(self, most: float = TOO_MANY) -> bool:
        """Read the changes; False when the table is so far behind that the whole store must be read."""
        table = self._table
        new = changes_since(self._store.records, table.cursor, table.followed, most)
        if new is None:
            return False
        self._followed_at = time.monotonic()
        if new:
            self._apply(new)
        elif table.followed and self._followed_at - self._moved_at > OVERLAP / 1e6:
            # None comes before the cursor any more, so that its minute, of an import perhaps, is not read each time.
            self._table = table.at(change_id(moment_of(table.cursor) + OVERLAP), ())
        return True

    def _apply(self, new: Mapping[str, ChangePart]) -> None:
        """Changes by their ids."""
        table = self._table
        rows, gone = self._gatherer.some(touched(new.values()), table.names)
        cursor = max(table.cursor, *new)
        recent = moment_of(cursor) - OVERLAP
        followed = (change for change in table.followed | new.keys() if moment_of(change) >= recent)
        self._table, self._moved_at = table.updated(rows, gone).at(cursor, followed), self._followed_at
        self._unkept += len(new)
        if len(self._table) < len(table) or self._unkept >= ENOUGH:
            self._keep()  # at once when a person has withdrawn

    def _keep(self) -> None:
        keep(self._store.blobs, self._table)
        self._unkept = 0
