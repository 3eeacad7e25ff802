"""For the data team: annotations, and everything that a replay of one needs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import JsonValue

from align import PoseTrace
from pangea_server.annotate.alignments.heard import heard_in
from pangea_server.annotate.alignments.lookups import own_alignment
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.lookups import found_guide, load_trace, stored_guide, trace_of
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation, report_id
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.drafting.records import DraftedTranscript
from pangea_server.annotate.kinds.answers import stored_annotation
from pangea_server.annotate.kinds.kinds import Kind, TaskKinds, declared, words_kind
from pangea_server.annotate.kinds.landmark_task import LandmarkTask
from pangea_server.annotate.kinds.wire import KindView
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import padded, shared_fields
from pangea_server.dataset.monitoring.annotation_list import page, rows
from pangea_server.dataset.monitoring.annotation_wire import (
    AnnotationSummary,
    AnnotationView,
    PoseTraceView,
    RaisedFlag,
)
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import selected
from pangea_server.dataset.monitoring.filters import TheWanted
from pangea_server.dataset.monitoring.wire import AnnotationPage, AnnotationRow
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.numbers import Number
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import RecordStore, Store, found

router = GuardedRouter(prefix="/annotations", tags=["annotations"])
Cursor = Annotated[str | None, Query(max_length=60)]
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("", responses=ALSO_CSV)
def list_annotations(
    services: TheServices,
    request: Request,
    wanted: TheWanted,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> AnnotationPage:
    """The annotations behind a figure, with the same filters, newest first; ``cursor`` is the last page's
    ``next_cursor``.

    CSV has all of them, without ``alignment`` and ``flags``.
    """
    table = services.get(Board).table()
    mask = selected(table, wanted)
    if wants_csv(request):
        return csv_response(AnnotationRow, rows(table, mask), "annotations")  # type: ignore[return-value]  # sent as it is
    items, following = page(table, mask, cursor, limit)
    return AnnotationPage(
        items=tuple(_with_findings(services.store.records, item) for item in items),
        total=int(mask.sum()),
        next_cursor=following,
    )


@router.get("/{kind}/{annotation_id}")
def read_annotation(
    services: TheServices, person: Person, kind: Kind, annotation_id: Number
) -> AnnotationView:
    """One annotation with everything that its replay needs, including the Guide's instruction that it is about."""
    annotation = stored_annotation(services.store.records, kind, annotation_id)
    return _annotation_view(services, annotation, Media(services.get(MediaLinks), person))


@router.get("/{kind}/{annotation_id}/page")
def read_task_page(
    services: TheServices, person: Person, kind: Kind, annotation_id: Number
) -> dict[str, JsonValue]:
    """What the page of its task is told, as ``LeaseView.args``, with the words and regions as they are now. Of items
    about landmarks those are null of which something is gone."""
    records, media = services.store.records, Media(services.get(MediaLinks), person)
    task = records.get(Task, stored_annotation(records, kind, annotation_id).task_id)
    task_type = services.get(TaskKinds).named(kind)
    if isinstance(task_type, LandmarkTask):
        return task_type.reviewed(task, records, media)
    told: dict[str, JsonValue] = task_type.args(task, records, media).model_dump(mode="json")
    return told


@router.get("/{kind}/{annotation_id}/pose-trace")
def read_pose_trace(services: TheServices, kind: Kind, annotation_id: Number) -> PoseTraceView:
    """Everything the camera did, in columns."""
    return pose_trace_view(services.store, kind, annotation_id)


def pose_trace_view(store: Store, kind: str, annotation_id: int) -> PoseTraceView:
    """The pose trace of an answer. Raises RecordNotFoundError when there is none."""
    return _view(load_trace(store.blobs, trace_of(stored_annotation(store.records, kind, annotation_id))))


def _with_findings(records: RecordStore, row: AnnotationRow) -> AnnotationRow:
    """The row with data that is computed after the submit and not kept in columns."""
    computed: dict[str, Any] = {
        "alignment": _alignment_state(records, report_id(row.kind, row.annotation_id), row.duration),
        "flags": _raised(records, row.kind, row.annotation_id),
    }
    return row.model_copy(update=computed)


