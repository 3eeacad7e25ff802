"""The offline aligner over a store: every Guide's transcript against their voice and camera."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from align import GroundedWord
from align.batch import Job, Outcome, run_all
from pangea_server.monitoring import alignment_of
from pangea_server.records import AlignmentRecord, GuideAnnotation, TimedWordRecord
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import BlobStore, Store, Transaction

log = logging.getLogger(__name__)


def pending(store: Store, *, redo: bool = False) -> list[GuideAnnotation]:
    """Guide annotations that the aligner has not seen yet; all of them with ``redo``."""
    guides = every(store.records, GuideAnnotation)
    return [guide for guide in guides if redo or alignment_of(store.records, guide.instruction_id) is None]


def align_all(
    store: Store, guides: Sequence[GuideAnnotation], engine: str, workers: int = 1
) -> Iterator[AlignmentRecord]:
    """Align in ``workers`` processes and store each record as it comes, so that an interrupted run goes on.

    One that fails is stored as failed, with its reason, and stops nobody.
    """
    jobs = (_job(store.blobs, guide, engine) for guide in guides)
    for outcome in run_all(jobs, workers):
        record = _record(outcome, engine)
        store.records.transact(lambda transaction, record=record: _put(transaction, record))  # type: ignore[misc]
        log.info("instruction %d: %s by %s", record.instruction_id, record.state, record.engine)
        yield record


def _job(blobs: BlobStore, guide: GuideAnnotation, engine: str) -> Job:
    return Job(
        name=str(guide.instruction_id),
        voice=blobs.read(guide.voice.blob),
        text=guide.instruction,
        language=guide.language,
        engine=engine,
        trace=blobs.read(guide.pose_trace.blob),
    )


def _record(outcome: Outcome, engine: str) -> AlignmentRecord:
    number = int(outcome.name)
    if outcome.alignment is None:
        return AlignmentRecord(instruction_id=number, engine=engine, state="failed", reason=outcome.reason)
    return AlignmentRecord(
        instruction_id=number,
        engine=engine,
        state="aligned",
        timed_instruction=tuple(map(_timed, outcome.grounded)),
        edit_distance=outcome.alignment.edit_distance,
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
