"""Tasks for people: ask for one, give it back, submit its answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Path, Request
from fastapi.responses import Response

from pangea_server.api.deps import Person, TheHouse
from pangea_server.api.tiles import preview_data_url
from pangea_server.campaigns.instructions import instructions_for
from pangea_server.capture.quotas import Quotas
from pangea_server.capture.submissions import submit
from pangea_server.capture.takes import recording_view, start_recording, takes
from pangea_server.house import House
from pangea_server.people.consent import check_consent
from pangea_server.people.media_links import Media
from pangea_server.queue.choosing import Reason
from pangea_server.queue.drafts import read_draft, save_draft
from pangea_server.queue.leases import own_lease, renew_lease, return_task
from pangea_server.queue.offers import Offer, offer_task
from pangea_server.queue.reports import keep_report
from pangea_server.records import Annotator, Lease, PathRecord, ProblemReport, Task, padded
from pangea_server.records.flags import report_id
from pangea_server.schemas import (
    Draft,
    LeaseRequest,
    LeaseTerm,
    LeaseView,
    Presence,
    ProblemReportRequest,
    RecordingRequest,
    RecordingView,
    Start,
    Submission,
    SubmitReceipt,
)
from pangea_server.trust.judging import judge_task

router = APIRouter(prefix="/leases", tags=["leases"])
NO_STORE = "no-store"  # a lease has the key of what the browser keeps encrypted
NOTHING = "There is nothing to do for this person now."
NOTHING_HEADERS = {
    "PanGEA-Reason": {
        "description": "nothing: no task fits; turn: another kind of task is due; cap: they have done enough; paused; "
        "training: the training walk comes first; standing: they are given none of this kind any more.",
        "schema": {"enum": [reason.value for reason in Reason]},
    },
    "PanGEA-Kind": {"description": "The kind that this is about.", "schema": {"type": "string"}},
}
ReportId = Annotated[str, Path(pattern=r"^[0-9a-f-]{36}$", description="A UUID.")]


@router.post("", responses={204: {"description": NOTHING, "headers": NOTHING_HEADERS}})
def ask_for_task(response: Response, house: TheHouse, person: Person, wanted: LeaseRequest) -> LeaseView:
    """A task of this kind for this person; asked again, the same one, until it is submitted or returned.

    Without a kind, the server chooses. Where there is none, ``PanGEA-Reason`` says why.
    """
    kinds = (wanted.kind,) if wanted.kind else tuple(house.task_types)
    for kind in kinds:
        house.task_type(kind)
    check_consent(house.store.records, person)
    offer = offer_task(house.store.records, person, kinds, wanted.language, _duration(house))
    if offer.lease is None:
        return _nothing(offer)  # type: ignore[return-value]  # FastAPI sends a Response as it is
    response.headers["Cache-Control"] = NO_STORE
    house.time_clock.note(offer.lease.lease_id, "task")
    return _view(house, person, offer.lease)


@router.get("/{lease_id}")
def read_lease(response: Response, house: TheHouse, person: Person, lease_id: str) -> LeaseView:
    """A lease of this person."""
    response.headers["Cache-Control"] = NO_STORE
    return _view(house, person, own_lease(house.store.records, person, lease_id))


@router.post("/{lease_id}/renew")
def renew(house: TheHouse, person: Person, lease_id: str, presence: Presence | None = None) -> LeaseTerm:
    """Keep the task. A lease that ran out is this person's again, unless somebody else took the task.

    With a phase, the page says besides that its person was at work just now, which counts as active time.
    """
    lease = renew_lease(house.store.records, person, lease_id, _duration(house))
    if presence and presence.phase:
        house.time_clock.note(lease_id, "page", presence.phase)
    return LeaseTerm(lease_id=lease.lease_id, expires_at=lease.expires_at)


@router.put("/{lease_id}/draft")
def put_draft(house: TheHouse, person: Person, lease_id: str, draft: Draft) -> Draft:
    """Keep a draft, which the lease carries from then on. One that is older than what is kept is refused."""
    lease = renew_lease(house.store.records, person, lease_id, _duration(house))
    save_draft(house.store.records, lease, draft)
    house.time_clock.note(lease_id, "draft")
    return draft


@router.put("/{lease_id}/reports/{report_id}")
def report_problem(
    house: TheHouse, person: Person, lease_id: str, report_id: ReportId, report: ProblemReportRequest
) -> ProblemReport:
    """Say that something is wrong with the task; the id is the page's own, so that it may be said again."""
    lease = own_lease(house.store.records, person, lease_id)
    return keep_report(house.store.records, lease, report_id, report)