def _raised(records: RecordStore, kind: str, annotation_id: int) -> tuple[RaisedFlag, ...] | None:
    report = found(records, FlagReport, report_id(kind, annotation_id))
    if report is None:
        return None
    return tuple(RaisedFlag(flag=found.flag, why=found.why) for found in report.raised)


def _annotation_view(services: Services, annotation: Annotation, media: Media) -> AnnotationView:
    """The words, voice and alignment are the annotation's own, or those of the Guide whom it is about."""
    records = services.store.records
    guide = _guide_of(records, annotation)
    summary = _summary(records, annotation)
    report = found(records, FlagReport, report_id(annotation.kind, annotation.number))
    path = records.get(PathRecord, padded(annotation.path_id))
    heard = guide if not annotation.transcript or declared(annotation.kind).gives_words else None
    voice_url, duration = _voice(annotation, guide, media)
    computed: dict[str, Any] = {
        "summary": summary,
        "declares": KindView.of(declared(annotation.kind), words_kind()),
        "transcript": heard.transcript if heard else annotation.transcript,
        "transcript_by": heard.transcript_by if heard else None,
        "reference": path.path,
        "heading": guide.heading if guide else path.heading,
        "alignment": own_alignment(records, heard or annotation),
        "heard": tuple(heard_in(records, guide.number)) if guide else (),
        "drafted": found(records, DraftedTranscript, padded(guide.number)) if guide else None,
        "flags": report.findings if report else None,
        "voice_url": voice_url,
        "voice_duration": duration,
        "pose_trace_url": _trace_url(summary) if annotation.pose_trace else None,
        "actions_url": _actions_url(summary) if annotation.actions else None,
    }
    return AnnotationView(**shared_fields(annotation, AnnotationView.model_fields) | computed)


def _guide_of(records: RecordStore, annotation: Annotation) -> GuideAnnotation | None:
    """The Guide annotation whose instruction this annotation gives or is about; None if there is none.

    Raises:
        RecordNotFoundError: they were withdrawn, and without them the annotation shows nothing.
    """
    if annotation.instruction_id is None:
        return None
    needed = declared(annotation.kind).follows_words
    return (stored_guide if needed else found_guide)(records, annotation.instruction_id)


def _voice(
    annotation: Annotation, guide: GuideAnnotation | None, media: Media
) -> tuple[str | None, float | None]:
    """What is heard in a replay: who did the task, or the Guide whom they heard."""
    if guide:
        return media.voice_url_of(guide), guide.duration
    if annotation.voice:
        return media.task_voice_url(annotation.kind, annotation.number), annotation.duration
    return None, None


def _trace_url(summary: AnnotationSummary) -> str:
    return f"/api/v1/annotations/{summary.kind}/{summary.annotation_id}/pose-trace"


def _actions_url(summary: AnnotationSummary) -> str:
    return f"/api/v1/annotations/{summary.kind}/{summary.annotation_id}/actions"


def _summary(records: RecordStore, annotation: Annotation) -> AnnotationSummary:
    scores = annotation.path_scores
    computed: dict[str, Any] = {
        "annotation_id": annotation.number,
        "scores": scores,
        "measures": None if scores else dict(annotation.measures),
        "alignment": _alignment_state(records, annotation.task_id, annotation.duration),
        "flags": _raised(records, annotation.kind, annotation.number),
    }
    return AnnotationSummary(**shared_fields(annotation, AnnotationSummary.model_fields) | computed)


def _alignment_state(
    records: RecordStore, task_id: str, voice_seconds: float | None
) -> Literal["aligned", "failed", "missing"] | None:
    """None where there is no voice to align the words with, and no file brought their times."""
    alignment = found(records, AlignmentRecord, task_id)
    if alignment is None and voice_seconds is None:
        return None
    return "missing" if alignment is None or alignment.state == "outdated" else alignment.state


def _view(trace: PoseTrace) -> PoseTraceView:
    return PoseTraceView(
        time=tuple(trace.time.tolist()),
        audio_time=None if trace.audio_time is None else tuple(trace.audio_time.tolist()),
        viewpoint_id=tuple(trace.viewpoint_ids),
        extrinsic_matrix=tuple(map(tuple, trace.extrinsic_matrix.reshape(-1, 16).tolist())),
        intrinsic_matrix=tuple(map(tuple, trace.intrinsic_matrix.reshape(-1, 16).tolist())),
    )
