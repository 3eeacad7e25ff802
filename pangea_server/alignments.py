"""The offline aligner over a store: every Guide's transcript against their voice and camera."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from align import GroundedWord
from align.batch import Job, Outcome
from pangea_server.annotations import stored_guide
from pangea_server.house import open_store
from pangea_server.monitoring import alignment_of
from pangea_server.records import (
    AlignmentRecord,
    GuideAnnotation,
    ReportRecord,
    StretchRecord,
    TimedWordRecord,
)
from pangea_server.settings import Settings
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction

log = logging.getLogger(__name__)


@dataclass
class StoreWork:
    """The guide annotations of a store; a job's name is its instruction_id. Open while it is entered."""

    settings: Settings
    store: Store = field(init=False, repr=False, compare=False)

    def __enter__(self) -> StoreWork:
        self.store = open_store(self.settings)
        return self

    def __exit__(self, *exception: object) -> None:
        self.store.close()
        del self.store

    def names(self, *, redo: bool = False) -> list[str]:
        """What the aligner has not seen yet; all of it with ``redo``."""
        records = self.store.records
        return [
            str(guide.instruction_id)
            for guide in every(records, GuideAnnotation)
            if redo or alignment_of(records, guide.instruction_id) is None
        ]

    def job(self, name: str) -> Job:
        guide = stored_guide(self.store.records, int(name))
        return Job(
            name=name,
            voice=self.store.blobs.read(guide.voice.blob),
            text=guide.instruction,
            language=guide.language,
            engine=self.settings.align_engine,
            trace=self.store.blobs.read(guide.pose_trace.blob),
        )

    def write(self, outcome: Outcome) -> None:
        """One that failed is kept as failed, with its reason."""
        record = _record(outcome, self.settings.align_engine)
        self.store.records.transact(lambda transaction: _put(transaction, record))
        log.info("instruction %d: %s by %s", record.instruction_id, record.state, record.engine)

    def failures(self, names: Iterable[str]) -> dict[str, str]:
        """Of these instructions, those that are not aligned, with the reason that is stored."""
        found = {name: alignment_of(self.store.records, int(name)) for name in names}
        return {
            name: alignment.reason if alignment else "The aligner did not get to it."
            for name, alignment in found.items()
            if alignment is None or alignment.state == "failed"
        }


def _record(outcome: Outcome, engine: str) -> AlignmentRecord:
    number = int(outcome.name)
    alignment = outcome.alignment
    if alignment is None:
        return AlignmentRecord(instruction_id=number, engine=engine, state="failed", reason=outcome.reason)
    unwritten = alignment.unwritten
    return AlignmentRecord(
        instruction_id=number,
        engine=engine,
        state="aligned",
        timed_instruction=tuple(map(_timed, outcome.grounded)),
        edit_distance=alignment.edit_distance,
        unwritten=None
        if unwritten is None
        else tuple(StretchRecord(**asdict(stretch)) for stretch in unwritten),
        report=ReportRecord(**asdict(alignment.report)),
    )


def _timed(grounded: GroundedWord) -> TimedWordRecord:
    word = grounded.word
    return TimedWordRecord(
        word=word.word,
        start_time=word.start_time,
        end_time=word.end_time,
        source=word.source,
        confidence=word.confidence,
        viewpoint_id=grounded.viewpoint_id,
        heading=grounded.heading,
        elevation=grounded.elevation,
    )


def _put(transaction: Transaction, record: AlignmentRecord) -> None:
    known = transaction.get(AlignmentRecord, record.record_id)
    (transaction.replace if known else transaction.create)(record)
