"""Arriving from a crowdsourcing platform, and returning to it."""

from __future__ import annotations

from datetime import datetime
from time import monotonic_ns
from typing import Annotated

from fastapi import Depends, Query, Request
from fastapi.responses import Response
from pydantic import Field

from pangea_server.collect.platforms import PLATFORMS
from pangea_server.collect.platforms.completion import complete, done_so_far, newest_visit
from pangea_server.collect.platforms.entry import enter
from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.opening import opening_of
from pangea_server.collect.platforms.protocol import WayBack
from pangea_server.collect.platforms.records import Payee, PlatformName, Study, Visit
from pangea_server.collect.platforms.studies import the_study
from pangea_server.core.errors import RecordNotFoundError, TooManyRequestsError
from pangea_server.core.wire import TokenText, Wire
from pangea_server.http.edge.buckets import SECOND, Buckets
from pangea_server.http.edge.rates import address_of
from pangea_server.http.services import Services, TheServices, the_services
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.sign_in.session_routes import session_life
from pangea_server.stores.protocol import found

router = GuardedRouter(tags=["platforms"])


PlatformId = Annotated[str, Field(max_length=255)]


class EntryRequest(Wire):
    """Enters from a platform. ``ids`` are all parameters of the address; the browser makes its session's token."""

    session: TokenText
    ids: Annotated[dict[PlatformId, PlatformId], Field(max_length=20)]


class VisitView(Wire):
    """One attempt at a study: ``done`` of ``required`` answers are verified. ``code`` is null until it is issued."""

    study_id: str
    platform: PlatformName
    kind: str
    required: int
    done: int
    code: str | None
    way_back: WayBack | None


class StudyView(Wire):
    """Work that a platform offers. ``worker_parameter`` is the address parameter that has the person's id.

    ``opens_at``: when people are let in next, where times are agreed; null where they are now, or never again.
    """

    study_id: str
    platform: PlatformName
    kind: str
    languages: tuple[str, ...]
    required: int
    is_open: bool
    opens_at: datetime | None
    worker_parameter: str


class Newcomers:
    """The limit on new people from one IP address: thirty at once, then one in six seconds."""

    def __init__(self) -> None:
        self._buckets = Buckets(rate=1 / 6, burst=30)

    def check(self, request: Request) -> None:
        """Raise TooManyRequestsError above the limit."""
        wait = self._buckets.take(address_of(request.scope), monotonic_ns())
        if wait:
            raise TooManyRequestsError(
                "Too many people are arriving from one address.",
                remedy="Wait, then try again.",
                retry_after=wait // SECOND + 1,
            )


def behind_key(
    services: TheServices,
    study_id: str,
    key: Annotated[str, Query(max_length=100, description="The key in the study's address.")] = "",
) -> Study:
    """The study, for requests with its key."""
    PlatformKeys(services.store.records).check(study_id, key)
    return the_study(services.store.records, study_id)


TheStudy = Annotated[Study, Depends(behind_key)]


@router.get("/studies/{study_id}")
def read_study(services: TheServices, study: TheStudy) -> StudyView:
    """What the study asks of people; a preview shows nothing else."""
    return StudyView(
        study_id=study.study_id,
        platform=study.platform,
        kind=study.kind,
        languages=study.languages,
        required=study.required,
        is_open=study.closed_at is None and study.taken < study.places,
        opens_at=opening_of(services.store.records, study).begins,
        worker_parameter=PLATFORMS[study.platform].worker_parameter,
    )


@router.post("/studies/{study_id}/visits", status_code=201)
def enter_study(request: Request, services: TheServices, study: TheStudy, wanted: EntryRequest) -> VisitView:
    """Exchange the platform's ids for a session; repeated from the same browser, it changes nothing."""
    newcomers: Newcomers = the_services(request).get(Newcomers)
    newcomers.check(request)
    arrival = PLATFORMS[study.platform].arrival(wanted.ids)
    visit = enter(services.store.records, study, arrival, wanted.session, session_life(services))
    return _view(services, visit)


@router.get("/me/visit", responses={204: {"description": "This person came from no platform."}})
def read_visit(services: TheServices, person: Person) -> VisitView:
    """This person's progress in their current study."""
    visit = newest_visit(services.store.records, person)
    return _view(services, visit) if visit else Response(status_code=204)  # type: ignore[return-value]  # sent as it is


@router.post("/me/visit/completion")
def complete_visit(services: TheServices, person: Person) -> VisitView:
    """The completion code, once the required answers are verified; a repeated call returns the same code."""
    visit = newest_visit(services.store.records, person)
    if visit is None:
        raise RecordNotFoundError(
            "You did not come from a platform.", remedy="Open the study from the platform."
        )
    return _view(services, complete(services.store.records, person, visit.visit_id))


def _view(services: Services, visit: Visit) -> VisitView:
    records = services.store.records
    study = the_study(records, visit.study_id)
    back = PLATFORMS[study.platform].way_back(visit, _payee(services, visit)) if visit.code else None
    return VisitView(
        study_id=study.study_id,
        platform=study.platform,
        kind=study.kind,
        required=study.required,
        done=done_so_far(records, study, visit),
        code=visit.code,
        way_back=back,
    )


def _payee(services: Services, visit: Visit) -> Payee | None:
    return found(services.store.records, Payee, visit.visit_id)
