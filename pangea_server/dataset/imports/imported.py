"""The records and blobs of an imported entry. Reads the entry's files; writes nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from sys import intern

from align import PoseTrace, ground
from align.timed import check_times
from environments import Environment, InvalidDataError, Scan, score_path
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, Scores
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.records import Artefact, Record, shared_fields
from pangea_server.dataset.entries.attempts import ImportedAttempt, attempt_at, attempted
from pangea_server.dataset.entries.entries import FOLLOWER_FIELDS, GUIDE_FIELDS, FollowerEntry, GuideEntry
from pangea_server.dataset.entries.names import check_names
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.entries.sources import packed, read_trace, read_voice

NOBODY = 0
"""The annotator of entries that name none; people are counted from 1."""

ENGINE = "imported"
GUIDE_SHARED = sorted({*GUIDE_FIELDS} & {*GuideAnnotation.model_fields} - {"annotator_id"})
FOLLOWER_SHARED = sorted({*FOLLOWER_FIELDS} & {*FollowerAnnotation.model_fields} - {"annotator_id"})
"""The fields that an annotation's record takes from its entry as they are."""
IN_FILE = "Mend the word's times in the file."
METRICS_TOLERANCE = 0.02
"""How far published metrics may be from ours, as a share: RxR's cannot be repeated exactly from the public graphs."""


@dataclass(slots=True)
class Imported:
    """The data to store.

    Attributes:
        records: in the order in which they are created.
        blobs: bytes by name.
        numbers: the numbers that it takes, by the name under which numbers are given out.
        notes: remarks for the user.
    """

    records: list[Record]
    blobs: dict[str, bytes] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class FollowedInstruction:
    """The parts of an instruction that a walk after it needs."""

    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]

    @classmethod
    def of(cls, guide: GuideAnnotation) -> FollowedInstruction:
        """Of many guides a small one each: their viewpoints are shared."""
        path = tuple(map(intern, guide.path))
        return cls(guide.path_id, intern(guide.scan_id), intern(guide.language), path)

    @classmethod
    def by(cls, entry: GuideEntry) -> FollowedInstruction:
        """Of the guide that an entry names, which has its language."""
        return cls(
            entry.path_id, intern(entry.scan), intern(entry.language or ""), tuple(map(intern, entry.path))
        )


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
    walked = _walked(trace, scan)
    check_times(entry.words, voice.duration if voice else math.inf, IN_FILE)
    who = entry.annotator_id if entry.annotator_id is not None else NOBODY
    attempt = attempt_at("guide", entry.instruction_id, who, voice.sample_rate if voice else None)
    blobs: dict[str, bytes] = {}
    annotation = GuideAnnotation(
        **shared_fields(entry, GUIDE_SHARED),
        annotator_id=who,
        scan_id=entry.scan,
        walked=walked,
        duration=voice.duration if voice else None,
        sample_rate=voice.sample_rate if voice else None,
        voice=_kept(attempt, "voice.wav", voice.wav, blobs) if voice else None,
        pose_trace=_kept(attempt, "pose_trace.npz", packed(trace), blobs) if trace else None,
        phases=(),
        scores=_scores(scan, walked, entry.path) if walked else None,
    )
    path = PathRecord(**shared_fields(entry, PathRecord.model_fields), scan_id=entry.scan)
    records = [
        _scan_record(scan),
        path,
        *attempted(attempt, entry.path_id, entry.scan, entry.language),
        annotation,
        *_alignment(entry, trace),
    ]
    numbers = {"paths": entry.path_id, "instructions": entry.instruction_id, "annotators": who}
    return Imported(records, blobs, numbers)


def imported_follower(
    entry: FollowerEntry, found: Found, places: Environment, told: FollowedInstruction
) -> Imported:
    """A Follower's records and blobs.

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
    who = entry.annotator_id if entry.annotator_id is not None else NOBODY
    attempt = attempt_at("follower", entry.demonstration_id, who, None)
    scores = _scores(scan, entry.path, told.path)
    blobs: dict[str, bytes] = {}
    annotation = FollowerAnnotation(
        **shared_fields(entry, FOLLOWER_SHARED),
        annotator_id=who,
        path_id=told.path_id,
        scan_id=told.scan_id,
        language=told.language,
        outcome="done",
        pose_trace=_kept(attempt, "pose_trace.npz", packed(trace), blobs) if trace else None,
        phases=(),
        scores=scores,
    )
    tried = attempted(attempt, told.path_id, told.scan_id, told.language, entry.instruction_id)
    numbers = {"demonstrations": entry.demonstration_id, "annotators": who}
    notes = Counter(
        {"walks have other metrics in the file; ours are kept": int(not _near(scores, entry.metrics))}
    )
    return Imported([*tried, annotation], blobs, numbers, notes)


def _scan_record(scan: Scan) -> ScanRecord:
    return ScanRecord(scan_id=scan.scan_id, environment=ENGINE, viewpoint_count=len(scan.viewpoints))


def _alignment(entry: GuideEntry, trace: PoseTrace | None) -> list[Record]:
    if not entry.words:
        return []
    return [
        AlignmentRecord(
            instruction_id=entry.instruction_id,
            engine=ENGINE,
            state="aligned",
            timed_instruction=tuple(ground(entry.words, trace)),
            edit_distance=entry.edit_distance,
        )
    ]


def _walked(trace: PoseTrace | None, scan: Scan) -> tuple[str, ...]:
    if trace is None:
        return ()
    walked = tuple(trace.path())
    scan.graph.check_path(walked)
    return walked


def _scores(scan: Scan, walked: tuple[str, ...], path: tuple[str, ...]) -> Scores:
    return Scores.of(score_path(scan.graph, walked, path))


def _near(scores: Scores, published: Mapping[str, float]) -> bool:
    ours = scores.model_dump()
    return all(
        math.isclose(ours[key], value, rel_tol=METRICS_TOLERANCE, abs_tol=METRICS_TOLERANCE)
        for key, value in published.items()
        if key in ours
    )


def _kept(attempt: ImportedAttempt, name: str, data: bytes, blobs: dict[str, bytes]) -> Artefact:
    blob = f"recordings/{attempt.recording.recording_id}/{name}"
    blobs[blob] = data
    return Artefact(blob=blob, size=len(data), sha256=sha256(data).hexdigest())
