"""The records and blobs of an imported entry. Reads the entry's files; writes nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import asdict

from align import PoseTrace, TimedWord, ground
from align.timed import check_times
from environments import Environment, InvalidDataError, Scan, score_path
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.word_columns import TimedWordSequence, unseen
from pangea_server.annotate.annotations.records import (
    Aids,
    Annotation,
    Feedback,
    FollowerAnnotation,
    GuideAnnotation,
    Scores,
    Typing,
    report_id,
)
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.records import Artefact, Record, shared_fields
from pangea_server.dataset.entries.attempts import ImportedAttempt
from pangea_server.dataset.entries.entries import (
    FOLLOWER_FIELDS,
    GUIDE_FIELDS,
    AlignmentEntry,
    FollowerEntry,
    GuideEntry,
)
from pangea_server.dataset.entries.names import check_names
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.entries.sources import packed, read_trace, read_voice
from pangea_server.dataset.imports.followed import FollowedInstruction
from pangea_server.quality.flags.records import FlagReport

NOBODY = 0
"""The annotator of entries that name none; people are counted from 1."""

ENGINE = "imported"
_MADE_HERE = {
    "annotator_id",
    "walked",
    "duration",
    "sample_rate",
    "typing",
    "aids",
    "feedback",
    "submitted_at",
}
GUIDE_SHARED = sorted({*GUIDE_FIELDS} & {*GuideAnnotation.model_fields} - _MADE_HERE)
FOLLOWER_SHARED = sorted({*FOLLOWER_FIELDS} & {*FollowerAnnotation.model_fields} - _MADE_HERE)
"""The fields that an annotation's record takes from its entry as they are."""
IN_FILE = "Mend the word's times in the file."
METRICS_TOLERANCE = 0.02
"""How far published metrics may be from ours, as a share: RxR's cannot be repeated exactly from the public graphs."""


def judged(
    annotation: Annotation, entry: GuideEntry | FollowerEntry, attempt: ImportedAttempt
) -> Iterator[Record]:
    """Its review and its flag report, where the entry has them.

    Raises:
        InvalidDataError: it has a review, which is filed by the time of the submit, and no such time.
    """
    if entry.review:
        if entry.submitted_at is None:
            raise InvalidDataError(
                "It has a review and no submitted_at.", remedy="Give submitted_at, or leave the review out."
            )
        yield Review(
            **asdict(entry.review),
            task_id=annotation.task_id,
            kind=annotation.kind,
            number=annotation.number,
            annotator_id=annotation.annotator_id,
            language=annotation.language,
            scan_id=annotation.scan_id,
            submitted_at=entry.submitted_at,
            lease_id=attempt.lease_id,
        )
    if entry.flags:
        yield FlagReport(**asdict(entry.flags), kind=annotation.kind, annotation_id=annotation.number)


@dataclass(slots=True)
class Imported:
    """The data to store.

    Attributes:
        scan_id: of the scan that was walked.
        around: makes the records of where it was done, by whom and in which task.
        own: the annotation, and the records about it alone.
        blobs: bytes by name.
        numbers: the numbers that it takes, by the name under which numbers are given out.
        notes: remarks for the user.
    """

    scan_id: str
    around: Callable[[], list[Record]]
    own: list[Record]
    blobs: dict[str, bytes] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)

    @property
    def records(self) -> list[Record]:
        """All of them, in the order in which they are created; made anew each time."""
        return [*self.around(), *self.own]


def imported_guide(entry: GuideEntry, found: Found, places: Environment) -> Imported:
    """A Guide's records and blobs.

    Raises:
        PangeaError: names, scan, path, walk, voice, pose trace or word times are not what they should be.
    """
    check_names(entry)
    assert entry.language is not None
    scan = places.scan(entry.scan)
    scan.graph.check_path(entry.path)
    voice, trace = read_voice(found.voice), read_trace(found.trace)
    walked = tuple(trace.path()) if trace else entry.walked
    if walked:
        scan.graph.check_path(walked)
    _check_times(entry.words, voice.duration if voice else math.inf)
    who = who_made(entry)
    attempt = ImportedAttempt("guide", entry.instruction_id, who, voice.sample_rate if voice else None)
    blobs: dict[str, bytes] = {}
    annotation = GuideAnnotation(
        **shared_fields(entry, GUIDE_SHARED),
        **_said(entry),
        annotator_id=who,
        scan_id=entry.scan,
        walked=walked,
        duration=voice.duration if voice else entry.duration,
        sample_rate=voice.sample_rate if voice else entry.sample_rate,
        voice=_kept(attempt, "voice.wav", voice.wav, blobs) if voice else None,
        pose_trace=_kept(attempt, "pose_trace.npz", packed(trace), blobs) if trace else None,
        scores=_scores(scan, walked, entry.path) if walked else None,
    )
    own = [annotation, *_alignment(entry, trace), *_heard(entry), *judged(annotation, entry, attempt)]
    return Imported(entry.scan, partial(_around_guide, entry, scan, attempt), own, blobs, numbers_of(entry))


