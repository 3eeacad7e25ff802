"""Runs the offline aligner over a store: it aligns everybody's transcript with their own voice and camera.

Nothing that was aligned or corrected by hand is ever overwritten: each earlier state is kept as an
``AlignmentVersion``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from msgspec import Struct

from align.batch import AlignJob, JobOutcome, JobReport
from align.readings.own_words import OwnLexicon
from align.recognisers.by_name import of_recording, refuse_one_for_many
from pangea_server.annotate.alignments.heard import HeardWords, put_heard
from pangea_server.annotate.alignments.lookups import own_alignment
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.lookups import voice_of
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation, TaskAnnotation
from pangea_server.core.errors import BlobDamagedError, RecordNotFoundError
from pangea_server.core.records import Artefact
from pangea_server.core.settings import Settings
from pangea_server.stores.describe import describe
from pangea_server.stores.opening import open_store
from pangea_server.stores.paging import every, every_part
from pangea_server.stores.protocol import Store, Transaction, found

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
    """The voices of a store, which is open inside the ``with`` block. A job's name is the task_id of the answer."""

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
        """The answers with a voice and words of their own that were never aligned or are outdated; with ``redo``, all.

        Raises:
            ConfigurationError: the engine has the words of one recording.
        """
        refuse_one_for_many(self.settings.align_engine, "every voice of a store")
        records = self.store.records
        return [
            spoken.task_id
            for spoken in self._spoken()
            if spoken.voice and spoken.transcript and (redo or _is_due(own_alignment(records, spoken)))
        ]

    def _spoken(self) -> Iterator[Annotation]:
        """Those that may have a voice. Most answers of other kinds have none; no more is read of them than that."""
        yield from every(self.store.records, GuideAnnotation)
        for part in every_part(self.store.records, TaskAnnotation, _VoicePart):
            name = TaskAnnotation.id_of(part.kind, part.annotation_id)
            if part.voice and (answer := found(self.store.records, TaskAnnotation, name)):
                yield answer

    def job(self, name: str) -> AlignJob:
        spoken = self.store.records.transact(lambda transaction: _answer(transaction, name))
        if spoken is None:
            raise RecordNotFoundError(f"There is no answer {name} any more.", remedy="Leave it out.")
        known = own_alignment(self.store.records, spoken)
        return AlignJob(
            name=name,
            voice=StoredVoice(self.settings, voice_of(spoken)[0]),
            transcript=spoken.transcript,
            language=spoken.language,
            engine=of_recording(self.settings.align_engine, *names_of(spoken.record_id)),
            trace=self.store.blobs.read(spoken.pose_trace.blob) if spoken.pose_trace else None,
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
            spoken = _answer(transaction, outcome.name)
            if spoken is None or spoken.transcript != outcome.transcript:
                return "not stored: its words were corrected or withdrawn meanwhile"
            keep = put_heard(transaction, heard)
            put_alignment(transaction, record)
            keep()
            return record.state

        state = self.store.records.transact(put)
        log.info("%s: %s by %s", record.task_id, state, record.engine)

    def findings(self, names: Iterable[str]) -> Iterator[JobReport]:
        for name in names:
            alignment = found(self.store.records, AlignmentRecord, name)
            if alignment is None:
                yield JobReport(name, reason="The aligner did not reach this recording.")
            else:
                yield JobReport(name, alignment.report, alignment.reason)


class _VoicePart(Struct):
    """What says whether a stored answer has a voice."""

    kind: str
    annotation_id: int
    voice: dict[str, Any] | None = None


def _answer(transaction: Transaction, name: str) -> Annotation | None:
    """The answer to the task of this name; None when there is none, or it was withdrawn."""
    kind, _, number = name.rpartition("-")
    for record in (GuideAnnotation, TaskAnnotation):
        answer: Annotation | None = transaction.get(record, record.id_of(kind, int(number)))
        if answer and answer.task_id == name:
            return answer
    return None


def names_of(record_id: str) -> tuple[str, str]:
    """The names of an annotation's files: its number as ``pangea export`` writes it, and plain."""
    return record_id, record_id.lstrip("0")


def outdated(known: AlignmentRecord) -> AlignmentRecord:
    """The next version of an alignment after its transcript was corrected: it has no words and is outdated."""
    return AlignmentRecord(
        task_id=known.task_id,
        version=known.version + 1,
        engine=known.engine,
        state="outdated",
        reason="The transcript was corrected after it was aligned.",
    )


def _is_due(known: AlignmentRecord | None) -> bool:
    return known is None or known.state == "outdated"


def alignment_record(outcome: JobOutcome, engine: str) -> AlignmentRecord:
    alignment = outcome.alignment
    if alignment is None:
        return AlignmentRecord(
            task_id=outcome.name,
            engine=engine,
            state="failed",
            reason=outcome.reason,
            fault=outcome.fault,
        )
    return AlignmentRecord(
        task_id=outcome.name,
        engine=engine,
        state="aligned",
        timed_instruction=outcome.grounded,
        edit_distance=alignment.edit_distance,
        unwritten=alignment.unwritten,
        report=alignment.report,
    )


def _heard(outcome: JobOutcome) -> HeardWords | None:
    """What a recogniser heard in a Guide's voice; None where none was asked."""
    kind, _, number = outcome.name.rpartition("-")
    alignment = outcome.alignment
    if alignment is None or alignment.heard is None or kind != GuideAnnotation.kind:
        return None
    return HeardWords(
        instruction_id=int(number),
        recogniser=alignment.engine,
        language=alignment.language,
        words=alignment.heard,
    )


def put_alignment(transaction: Transaction, record: AlignmentRecord) -> None:
    known = transaction.get(AlignmentRecord, record.record_id)
    if known is None:
        transaction.create(record)
    elif not _mended(known) <= _mended(record):
        log.warning("%s: its mended words stay as they are", known.task_id)
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
