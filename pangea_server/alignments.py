"""The offline aligner over a store: every Guide's transcript against their voice and camera."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from align import GroundedWord, align_transcript, ground
from environments.errors import PangeaError
from pangea_server.annotations import load_trace, load_voice
from pangea_server.monitoring import alignment_of
from pangea_server.records import AlignmentRecord, GuideAnnotation, TimedWordRecord
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction

log = logging.getLogger(__name__)


def pending(store: Store, *, redo: bool = False) -> list[GuideAnnotation]:
    """Guide annotations that the aligner has not seen yet; all of them with ``redo``."""
    guides = every(store.records, GuideAnnotation)
    return [guide for guide in guides if redo or alignment_of(store.records, guide.instruction_id) is None]


def align_all(store: Store, guides: Sequence[GuideAnnotation], engine: str) -> Iterator[AlignmentRecord]:
    """Align and store one after the other; one that fails is stored as failed, with its reason, and stops nobody."""
    for guide in guides:
        record = _align(store, guide, engine)
        store.records.transact(lambda transaction, record=record: _put(transaction, record))  # type: ignore[misc]
        log.info("instruction %d: %s by %s", record.instruction_id, record.state, record.engine)
        yield record


def _align(store: Store, guide: GuideAnnotation, engine: str) -> AlignmentRecord:
    try:
        voice = load_voice(store.blobs, guide.voice)
        alignment = align_transcript(voice, guide.instruction, language=guide.language, engine=engine)
        words = ground(alignment.words, load_trace(store.blobs, guide.pose_trace))
    except PangeaError as error:
        return AlignmentRecord(
            instruction_id=guide.instruction_id, engine=engine, state="failed", reason=str(error)
        )
    return AlignmentRecord(
        instruction_id=guide.instruction_id,
        engine=engine,
        state="aligned",
        timed_instruction=tuple(map(_timed, words)),
        edit_distance=alignment.edit_distance,
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
