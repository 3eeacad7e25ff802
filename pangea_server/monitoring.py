"""How good the data is: success and its uncertainty, by annotator and language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, Literal, TypeVar

from pangea_server.errors import RecordNotFoundError
from pangea_server.queue.reports import newest_reports
from pangea_server.records import (
    AlignmentRecord,
    FlagReport,
    FollowerAnnotation,
    GuideAnnotation,
    Task,
    TaskState,
    now,
    padded,
)
from pangea_server.records.flags import report_id
from pangea_server.schemas import (
    AnnotationSummary,
    AnnotatorScores,
    GroupScores,
    LanguageScores,
    MonitorSummary,
    RaisedFlag,
    TaskCount,
)
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore
from pangea_server.trust.learning import is_data

Z_95 = 1.959963984540054


def wilson_interval(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927, JASA 22:209-212), for ``trials`` of at least 1."""
    rate, z2 = successes / trials, Z_95**2
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    margin = Z_95 / (1 + z2 / trials) * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2))
    return max(0.0, centre - margin), min(1.0, centre + margin)


def summarise(records: RecordStore, *, all_of_it: bool = False) -> MonitorSummary:
    """The monitoring page's numbers, read from the store now; ``all_of_it`` with learning periods and check items."""
    guides = [guide for guide in every(records, GuideAnnotation) if all_of_it or is_data(guide)]
    followers = [walk for walk in every(records, FollowerAnnotation) if all_of_it or is_data(walk)]
    return MonitorSummary(
        total=GroupScores(**_scores(guides, followers)),
        annotators=tuple(_by_annotator(guides, followers)),
        languages=tuple(
            LanguageScores(language=language, **_scores(*groups))
            for language, groups in _grouped(guides, followers, lambda annotation: annotation.language)
        ),
        tasks=tuple(_task_counts(every(records, Task))),
        reports=newest_reports(records),
        computed_at=now(),
    )


def guide_summary(records: RecordStore, annotation: GuideAnnotation) -> AnnotationSummary:
    """A Guide's row in the list of annotations."""
    return AnnotationSummary(
        kind="guide",
        annotation_id=annotation.instruction_id,
        instruction_id=annotation.instruction_id,
        outcome=None,
        duration=annotation.duration,
        alignment=_alignment_state(records, annotation.instruction_id),
        flags=_raised(records, "guide", annotation.instruction_id),
        **_shared(annotation),
    )


def follower_summary(records: RecordStore, annotation: FollowerAnnotation) -> AnnotationSummary:
    """A Follower's row in the list of annotations."""
    return AnnotationSummary(
        kind="follower",
        annotation_id=annotation.demonstration_id,
        instruction_id=annotation.instruction_id,
        outcome=annotation.outcome,
        duration=None,
        alignment=None,
        flags=_raised(records, "follower", annotation.demonstration_id),
        **_shared(annotation),
    )


def alignment_of(records: RecordStore, instruction_id: int) -> AlignmentRecord | None:
    """The alignment of a guide annotation; None when the aligner has not seen it yet."""
    try:
        return records.get(AlignmentRecord, padded(instruction_id))
    except RecordNotFoundError:
        return None


def flag_report_of(records: RecordStore, kind: str, annotation_id: int) -> FlagReport | None:
    """What the flags found about an annotation; None when they have not looked at it yet."""
    try:
        return records.get(FlagReport, report_id(kind, annotation_id))
    except RecordNotFoundError:
        return None


def _raised(records: RecordStore, kind: str, annotation_id: int) -> tuple[RaisedFlag, ...] | None:
    report = flag_report_of(records, kind, annotation_id)
    if report is None:
        return None
    return tuple(RaisedFlag(flag=found.flag, why=found.why) for found in report.raised)


def _alignment_state(records: RecordStore, instruction_id: int) -> Literal["aligned", "failed", "missing"]:
    alignment = alignment_of(records, instruction_id)
    return "missing" if alignment is None or alignment.state == "outdated" else alignment.state


def _shared(annotation: GuideAnnotation | FollowerAnnotation) -> dict[str, Any]:
    names = ("annotator_id", "language", "scan_id", "path_id", "scores", "submitted_at")
    return {name: getattr(annotation, name) for name in names}


def _scores(guides: Sequence[GuideAnnotation], followers: Sequence[FollowerAnnotation]) -> dict[str, Any]:
    scores = [follower.scores for follower in followers]
    successes = sum(score.sr for score in scores)
    return {
        "followers": len(followers),
        "guides": len(guides),
        "success_rate": successes / len(scores) if scores else None,
        "success_interval": wilson_interval(successes, len(scores)) if scores else None,
        "ne": _mean(score.ne for score in scores),
        "spl": _mean(score.spl for score in scores),
        "ndtw": _mean(score.ndtw for score in scores),
    }


def _mean(values: Iterable[float]) -> float | None:
    collected = list(values)
    return fmean(collected) if collected else None


def _by_annotator(
    guides: Sequence[GuideAnnotation], followers: Sequence[FollowerAnnotation]
) -> Iterator[AnnotatorScores]:
    """A person's own walks, and, as a Guide, the walks of those who followed their words."""
    author = {guide.instruction_id: guide.annotator_id for guide in guides}
    followed = [follower for follower in followers if follower.instruction_id in author]
    for person in sorted({guide.annotator_id for guide in guides}):
        mine = [guide for guide in guides if guide.annotator_id == person]
        theirs = [follower for follower in followed if author[follower.instruction_id] == person]
        yield AnnotatorScores(annotator_id=person, role="guide", **_scores(mine, theirs))
    for person, (_, own) in _grouped([], followers, lambda annotation: annotation.annotator_id):
        yield AnnotatorScores(annotator_id=person, role="follower", **_scores([], own))


K = TypeVar("K", int, str)


def _grouped(
    guides: Sequence[GuideAnnotation],
    followers: Sequence[FollowerAnnotation],
    key: Callable[[GuideAnnotation | FollowerAnnotation], K],
) -> list[tuple[K, tuple[list[GuideAnnotation], list[FollowerAnnotation]]]]:
    groups: dict[K, tuple[list[GuideAnnotation], list[FollowerAnnotation]]] = defaultdict(lambda: ([], []))
    for guide in guides:
        groups[key(guide)][0].append(guide)
    for follower in followers:
        groups[key(follower)][1].append(follower)
    return sorted(groups.items(), key=lambda item: item[0])


def _task_counts(tasks: Iterable[Task]) -> Iterator[TaskCount]:
    counts: dict[tuple[str, str], dict[TaskState, int]] = defaultdict(lambda: dict.fromkeys(TaskState, 0))
    for task in tasks:
        if task.check_item:
            continue
        counts[task.kind, task.language][task.state] += 1
    for (kind, language), states in sorted(counts.items(), reverse=True):
        by_name = {state.value: count for state, count in states.items()}
        yield TaskCount(kind=kind, language=language, **by_name)
