"""The annotations of a store, one at a time, with the data derived from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from align import TimedWord
from align.timed import timed_fields
from environments import ConfigurationError, Environment, Scan
from pangea_server.annotate.alignments.reading import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.reading import found_guide, stored_guide
from pangea_server.annotate.annotations.records import (
    Annotation,
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.checks import is_data
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import padded, shared_fields
from pangea_server.dataset.entries.entries import (
    FOLLOWER_FIELDS,
    GUIDE_FIELDS,
    FollowerEntry,
    GuideEntry,
)
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, RecordStore, Store


@dataclass(frozen=True)
class Guide:
    """A Guide's annotation; its words are read when they are asked for."""

    annotation: GuideAnnotation
    records: RecordStore

    @property
    def said(self) -> Guide | None:
        """This instruction; None for a walk."""
        return self

    @property
    def followed(self) -> Follower | None:
        """This walk; None for an instruction."""
        return None

    @cached_property
    def alignment(self) -> AlignmentRecord | None:
        """The alignment; None if it has not been aligned."""
        return alignment_of(self.records, self.annotation.instruction_id)

    @cached_property
    def words(self) -> tuple[TimedWord, ...]:
        """The words with their times; none if they were not aligned, or the transcript has been corrected since."""
        known = self.alignment
        grounded = known.timed_instruction if known is not None and known.state == "aligned" else ()
        words = tuple(
            TimedWord(**timed_fields(word)) for word in grounded
        )  # files take cameras from the trace
        return words if [word.word for word in words] == self.annotation.transcript.split() else ()

    def entry(self) -> GuideEntry:
        """What files say of it."""
        guide = self.annotation
        return GuideEntry(
            **shared_fields(guide, GUIDE_FIELDS)
            | {
                "scan": guide.scan_id,
                "words": self.words,
                "edit_distance": self.alignment.edit_distance if self.alignment else None,
            }
        )


@dataclass(frozen=True, slots=True)
class Follower:
    """A Follower's annotation and the Guide's whose words they followed."""

    annotation: FollowerAnnotation
    guide: Guide

    @property
    def said(self) -> Guide | None:
        return None

    @property
    def followed(self) -> Follower | None:
        return self

    def entry(self) -> FollowerEntry:
        """What files say of it."""
        follower = self.annotation
        return FollowerEntry(
            **shared_fields(follower, FOLLOWER_FIELDS) | {"metrics": follower.scores.as_rxr()}
        )


@dataclass(frozen=True)
class Dataset:
    """Annotations in order of their numbers, read page by page.

    Rejected annotations are left out; so are walks whose instruction is left out or was removed, since a walk alone is
    no example.

    Attributes:
        places: the environment that was walked; formats that say where something is in metres need it.
        watch: shows how far a loop is.
        all_of_it: with learning periods and check items.
        accepted_only: only annotations that a reviewer has accepted.
        until: without annotations submitted later; None for all.
    """

    store: Store
    places: Environment | None = None
    watch: Watch = unwatched
    all_of_it: bool = False
    accepted_only: bool = False
    until: datetime | None = None

    @property
    def _records(self) -> RecordReader:
        return self.store.records

    def guides(self, name: str) -> Iterator[Guide]:
        """All Guide annotations; ``name`` is what the progress bar says."""
        total = self._records.count(GuideAnnotation)
        for annotation in self.watch(every(self._records, GuideAnnotation), name, total):
            if self._counts(annotation):
                yield self._guide_of(annotation)

    def followers(self, name: str) -> Iterator[Follower]:
        """All Follower annotations whose instruction is in the dataset."""
        total = self._records.count(FollowerAnnotation)
        for annotation in self.watch(every(self._records, FollowerAnnotation), name, total):
            guide = found_guide(self.store.records, annotation.instruction_id)
            if guide is not None and self._counts(annotation) and self._counts(guide):
                yield Follower(annotation, self._guide_of(guide))

    def answers(self, name: str) -> Iterator[TaskAnnotation]:
        """All annotations of other kinds, kind by kind."""
        total = self._records.count(TaskAnnotation)
        for annotation in self.watch(every(self._records, TaskAnnotation), name, total):
            if self._counts(annotation):
                yield annotation

    def paths(self, name: str) -> Iterator[tuple[PathRecord, list[Guide]]]:
        """All paths with an instruction in words, each with its Guides."""
        total = self._records.count(PathRecord)
        for path in self.watch(every(self._records, PathRecord), name, total):
            guides = [self._guide_of(guide) for guide in self._described(path.path_id)]
            if guides:
                yield path, guides

    def guide(self, instruction_id: int) -> Guide:
        """Raises RecordNotFoundError when there is none."""
        return self._guide_of(stored_guide(self.store.records, instruction_id))

    def follower(self, demonstration_id: int) -> Follower:
        """Raises RecordNotFoundError when there is none, or its Guide's words are gone."""
        annotation = self.store.records.get(FollowerAnnotation, padded(demonstration_id))
        return Follower(annotation, self.guide(annotation.instruction_id))

    def item(self, kind: str, number: int) -> Guide | Follower:
        """Words, or a walk after words.

        Raises:
            RecordNotFoundError: there is none, or the Guide's words are gone.
        """
        return self.guide(number) if declared(kind).words.given else self.follower(number)

    def position_in_path(self, guide: GuideAnnotation) -> int:
        """Its index among the instructions of its path, from 0, as R2R numbers them."""
        numbers = [each.instruction_id for each in self._described(guide.path_id)]
        return numbers.index(guide.instruction_id)

    def scan(self, scan_id: str) -> Scan:
        """Raises ConfigurationError when no environment was given, ScanNotFoundError when it lacks the scan."""
        if self.places is None:
            raise ConfigurationError(
                "This format says where things are in metres, and no environment was given.",
                remedy="Add --environment KIND:DIRECTORY with the scans that were walked.",
            )
        return self.places.scan(scan_id)

    def refuse_empty(self, of: type[GuideAnnotation | TaskAnnotation] = GuideAnnotation) -> None:
        """Raise RecordNotFoundError when the store has no annotation of this kind."""
        if not self._records.find(of, limit=1):
            raise RecordNotFoundError(
                f"The store has no {of.title}, so nothing was written.",
                remedy="Collect some, or import some with pangea import.",
            )

    def _described(self, path_id: int) -> list[GuideAnnotation]:
        found = every(self._records, GuideAnnotation, {"path_id": path_id})
        return [guide for guide in found if guide.transcript and self._counts(guide)]

    def _counts(self, annotation: Annotation) -> bool:
        if self.until is not None and annotation.submitted_at > self.until:
            return False
        decided = annotation.task_id in self._decided
        return decided is self.accepted_only and (self.all_of_it or is_data(annotation))

    @cached_property
    def _decided(self) -> set[str]:
        """Ids of accepted or rejected tasks, as of when the first annotation was read."""
        state = ReviewState.ACCEPTED if self.accepted_only else ReviewState.REJECTED
        return {review.task_id for review in every(self._records, Review, {"state": state.value})}

    def _guide_of(self, annotation: GuideAnnotation) -> Guide:
        return Guide(annotation, self.store.records)