@router.delete("/{lease_id}", status_code=204)
def give_back(house: TheHouse, person: Person, lease_id: str) -> None:
    """Return the task, so that somebody else can do it."""
    return_task(house.store.records, person, lease_id)


@router.post(
    "/{lease_id}/recordings",
    status_code=201,
    responses={200: {"model": RecordingView, "description": "This take was begun before."}},
)
def begin_recording(
    request: Request,
    response: Response,
    house: TheHouse,
    person: Person,
    lease_id: str,
    wanted: RecordingRequest,
) -> RecordingView:
    """Begin a take; a lease may have several, and the submission names the one that counts."""
    store = house.store
    check_consent(store.records, person)
    quotas: Quotas = request.app.state.quotas
    recording, new = start_recording(
        store.records, person, lease_id, wanted.take, wanted.sample_rate, quotas.admit_take
    )
    if not new:
        response.status_code = 200
    house.time_clock.note(lease_id, "recording")
    return recording_view(store.blobs, recording)


@router.post("/{lease_id}/submit")
def submit_answer(
    request: Request,
    later: BackgroundTasks,
    house: TheHouse,
    person: Person,
    lease_id: str,
    answer: Submission,
) -> SubmitReceipt:
    """Hand in the answer. Sent again, it gets the same receipt; another answer under the same lease is refused."""
    lease = own_lease(house.store.records, person, lease_id)
    task_type = house.task_type(lease.kind)
    receipt = submit(house.store, house.environment, task_type, person, lease_id, answer)
    house.time_clock.note(lease_id, "submit")
    later.add_task(judge_task, house.store.records, lease.task_id)
    if task_type.has_voice and house.settings.align_on_submit:
        later.add_task(request.app.state.aligner.wake)
    if house.settings.flag_on_submit:
        later.add_task(request.app.state.flags.wake, report_id(receipt.kind, receipt.annotation_id))
    return receipt


def _nothing(offer: Offer) -> Response:
    kind = {"PanGEA-Kind": offer.kind} if offer.kind else {}
    return Response(status_code=204, headers={"PanGEA-Reason": offer.reason.value} | kind)


def _duration(house: House) -> timedelta:
    return timedelta(minutes=house.settings.lease_minutes)


def _view(house: House, person: Annotator, lease: Lease) -> LeaseView:
    store = house.store
    task = store.records.get(Task, lease.task_id)
    path = store.records.get(PathRecord, padded(task.path_id))
    args = house.task_type(lease.kind).args(task, store.records, Media(house.links, person, lease.lease_id))
    return LeaseView(
        lease_id=lease.lease_id,
        kind=lease.kind,
        state=lease.state,
        scan_id=task.scan_id,
        language=task.language,
        expires_at=lease.expires_at,
        device_key=house.device_keys.key_of(lease),
        recordings=tuple(recording_view(store.blobs, take) for take in takes(store.records, lease)),
        draft=read_draft(store.records, lease),
        instructions=instructions_for(store.records, person, task),
        start_preview=preview_data_url(house, task.scan_id, path.path[0]),
        start=Start(viewpoint_id=path.path[0], heading=path.heading),
        args=args.model_dump(mode="json"),
    )
