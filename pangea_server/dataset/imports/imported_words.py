"""Word times that came in a file of their own, for an instruction that the store has."""

from __future__ import annotations

import math
from dataclasses import dataclass

from align import ground
from align.timed import check_times
from environments import InvalidDataError
from pangea_server.annotate.alignments.aligner import put_alignment
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.alignments.mending import COMMAND_LINE, FileOrigin, check_mending, mend_words
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.lookups import load_trace, stored_guide
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.dataset.entries.entries import WordsEntry
from pangea_server.dataset.imports.imported import ENGINE, IN_FILE
from pangea_server.stores.protocol import Store


@dataclass(frozen=True, slots=True)
class WordsImport:
    """``by`` whom words come in, and whether they do although the store has newer ones; see ``FileOrigin``."""

    by: int = COMMAND_LINE
    force: bool = False

    def origin(self, entry: WordsEntry) -> FileOrigin:
        return FileOrigin(entry.made_from, self.by, self.force)


def check_words(store: Store, entry: WordsEntry, how: WordsImport) -> GuideAnnotation:
    """The annotation that these words belong to.

    Raises:
        RecordNotFoundError: there is none.
        InvalidDataError: they are not its words.
        AlignmentError: their times run backwards, or leave its voice.
        StoreConflictError: the store has newer ones.
    """
    guide = stored_guide(store.records, entry.instruction_id)
    if [word.word for word in entry.words] != guide.transcript.split():
        raise InvalidDataError(
            f"These are not the words of instruction {entry.instruction_id}.",
            remedy="Change times alone; who mistyped words corrects them in the review.",
        )
    check_times(entry.words, math.inf if guide.duration is None else guide.duration, IN_FILE)
    known = alignment_of(store.records, entry.instruction_id)
    if known is not None and known.state == "aligned":
        check_mending(store.records, entry.instruction_id, entry.words, how.origin(entry))
    return guide


def write_words(store: Store, entry: WordsEntry, how: WordsImport) -> bool:
    """Keep them: as the first ones or, where others are known, as mended ones in a new version; whether any is new."""
    guide, known = check_words(store, entry, how), alignment_of(store.records, entry.instruction_id)
    if known is not None and known.state == "aligned":
        kept = mend_words(store, entry.instruction_id, entry.words, how.origin(entry))
        return kept.version > known.version
    trace = load_trace(store.blobs, guide.pose_trace) if guide.pose_trace else None
    timed = tuple(ground(entry.words, trace))
    record = AlignmentRecord(
        task_id=guide.task_id,
        engine=ENGINE,
        state="aligned",
        timed_instruction=timed,
        made_by=how.by,
    )
    store.records.transact(lambda transaction: put_alignment(transaction, record))
    return True
