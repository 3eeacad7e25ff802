"""The counts of a data card, one annotation at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pangea_server.annotate.annotations.records import TaskAnnotation
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
class Answers:
    """The annotations of one other kind in one split and language; ``voice`` in seconds."""

    count: int = 0
    words: int = 0
    voice: float = 0.0
    scans: set[str] = field(default_factory=set)
    people: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Census:
    """Everything that was counted: ``groups`` by split and language; ``others`` also by kind."""

    groups: dict[tuple[str, str], CensusGroup] = field(default_factory=lambda: defaultdict(CensusGroup))
    others: dict[tuple[str, str, str], Answers] = field(default_factory=lambda: defaultdict(Answers))
    guides: set[int] = field(default_factory=set)
    followers: set[int] = field(default_factory=set)

    def count_guide(self, item: Guide) -> None:
        guide, group = item.annotation, self._group(item)
        group.guides += 1
        group.aligned += bool(item.words)
        group.words += len(guide.transcript.split())
        group.voice += guide.duration or 0.0
        group.scans.add(guide.scan_id)
        group.paths.add(guide.path_id)
        self.guides.add(guide.annotator_id)

    def count_follower(self, item: Follower) -> None:
        group = self._group(item.guide)
        group.followers += 1
        group.sums.update(item.annotation.scores.model_dump())
        self.followers.add(item.annotation.annotator_id)

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

    def _group(self, guide: Guide) -> CensusGroup:
        return self.groups[guide.annotation.split, guide.annotation.language]
