"""Tasks for people: get one, return it, submit its answer."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Annotated

from fastapi import BackgroundTasks, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.assignment.arms import pictured
from pangea_server.annotate.assignment.leases import own_lease, renew_lease, return_task
from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.assignment.rules import Reason
from pangea_server.annotate.attachments.files import shown_files
from pangea_server.annotate.campaigns.agreed_times import end_of_this
from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.lookups import definition_of
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.kinds.kinds import TaskKinds, declared
from pangea_server.annotate.kinds.protocol import TaskType
from pangea_server.annotate.kinds.speaking import has_plan_only, speaks
from pangea_server.annotate.kinds.wire import Start, Submission
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.annotate.media.tiles import preview_data_url
from pangea_server.annotate.tasks.records import Lease, LeaseState, ProblemReport, Task
from pangea_server.collect.capture.device_keys import DeviceKeys
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.collect.capture.recordings import recording_view, recordings_of, start_recording
from pangea_server.collect.capture.submissions import digest_of, submit
from pangea_server.collect.capture.submitting import Acceptance, Submitting
from pangea_server.collect.capture.traces import TraceReader
from pangea_server.collect.capture.wire import RecordingRequest, RecordingView, SubmitReceipt, SubmitUnderWay
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.collect.ledger.attendance import TimeClock
from pangea_server.collect.pairing.ice import ice_servers, longest_dialogue
from pangea_server.collect.pairing.other_seat import open_other_seat
from pangea_server.collect.pairing.wire import pairing_view
from pangea_server.collect.queue.drafts import read_draft, save_draft
from pangea_server.collect.queue.offers import Offer, offer_task
from pangea_server.collect.queue.page_offers import (
    actions_offer,
    film_of,
    offers_map,
    refuse_unwanted_actions,
)
from pangea_server.collect.queue.reports import keep_report
from pangea_server.collect.queue.wire import (
    Draft,
    Equipment,
    LeaseRequest,
    LeaseTerm,
    LeaseView,
    Presence,
    ProblemReportRequest,
)
from pangea_server.core.background import BackgroundAligner, BackgroundFlags
from pangea_server.core.formatted import TextNode, formatted
from pangea_server.core.records import now, padded
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import Services, TheServices, the_services
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import check_consent, in_language, name_partner
from pangea_server.quality.trust.batches import judge_batch
from pangea_server.quality.trust.judgement import judge_task
from pangea_server.quality.trust.unproven import refuse_unproven
from pangea_server.stores.protocol import RecordStore, found

router = GuardedRouter(prefix="/leases", tags=["leases"])
equipment_router = GuardedRouter(prefix="/equipment", tags=["leases"])
NOTHING = "There is nothing to do for this person now."
NOTHING_HEADERS = {
    "PanGEA-Reason": {
        "description": "nothing: no task fits; turn: another kind of task is due; step: another step of the same work "
        "waits; other: another kind waits; unreached: nothing is in their languages and pools; cap: they have done "
        "enough; paused; training: its walk comes first; standing: they are given none of this kind any more; form: a "
        "questionnaire comes first; later: PanGEA-Opens-At says when the time that is agreed for it begins.",
        "schema": {"enum": [reason.value for reason in Reason]},
    },
    "PanGEA-Kind": {"description": "The kind that this is about.", "schema": {"type": "string"}},
    "PanGEA-Opens-At": {
        "description": "When tasks of the kind that was asked for are given out again.",
        "schema": {"type": "string", "format": "date-time"},
    },
    "PanGEA-Campaign": {"description": "The campaign whose form comes first.", "schema": {"type": "string"}},
}
KindName = Annotated[str, Query(max_length=100)]
ReportId = Annotated[str, Path(pattern=r"^[0-9a-f-]{36}$", description="A UUID.")]


@router.post("", responses={204: {"description": NOTHING, "headers": NOTHING_HEADERS}})
def ask_for_task(
    later: BackgroundTasks, services: TheServices, person: Person, wanted: LeaseRequest
) -> LeaseView:
    """Get a task of this kind; a repeated call gets the same one until it is submitted or returned.

    Without a kind, the server chooses. If there is no task, ``PanGEA-Reason`` says why.
    """
    kinds = (wanted.kind,) if wanted.kind else tuple(services.get(TaskKinds))
    for kind in kinds:
        services.get(TaskKinds).named(kind)
    check_consent(services.store.records, person)
    offer = offer_task(
        services.store.records, person, kinds, wanted.language, _duration(services), wanted.seat
    )
    if offer.lease is None:
        return _nothing(offer)  # type: ignore[return-value]  # FastAPI sends a Response as it is
    if declared(offer.lease.kind).seats:  # the text may be newer than the campaign
        name_partner(services.store.records)
        check_consent(services.store.records, person)
    services.get(TimeClock).note(offer.lease.lease_id, "task")
    open_other_seat(services.store.records, offer.lease)
    if offer.leaves_some:
        later.add_task(services.get(LandmarkAdvancer).was_taken, offer.lease.task_id)
    return _view(services, person, offer.lease)


@equipment_router.get("")
def read_equipment(services: TheServices, person: Person, kind: KindName) -> Equipment:
    """What this person needs for the next task of a kind, before it is given to them."""
    task_type = services.get(TaskKinds).named(kind)
    campaigns = [each.definition for each in running_campaigns(services.store.records)]
    asked = [each.guide for each in campaigns if set(each.languages) & set(person.languages)]
    rules = asked or [GuideRules()]
    return Equipment(microphone=any(speaks(task_type, each) for each in rules))


@router.get("/{lease_id}")
def read_lease(services: TheServices, person: Person, lease_id: str) -> LeaseView:
    """A lease of this person."""
    return _view(services, person, own_lease(services.store.records, person, lease_id))


@router.post("/{lease_id}/renew")
def renew(
    services: TheServices, person: Person, lease_id: str, presence: Presence | None = None
) -> LeaseTerm:
    """Keep the task. An expired lease is this person's again, unless another person has taken the task.

    With a phase, the page also reports that the person is working now, which counts as active time.
    """
    lease = renew_lease(services.store.records, person, lease_id, _duration(services))
    if presence and presence.phase:
        services.get(TimeClock).note(lease_id, "page", presence.phase)
    return LeaseTerm(lease_id=lease.lease_id, expires_at=lease.expires_at)


@router.put("/{lease_id}/draft")
@body_at_most(640 * KIB)
def put_draft(services: TheServices, person: Person, lease_id: str, draft: Draft) -> Draft:
    """Store a draft, which the lease returns from then on. A draft older than the stored one is refused."""
    lease = renew_lease(services.store.records, person, lease_id, _duration(services))
    save_draft(services.store.records, lease, draft)
    services.get(TimeClock).note(lease_id, "draft")
    return draft


@router.put("/{lease_id}/reports/{report_id}")
def report_problem(
    services: TheServices, person: Person, lease_id: str, report_id: ReportId, report: ProblemReportRequest
) -> ProblemReport:
    """Report a problem with the task; the page chooses the id, so that the call may be repeated."""
    lease = own_lease(services.store.records, person, lease_id)
    return keep_report(services.store.records, lease, report_id, report)


@router.delete("/{lease_id}", status_code=204)
def give_back(services: TheServices, person: Person, lease_id: str) -> None:
    """Return the task, so that another person can do it."""
    return_task(services.store.records, person, lease_id)


@router.post(
    "/{lease_id}/recordings",
    status_code=201,
    responses={200: {"model": RecordingView, "description": "This recording was started before."}},
)
def begin_recording(
    request: Request,
    response: Response,
    services: TheServices,
    person: Person,
    lease_id: str,
    wanted: RecordingRequest,
) -> RecordingView:
    """Start a recording; a lease may have several, and the submission names the one that counts."""
    store = services.store
    check_consent(store.records, person)
    if wanted.holds == "actions":
        refuse_unwanted_actions(store.records, own_lease(store.records, person, lease_id))
    quotas: Quotas = the_services(request).get(Quotas)
    recording, new = start_recording(
        store.records,
        person,
        lease_id,
        wanted.attempt,
        wanted.sample_rate,
        quotas.admit_recording,
        wanted.holds,
    )
    if not new:
        response.status_code = 200
    services.get(TimeClock).note(lease_id, "recording")
    return recording_view(store.blobs, recording)


@router.post(
    "/{lease_id}/submit",
    responses={202: {"model": SubmitUnderWay, "description": "It is still being read: send the same again."}},
)
@body_at_most(512 * KIB, values=50_000)
async def submit_answer(
    response: Response,
    later: BackgroundTasks,
    services: TheServices,
    person: Person,
    lease_id: str,
    answer: Submission,
) -> SubmitReceipt | SubmitUnderWay:
    """Submit the answer. A repeated call gets the same receipt; another answer under the same lease is refused."""
    name, submitting = f"{lease_id} {digest_of(answer)}", services.get(Submitting)
    job = await run_in_threadpool(_submitted, services, person, lease_id, answer, name)
    receipt = await submitting.receipt(name, job)
    if receipt is None:
        response.status_code = 202
        return SubmitUnderWay(lease_id=lease_id)
    later.add_task(job.what_follows)
    return receipt


def _submitted(
    services: Services, person: Annotator, lease_id: str, answer: Submission, name: str
) -> Acceptance:
    """The work on an answer, which begins now unless it is under way."""
    lease = own_lease(services.store.records, person, lease_id)
    task_type = services.get(TaskKinds).named(lease.kind)
    services.get(TimeClock).note(lease_id, "submit")  # work as well where the answer is refused
    traces, environment = services.get(TraceReader), services.environment
    work = partial(submit, services.store, environment, task_type, person, lease_id, answer, traces)
    return services.get(Submitting).join(
        person.annotator_id, name, work, partial(_follow_up, services, lease, task_type)
    )


def _follow_up(services: Services, lease: Lease, task_type: TaskType, receipt: SubmitReceipt) -> None:
    """What follows from an answer that was accepted."""
    judge_task(services.store.records, lease.task_id)
    judge_batch(services.store.records, lease.task_id)
    refuse_unproven(services.store.records, lease.task_id)
    services.get(LandmarkAdvancer).follow()
    gives_words = task_type.has_voice or declared(receipt.kind).transcribes
    if gives_words and services.settings.align_on_submit:
        services.get(BackgroundAligner).wake()
    if services.settings.flag_on_submit:
        services.get(BackgroundFlags).wake(report_id(receipt.kind, receipt.annotation_id))


def _nothing(offer: Offer) -> Response:
    kind = {"PanGEA-Kind": offer.kind} if offer.kind else {}
    campaign = {"PanGEA-Campaign": offer.campaign_id} if offer.campaign_id else {}
    opens = {"PanGEA-Opens-At": offer.opens_at.isoformat()} if offer.opens_at else {}
    return Response(status_code=204, headers={"PanGEA-Reason": offer.reason.value} | kind | campaign | opens)


def _duration(services: Services) -> timedelta:
    return timedelta(minutes=services.settings.limits.lease_minutes)


def _view(services: Services, person: Annotator, lease: Lease) -> LeaseView:
    store = services.store
    is_active = lease.state is LeaseState.ACTIVE  # one that is over shows nothing of its task any more
    task = store.records.get(Task, lease.task_id)
    path = store.records.get(PathRecord, padded(task.path_id))
    media = Media(services.get(MediaLinks), person, lease.lease_id)
    task_type = services.get(TaskKinds).named(lease.kind)
    args = task_type.args(task, store.records, media)
    campaign = definition_of(store.records, task.campaign_id)
    recordings = recordings_of(store.records, lease)
    walks = [recording for recording in recordings if recording.holds == "walk"]
    time_limit = campaign.time_limit.get(lease.kind) if campaign else None
    talks_until = now() + longest_dialogue(services.settings.limits, time_limit)
    until = end_of_this(campaign.agreed_times, lease.kind, now()) if campaign else None
    servers = partial(ice_servers, services.settings, talks_until)
    return LeaseView(
        lease_id=lease.lease_id,
        kind=lease.kind,
        state=lease.state,
        scan_id=task.scan_id,
        language=task.language,
        expires_at=lease.expires_at,
        device_key=services.get(DeviceKeys).key_of(lease),
        recordings=tuple(recording_view(store.blobs, each) for each in walks),
        draft=read_draft(store.records, lease),
        instructions=instructions_for(store.records, media, task) if is_active else (),
        film=film_of(services.settings.web_dir, lease.kind),
        map=offers_map(campaign, task_type),
        time_limit=time_limit,
        actions=actions_offer(campaign, recordings),
        pairing=pairing_view(task, until, servers) if is_active else None,
        start_preview=_start_preview(services, person, task, path.path[0]) if is_active else None,
        start=None if has_plan_only(task) else Start(viewpoint_id=path.path[0], heading=path.heading),
        args=args.model_dump(mode="json") if is_active else {},
    )


def _start_preview(services: Services, person: Annotator, task: Task, start: str) -> str | None:
    """The preview of what the task's arm shows at its start."""
    shown = pictured(services.store.records, task, services.scan(task.scan_id).viewpoints)(start)
    return None if shown is None else preview_data_url(services, task.scan_id, shown)


def instructions_for(records: RecordStore, media: Media, task: Task) -> tuple[TextNode, ...]:
    """The campaign's own instructions for this kind of task, in this person's language if available."""
    campaign = found(records, Campaign, task.campaign_id) if task.campaign_id else None
    texts = campaign.definition.instructions.get(task.kind) if campaign else None
    if not campaign or not texts:
        return ()
    language = in_language(texts, next(iter(media.person.languages), None))
    digests = {each.file.sha256 for each in campaign.attachments}
    addresses = {each: media.attachment_url(campaign.campaign_id, each) for each in digests}
    return formatted(texts[language], shown_files(campaign.attachments, language, addresses))
