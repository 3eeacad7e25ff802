"""Writing the changes that ``planning`` found: a few paths in each transaction, so that a crash leaves only whole
paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.assignment.asking_again import GONE
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.kinds.kinds import declared, kinds_about_words, words_kind
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.changes import UNFINISHED, UNTOUCHED, NewGuide, PathChange
from pangea_server.collect.planning.path_numbers import reserve
from pangea_server.collect.planning.wanted import WantedPath
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Record, padded
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction

RECORDS_TOGETHER = 400  # records in one transaction; Firestore once took 500 at most


def write_changes(
    records: RecordStore, campaign: Campaign, found: Sequence[PathChange], splits: Mapping[str, str]
) -> None:
    """Write all changes.

    Args:
        splits: of scans that already have paths; splits of an earlier campaign stay.

    Raises:
        StoreConflictError: another process is changing the same campaign.
    """
    known = dict(splits)
    reserve(records, found)
    for some in _batches(found):
        for change in some:
            if change.wanted and change.path is None:
                known.setdefault(change.wanted.scan_id, change.wanted.split or "train")
        campaign = _Writer(records, campaign, known).write(some)


def _batches(found: Sequence[PathChange]) -> Iterator[list[PathChange]]:
    batch: list[PathChange] = []
    size = 0
    for change in found:
        new = change.new_guides + sum(map(change.new_waiting, kinds_about_words()))
        weight = 1 + new + len(change.retired) + len(change.moved)
        if batch and size + weight > RECORDS_TOGETHER:
            yield batch
            batch, size = [], 0
        batch.append(change)
        size += weight
    if batch:
        yield batch


def _needs_number(change: PathChange) -> bool:
    return change.path is None and change.wanted is not None and change.wanted.path_id is None


class _Writer:
    """The changes of one transaction, with the numbers for new records."""

    def __init__(self, records: RecordStore, campaign: Campaign, splits: Mapping[str, str]) -> None:
        self._records, self._campaign, self._splits = records, campaign, splits

    def write(self, some: Sequence[PathChange]) -> Campaign:
        new_paths = sum(_needs_number(change) for change in some)
        wanted = {kind: sum(change.new_waiting(kind) for change in some) for kind in kinds_about_words()}
        wanted[words_kind()] = sum(change.new_guides for change in some)
        numbers = {"paths": take_numbers(self._records, "paths", new_paths)} | {
            kind: take_numbers(self._records, declared(kind).counter, count) if count else range(0)
            for kind, count in wanted.items()
        }

        def work(transaction: Transaction) -> Campaign:
            campaign = transaction.get(Campaign, self._campaign.campaign_id)
            if campaign is None or campaign.edits != self._campaign.edits:
                raise StoreConflictError(
                    f"Another process is changing the campaign {self._campaign.campaign_id}.",
                    remedy="Wait until it has finished, then create the campaign again: it continues where it stopped.",
                )
            left = {name: iter(several) for name, several in numbers.items()}
            changed = [record for change in some for record in self._changed(transaction, change)]
            created = [record for change in some for record in self._created(transaction, change, left)]
            edited = campaign.model_copy(update={"edits": campaign.edits + 1})
            for record in (*changed, edited):
                transaction.replace(record)
            for record in created:
                transaction.create(record)
            return edited

        return self._records.transact(work)

    def _changed(self, transaction: Transaction, change: PathChange) -> Iterator[Record]:
        """The tasks as read in this transaction: one that a person has begun since stays unchanged."""
        for task in change.retired:
            now = transaction.get(Task, task.record_id)
            if now and now.state in UNTOUCHED:
                yield now.model_copy(update={"state": TaskState.RETIRED})
        for task, pool, priority in change.moved:
            now = transaction.get(Task, task.record_id)
            if now and now.state in UNFINISHED:
                yield now.model_copy(update={"pool": pool, "priority": priority})

    def _created(
        self, transaction: Transaction, change: PathChange, numbers: Mapping[str, Iterator[int]]
    ) -> Iterator[Record]:
        path = change.path
        if path is None and change.wanted:
            own = change.wanted.path_id
            path = self._path(change.wanted, next(numbers["paths"]) if own is None else own)
            yield path
        if path is None:
            return
        for new in change.guides:
            guide = self._guide(path, new, next(numbers[words_kind()]))
            yield guide
            for kind, count in new.waiting.items():
                for number in islice(numbers[kind], count):
                    yield waiting_for(guide, kind, number)
        for guide, kind, count in change.added:
            yield from self._more(transaction, guide, kind, list(islice(numbers[kind], count)))

    def _guide(self, path: PathRecord, new: NewGuide, number: int) -> Task:
        return Task(
            kind=words_kind(),
            number=number,
            path_id=path.path_id,
            scan_id=path.scan_id,
            language=new.language,
            state=TaskState.OPEN,
            campaign_id=self._campaign.campaign_id,
            pool=new.pool,
            priority=new.priority,
        )

    def _more(
        self, transaction: Transaction, seen: Task, kind: str, numbers: Sequence[int]
    ) -> Iterator[Task]:
        guide = transaction.get(Task, seen.record_id)
        if guide is None or guide.state in GONE:
            return
        words = transaction.get(GuideAnnotation, padded(guide.number))
        opened = {"state": TaskState.OPEN, "guide_annotator_id": words.annotator_id} if words else {}
        for number in numbers:
            yield waiting_for(guide, kind, number).model_copy(update=opened)

    def _path(self, wanted: WantedPath, number: int) -> PathRecord:
        return PathRecord(
            path_id=number,
            scan_id=wanted.scan_id,
            path=wanted.path,
            heading=wanted.heading,
            split=self._splits[wanted.scan_id],
            campaign_id=self._campaign.campaign_id,
        )


def waiting_for(guide: Task, kind: str, number: int) -> Task:
    """A task of another kind that waits for this Guide's words."""
    return guide.model_copy(
        update={
            "kind": kind,
            "number": number,
            "state": TaskState.WAITING,
            "instruction_id": guide.number,
            "lease_id": None,
            "lease_expires_at": None,
        }
    )
