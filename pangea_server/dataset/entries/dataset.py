"""The annotations of a store, one at a time, with the data derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from msgspec import Struct

from align import TimedWord
from environments import ConfigurationError, Environment, Scan
from pangea_server.annotate.alignments.heard import HeardWords, heard_in
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.word_columns import NO_WORDS, TimedWordSequence, WordColumns
from pangea_server.annotate.annotations.population import Chosen, LeftOut, Population
from pangea_server.annotate.annotations.records import (
    Annotation,
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import padded
from pangea_server.dataset.entries.beside import Beside, BesideGuides
from pangea_server.dataset.entries.entries import AlignmentEntry, FollowerEntry, GuideEntry, HeardEntry
from pangea_server.dataset.entries.stored import (
    GuideFacts,
    StoredAlignment,
    StoredFollower,
    StoredGuide,
    StoredHeard,
    taken,
)
from pangea_server.dataset.entries.tally import Tally
from pangea_server.stores.failures import record_not_found, unreadable_record
from pangea_server.stores.paging import every, every_part
from pangea_server.stores.protocol import RECORD_ID, RecordStore, Store

AnnotationT = TypeVar("AnnotationT", bound=Annotation)
StoredT = TypeVar("StoredT", StoredGuide, StoredFollower)
PAGE = 100
"""Annotations that are read together, with their words: at most so many hours of words are in memory."""


class _OfScan(Struct):
    scan_id: str


@dataclass(frozen=True)
class Guide:
    """A Guide's annotation; its record, its words and the rest are read when they are asked for."""

    stored: StoredGuide
    beside: BesideGuides

    @property
    def annotation(self) -> GuideAnnotation:
        """The record."""
        return self.beside.annotation(self.stored.record_id)

    @property
    def said(self) -> Guide | None:
        """This instruction; None for a walk."""
        return self

    @property
    def followed(self) -> Follower | None:
        """This walk; None for an instruction."""
        return None

    @property
    def is_recorded(self) -> bool:
        """Whether it has a voice or a pose trace."""
        return self.stored.voice is not None or self.stored.pose_trace is not None

    @property
    def alignment(self) -> StoredAlignment | None:
        """The alignment; None if it has not been aligned."""
        return self.beside.alignments.get(self.stored.task_id)

    @cached_property
    def columns(self) -> WordColumns:
        """The words with their times; none if they were not aligned, or the transcript has been corrected since.

        Raises:
            UnreadableRecordError: the stored ones are damaged.
        """
        known = self.alignment
        if known is None or known.state != "aligned":
            return NO_WORDS
        try:
            kept = known.columns
        except ValueError as error:
            raise unreadable_record(AlignmentRecord, self.stored.task_id) from error
        return kept if kept.are_those_of(self.stored.text) else NO_WORDS

    @cached_property
    def words(self) -> tuple[TimedWord, ...]:
        """The same one by one, without a camera, which files take from the trace."""
        return tuple(TimedWordSequence(TimedWord, self.columns))

    @cached_property
    def heard(self) -> tuple[HeardWords, ...]:
        """What recognisers heard in the voice."""
        number = self.stored.instruction_id
        return tuple(heard_in(self.beside.records, number)) if number in self.beside.heard else ()

    def entry(self) -> GuideEntry:
        """What files say of it."""
        return GuideEntry(**self._fields(), words=self.words)

    def entry_without_words(self) -> GuideEntry:
        """The same for files that are written from ``columns``."""
        return GuideEntry(**self._fields())

    def _fields(self) -> dict[str, Any]:
        guide, alignment = self.stored, self.alignment
        return (
            guide.fields()
            | self.beside.kept(guide.task_id)
            | {
                "heard": tuple(map(_heard, self.beside.heard.get(guide.instruction_id, ()))),
                "walked": guide.walked,
                "edit_distance": alignment.edit_distance if alignment else None,
                "metrics": guide.scores.as_rxr() if guide.scores else {},
                "alignment": taken(alignment, AlignmentEntry) if alignment else None,
            }
        )


def _heard(heard: StoredHeard) -> HeardEntry:
    try:
        return heard.entry()
    except ValueError as error:
        raise unreadable_record(HeardWords, f"{padded(heard.instruction_id)}-{heard.recogniser}") from error


