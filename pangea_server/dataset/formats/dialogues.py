"""Dialogues of two people: both walks, voices and texts on one time line, one dialogue a line.

A line has the two sides by role, each with its answer's number, words, scores and files, and ``events``, which both
made in turn: where each began and ended recording, stood, and what they typed. Times are seconds since the first of
them began to record, by the server's clock (``align/clocks.py``); ``bound`` says by how many seconds a side's may be
wrong. A side whose page had no line to the server has none, and its events are left out. A dialogue of which one
answer is missing or was removed is not written; what is left of it is in the format ``tasks``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from align import PoseTrace
from align.clocks import Exchange, ServerTime, server_time
from environments import PangeaError
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import ExportedFile, FileFault, answer_files
from pangea_server.dataset.entries.protocol import CAMERA, WORLD, Format
from pangea_server.dataset.entries.row_files import Tables, row_file

ALONE = "answers whose partner's is not there, so that their dialogue is not written"


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody did: ``begin``, ``end`` (of recording), ``step`` (to a viewpoint), or ``text``."""

    time: float
    role: str
    what: str
    viewpoint_id: str | None = None
    words: str | None = None


class Side(msgspec.Struct, frozen=True):
    """One person's part. ``voice`` and ``pose_trace`` are files beside the table; ``begins`` is on the common time
    line, and ``rate`` its seconds in one of the recording."""

    annotation_id: int
    annotator_id: int
    transcript: str
    walked: tuple[str, ...]
    duration: float | None
    scores: dict[str, float | None]
    voice: str | None
    pose_trace: str | None
    begins: float | None
    rate: float | None
    bound: float | None


class Dialogue(msgspec.Struct, frozen=True):
    """A line of the table."""

    pairing_id: str
    kind: str
    scan_id: str
    path_id: int
    split: str
    language: str
    heading: float
    asked: dict[str, Any]
    sides: dict[str, Side]
    events: tuple[Event, ...]


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

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FileFault]:
        faults: list[FileFault] = []
        with Tables(folder, row_file) as tables:
            for pair in _pairs(dataset):
                try:
                    tables.write(f"{pair[0].kind}.jsonl", msgspec.to_builtins(dialogue(dataset, pair)))
                except PangeaError as error:  # a damaged pose trace
                    faults.append(FileFault(pair[0].record_id, error))
        return faults

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        return answer_files(annotation) if declared(annotation.kind).seats else ()


def _pairs(dataset: Dataset) -> Iterator[Sequence[TaskAnnotation]]:
    """Both answers of each dialogue, in the order of the later ones."""
    waiting: dict[str, TaskAnnotation] = {}
    for answer in dataset.answers("Dialogues"):
        if not declared(answer.kind).seats:
            continue
        pairing_id = str(answer.args["pairing_id"])
        partner = waiting.pop(pairing_id, None)
        if partner:
            yield partner, answer
        else:
            waiting[pairing_id] = answer
    dataset.notes[ALONE] += len(waiting)


def dialogue(dataset: Dataset, pair: Sequence[TaskAnnotation]) -> Dialogue:
    """One dialogue on one time line."""
    clocks = [
        server_time([Exchange(**each.model_dump()) for each in _answer(side).exchanges]) for side in pair
    ]
    zero = min((clock.at(0.0) for clock in clocks if clock), default=0.0)
    sides, events = {}, defaultdict[float, list[Event]](list)
    for annotation, clock in zip(pair, clocks, strict=True):
        sides[_role(annotation)] = _side(annotation, clock, zero)
        if clock:
            for event in _events(dataset, annotation, clock, zero):
                events[event.time].append(event)
    first = pair[0]
    asked = {key: value for key, value in first.args.items() if key not in ("pairing_id", "role")}
    return Dialogue(
        pairing_id=str(first.args["pairing_id"]),
        kind=first.kind,
        scan_id=first.scan_id,
        path_id=first.path_id,
        split=first.split,
        language=first.language,
        heading=first.heading,
        asked=asked,
        sides=dict(sorted(sides.items())),
        events=tuple(event for time in sorted(events) for event in events[time]),
    )


def _side(annotation: TaskAnnotation, clock: ServerTime | None, zero: float) -> Side:
    place = f"{annotation.kind}/{padded(annotation.annotation_id)}"
    return Side(
        annotation_id=annotation.annotation_id,
        annotator_id=annotation.annotator_id,
        transcript=_answer(annotation).transcript,
        walked=annotation.walked,
        duration=annotation.duration,
        scores=dict(annotation.scores),
        voice=f"voices/{place}.wav" if annotation.voice else None,
        pose_trace=f"pose_traces/{place}.npz" if annotation.pose_trace else None,
        begins=_rounded(clock.at(0.0) - zero) if clock else None,
        rate=clock.rate if clock else None,
        bound=_rounded(clock.bound) if clock else None,
    )


def _events(dataset: Dataset, annotation: TaskAnnotation, clock: ServerTime, zero: float) -> Iterator[Event]:
    """What one of them did, in order."""
    role = _role(annotation)

    def at(time: float) -> float:
        return _rounded(clock.at(time) - zero)

    yield Event(at(0.0), role, "begin")
    if annotation.pose_trace:
        for time, viewpoint_id in _steps(load_trace(dataset.store.blobs, annotation.pose_trace)):
            yield Event(at(time), role, "step", viewpoint_id=viewpoint_id)
    for message in _answer(annotation).messages:
        if message.time is not None:
            yield Event(at(message.time), role, "text", words=message.words)
    if annotation.duration is not None:
        yield Event(at(annotation.duration), role, "end")


def _steps(trace: PoseTrace) -> Iterator[tuple[float, str]]:
    """When somebody came to each viewpoint."""
    for viewpoint_id, group in groupby(
        zip(trace.time, trace.viewpoint_ids, strict=True), key=lambda row: row[1]
    ):
        yield float(next(group)[0]), str(viewpoint_id)


def _answer(annotation: TaskAnnotation) -> DialogueAnswer:
    return DialogueAnswer.model_validate(annotation.answer)


def _role(annotation: TaskAnnotation) -> str:
    return str(annotation.args["role"])


def _rounded(seconds: float) -> float:
    return round(seconds, 4)
