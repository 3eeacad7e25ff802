"""Words and times that a person has corrected: each change makes a new version, and an older one can be restored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from align import TimedWord, Transcript, correct, ground, mend, retyped
from align.formats.made_from import words_digest
from pangea_server.annotate.alignments.aligner import supersede
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.lookups import load_trace, stored_guide, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion, report_id
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import now, padded
from pangea_server.people.audit.log import OPERATOR, note
from pangea_server.stores.protocol import RecordStore, Store, Transaction

MOST_VERSIONS = 1000  # versions of an alignment
COMMAND_LINE = OPERATOR  # ``made_by`` of words from a file, where nobody says who worked on them
_OF_ANOTHER_TEXT = {"edit_distance": None, "unwritten": None, "report": None}


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """Where words from a file come from.

    Attributes:
        made_from: the digest of the words that were exported; None if nothing says it.
        by: the annotator_id of who imports them; ``COMMAND_LINE`` if nobody says it.
        force: keep them although the store has newer ones, which stay as an older version.
    """

    made_from: str | None = None
    by: int = COMMAND_LINE
    force: bool = False


def mend_words(
    store: Store, instruction_id: int, edited: Sequence[TimedWord], origin: FileOrigin = FileOrigin()
) -> AlignmentRecord:
    """Store times from a file as a new version. Returns it, or the stored one if no time has changed.

    Args:
        edited: all words of the instruction, in order.

    Raises:
        RecordNotFoundError: there is no such instruction, or it has no words yet.
        StoreConflictError: the file is older than the words of the store; or these were aligned or mended by a person
            else meanwhile.
        InvalidDataError, AlignmentError: see ``align.mend``.
    """
    found = _mended(store.records, instruction_id, edited, origin)
    if found is None:
        return _timed(store.records, instruction_id)[1]
    guide, known, words = found
    return _keep(store, guide, known, _made(known, origin.by), words, noted=True)


def check_mending(
    records: RecordStore, instruction_id: int, edited: Sequence[TimedWord], origin: FileOrigin
) -> None:
    """Raise what ``mend_words`` would raise; nothing is written."""
    _mended(records, instruction_id, edited, origin)


def _mended(
    records: RecordStore, instruction_id: int, edited: Sequence[TimedWord], origin: FileOrigin
) -> tuple[GuideAnnotation, AlignmentRecord, list[TimedWord]] | None:
    """The annotation, its words and what the file makes of them; None where it changes nothing."""
    guide, known = _timed(records, instruction_id)
    words = mend(known.timed_instruction, edited, math.inf if guide.duration is None else guide.duration)
    if words == list(known.timed_instruction):
        return None
    if not origin.force:
        _check_not_older(records, guide.instruction_id, known, origin.made_from)
    return guide, known, words


def _check_not_older(
    records: RecordStore, instruction_id: int, known: AlignmentRecord, made_from: str | None
) -> None:
    """Refuse a file that was made from other words than those in force, or that may have been where people worked on
    them since."""
    if made_from == words_digest(known.timed_instruction):
        return
    if made_from is None and all(word.source != "mended" for word in known.timed_instruction):
        return
    before = next((each for each in versions(records, instruction_id) if _digest(each) == made_from), None)
    if before:
        told = f"was made from {_named(before)}"
    elif made_from is None:
        told = "does not say from which version it was made"
    else:
        told = "was made from words that are no version of the store's"
    raise StoreConflictError(
        f"The file of instruction {instruction_id} {told}; the store has {_named(known)}.",
        remedy="Export the words again and mend those; or add --force, which makes the file's the newest version "
        "and keeps the other.",
    )


def _digest(alignment: AlignmentRecord) -> str:
    return words_digest(alignment.timed_instruction)


def _named(alignment: AlignmentRecord) -> str:
    made = "by the aligner" if alignment.made_by is None else f"by person {alignment.made_by}"
    if alignment.made_by == COMMAND_LINE:
        made = "from a file"
    return f"version {alignment.version} of {alignment.created_at:%Y-%m-%d %H:%M:%S} UTC, {made}"


def correct_words(
    store: Store, instruction_id: int, edited: Sequence[TimedWord], *, seen: int, by: int
) -> AlignmentRecord:
    """Store words and times as a person set them on the replay page; the transcript is changed to these words.

    Sending the same words again changes nothing.

    Args:
        seen: the version that they worked on.
        by: their annotator_id.

    Raises:
        RecordNotFoundError: there is no such instruction, or it has no words yet.
        StoreConflictError: ``seen`` is not the newest version any more.
        InvalidDataError, AlignmentError: see ``align.correct``.
    """
    guide, known = _timed(store.records, instruction_id)
    words = correct(known.timed_instruction, edited, voice_of(guide)[1])
    if words == list(known.timed_instruction):
        return known
    _check_newest(guide, known, seen)
    return _keep(store, guide, known, _made(known, by), words)


def restore_words(store: Store, instruction_id: int, version: int, *, seen: int, by: int) -> AlignmentRecord:
    """Make an older version the newest again, with its transcript; ``seen`` and ``by`` as for ``correct_words``.

    Raises:
        RecordNotFoundError: there is no such instruction, or no such version with timed words.
        StoreConflictError: ``seen`` is not the newest version any more.
    """
    guide, known = stored_guide(store.records, instruction_id), alignment_of(store.records, instruction_id)
    before = next((each for each in versions(store.records, instruction_id) if each.version == version), None)
    if known is None or before is None or before.state != "aligned":
        raise RecordNotFoundError(
            f"Instruction {instruction_id} has no version {version} with timed words.",
            remedy="Reload the page, and choose one of its versions.",
        )
    _check_newest(guide, known, seen)
    return _keep(store, guide, known, _made(before, by, restored=version), before.timed_instruction)


def versions(records: RecordStore, instruction_id: int) -> list[AlignmentRecord]:
    """All versions of an instruction's alignment, oldest first; the last one is in force."""
    known = alignment_of(records, instruction_id)
    of = {"task_id": report_id(GuideAnnotation.kind, instruction_id)}
    before = records.find(AlignmentVersion, of, limit=MOST_VERSIONS)
    return sorted([*before, *([known] if known else [])], key=lambda each: each.version)