@dataclass(frozen=True, slots=True)
class Follower:
    """A Follower's annotation and the Guide's whose words they followed, which is read when it is asked for.

    Attributes:
        about: what is known of the Guide's annotation without that.
    """

    stored: StoredFollower
    beside: Beside[FollowerAnnotation]
    about: GuideFacts | StoredGuide
    read_guide: Callable[[int], Guide]

    @property
    def guide(self) -> Guide:
        """Raises RecordNotFoundError when it was removed since."""
        return self.read_guide(self.stored.instruction_id)

    @property
    def annotation(self) -> FollowerAnnotation:
        """The record."""
        return self.beside.annotation(self.stored.record_id)

    @property
    def said(self) -> Guide | None:
        return None

    @property
    def followed(self) -> Follower | None:
        return self

    @property
    def is_recorded(self) -> bool:
        """Whether it has a pose trace."""
        return self.stored.pose_trace is not None

    def entry(self) -> FollowerEntry:
        """What files say of it."""
        walk = self.stored
        fields = walk.fields() | self.beside.kept(walk.task_id) | {"metrics": walk.scores.as_rxr()}
        return FollowerEntry(**fields)


def all_pictured(scan_id: str) -> bool:
    """For an export, whose pictures are for those who have the panoramas anyway."""
    return True


