"""Dialogues of two people: both walks, voices and texts on one time line, one dialogue a line.

A line has the two sides by role, each with its answer's number, words with their times, scores and files; ``turns``,
what one said or typed until the other began; and ``events``, which both made in turn: where each began and ended
recording, stood, what they typed, and how the line to the partner stood. Times are seconds since the first of
them began to record, by the server's clock (``align/clocks.py``); ``bound`` says by how many seconds a side's may be
wrong. A side whose page had no line to the server has none, and its events are left out. A dialogue of which one
answer is missing or was removed is not written; what is left of it is in the format ``tasks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from align import PoseTrace
from align.heard import VoiceDelay
from align.turns import turns
from environments import PangeaError
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.records import padded
from pangea_server.dataset.dialogues.lookups import pairs
from pangea_server.dataset.dialogues.together import Dialogue, Side, together
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import (
    ExportedFile,
    FailedFile,
    answer_trace_files,
    answer_voice_files,
)
from pangea_server.dataset.entries.protocol import CAMERA, WORLD, Format
from pangea_server.dataset.entries.row_files import RowFiles, row_file

ALONE = "answers whose partner's is not there, so that their dialogue is not written"


def dialogues(dataset: Dataset) -> Iterator[Dialogue]:
    """All dialogues of which both answers are there; the others are noted, once for several formats."""
    alone = 0
    for one, other in pairs(dataset.answers("Dialogues")):
        if other is None:
            alone += 1
        else:
            yield together(dataset.store.records, one, other)
    if alone:
        dataset.notes[ALONE] = alone


class ExportedLineState(msgspec.Struct, frozen=True):
    """``joined``: their page was on the line, and ``partner`` (none, here, away) as it was told there; ``way``: how
    voices came, from browser to browser (``webrtc``) or over the ``line``, null where they did not; ``muted``: the
    partner did not hear them."""

    joined: bool
    partner: str
    way: str | None
    muted: bool


class DialogueEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody did: ``begin``, ``end`` (of recording), ``step`` (to a viewpoint), ``text``, or ``line``: how the
    line to their partner stood from then on."""

    time: float
    role: str
    what: str
    viewpoint_id: str | None = None
    words: str | None = None
    line: ExportedLineState | None = None


class DialogueWord(msgspec.Struct, frozen=True):
    """A word of one side, in seconds of their recording; ``source`` as in RxR's files of words."""

    word: str
    start_time: float
    end_time: float
    source: str


class DialogueTurn(msgspec.Struct, frozen=True):
    """What one person said or typed until the other began, on the common time line."""

    start: float
    end: float
    role: str
    words: str
    typed: bool


class SideRow(msgspec.Struct, frozen=True):
    """One person's part. ``heard``: from each time on, after how many seconds they heard what their partner said then;
    null where nobody knows. ``voice`` and ``pose_trace`` are files beside the table; ``begins`` is on the common time
    line, and ``rate`` its seconds in one of the recording; ``words`` is null while they have no times. Where
    ``is_program`` is true, no person but a program had this seat."""

    annotation_id: int
    annotator_id: int
    transcript: str
    words: tuple[DialogueWord, ...] | None
    walked: tuple[str, ...]
    duration: float | None
    scores: dict[str, float | None]
    voice: str | None
    pose_trace: str | None
    begins: float | None
    rate: float | None
    bound: float | None
    heard: tuple[tuple[float, float], ...] | None
    is_program: bool


class DialogueRow(msgspec.Struct, frozen=True):
    """A line of the table."""

    pairing_id: str
    kind: str
    scan_id: str
    path_id: int
    split: str
    language: str
    heading: float
    asked: dict[str, Any]
    sides: dict[str, SideRow]
    turns: tuple[DialogueTurn, ...]
    events: tuple[DialogueEvent, ...]


