"""An instruction, a walk and an answer of another kind with a value in every field, and another value for each."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
from pydantic import BaseModel

from align import AlignmentReport, GroundedWord, PoseTrace, Stretch, TimedWord, ground
from align.audio import wav_header
from align.masks import LabelledHouse
from environments import Scan, score_path
from environments.demo import DemoHouse
from environments.geometry import extrinsic_matrix
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import (
    Aids,
    Feedback,
    FollowerAnnotation,
    GuideAnnotation,
    Phase,
    Scores,
    TaskAnnotation,
    Typing,
)
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.records import Artefact, Record
from pangea_server.quality.flags.protocol import Finding
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.filled import LENS, RATE

Values = Mapping[str, Any]

KINDS: dict[str, type[Any]] = {
    "guide": GuideAnnotation,
    "word": GroundedWord,
    "alignment": AlignmentRecord,
    "heard": HeardWords,
    "follower": FollowerAnnotation,
    "review": Review,
    "flags": FlagReport,
    "task": TaskAnnotation,
}
"""Everything that the store has about an annotation."""
PARTS = (Feedback, Typing, Aids)
"""Parts whose fields are looked at one by one."""
REPEATED = {
    "alignment": {"task_id", "timed_instruction"},
    "heard": {"instruction_id"},
    "review": {
        "task_id",
        "kind",
        "number",
        "annotator_id",
        "language",
        "scan_id",
        "submitted_at",
        "lease_id",
    },
    "flags": {"kind", "annotation_id"},
}
"""Fields that repeat those of the annotation, or are looked at under a name of their own."""

TEXT = "Face the red sofa"
AT = datetime(2026, 3, 1, 12, 30, 15, 250_000, UTC)
LATER = datetime(2026, 3, 2, 8, tzinfo=UTC)


def names_of(kind: type[Any]) -> Iterator[tuple[str, Any]]:
    """The fields of a record, and their types."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        yield from ((field.name, hints[field.name]) for field in dataclass_fields(kind))
    else:
        assert issubclass(kind, BaseModel)
        yield from ((name, field.annotation) for name, field in kind.model_fields.items())


def every_field() -> list[str]:
    """``kind.field``, and ``kind.part.field``, as the record types have them."""
    found = []
    for prefix, kind in KINDS.items():
        for name, hint in names_of(kind):
            parts = [part for part in PARTS if part is hint or part in get_args(hint)]
            if name not in REPEATED.get(prefix, ()):
                found += [f"{prefix}.{name}.{each}" for part in parts for each in part.model_fields] or [
                    f"{prefix}.{name}"
                ]
    return found


class House(DemoHouse):
    """The demo house, under whatever name."""

    def scan(self, scan_id: str) -> Scan:
        return super().scan("demo-house")


@cache
def house() -> House:
    return House()


@cache
def walk(length: int) -> tuple[str, ...]:
    """From the fireplace through as many places."""
    graph, places = house().scan("demo-house").graph, ["living-room-fireplace"]
    while len(places) < length:
        places.append(next(place for place in graph.neighbors(places[-1]) if place not in places))
    return tuple(places)


def trace(places: tuple[str, ...], turn: float = 0.0, *, heard: bool = False) -> PoseTrace:
    """A second at each place, looking where the sofa is from the first, and ``turn`` further."""
    scan, labelled = house().scan("demo-house"), LabelledHouse.open(house().directory)
    numbers, directions = labelled.pixels(walk(1)[0])
    sofa = next(number for number, (name, _) in labelled.names.items() if name == "red-sofa")
    middle = directions[numbers == sofa].mean(axis=0)
    heading = float(np.arctan2(middle[0], -middle[2])) + turn
    cameras = [extrinsic_matrix(scan.viewpoints[place].position, heading) for place in places]
    time = np.arange(len(places), dtype=np.float64)
    lens = np.array([LENS] * len(places), np.float32)
    return PoseTrace(time, places, np.array(cameras, np.float32), lens, time / 2 if heard else None)


def words(values: Values) -> tuple[GroundedWord, ...]:
    """The words of the text; the second one has the values, the others have times alone."""
    before, after = TEXT.split()[:1], TEXT.split()[2:]
    plain = [TimedWord(word, 0.1 + 0.4 * n, 0.3 + 0.4 * n, "aligned") for n, word in enumerate(TEXT.split())]
    places = [(TEXT.index(word), TEXT.index(word) + len(word)) for word in TEXT.split()]
    grounded = [
        GroundedWord(word.word, word.start_time, word.end_time, word.source, None, start, end)
        for word, (start, end) in zip(plain, places, strict=True)
    ]
    chosen = GroundedWord(**{name: values[f"word.{name}"] for name, _ in names_of(GroundedWord)})
    return (*grounded[: len(before)], chosen, *grounded[-len(after) :])