@dataclass(frozen=True)
class Dataset:
    """Annotations in order of their numbers, read page by page.

    Walks whose instruction is left out or was removed are left out as well, since a walk alone is no example.

    Attributes:
        places: the environment that was walked; formats that say where something is in metres need it.
        watch: shows how far a loop is.
        population: which annotations.
        until: without annotations submitted later; None for all.
        campaign_id: only the ``paths`` of this campaign; None for all.
        pictured: whether pictures of a scan may be written, by its id.
        notes: what formats could not say while they were written, with how many it is about.
        tally: how many annotations there were and what they lacked when all of them were read.
    """

    store: Store
    places: Environment | None = None
    watch: Watch = unwatched
    population: Population = Population.DATA
    until: datetime | None = None
    campaign_id: str | None = None
    pictured: Callable[[str], bool] = all_pictured
    notes: Counter[str] = field(default_factory=Counter, compare=False)
    tally: Tally = field(init=False, default_factory=Tally, compare=False)

    @property
    def _records(self) -> RecordStore:
        return self.store.records

    def guides(self, name: str) -> Iterator[Guide]:
        """All Guide annotations; ``name`` is what the progress bar says."""
        found = self.watch(self._every_guide(), name, self._records.count(GuideAnnotation))
        return self.tally.of_guides((guide, self._chosen.why_left_out(guide.stored)) for guide in found)

    def followers(self, name: str) -> Iterator[Follower]:
        """All Follower annotations whose instruction is in the dataset."""
        found = self.watch(self._every_walk(), name, self._records.count(FollowerAnnotation))
        return self.tally.of_followers((walk, self._why_walk_left_out(walk)) for walk in found)

    def answers(self, name: str) -> Iterator[TaskAnnotation]:
        """All annotations of other kinds, kind by kind."""
        total = self._records.count(TaskAnnotation)
        found = self.watch(every(self._records, TaskAnnotation), name, total)
        return self.tally.of_answers((answer, self._chosen.why_left_out(answer)) for answer in found)

    def paths(self, name: str, *, near: bool = False) -> Iterator[tuple[PathRecord, list[Guide]]]:
        """All paths with an instruction in words, each with its Guides.

        Args:
            near: scan by scan, and those from one viewpoint after each other, for who reads what is around them; else
                in order of their numbers.
        """
        total, paths = (
            self._records.count(PathRecord),
            self._near() if near else every(self._records, PathRecord),
        )
        for path in self.watch(paths, name, total):
            if self.campaign_id not in (None, path.campaign_id):
                continue
            found = self.guides_of([path.path_id], "path_id")
            guides = [guide for guide in found if guide.stored.text and self._chosen.has(guide.stored)]
            if guides:
                yield path, guides

    def _near(self) -> Iterator[PathRecord]:
        for scan_id in sorted({path.scan_id for path in every_part(self._records, PathRecord, _OfScan)}):
            yield from sorted(every(self._records, PathRecord, {"scan_id": scan_id}), key=attrgetter("path"))

    def guide(self, instruction_id: int) -> Guide:
        """Raises RecordNotFoundError when there is none."""
        for guide in self.guides_of([padded(instruction_id)]):
            return guide
        raise record_not_found(GuideAnnotation, padded(instruction_id))

    def follower(self, demonstration_id: int) -> Follower:
        """Raises RecordNotFoundError when there is none, or its Guide's words are gone."""
        for _, walk in self._records.find_parts_of(
            FollowerAnnotation, StoredFollower, [padded(demonstration_id)]
        ):
            return self._walk(walk, self._beside_walks([walk]), self.guide(walk.instruction_id))
        raise record_not_found(FollowerAnnotation, padded(demonstration_id))

    def item(self, kind: str, number: int) -> Guide | Follower:
        """Words, or a walk after words.

        Raises:
            RecordNotFoundError: there is none, or the Guide's words are gone.
        """
        return self.guide(number) if declared(kind).gives_words else self.follower(number)

    def walks(self, guide: Guide) -> list[Follower]:
        """The walks after an instruction, in order of their numbers."""
        found = self._stored_of(
            FollowerAnnotation, StoredFollower, [guide.stored.instruction_id], "instruction_id"
        )
        beside = self._beside_walks(found)
        return [self._walk(walk, beside, guide) for walk in found if self._chosen.has(walk)]

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

    def _every_guide(self) -> Iterator[Guide]:
        for found, page in self._pages(GuideAnnotation, StoredGuide):
            beside = BesideGuides(self._records, GuideAnnotation, found, page)
            yield from (Guide(guide, beside) for guide in found)

    def _every_walk(self) -> Iterator[Follower | None]:
        """None where the Guide's words are gone."""
        for found, page in self._pages(FollowerAnnotation, StoredFollower):
            beside = Beside(self._records, FollowerAnnotation, found, page)
            names = {padded(walk.instruction_id) for walk in found}
            told = self._records.find_parts_of(GuideAnnotation, GuideFacts, names)
            facts = {about.instruction_id: about for _, about in told}
            guides = GuidesRead(self, names)
            for walk in found:
                about = facts.get(walk.instruction_id)
                yield None if about is None else Follower(walk, beside, about, guides.guide)

    @staticmethod
    def _walk(walk: StoredFollower, beside: Beside[FollowerAnnotation], guide: Guide) -> Follower:
        return Follower(walk, beside, guide.stored, lambda _: guide)

    def _pages(
        self, kind: type[AnnotationT], stored: type[StoredT]
    ) -> Iterator[tuple[list[StoredT], Callable[[], Sequence[AnnotationT]]]]:
        """All annotations of a kind, and what reads the records of the same page."""
        after: str | None = None
        while found := self._records.find_parts(kind, stored, after=after, limit=PAGE):
            yield (
                [each for _, each in found],
                partial(self._records.find, kind, after=after, limit=len(found)),
            )
            after, _ = found[-1]

    def guides_of(self, values: Collection[str | int], field: str = RECORD_ID) -> list[Guide]:
        """Those that are there, in order of their ids."""
        found = self._stored_of(GuideAnnotation, StoredGuide, values, field)
        beside = BesideGuides(self._records, GuideAnnotation, found)
        return [Guide(guide, beside) for guide in found]

    def _stored_of(
        self,
        kind: type[Annotation],
        stored: type[StoredT],
        values: Collection[str | int],
        field: str = RECORD_ID,
    ) -> list[StoredT]:
        found = self._records.find_parts_of(kind, stored, values, field)
        return [each for _, each in sorted(found, key=itemgetter(0))]

    def _beside_walks(self, found: Sequence[StoredFollower]) -> Beside[FollowerAnnotation]:
        return Beside(self._records, FollowerAnnotation, found)

    def _why_walk_left_out(self, walk: Follower | None) -> LeftOut | None:
        return LeftOut.WORDS_GONE if walk is None else self._chosen.why_walk_left_out(walk.stored, walk.about)

    @cached_property
    def _chosen(self) -> Chosen:
        """Decisions are those of when the first annotation was read."""
        return Chosen.read(self._records, self.population, self.until)


class GuidesRead:
    """Some Guides, all of which are read when the first of them is asked for."""

    def __init__(self, dataset: Dataset, record_ids: Collection[str]) -> None:
        self._dataset = dataset
        self._record_ids = record_ids

    def guide(self, instruction_id: int) -> Guide:
        """Raises RecordNotFoundError when it was removed since."""
        return self._guides.get(instruction_id) or self._dataset.guide(instruction_id)

    @cached_property
    def _guides(self) -> dict[int, Guide]:
        return {guide.stored.instruction_id: guide for guide in self._dataset.guides_of(self._record_ids)}
