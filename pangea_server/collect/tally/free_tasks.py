"""The free tasks of each lane, for hundreds of people who wait: looked up once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from threading import Lock
from time import monotonic

from cachetools import TTLCache

from pangea_server.annotate.assignment.open_tasks import free_tasks
from pangea_server.annotate.assignment.rules import Lane
from pangea_server.annotate.tasks.records import Task
from pangea_server.stores.protocol import RecordStore

KEPT_SECONDS = 5.0
KEPT_LANES = 1000
KEPT_TASKS = 100  # of a lane; a person whom none of them fits is shown the others from the store


class KnownFreeTasks:
    """What was free a moment ago, for any number of threads. Only ``offers.py`` gives tasks to people."""

    def __init__(self, timer: Callable[[], float] = monotonic) -> None:
        self._lanes: TTLCache[Lane, tuple[Task, ...]] = TTLCache(KEPT_LANES, KEPT_SECONDS, timer)
        self._turn = Lock()

    def of(self, records: RecordStore, lane: Lane) -> Iterator[Task]:
        known = self._known(records, lane)
        yield from known
        if len(known) == KEPT_TASKS:
            shown = {task.record_id for task in known}
            yield from (task for task in free_tasks(records, lane) if task.record_id not in shown)

    def _known(self, records: RecordStore, lane: Lane) -> tuple[Task, ...]:
        with self._turn:
            known = self._lanes.get(lane)
            if known is None:
                known = self._lanes[lane] = tuple(islice(free_tasks(records, lane), KEPT_TASKS))
            return known