def _around_guide(entry: GuideEntry, scan: Scan, attempt: ImportedAttempt) -> list[Record]:
    path = PathRecord(**shared_fields(entry, PathRecord.model_fields), scan_id=entry.scan)
    return [
        scan_record(scan),
        path,
        *attempt.records(entry.path_id, entry.scan, entry.language or ""),
    ]


def imported_follower(
    entry: FollowerEntry,
    found: Found,
    places: Environment,
    told: FollowedInstruction,
    scores: Scores | None = None,
) -> Imported:
    """A Follower's records and blobs; ``scores`` of the walk, where they are known already.

    Raises:
        PangeaError: its numbers, the walk or its pose trace are not what they should be.
    """
    check_names(entry)
    scan, trace = places.scan(told.scan_id), read_trace(found.trace)
    if found.trace and trace and tuple(trace.path()) != entry.path:
        raise InvalidDataError(
            f"The pose trace {found.trace.name} walks another path than the entry.",
            remedy="Give the trace that belongs to it.",
        )
    who = who_made(entry)
    attempt = ImportedAttempt("follower", entry.demonstration_id, who)
    scores = scores or _scores(scan, entry.path, told.path)
    blobs: dict[str, bytes] = {}
    annotation = FollowerAnnotation(
        **shared_fields(entry, FOLLOWER_SHARED),
        annotator_id=who,
        path_id=told.path_id,
        scan_id=told.scan_id,
        language=told.language,
        **_said(entry),
        pose_trace=_kept(attempt, "pose_trace.npz", packed(trace), blobs) if trace else None,
        scores=scores,
    )
    place = told.path_id, told.scan_id, told.language, entry.instruction_id
    notes = Counter(
        {
            "walks have other metrics in the file; ours are kept": int(not _near(scores, entry.metrics)),
            "walks have no outcome: their file does not say whether the person arrived or gave up": int(
                entry.outcome is None
            ),
        }
    )
    own = [annotation, *judged(annotation, entry, attempt)]
    return Imported(told.scan_id, partial(attempt.records, *place), own, blobs, numbers_of(entry), notes)


def who_made(entry: GuideEntry | FollowerEntry) -> int:
    return NOBODY if entry.annotator_id is None else entry.annotator_id


def numbers_of(entry: GuideEntry | FollowerEntry) -> dict[str, int]:
    """The numbers that an entry takes, by the name under which numbers are given out."""
    if walk := entry.followed:
        return {"demonstrations": walk.demonstration_id, "annotators": who_made(walk)}
    assert entry.said
    return {
        "paths": entry.said.path_id,
        "instructions": entry.instruction_id,
        "annotators": who_made(entry),
    }


def _check_times(words: Sequence[TimedWord], duration: float) -> None:
    if not (isinstance(words, TimedWordSequence) and words.columns.are_in_order(duration)):
        check_times(words, duration, IN_FILE)


def scan_record(scan: Scan) -> ScanRecord:
    return ScanRecord(scan_id=scan.scan_id, environment=ENGINE, viewpoint_count=len(scan.viewpoints))


def _alignment(entry: GuideEntry, trace: PoseTrace | None) -> list[Record]:
    if not entry.words and entry.alignment is None:
        return []
    made = entry.alignment or AlignmentEntry(ENGINE, "aligned")
    return [
        AlignmentRecord(
            **_that_are_known(made),
            task_id=report_id(GuideAnnotation.kind, entry.instruction_id),
            timed_instruction=ground(entry.words, trace) if trace else unseen(entry.words),
            edit_distance=entry.edit_distance,
        )
    ]


def _heard(entry: GuideEntry) -> Iterator[Record]:
    for heard in entry.heard:
        known = _that_are_known(heard)
        yield HeardWords(instruction_id=entry.instruction_id, **{"language": entry.language, **known})


def _said(entry: GuideEntry | FollowerEntry) -> dict[str, Any]:
    """The parts of a record that an entry has in a form of its own, and the time only where the file says it."""
    parts = {
        name: kind(**asdict(part))
        for name, kind in (("typing", Typing), ("aids", Aids), ("feedback", Feedback))
        if (part := getattr(entry, name, None)) is not None
    }
    return parts | ({"submitted_at": entry.submitted_at} if entry.submitted_at else {})


def _that_are_known(part: msgspec.Struct) -> dict[str, Any]:
    """The values of a part of an entry, without those that are None: the record's own defaults stand for them."""
    return {name: value for name, value in asdict(part).items() if value is not None}


def _scores(scan: Scan, walked: tuple[str, ...], path: tuple[str, ...]) -> Scores:
    return Scores.of(score_path(scan.graph, walked, path))


def _near(scores: Scores, published: Mapping[str, float]) -> bool:
    ours = scores.as_rxr()
    return all(
        math.isclose(ours[key], value, rel_tol=METRICS_TOLERANCE, abs_tol=METRICS_TOLERANCE)
        for key, value in published.items()
        if key in ours
    )


def _kept(attempt: ImportedAttempt, name: str, data: bytes, blobs: dict[str, bytes]) -> Artefact:
    blob = f"recordings/{attempt.lease_id}/{name}"
    blobs[blob] = data
    return Artefact(blob=blob, size=len(data), sha256=sha256(data).hexdigest())
