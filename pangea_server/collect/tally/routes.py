"""How far a person is, and whether work waits for them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Path, Query
from pydantic import AwareDatetime

from pangea_server.annotate.assignment.leases import own_lease
from pangea_server.annotate.assignment.rules import Reason
from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.platforms.completion import newest_visit
from pangea_server.collect.tally.earnings import Earned, earnings
from pangea_server.collect.tally.free_tasks import KnownFreeTasks
from pangea_server.collect.tally.open_work import Waiting, waiting_for, what_is_next
from pangea_server.core.wire import Wire
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.stores.paging import every

router = GuardedRouter(prefix="/me", tags=["people"])
KindName = Annotated[str, Path(max_length=100)]
Since = Annotated[AwareDatetime, Query(description="Such as the beginning of the person's day.")]
LeaseId = Annotated[str | None, Query(max_length=100, description="Of the task just handed in, for its pay.")]


class TallyView(Wire):
    """How far a person is. ``done`` counts the tasks of all kinds that they handed in; ``today`` those since ``since``.

    ``waiting`` is of the kind that was asked for; null for people whom a platform sent, whose study says how many tasks
    they do. ``pay`` has an entry for each currency in which anything is known.
    """

    done: int
    today: int
    waiting: Waiting | None
    pay: tuple[Earned, ...]


class NextView(Wire):
    """The kind of the task that is next for this person; null where nothing waits for them, why, and when it will."""

    kind: str | None
    reason: Reason | None
    opens_at: datetime | None


@router.get("/next")
def read_what_is_next(services: TheServices, person: Person) -> NextView:
    """What this person would be given of all kinds, a training walk included. Nothing is given."""
    found = what_is_next(services.store.records, person)
    return NextView(kind=found.kind, reason=found.reason, opens_at=found.opens_at)


@router.get("/waiting/{kind}")
def read_what_waits(services: TheServices, person: Person, kind: KindName) -> Waiting:
    """Whether asking for a task of this kind would lead somewhere. Nothing is given, and pages may ask often."""
    return _waiting(services, person, kind)


@router.get("/tally/{kind}")
def read_my_tally(
    services: TheServices, person: Person, kind: KindName, since: Since, lease: LeaseId = None
) -> TallyView:
    """How many tasks this person has handed in, how many wait for them, and what they earned as far as it is known."""
    records = services.store.records
    came_from_platform = newest_visit(records, person) is not None
    return TallyView(
        done=records.count(Lease, {"annotator_id": person.annotator_id, "state": LeaseState.SUBMITTED}),
        today=_handed_in_since(services, person, since),
        waiting=None if came_from_platform else _waiting(services, person, kind),
        pay=tuple(
            earnings(records, person.annotator_id, own_lease(records, person, lease) if lease else None)
        ),
    )


def _waiting(services: Services, person: Annotator, kind: str) -> Waiting:
    services.get(TaskKinds).named(kind)
    free = services.get(KnownFreeTasks).of
    return waiting_for(services.store.records, person, (kind,), free)


def _handed_in_since(services: Services, person: Annotator, since: datetime) -> int:
    mine = every(
        services.store.records,
        Lease,
        {"annotator_id": person.annotator_id, "state": LeaseState.SUBMITTED},
    )
    return sum(lease.created_at >= since for lease in mine)
