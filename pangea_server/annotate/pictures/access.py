"""What the holder of a picture link may see now: the pictures of a task, as long as they hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from environments import Scan
from environments.errors import NotFoundError
from pangea_server.annotate.assignment.arms import arm_of, pictured
from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.kinds.protocol import KeepsToPlaces
from pangea_server.annotate.links.media import WAKING_UP, MediaLinks, not_valid, scan_scope
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.core.kept_briefly import KeptBriefly
from pangea_server.core.records import now
from pangea_server.stores.protocol import RecordStore

TTL_SECONDS = 1.0  # as long as a task that ended elsewhere may still be seen


@dataclass(frozen=True, slots=True)
class PictureHolder:
    """Whom a link was given to, and for which task; without one for a practice walk, training or the data team."""

    annotator_id: int
    lease_id: str
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class _Held:
    task_id: str
    scan_id: str
    until: datetime
    places: frozenset[str] | None  # None: the whole scan


class HeldTasks:
    """Looks up whether a lease is still held, once a second: a view loads dozens of tiles at once.

    Args:
        learning: the places that a person of this number is shown in a scan without a task; None: all.
    """

    def __init__(
        self,
        records: RecordStore,
        kinds: TaskKinds,
        scan: Callable[[str], Scan],
        learning: Callable[[tuple[int, str]], frozenset[str] | None],
    ) -> None:
        self._records, self._kinds, self._scan, self._learning = records, kinds, scan, learning
        self._held = KeptBriefly(self._look_up, TTL_SECONDS)

    def check(self, links: MediaLinks, k: str, scan_id: str, viewpoint_id: str) -> PictureHolder:
        """Who asks for this panorama.

        Raises:
            LinkNotValidError: the link is forged, has expired, is for another scan or for a task that is over, or the
                panorama is out of the task's reach; the error is the same for all.
        """
        holder, places = self._in_scan(links, k, scan_id)
        if places is not None and viewpoint_id not in places:
            raise not_valid()
        return holder

    def check_scan(self, links: MediaLinks, k: str, scan_id: str) -> None:
        """Check who asks for what is of the whole scan, as its floor plans are. Raises as ``check``."""
        self._in_scan(links, k, scan_id)

    def _in_scan(
        self, links: MediaLinks, k: str, scan_id: str
    ) -> tuple[PictureHolder, frozenset[str] | None]:
        """Who asks for something in this scan, and the places of which they are shown panoramas; None: all."""
        lease_id = links.check(scan_scope(scan_id), k)
        annotator_id = links.given_to(k)
        if not lease_id:
            return PictureHolder(annotator_id, ""), self._learning((annotator_id, scan_id))
        held = self._held(lease_id)
        if held is None or held.scan_id != scan_id or now() > held.until:
            raise not_valid()
        return PictureHolder(annotator_id, lease_id, held.task_id), held.places

    def _look_up(self, lease_id: str) -> _Held | None:
        try:
            lease = self._records.get(Lease, lease_id)
            task = self._records.get(Task, lease.task_id)
        except NotFoundError:
            return None
        if lease.state is not LeaseState.ACTIVE or task.lease_id != lease_id:
            return None
        return _Held(lease.task_id, task.scan_id, lease.expires_at + WAKING_UP, self._places(task))

    def _places(self, task: Task) -> frozenset[str] | None:
        """The places whose panoramas a task shows, where these are not all: those that it keeps to, and those one step
        away, which the viewer loads ahead; none where its arm shows no pictures."""
        if arm_of(self._records, task).pictures == "none":
            return frozenset()
        kind = self._kinds.get(task.kind)
        kept = kind.places(task, self._records) if isinstance(kind, KeepsToPlaces) else None
        if kept is None:
            return None
        scan = self._scan(task.scan_id)
        near = frozenset(kept).union(*(scan.graph.neighbors(place) for place in kept))
        shown = map(pictured(self._records, task, scan.viewpoints), near)
        return frozenset(place for place in shown if place is not None)
