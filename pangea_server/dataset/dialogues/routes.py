"""For the data team: a dialogue with both sides, for its replay."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from align.turns import turns
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.core.records import padded
from pangea_server.dataset.dialogues.figures import goal_of
from pangea_server.dataset.dialogues.lookups import figures_of, stored_dialogue
from pangea_server.dataset.dialogues.table import DialogueSummary, DialogueTable, by_kind
from pangea_server.dataset.dialogues.together import Dialogue, Side
from pangea_server.dataset.dialogues.wire import (
    ClockView,
    DialoguesView,
    DialogueView,
    SideView,
    TurnView,
    TypedText,
)
from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/dialogues", tags=["dialogues"])
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("", responses=ALSO_CSV)
def list_dialogues(services: TheServices, request: Request, limit: Limit = 50) -> DialoguesView:
    """How dialogues go, kind by kind, and the newest ones, half a minute old at most. CSV has all of them."""
    rows = services.get(DialogueTable).rows()
    if wants_csv(request):
        return csv_response(DialogueSummary, rows, "dialogues")  # type: ignore[return-value]  # sent as it is
    return DialoguesView(kinds=tuple(by_kind(rows)), items=tuple(rows[:limit]), total=len(rows))


@router.get("/{pairing_id}")
def read_dialogue(services: TheServices, person: Person, pairing_id: str) -> DialogueView:
    """Both sides of a dialogue on one time line: voices, words, walks, and who spoke when."""
    dialogue = stored_dialogue(services.store.records, pairing_id)
    return _view(services, dialogue, Media(services.get(MediaLinks), person))


def _view(services: Services, dialogue: Dialogue, media: Media) -> DialogueView:
    first = dialogue.first
    path = services.store.records.get(PathRecord, padded(first.path_id))
    found, fault = figures_of(services.store, services.environment, dialogue)
    return DialogueView(
        pairing_id=dialogue.pairing_id,
        kind=first.kind,
        scan_id=first.scan_id,
        path_id=first.path_id,
        language=first.language,
        heading=first.heading,
        path=path.path,
        goal=goal_of(dialogue),
        asked=dialogue.asked,
        sides=tuple(_side(side, media) for side in dialogue.sides),
        turns=tuple(
            TurnView(role=each.speaker, start=each.start, end=each.end, words=each.text, typed=each.typed)
            for each in turns(dialogue.said())
        ),
        figures=found,
        fault=fault,
    )


def _side(side: Side, media: Media) -> SideView:
    answer = side.annotation
    place = f"/api/v1/annotations/{answer.kind}/{answer.annotation_id}"
    clock = side.clock
    return SideView(
        role=side.role,
        kind=answer.kind,
        annotation_id=answer.annotation_id,
        annotator_id=answer.annotator_id,
        clock=ClockView(
            starts=clock.starts, begins=tuple(map(side.at, clock.starts)), rate=clock.rate, bound=clock.bound
        )
        if clock
        else None,
        duration=answer.duration,
        walked=answer.walked,
        transcript=answer.transcript,
        texts=tuple(TypedText(time=each.time, words=each.words) for each in side.answer.messages),
        alignment=side.alignment,
        scores=dict(answer.scores),
        voice_url=media.task_voice_url(answer.kind, answer.annotation_id) if answer.voice else None,
        pose_trace_url=f"{place}/pose-trace" if answer.pose_trace else None,
    )