def artefact(store: Store, name: str, data: bytes) -> Artefact:
    store.blobs.create(name, data)
    return Artefact(blob=name, size=len(data), sha256=sha256(data).hexdigest())


def voice(store: Store, name: str, loudness: int) -> Artefact:
    pcm = (np.arange(2 * RATE) % 1000 * loudness).astype("<i2").tobytes()
    return artefact(store, name, wav_header(len(pcm), RATE) + pcm)


def poses(store: Store, name: str, made: PoseTrace) -> Artefact:
    packed = io.BytesIO()
    made.save(packed)
    return artefact(store, name, packed.getvalue())


def scores(walked: tuple[str, ...], path: tuple[str, ...]) -> Scores:
    return Scores.of(score_path(house().scan("demo-house").graph, walked, path))


def both(store: Store) -> dict[str, tuple[Any, Any]]:
    """For each field a value that is not its default, and another one. Blobs are stored."""
    path, other = walk(3), walk(4)
    spoken = trace(path)
    (seen,) = ground([TimedWord("the", 0.5, 0.7, "interpolated", 0.75, 5, 8, 0.0625)], spoken)
    report = AlignmentReport(0.75, 0.125, 0.25, 1, 2.5, "doubtful", ("a reason",), "unknown so far")
    again = AlignmentReport(0.5, None, None, None, 3.5, None)
    finding = Finding("silence", True, "why so", 0.5, "s", 0.25, (Stretch(0.5, 0.75),))
    shared = {
        "path_id": (11, 12),
        "scan_id": ("demo-house", "other-house"),
        "language": ("en-IN", "en-GB"),
        "phases": ((Phase("walk", 0.5, 9.5),), (Phase("walk", 0.5, 8.5),)),
        "learning": (True, False),
        "check_item": (True, False),
        "aids.map": (True, False),
        "aids.map_seconds": (4.5, 5.5),
        "aids.flights": (2, 3),
        "aids.time_limit": (120, 180),
        "aids.time_used": (90.5, 95.5),
        "submitted_at": (AT, LATER),
    }
    typing = {"typing.typed": (40, 41), "typing.pasted": (5, 6), "typing.pastes": (1, 2)}
    made: dict[str, dict[str, tuple[Any, Any]]] = {
        "guide": {
            **shared,
            **typing,
            "annotator_id": (21, 31),
            "instruction_id": (5, 6),
            "split": ("val_seen", "val_unseen"),
            "path": (path, other),
            "heading": (0.25, 0.5),
            "walked": (path, path[:2]),
            "transcript": (TEXT, TEXT + "s"),
            "duration": (2.0, 2.5),
            "sample_rate": (RATE, 8000),
            "voice": (voice(store, "voice/1", 1), voice(store, "voice/2", 2)),
            "pose_trace": (poses(store, "poses/1", spoken), poses(store, "poses/2", trace(path, 0.25))),
            "actions": (artefact(store, "actions/1", b"log"), artefact(store, "actions/2", b"logs")),
            "scores": (scores(path, path), scores(path[:2], path)),
            "system": ("people", "model"),
            "transcript_by": ("person:4", "engine:vosk"),
            "drafted_by": ("engine:vosk", "engine:whisper"),
            "planted": (3, 4),
            "planted_left": (1, 2),
            "sent_back": (True, False),
            "version": (2, 3),
            "corrected_at": (LATER, AT),
        },
        "word": {
            "word": ("the", "thé"),
            "start_time": (0.5, 0.55),
            "end_time": (0.7, 0.65),
            "source": ("interpolated", "recognised"),
            "confidence": (0.75, 0.5),
            "start_char": (5, 6),
            "end_char": (8, 7),
            "expected_error": (0.0625, 0.125),
            "viewpoint_id": (seen.viewpoint_id, path[2]),
            "heading": (seen.heading, 0.0),
            "elevation": (seen.elevation, 0.5),
            "first_snapshot": (seen.first_snapshot, 2),
            "last_snapshot": (seen.last_snapshot, 2),
        },
        "alignment": {
            "version": (3, 4),
            "engine": ("viterbi", "mfa"),
            "state": ("aligned", "outdated"),
            "reason": ("a reason", "another"),
            "fault": ("a_code", "other_code"),
            "edit_distance": (0.125, 0.25),
            "unwritten": ((Stretch(0.0, 0.1),), (Stretch(1.8, 1.9),)),
            "report": (report, again),
            "made_by": (8, 9),
            "restored": (1, 2),
            "created_at": (LATER, AT),
        },
        "heard": {
            "recogniser": ("vosk", "whisper"),
            "language": ("en-US", "en-GB"),
            "words": (
                (TimedWord("face", 0.1, 0.3, "recognised", 0.5),),
                (TimedWord("phase", 0.1, 0.3, "recognised", 0.5),),
            ),
            "created_at": (LATER, AT),
        },
        "follower": {
            **shared,
            "annotator_id": (22, 32),
            "demonstration_id": (7, 8),
            "instruction_id": (5, 6),
            "path": (path, path[:2]),
            "pose_trace": (
                poses(store, "poses/3", trace(path, heard=True)),
                poses(store, "poses/4", trace(path, 0.25, heard=True)),
            ),
            "actions": (artefact(store, "actions/3", b"walk"), artefact(store, "actions/4", b"walks")),
            "outcome": ("gave_up", "done"),
            "feedback.confidence": (2, 4),
            "feedback.instruction_quality": (3, 5),
            "feedback.reason": ("lost", "technical"),
            "feedback.comment": ("I took the wrong door.", "I did not."),
            "scores": (scores(path, path), scores(path[:2], path)),
            "system": ("people", "model"),
            "condition": ("voice", "text"),
            "place_hidden": (True, False),
        },
        "review": {
            "version": (1, 2),
            "reason": ("well said", "said well"),
            "state": (ReviewState.ACCEPTED, ReviewState.PENDING),
            "decided_at": (LATER, AT),
            "flagged": (True, False),
            "disputed": ("two say yes, two say no", "three say three things"),
            "claimed_by": (40, 41),
            "claimed_at": (LATER, AT),
            "claimed_until": (LATER, AT),
            "seen_version": (1, 2),
        },
        "flags": {
            "rules": ("a digest", "other digest"),
            "annotation_version": (2, 3),
            "alignment_version": (3, 4),
            "findings": ((finding,), ()),
            "created_at": (LATER, AT),
        },
        "task": {
            **shared,
            **typing,
            "annotator_id": (23, 33),
            "kind": ("tour", "find"),
            "annotation_id": (9, 10),
            "split": ("val_seen", "val_unseen"),
            "heading": (0.25, 0.5),
            "walked": (path, path[:2]),
            "args": ({"asked": 1}, {"asked": 2}),
            "answer": ({"transcript": "A sofa"}, {"transcript": "A chair"}),
            "voice": (voice(store, "voice/3", 1), voice(store, "voice/4", 2)),
            "pose_trace": (poses(store, "poses/5", spoken), poses(store, "poses/6", trace(path, 0.25))),
            "actions": (artefact(store, "actions/5", b"tour"), artefact(store, "actions/6", b"tours")),
            "duration": (2.0, 2.5),
            "sample_rate": (RATE, 8000),
            "scores": ({"seen": 0.5}, {"seen": 0.75}),
            "outcome": ("gave_up", "done"),
        },
    }
    return {f"{kind}.{name}": pair for kind, known in made.items() for name, pair in known.items()}


