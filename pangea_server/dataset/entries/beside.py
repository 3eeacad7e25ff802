"""What a store keeps beside some annotations, read for all of them at once when it is first asked for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, Generic, TypeVar

from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.dataset.entries.entries import FlagsEntry, ReviewEntry
from pangea_server.dataset.entries.stored import (
    StoredAlignment,
    StoredFollower,
    StoredGuide,
    StoredHeard,
    taken,
)
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import RecordStore

AnnotationT = TypeVar("AnnotationT", bound=Annotation)


class _StoredReview(ReviewEntry, frozen=True, kw_only=True):
    task_id: str


class Beside(Generic[AnnotationT]):
    """The reviews and flags of some annotations, and their records.

    Args:
        page: their records, where one read finds all of them.
    """

    def __init__(
        self,
        records: RecordStore,
        kind: type[AnnotationT],
        stored: Sequence[StoredGuide] | Sequence[StoredFollower],
        page: Callable[[], Sequence[AnnotationT]] = tuple,
    ) -> None:
        self.records = records
        self.record_ids = [each.record_id for each in stored]
        self._kind = kind
        self._tasks = [each.task_id for each in stored]
        self._page = page

    def annotation(self, record_id: str) -> AnnotationT:
        """The whole record. Raises RecordNotFoundError when it was removed since."""
        return self._annotations.get(record_id) or self.records.get(self._kind, record_id)

    def kept(self, task_id: str) -> dict[str, Any]:
        """The fields that Guides' and Followers' entries share and no annotation has."""
        return {"review": self._reviews.get(task_id), "flags": self._flags.get(task_id)}

    @cached_property
    def _annotations(self) -> dict[str, AnnotationT]:
        return {each.record_id: each for each in self._page()}

    @cached_property
    def _reviews(self) -> dict[str, ReviewEntry]:
        """Of each task the first one."""
        found = self.records.find_parts_of(Review, _StoredReview, self._tasks, "task_id")
        latest_first = sorted(found, key=itemgetter(0), reverse=True)
        return {each.task_id: taken(each, ReviewEntry) for _, each in latest_first}

    @cached_property
    def _flags(self) -> dict[str, FlagsEntry]:
        return dict(self.records.find_parts_of(FlagReport, FlagsEntry, self._tasks))


class BesideGuides(Beside[GuideAnnotation]):
    """Also the alignments of Guides' words, and what recognisers heard."""

    @cached_property
    def alignments(self) -> dict[str, StoredAlignment]:
        """By task id."""
        return dict(self.records.find_parts_of(AlignmentRecord, StoredAlignment, self._tasks))

    @cached_property
    def heard(self) -> dict[int, list[StoredHeard]]:
        """By instruction, by the recognisers' names."""
        found: dict[int, list[StoredHeard]] = defaultdict(list)
        numbers = [int(each) for each in self.record_ids]
        for _, heard in self.records.find_parts_of(HeardWords, StoredHeard, numbers, "instruction_id"):
            found[heard.instruction_id].append(heard)
        return {number: sorted(some, key=attrgetter("recogniser")) for number, some in found.items()}
