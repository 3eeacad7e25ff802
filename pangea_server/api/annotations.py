"""For the data team: annotations, and everything that a replay of one needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from align import PoseTrace
from pangea_server.annotations import load_trace, stored_guide, trace_of, voice_of
from pangea_server.api.deps import Person, TheHouse
from pangea_server.api.numbers import Number
from pangea_server.house import House
from pangea_server.monitoring import alignment_of, flag_report_of, follower_summary, guide_summary
from pangea_server.people.media_links import Media
from pangea_server.records import FollowerAnnotation, GuideAnnotation, PathRecord, padded
from pangea_server.schemas import (
    AnnotationPage,
    AnnotationSummary,
    AnnotationView,
    PoseTraceView,
)

router = APIRouter(prefix="/annotations", tags=["annotations"])
Kind = Literal["guide", "follower"]


@router.get("")
def list_annotations(
    house: TheHouse,
    kind: Kind = "guide",
    annotator_id: Number | None = None,
    language: str | None = None,
    cursor: str | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> AnnotationPage:
    """A page of annotations of one kind, newest first; ``cursor`` is the previous page's ``next_cursor``."""
    where = {
        name: value
        for name, value in {"annotator_id": annotator_id, "language": language}.items()
        if value is not None
    }
    records = house.store.records
    found: Sequence[GuideAnnotation | FollowerAnnotation]
    if kind == "guide":
        found = records.find(GuideAnnotation, where, after=cursor, limit=limit, descending=True)
    else:
        found = records.find(FollowerAnnotation, where, after=cursor, limit=limit, descending=True)
    items = tuple(_summary(house, annotation) for annotation in found)
    return AnnotationPage(items=items, next_cursor=found[-1].record_id if len(found) == limit else None)


@router.get("/{kind}/{annotation_id}")
def read_annotation(house: TheHouse, person: Person, kind: Kind, annotation_id: Number) -> AnnotationView:
    """One annotation with everything that its replay needs; a Follower's comes with its Guide's words and voice."""
    annotation = _annotation(house, kind, annotation_id)
    guide = stored_guide(house.store.records, annotation.instruction_id)
    report = flag_report_of(house.store.records, kind, annotation_id)
    base = "/api/v1/annotations"
    return AnnotationView(
        summary=_summary(house, annotation),
        instruction=guide.instruction,
        reference=house.store.records.get(PathRecord, padded(annotation.path_id)).path,
        walked=annotation.walked if isinstance(annotation, GuideAnnotation) else annotation.path,
        heading=guide.heading,
        feedback=None if isinstance(annotation, GuideAnnotation) else annotation.feedback,
        alignment=alignment_of(house.store.records, guide.instruction_id),
        flags=report.findings if report else None,
        voice_url=Media(house.links, person).voice_url(guide.instruction_id),
        voice_duration=voice_of(guide)[1],
        pose_trace_url=f"{base}/{kind}/{annotation_id}/pose-trace",
    )


@router.get("/{kind}/{annotation_id}/pose-trace")
def read_pose_trace(house: TheHouse, kind: Kind, annotation_id: Number) -> PoseTraceView:
    """Everything the camera did, in columns."""
    return _view(load_trace(house.store.blobs, trace_of(_annotation(house, kind, annotation_id))))


def _annotation(house: House, kind: Kind, annotation_id: Number) -> GuideAnnotation | FollowerAnnotation:
    if kind == "guide":
        return stored_guide(house.store.records, annotation_id)
    return house.store.records.get(FollowerAnnotation, padded(annotation_id))


def _summary(house: House, annotation: GuideAnnotation | FollowerAnnotation) -> AnnotationSummary:
    if isinstance(annotation, GuideAnnotation):
        return guide_summary(house.store.records, annotation)
    return follower_summary(house.store.records, annotation)


def _view(trace: PoseTrace) -> PoseTraceView:
    return PoseTraceView(
        time=tuple(trace.time.tolist()),
        audio_time=None if trace.audio_time is None else tuple(trace.audio_time.tolist()),
        viewpoint_id=tuple(trace.viewpoint_ids),
        extrinsic_matrix=tuple(map(tuple, trace.extrinsic_matrix.reshape(-1, 16).tolist())),
        intrinsic_matrix=tuple(map(tuple, trace.intrinsic_matrix.reshape(-1, 16).tolist())),
    )
