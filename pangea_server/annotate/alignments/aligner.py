"""Runs the offline aligner over a store: it aligns every Guide's transcript with their voice and camera.

Nothing that was aligned or corrected by hand is ever overwritten: each earlier state is kept as an
``AlignmentVersion``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO

from align.batch import Job, JobOutcome, JobReport
from align.readings.own_words import OwnLexicon
from align.recognisers.by_name import of_recording, refuse_one_for_many
from pangea_server.annotate.alignments.heard import HeardWords, put_heard
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.lookups import stored_guide, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.errors import BlobDamagedError
from pangea_server.core.records import Artefact
from pangea_server.core.settings import Settings
from pangea_server.stores.describe import describe
from pangea_server.stores.opening import open_store
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoredVoice:
    """The voice of an annotation; the process that aligns it opens the store itself."""

    settings: Settings
    artefact: Artefact

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The sound file, when all its bytes are those that were stored.

        Raises:
            BlobNotFoundError, BlobDamagedError: it is missing, or is not what was stored.
        """
        with closing(open_store(self.settings)) as store, store.blobs.open(self.artefact.blob) as file:
            if describe(self.artefact.blob, file).sha256 != self.artefact.sha256:
                raise BlobDamagedError(
                    f"The blob {self.artefact.blob!r} is damaged: its bytes have changed.",
                    remedy="Restore it from a backup.",
                )
            yield file


@dataclass
class StoreWork:
    """The guide annotations of a store, which is open inside the ``with`` block. A job's name is its instruction_id."""

    settings: Settings
    store: Store = field(init=False, repr=False, compare=False)
    lexicon: OwnLexicon = field(init=False, repr=False, compare=False)

    def __enter__(self) -> StoreWork:
        self.lexicon = self.settings.own_lexicon()
        self.store = open_store(self.settings)
        return self

    def __exit__(self, *exception: object) -> None:
        self.store.close()
        del self.store

    def names(self, *, redo: bool = False) -> list[str]:
        """The instructions with voice and words that were never aligned or are outdated; with ``redo``, all.

        Raises:
            ConfigurationError: the engine has the words of one recording.
        """
        refuse_one_for_many(self.settings.align_engine, "every voice of a store")
        records = self.store.records
        return [
            str(guide.instruction_id)
            for guide in every(records, GuideAnnotation)
            if guide.voice
            and guide.transcript
            and (redo or _is_due(alignment_of(records, guide.instruction_id)))
        ]

    def job(self, name: str) -> Job:
        guide = stored_guide(self.store.records, int(name))
        known = alignment_of(self.store.records, guide.instruction_id)
        return Job(
            name=name,
            voice=StoredVoice(self.settings, voice_of(guide)[0]),
            transcript=guide.transcript,
            language=guide.language,
            engine=of_recording(self.settings.align_engine, *names_of(guide.instruction_id)),
            trace=self.store.blobs.read(guide.pose_trace.blob) if guide.pose_trace else None,
            before=tuple(known.timed_instruction) if known else (),
            options=self.settings.recogniser_options,
            dtw=self.settings.align_dtw,
            lexicon=self.lexicon,
        )

    def write(self, outcome: JobOutcome) -> None:
        """Store the outcome; a job that failed is stored as failed, with its reason.

        Words that were corrected or withdrawn while they were aligned are not stored: corrected ones are still due.
        """
        record = alignment_record(outcome, self.settings.align_engine)
        heard = _heard(outcome)

        def put(transaction: Transaction) -> str:
            guide = transaction.get(GuideAnnotation, record.record_id)
            if guide is None or guide.transcript != outcome.transcript:
                return "not stored: its words were corrected or withdrawn meanwhile"
            keep = put_heard(transaction, heard)
            put_alignment(transaction, record)
            keep()
            return record.state

        state = self.store.records.transact(put)
        log.info("instruction %d: %s by %s", record.instruction_id, state, record.engine)

    def findings(self, names: Iterable[str]) -> Iterator[JobReport]:
        for name in names:
            alignment = alignment_of(self.store.records, int(name))
            if alignment is None:
                yield JobReport(name, reason="The aligner did not reach this recording.")
            else:
                yield JobReport(name, alignment.report, alignment.reason)


def names_of(instruction_id: int) -> tuple[str, str]:
    """The names of an annotation's files: its number as ``pangea export`` writes it, and plain."""
    return f"{instruction_id:06d}", str(instruction_id)


def outdated(known: AlignmentRecord) -> AlignmentRecord:
    """The next version of an alignment after its transcript was corrected: it has no words and is outdated."""
    return AlignmentRecord(
        instruction_id=known.instruction_id,
        version=known.version + 1,
        engine=known.engine,
        state="outdated",
        reason="The transcript was corrected after it was aligned.",
    )


def _is_due(known: AlignmentRecord | None) -> bool:
    return known is None or known.state == "outdated"


def alignment_record(outcome: JobOutcome, engine: str) -> AlignmentRecord:
    number, alignment = int(outcome.name), outcome.alignment
    if alignment is None:
        return AlignmentRecord(
            instruction_id=number,
            engine=engine,
            state="failed",
            reason=outcome.reason,
            fault=outcome.fault,
        )
    return AlignmentRecord(
        instruction_id=number,
        engine=engine,
        state="aligned",
        timed_instruction=outcome.grounded,
        edit_distance=alignment.edit_distance,
        unwritten=alignment.unwritten,
        report=alignment.report,
    )


def _heard(outcome: JobOutcome) -> HeardWords | None:
    """What a recogniser heard; None where none was asked."""
    alignment = outcome.alignment
    if alignment is None or alignment.heard is None:
        return None
    return HeardWords(
        instruction_id=int(outcome.name),
        recogniser=alignment.engine,
        language=alignment.language,
        words=alignment.heard,
    )


def put_alignment(transaction: Transaction, record: AlignmentRecord) -> None:
    known = transaction.get(AlignmentRecord, record.record_id)
    if known is None:
        transaction.create(record)
    elif not _mended(known) <= _mended(record):
        log.warning("instruction %d: its mended words stay as they are", known.instruction_id)
    else:
        supersede(transaction, known, record.model_copy(update={"version": known.version + 1}))


def supersede(transaction: Transaction, known: AlignmentRecord, record: AlignmentRecord) -> None:
    """Replace ``known`` with ``record``; ``known`` is kept as an older version."""
    transaction.create(AlignmentVersion(**dict(known)))
    transaction.replace(record)


def _mended(record: AlignmentRecord) -> set[tuple[int, float, float]]:
    """The positions and times of the words that a person has corrected."""
    return {
        (place, word.start_time, word.end_time)
        for place, word in enumerate(record.timed_instruction)
        if word.source == "mended"
    }
