"""For the data team: annotations, and everything that a replay of one needs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from align import PoseTrace
from pangea_server.annotate.alignments.reading import alignment_of
from pangea_server.annotate.annotations.reading import (
    Annotation,
    found_guide,
    load_trace,
    stored_annotation,
    stored_guide,
    trace_of,
)
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import Kind
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.core.records import padded
from pangea_server.dataset.monitoring.annotation_wire import (
    AnnotationSummary,
    AnnotationView,
    PoseTraceView,
    RaisedFlag,
    TaskAnnotationPage,
)
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import selected
from pangea_server.dataset.monitoring.filters import Label, Wanted
from pangea_server.dataset.monitoring.listing import page, rows
from pangea_server.dataset.monitoring.views import AnnotationPage, AnnotationRow
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.numbers import Number
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.flags.reading import flag_report_of
from pangea_server.stores.protocol import RecordStore

router = APIRouter(prefix="/annotations", tags=["annotations"])
Cursor = Annotated[str | None, Query(max_length=60)]
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("", responses=ALSO_CSV)
def list_annotations(
    services: TheServices,
    request: Request,
    wanted: Wanted,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> AnnotationPage:
    """The annotations behind a number: filtered as it was, newest first; ``cursor`` is the ``next_cursor`` before.

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


@router.get("/{kind}")
def list_task_annotations(
    services: TheServices,
    kind: Kind,
    annotator: Number | None = None,
    language: Label | None = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> TaskAnnotationPage:
    """What was handed in for tasks of a kind other than Guide and Follower, newest first."""
    asked = {"annotator_id": annotator, "language": language}
    where = {name: value for name, value in asked.items() if value is not None}
    records = services.store.records
    found = records.find(TaskAnnotation, {"kind": kind, **where}, after=cursor, limit=limit, descending=True)
    return TaskAnnotationPage(
        items=tuple(_task_summary(records, annotation) for annotation in found),
        next_cursor=found[-1].record_id if len(found) == limit else None,
    )


@router.get("/{kind}/{annotation_id}")
def read_annotation(
    services: TheServices, person: Person, kind: Kind, annotation_id: Number
) -> AnnotationView:
    """One annotation with everything that its replay needs; a Follower's comes with its Guide's words and voice."""
    annotation = stored_annotation(services.store.records, kind, annotation_id)
    media = Media(services.get(MediaLinks), person)
    if isinstance(annotation, TaskAnnotation):
        return _task_view(services, annotation, media)
    return _instruction_view(services, annotation, media)


@router.get("/{kind}/{annotation_id}/pose-trace")
def read_pose_trace(services: TheServices, kind: Kind, annotation_id: Number) -> PoseTraceView:
    """Everything the camera did, in columns."""
    return _view(
        load_trace(
            services.store.blobs, trace_of(stored_annotation(services.store.records, kind, annotation_id))
        )
    )


def _with_findings(records: RecordStore, row: AnnotationRow) -> AnnotationRow:
    """With what is found out after the submit, and not kept in columns."""
    found: dict[str, Any] = {"flags": _raised(records, row.kind, row.annotation_id)}
    if row.kind == "guide":
        found["alignment"] = _alignment_state(records, row.instruction_id)
    return row.model_copy(update=found)


def _raised(records: RecordStore, kind: str, annotation_id: int) -> tuple[RaisedFlag, ...] | None:
    report = flag_report_of(records, kind, annotation_id)
    if report is None:
        return None
    return tuple(RaisedFlag(flag=found.flag, why=found.why) for found in report.raised)


def _instruction_view(services: Services, annotation: Annotation, media: Media) -> AnnotationView:
    records = services.store.records
    guide = stored_guide(records, annotation.instruction_id)
    summary = _summary(records, annotation)
    report = flag_report_of(records, summary.kind, summary.annotation_id)
    return AnnotationView(
        summary=summary,
        instruction=guide.instruction,
        reference=records.get(PathRecord, padded(annotation.path_id)).path,
        walked=annotation.walked if isinstance(annotation, GuideAnnotation) else annotation.path,
        heading=guide.heading,
        feedback=None if isinstance(annotation, GuideAnnotation) else annotation.feedback,
        alignment=alignment_of(records, guide.instruction_id),
        flags=report.findings if report else None,
        voice_url=media.voice_url(guide.instruction_id) if guide.voice else None,
        voice_duration=guide.duration,
        pose_trace_url=_trace_url(summary) if annotation.pose_trace else None,
    )


def _task_view(services: Services, annotation: TaskAnnotation, media: Media) -> AnnotationView:
    summary = _task_summary(services.store.records, annotation)
    report = flag_report_of(services.store.records, annotation.kind, annotation.annotation_id)
    voice_url, duration = _task_voice(services.store.records, annotation, media)
    return AnnotationView(
        summary=summary,
        instruction=annotation.transcript,
        reference=services.store.records.get(PathRecord, padded(annotation.path_id)).path,
        walked=annotation.walked,
        heading=annotation.heading,
        feedback=None,
        alignment=None,
        flags=report.findings if report else None,
        args=annotation.args,
        answer=annotation.answer,
        voice_url=voice_url,
        voice_duration=duration,
        pose_trace_url=_trace_url(summary) if annotation.pose_trace else None,
    )


def _task_voice(
    records: RecordStore, annotation: TaskAnnotation, media: Media
) -> tuple[str | None, float | None]:
    """What is heard in a replay: who did the task, or the Guide whom they heard."""
    if annotation.voice:
        return media.task_voice_url(annotation.kind, annotation.annotation_id), annotation.duration
    guide = found_guide(records, annotation.instruction_id) if annotation.instruction_id else None
    if guide is None or guide.voice is None:
        return None, None
    return media.voice_url(guide.instruction_id), guide.duration


def _trace_url(summary: AnnotationSummary) -> str:
    return f"/api/v1/annotations/{summary.kind}/{summary.annotation_id}/pose-trace"


def _summary(records: RecordStore, annotation: Annotation) -> AnnotationSummary:
    shared = _named(
        annotation,
        "instruction_id",
        "annotator_id",
        "language",
        "scan_id",
        "path_id",
        "scores",
        "submitted_at",
    )
    if isinstance(annotation, GuideAnnotation):
        return AnnotationSummary(
            kind="guide",
            annotation_id=annotation.instruction_id,
            outcome=None,
            duration=annotation.duration,
            alignment=_alignment_state(records, annotation.instruction_id),
            flags=_raised(records, "guide", annotation.instruction_id),
            **shared,
        )
    return AnnotationSummary(
        kind="follower",
        annotation_id=annotation.demonstration_id,
        outcome=annotation.outcome,
        duration=None,
        alignment=None,
        flags=_raised(records, "follower", annotation.demonstration_id),
        **shared,
    )


def _task_summary(records: RecordStore, annotation: TaskAnnotation) -> AnnotationSummary:
    return AnnotationSummary(
        outcome=None,
        scores=None,
        measures=annotation.scores,
        alignment=None,
        flags=_raised(records, annotation.kind, annotation.annotation_id),
        **_named(
            annotation,
            "kind",
            "annotation_id",
            "instruction_id",
            "annotator_id",
            "language",
            "scan_id",
            "path_id",
            "duration",
            "submitted_at",
        ),
    )


def _named(annotation: Annotation | TaskAnnotation, *names: str) -> dict[str, Any]:
    return {name: getattr(annotation, name) for name in names}


def _alignment_state(records: RecordStore, instruction_id: int) -> Literal["aligned", "failed", "missing"]:
    alignment = alignment_of(records, instruction_id)
    return "missing" if alignment is None or alignment.state == "outdated" else alignment.state


def _view(trace: PoseTrace) -> PoseTraceView:
    return PoseTraceView(
        time=tuple(trace.time.tolist()),
        audio_time=None if trace.audio_time is None else tuple(trace.audio_time.tolist()),
        viewpoint_id=tuple(trace.viewpoint_ids),
        extrinsic_matrix=tuple(map(tuple, trace.extrinsic_matrix.reshape(-1, 16).tolist())),
        intrinsic_matrix=tuple(map(tuple, trace.intrinsic_matrix.reshape(-1, 16).tolist())),
    )
