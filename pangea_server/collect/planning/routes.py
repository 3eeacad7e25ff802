"""A walk for newcomers."""

from __future__ import annotations

from pydantic import FiniteFloat

from pangea_server.annotate.media.tiles import preview_data_url
from pangea_server.collect.planning.practice import first_scan_id, practice_path
from pangea_server.core.wire import Wire
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/practice", tags=["practice"])


class PracticeWalk(Wire):
    """A path to practise on; answers to it are neither sent nor counted."""

    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    start_preview: str | None


@router.get("")
def read_practice(services: TheServices, person: Person) -> PracticeWalk:
    """A practice path, which belongs to no task."""
    scan = services.scan(first_scan_id(services.store.records))
    path = practice_path(services.store.records, scan)
    heading, _ = scan.graph.direction(path[0], path[1])
    preview = preview_data_url(services, scan.scan_id, path[0])
    return PracticeWalk(scan_id=scan.scan_id, path=path, heading=heading, start_preview=preview)