def filled_store(folder: Path) -> tuple[Store, dict[str, tuple[Any, Any]]]:
    """A new store with its blobs and no record yet, and both values of each field."""
    store = LocalStore.open(folder)
    return store, both(store)


def records_of(values: Values) -> list[Record]:
    """Everything that a store has about an instruction, a walk after it, and an answer of another kind."""
    number, path, scan = values["guide.instruction_id"], values["guide.path"], values["guide.scan_id"]
    place = {"path_id": values["guide.path_id"], "scan_id": scan}
    guide = GuideAnnotation(**_part(values, "guide"))
    follower = FollowerAnnotation(**_part(values, "follower") | {"instruction_id": number})
    task = TaskAnnotation(**_part(values, "task"))
    described = {"heading": values["guide.heading"], "split": values["guide.split"]}
    return [
        ScanRecord(scan_id=scan, environment="folder", viewpoint_count=1),
        PathRecord(**place, path=path, **described),
        guide,
        follower,
        task,
        AlignmentRecord(
            **_part(values, "alignment"), task_id=f"guide-{number:06d}", timed_instruction=words(values)
        ),
        HeardWords(**_part(values, "heard"), instruction_id=number),
        *(
            Review(
                **_part(values, "review"),
                task_id=each.task_id,
                kind=each.kind,
                number=each.number,
                annotator_id=each.annotator_id,
                language=each.language,
                scan_id=each.scan_id,
                submitted_at=each.submitted_at,
                lease_id="0" * 32,
            )
            for each in (guide, follower, task)
        ),
        *(
            FlagReport(**_part(values, "flags"), kind=each.kind, annotation_id=each.number)
            for each in (guide, follower, task)
        ),
    ]


def _part(values: Values, kind: str) -> dict[str, Any]:
    """The values of a record of this kind; parts of it have two dots in their names."""
    made: dict[str, Any] = {}
    for name, value in values.items():
        prefix, _, rest = name.partition(".")
        field, _, part = rest.partition(".")
        if prefix == kind and part:
            made.setdefault(field, {})[part] = value
        elif prefix == kind:
            made[field] = value
    return made
