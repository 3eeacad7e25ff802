"""The counts of a data card, one annotation at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date

from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.dataset.entries.dataset import Follower, Guide
from pangea_server.dataset.monitoring.intervals import wilson_interval


@dataclass(slots=True)
class CensusGroup:
    """The annotations of one split and language; times are in seconds, and ``sums`` are those of the
    Followers' scores."""

    guides: int = 0
    followers: int = 0
    aligned: int = 0
    words: int = 0
    voice: float = 0.0
    scans: set[str] = field(default_factory=set)
    paths: set[int] = field(default_factory=set)
    sums: Counter[str] = field(default_factory=Counter)

    def mean(self, score: str) -> float | None:
        return self.sums[score] / self.followers if self.followers else None

    def success_interval(self) -> tuple[float, float] | None:
        """The 95 % interval (Wilson) of the Followers' success rate; None without Followers."""
        return wilson_interval(self.sums["success"], self.followers) if self.followers else None


@dataclass(slots=True)
class KindCensus:
    """The annotations of one other kind in one split and language; ``voice`` in seconds."""

    count: int = 0
    words: int = 0
    voice: float = 0.0
    scans: set[str] = field(default_factory=set)
    people: set[int] = field(default_factory=set)


@dataclass(slots=True)
class WordSources:
    """The words that one engine gave times to, and how sure it was of those for which it said it."""

    words: int = 0
    interpolated: int = 0
    sure: int = 0
    confidence: float = 0.0

    @property
    def mean_confidence(self) -> float | None:
        return self.confidence / self.sure if self.sure else None


@dataclass(slots=True)
class Census:
    """Everything that was counted.

    Attributes:
        groups: by split and language.
        others: also by kind.
        guides, followers: the people.
        engines: by the name of what gave words their times.
        written_by: transcripts of others than the Guide, by ``person`` or the name of a recogniser.
        gave_up: walks without an arrival, by the reason that the Follower gave, or ``without a reason``.
        days: on which annotations were handed in, the first and the last.
        ids: the record ids of the tasks that they answer.
    """

    groups: dict[tuple[str, str], CensusGroup] = field(default_factory=lambda: defaultdict(CensusGroup))
    others: dict[tuple[str, str, str], KindCensus] = field(default_factory=lambda: defaultdict(KindCensus))
    guides: set[int] = field(default_factory=set)
    followers: set[int] = field(default_factory=set)
    engines: dict[str, WordSources] = field(default_factory=lambda: defaultdict(WordSources))
    written_by: Counter[str] = field(default_factory=Counter)
    gave_up: Counter[str] = field(default_factory=Counter)
    days: tuple[date, date] | None = None
    ids: set[str] = field(default_factory=set)

    @property
    def rows(self) -> int:
        """How many annotations there are."""
        walks = sum(group.guides + group.followers for group in self.groups.values())
        return walks + sum(answers.count for answers in self.others.values())

    @property
    def people(self) -> set[int]:
        """Everybody of whom something is in it."""
        return self.guides.union(self.followers, *(answers.people for answers in self.others.values()))

    @property
    def languages(self) -> list[str]:
        return sorted({key[-1] for key in (*self.groups, *self.others)})

    def count_guide(self, item: Guide) -> None:
        guide, group = item.annotation, self._group(item)
        group.guides += 1
        group.aligned += bool(item.words)
        group.words += len(guide.transcript.split())
        group.voice += guide.duration or 0.0
        group.scans.add(guide.scan_id)
        group.paths.add(guide.path_id)
        self.guides.add(guide.annotator_id)
        if guide.transcript_by:
            who, _, name = guide.transcript_by.partition(":")
            self.written_by[name if who == "engine" else who] += 1
        self._count_words(item)
        self._count(guide)

    def count_follower(self, item: Follower) -> None:
        group = self._group(item.guide)
        group.followers += 1
        group.sums.update(item.annotation.scores.model_dump())
        self.followers.add(item.annotation.annotator_id)
        if item.annotation.outcome == "gave_up":
            self.gave_up[
                (item.annotation.feedback and item.annotation.feedback.reason) or "without a reason"
            ] += 1
        self._count(item.annotation)

    def scans(self) -> list[tuple[str, str]]:
        """Pairs of scan and split."""
        walked = [(split, group.scans) for (split, _), group in self.groups.items()]
        others = [(split, answers.scans) for (_, split, _), answers in self.others.items()]
        return [(scan_id, split) for split, scans in (*walked, *others) for scan_id in scans]

    def count_answer(self, annotation: TaskAnnotation) -> None:
        answers = self.others[annotation.kind, annotation.split, annotation.language]
        answers.count += 1
        answers.words += len(annotation.transcript.split())
        answers.voice += annotation.duration or 0.0
        answers.scans.add(annotation.scan_id)
        answers.people.add(annotation.annotator_id)
        self._count(annotation)

    def _count(self, annotation: Annotation) -> None:
        self.ids.add(annotation.task_id)
        day = annotation.submitted_at.date()
        first, last = self.days or (day, day)
        self.days = min(first, day), max(last, day)

    def _count_words(self, item: Guide) -> None:
        if item.alignment is None or not item.words:
            return
        engine = self.engines[item.alignment.engine]
        engine.words += len(item.words)
        engine.interpolated += sum(word.source == "interpolated" for word in item.words)
        known = [word.confidence for word in item.words if word.confidence is not None]
        engine.sure += len(known)
        engine.confidence += sum(known)

    def _group(self, guide: Guide) -> CensusGroup:
        return self.groups[guide.annotation.split, guide.annotation.language]