def _timed(records: RecordStore, instruction_id: int) -> tuple[GuideAnnotation, AlignmentRecord]:
    guide, known = stored_guide(records, instruction_id), alignment_of(records, instruction_id)
    if known is None or known.state != "aligned":
        raise RecordNotFoundError(
            f"Instruction {instruction_id} has no timed words.", remedy="Run `pangea align` first."
        )
    return guide, known


def _made(source: AlignmentRecord, by: int | None = None, restored: int | None = None) -> AlignmentRecord:
    return AlignmentRecord(**dict(source) | {"made_by": by, "restored": restored})


def _keep(
    store: Store,
    guide: GuideAnnotation,
    known: AlignmentRecord,
    made: AlignmentRecord,
    words: Sequence[TimedWord],
    *,
    noted: bool = False,
) -> AlignmentRecord:
    """Replace ``known`` with ``made`` and these words, and the Guide's transcript with their text.

    ``noted``: in the audit log, as work that was not done on a page.
    """
    text = retyped(guide.transcript, [word.word for word in words])
    trace = load_trace(store.blobs, guide.pose_trace) if guide.pose_trace else None
    placed = _placed(words, Transcript.parse(text, guide.language))
    kept = made.model_copy(
        update={
            "version": known.version + 1,
            "timed_instruction": tuple(ground(placed, trace)),
            "created_at": now(),
            **(_OF_ANOTHER_TEXT if made.restored is None and text != guide.transcript else {}),
        }
    )

    def write(transaction: Transaction) -> None:
        newest = transaction.get(AlignmentRecord, guide.task_id)
        told = transaction.get(GuideAnnotation, padded(guide.instruction_id))
        if newest is None or told is None or told.version != guide.version:
            raise _conflict(guide.instruction_id)
        _check_newest(guide, newest, known.version)
        supersede(transaction, newest, kept)
        if noted:
            detail = f"instruction {guide.instruction_id} v{kept.version}"
            note(transaction, kept.made_by or None, "mended", guide.annotator_id, detail)
        if text != guide.transcript:
            transaction.create(GuideVersion(**dict(guide)))
            changed = {"transcript": text, "version": guide.version + 1, "corrected_at": kept.created_at}
            transaction.replace(guide.model_copy(update=changed))

    store.records.transact(write)
    return kept


def _placed(words: Sequence[TimedWord], transcript: Transcript) -> list[TimedWord]:
    return [
        replace(word, start_char=token.start, end_char=token.end)
        for word, token in zip(words, transcript.tokens, strict=True)
    ]


def _check_newest(guide: GuideAnnotation, known: AlignmentRecord, seen: int) -> None:
    if known.version != seen:
        raise _conflict(guide.instruction_id)


def _conflict(instruction_id: int) -> StoreConflictError:
    return StoreConflictError(
        f"The words of instruction {instruction_id} were aligned or mended by somebody else meanwhile.",
        remedy="Look at the newest version, and mend that.",
    )