class Dialogues(Format):
    name = "dialogues"
    summary = (
        "dialogues of two people: voices (wav), poses (npz), and a line for each with what both did in turn"
    )
    of = TaskAnnotation
    about: Mapping[str, Any] = {
        "world": WORLD,
        "camera": CAMERA,
        "times": "seconds since the first of both began to record; in voices and traces, since their own beginning",
        "bound": "half of the promptest exchange with the server: what unequal ways may hide",
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults: list[FailedFile] = []
        with RowFiles(folder, row_file) as tables:
            for dialogue in dialogues(dataset):
                first = dialogue.first
                try:
                    tables.write(f"{first.kind}.jsonl", msgspec.to_builtins(row_of(dataset, dialogue)))
                except PangeaError as error:  # a damaged pose trace
                    faults.append(FailedFile(first.record_id, error))
        return faults

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        if declared(annotation.kind).seats:
            yield from answer_trace_files(annotation)
            yield from answer_voice_files(annotation)


def row_of(dataset: Dataset, dialogue: Dialogue) -> DialogueRow:
    """One dialogue as a line."""
    first = dialogue.first
    events = [event for side in dialogue.sides if side.clock for event in _events(dataset, side)]
    return DialogueRow(
        pairing_id=dialogue.pairing_id,
        kind=first.kind,
        scan_id=first.scan_id,
        path_id=first.path_id,
        split=first.split,
        language=first.language,
        heading=first.heading,
        asked=dialogue.asked,
        sides={side.role: _side(side, dialogue.delays[side.role]) for side in dialogue.sides},
        turns=tuple(
            DialogueTurn(each.start, each.end, each.speaker, each.text, each.typed)
            for each in turns(dialogue.said())
        ),
        events=tuple(sorted(events, key=lambda event: event.time)),
    )


def _side(side: Side, delay: VoiceDelay | None) -> SideRow:
    annotation, clock = side.annotation, side.clock
    place = f"{annotation.kind}/{padded(annotation.annotation_id)}"
    return SideRow(
        annotation_id=annotation.annotation_id,
        annotator_id=annotation.annotator_id,
        transcript=annotation.transcript,
        words=tuple(
            DialogueWord(each.word, each.start_time, each.end_time, each.source) for each in side.words
        )
        or None,
        walked=annotation.walked,
        duration=annotation.duration,
        scores=dict(annotation.scores),
        voice=f"voices/{place}.wav" if annotation.voice else None,
        pose_trace=f"pose_traces/{place}.npz" if annotation.pose_trace else None,
        begins=side.at(0.0) if clock else None,
        rate=clock.rate if clock else None,
        bound=round(clock.bound, 4) if clock else None,
        heard=tuple(
            (round(float(spoken) - side.zero, 3), round(float(seconds), 3))
            for spoken, seconds in zip(delay.spoken, delay.seconds, strict=True)
        )
        if delay
        else None,
        is_program=side.is_program,
    )


def _events(dataset: Dataset, side: Side) -> Iterator[DialogueEvent]:
    """What one of them did, in order."""
    annotation, role = side.annotation, side.role
    yield DialogueEvent(side.at(0.0), role, "begin")
    if annotation.pose_trace:
        for time, viewpoint_id in steps(load_trace(dataset.store.blobs, annotation.pose_trace)):
            yield DialogueEvent(side.at(time), role, "step", viewpoint_id=viewpoint_id)
    for message in side.answer.messages:
        if message.time is not None:
            yield DialogueEvent(side.at(message.time), role, "text", words=message.words)
    for state in side.answer.link.states:
        line = ExportedLineState(state.joined, state.partner, state.way, state.muted)
        yield DialogueEvent(side.at(state.time), role, "line", line=line)
    if annotation.duration is not None:
        yield DialogueEvent(side.at(annotation.duration), role, "end")


def steps(trace: PoseTrace) -> Iterator[tuple[float, str]]:
    """When somebody came to each viewpoint, in seconds of their recording."""
    for viewpoint_id, group in groupby(
        zip(trace.time, trace.viewpoint_ids, strict=True), key=lambda row: row[1]
    ):
        yield float(next(group)[0]), str(viewpoint_id)
