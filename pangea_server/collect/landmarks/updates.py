"""A server advances the paths of which something changed: at each answer, and for what happened elsewhere."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable

from environments import Environment
from environments.errors import PangeaError
from pangea_server.annotate.annotations.changes import Change, change_id, moment_of
from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.landmarks.path_advance import advance
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Counter, padded
from pangea_server.stores.many import records_of
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 10.0
"""Between two looks for what reviewers, commands and other servers did."""
OVERLAP = 60 * 10**6
"""Microseconds in which commits may be out of order."""
FOLLOWED = "landmarks followed"
"""The counter: all changes until this moment, in microseconds since 1970, were followed by some server."""
CHANGES_PAGE = 500
PATHS_REMEMBERED = 200
"""Whose last results are kept in memory, about a megabyte each."""


class LandmarkAdvancer:
    """Follows the outbox of changes, each change once; for any number of threads."""

    def __init__(self, records: RecordStore, environment: Environment) -> None:
        self._records = records
        self._environment = environment
        self._followed: set[str] = set()  # changes of the last minute
        self._until = -1  # microseconds since 1970; -1: not read yet
        self._kept = 0
        self._memories: OrderedDict[int, Memory] = OrderedDict()
        self._turn = threading.Lock()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="landmark advancer", daemon=True)

    def start(self) -> None:
        """Look for changes from now on."""
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def catch_up(self) -> int:
        """Advance the paths of all changes that were not followed yet; returns how many paths changed by it.

        A path that cannot be advanced is left, and tried again with its next change.
        """
        with self._turn:
            new = self._new_changes()
            count = sum(map(self._advance, sorted(self._paths(new))))
            self._remember(new)
            return count

    def follow(self) -> None:
        """``catch_up`` where nobody waits for it: what goes wrong is logged, and done the next time."""
        try:
            self.catch_up()
        except PangeaError as error:
            log.warning("landmarks are not advanced: %s %s", error.message, error.remedy)

    def was_taken(self, task_id: str) -> None:
        """Ask again what was in a task that a person took, and is not for them."""
        with self._turn:
            self._advance(self._records.get(Task, task_id).path_id)

    def _new_changes(self) -> list[Change]:
        if self._until < 0:
            self._until = self._kept = _counted(self._records, FOLLOWED) or self._beginning()
        after = change_id(max(0, self._until - OVERLAP))
        found: list[Change] = []
        while page := self._records.find(Change, after=after, limit=CHANGES_PAGE):
            found += (each for each in page if each.change_id not in self._followed)
            after = page[-1].change_id
        return found

    def _beginning(self) -> int:
        """Where nothing was followed yet: now, unless a campaign asks already."""
        asks = any(LANDMARKS in each.definition.tasks for each in every(self._records, Campaign))
        return 0 if asks else time.time_ns() // 1000

    def _paths(self, changes: Iterable[Change]) -> set[int]:
        """The paths of these changes whose campaigns ask about landmarks."""
        task_ids = {f"{change.kind}-{padded(change.number)}" for change in changes}
        tasks = [each for each in records_of(self._records, Task, sorted(task_ids)) if not each.check_item]
        named = {task.campaign_id for task in tasks if task.campaign_id is not None}
        asking = {
            each.campaign_id
            for each in records_of(self._records, Campaign, sorted(named))
            if LANDMARKS in each.definition.tasks
        }
        return {task.path_id for task in tasks if task.campaign_id in asking}

    def _advance(self, path_id: int) -> bool:
        try:
            return advance(self._records, self._environment, path_id, self._memory(path_id)).is_new
        except PangeaError as error:
            log.warning("the landmarks of path %d: %s %s", path_id, error.message, error.remedy)
        except Exception:  # whatever it is: other paths are not held up by it
            log.warning("the landmarks of path %d could not be advanced", path_id, exc_info=True)
        return False

    def _memory(self, path_id: int) -> Memory:
        """What the path came to before, if that was not long ago."""
        memory = self._memories.setdefault(path_id, Memory())
        self._memories.move_to_end(path_id)
        if len(self._memories) > PATHS_REMEMBERED:
            self._memories.popitem(last=False)
        return memory

    def _remember(self, changes: Iterable[Change]) -> None:
        self._followed.update(each.change_id for each in changes)
        self._until = max([self._until, *(moment_of(name) for name in self._followed)])
        self._followed = {name for name in self._followed if moment_of(name) >= self._until - OVERLAP}
        if self._until - self._kept > OVERLAP:  # after a crash at most this much is looked at again
            pass_over(self._records, FOLLOWED, self._until)
            self._kept = self._until

    def _work(self) -> None:
        while not self._closed.wait(INTERVAL_SECONDS):
            self.follow()


def _counted(records: RecordStore, name: str) -> int:
    try:
        return records.get(Counter, name).value
    except RecordNotFoundError:
        return 0
