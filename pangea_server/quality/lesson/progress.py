"""How far a person is in a lesson, and when they have passed it.

The parts come in order: watching the good example, finding the fault in each bad one, a walk of one's own. Passing is
kept where training walks keep it.
"""

from __future__ import annotations

from dataclasses import dataclass

from align import Audio
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError, SubmissionError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.flags.all_flags import installed_flags, judge
from pangea_server.quality.flags.protocol import SPEAKERS, Finding, Seen, Words
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.lesson.examples import ExampleCamera, first_heading, house, trace_of
from pangea_server.quality.lesson.recorded import recorded_guide
from pangea_server.quality.lesson.scripts import GOOD, OWN_PATH, ExampleFault
from pangea_server.quality.trust.records import Qualification
from pangea_server.quality.trust.training import remember_path
from pangea_server.stores.protocol import RecordStore, Transaction

TO_WATCH = (GOOD, *ExampleFault)
"""The parts before the walk, in order; each is named after its example."""
OWN_WALK = "own_walk"
LOOKED_AT = ("path_not_completed", "silence", "read_aloud", "clipping", "noise")
"""The flags whose findings a learner is told; the others need a transcript."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """What a person has done of a lesson."""

    done: tuple[str, ...]
    passed: bool


def progress(records: RecordStore, person: Annotator, kind: str) -> LessonProgress:
    """How far this person is.

    Raises:
        RecordNotFoundError: tasks of this kind have no lesson.
    """
    _check_has_lesson(kind)
    kept = _kept(records, person, kind)
    return LessonProgress(kept.lesson, kept.passed_at is not None)


def finish_part(records: RecordStore, person: Annotator, kind: str, part: str, fault: str | None) -> bool:
    """Whether the part is done: the good example was watched, or its fault was found. Repeating it changes nothing.

    Raises:
        RecordNotFoundError: there is no such part.
        StoreConflictError: an earlier part is still to be done.
    """
    _check_has_lesson(kind)
    if part not in TO_WATCH:
        raise RecordNotFoundError(
            f"The lesson has no part {part!r}.", remedy=f"Its parts are {', '.join(TO_WATCH)}."
        )
    _check_earlier(_kept(records, person, kind), TO_WATCH[: TO_WATCH.index(part)])
    found = part == GOOD or fault == part
    if found:
        if part == GOOD and (guide := recorded_guide(records, person)):
            remember_path(records, person, guide.path_id)
        _keep(records, person, kind, part, passed=False)
    return found


def judge_walk(
    records: RecordStore, person: Annotator, kind: str, cameras: tuple[ExampleCamera, ...], voice: Audio
) -> list[Finding]:
    """What flags say about a learner's walk. If none is raised the lesson is passed. Nothing of the walk is kept.

    Args:
        cameras: where the person was, from the beginning of the voice on, in order of time.

    Raises:
        StoreConflictError: an earlier part is still to be done.
        SubmissionError: the walk begins elsewhere.
    """
    _check_has_lesson(kind)
    _check_earlier(_kept(records, person, kind), TO_WATCH)
    if cameras[0].viewpoint_id != OWN_PATH[0]:
        raise SubmissionError(
            f"The walk starts at {cameras[0].viewpoint_id}, but the lesson's walk starts at {OWN_PATH[0]}.",
            remedy="Start again from the beginning.",
        )
    for camera in cameras:
        house().graph.index(camera.viewpoint_id)
    findings = look_at(kind, cameras, voice)
    raised = any(finding.raised is not False for finding in findings if finding.flag != "noise")
    _keep(records, person, kind, OWN_WALK, passed=not raised)
    return findings


def look_at(kind: str, cameras: tuple[ExampleCamera, ...], voice: Audio) -> list[Finding]:
    """The findings of ``LOOKED_AT`` about a walk along ``OWN_PATH``, in that order."""
    seen = Seen(
        kind=kind,
        graph=house().graph,
        trace=trace_of(cameras),
        walked=tuple(camera.viewpoint_id for camera in cameras),
        reference=OWN_PATH,
        words=Words("", "", Sound(voice)),
    )
    flags = {flag.name: flag for flag in installed_flags() if flag.kinds & SPEAKERS}
    return judge(seen, FlagRules(), [flags[name] for name in LOOKED_AT])


def own_heading() -> float:
    """Where a learner looks when their walk begins, in radians."""
    return first_heading(OWN_PATH)


def _check_has_lesson(kind: str) -> None:
    if declared(kind).trained != "lesson":
        raise RecordNotFoundError(
            f"There is no lesson for {kind}.", remedy="Its training, if it has one, is /me/training."
        )


def _check_earlier(kept: Qualification, parts: tuple[str, ...]) -> None:
    missing = [part for part in parts if part not in kept.lesson]
    if missing and kept.passed_at is None:
        raise StoreConflictError(
            f"The part {missing[0]} of the lesson comes first.", remedy="Reload the page."
        )


def _kept(records: RecordStore, person: Annotator, kind: str) -> Qualification:
    fresh = Qualification(annotator_id=person.annotator_id, kind=kind)
    try:
        return records.get(Qualification, f"{padded(person.annotator_id)}-{kind}")
    except RecordNotFoundError:
        return fresh


def _keep(records: RecordStore, person: Annotator, kind: str, part: str, *, passed: bool) -> None:
    fresh = Qualification(annotator_id=person.annotator_id, kind=kind)

    def write(transaction: Transaction) -> None:
        earlier = transaction.get(Qualification, fresh.record_id)
        before = earlier or fresh
        parts = before.lesson if part in before.lesson else (*before.lesson, part)
        changed = before.model_copy(
            update={
                "lesson": parts,
                "attempts": before.attempts + (part == OWN_WALK),
                "passed_at": before.passed_at or (now() if passed else None),
            }
        )
        if changed != earlier:
            (transaction.replace if earlier else transaction.create)(changed)

    records.transact(write)
