"""Words and times that a person has corrected: each change makes a new version, and an older one can be restored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from align import TimedWord, Transcript, correct, ground, mend, retyped
from pangea_server.annotate.alignments.aligning import supersede
from pangea_server.annotate.alignments.reading import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.reading import load_trace, stored_guide, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import now, padded
from pangea_server.stores.protocol import RecordStore, Store, Transaction

MOST_VERSIONS = 1000  # versions of an alignment
_OF_ANOTHER_TEXT = {"edit_distance": None, "unwritten": None, "report": None}


def mend_words(store: Store, instruction_id: int, edited: Sequence[TimedWord]) -> AlignmentRecord:
    """Store times from a file as a new version. Returns it, or the stored one if no time has changed.

    Args:
        edited: all words of the instruction, in order.

    Raises:
        RecordNotFoundError: there is no such instruction, or it has no words yet.
        StoreConflictError: the words were aligned or mended by somebody else meanwhile.
        InvalidDataError, AlignmentError: see ``align.mend``.
    """
    guide, known = _timed(store.records, instruction_id)
    words = mend(known.timed_instruction, edited, voice_of(guide)[1])
    return (
        known if words == list(known.timed_instruction) else _keep(store, guide, known, _made(known), words)
    )


def correct_words(
    store: Store, instruction_id: int, edited: Sequence[TimedWord], *, seen: int, by: int
) -> AlignmentRecord:
    """Store words and times as somebody set them on the replay page; the transcript is changed to these words.

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
    _check_newest(known, seen)
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
    _check_newest(known, seen)
    return _keep(store, guide, known, _made(before, by, restored=version), before.timed_instruction)


def versions(records: RecordStore, instruction_id: int) -> list[AlignmentRecord]:
    """All versions of an instruction's alignment, oldest first; the last one is in force."""
    known = alignment_of(records, instruction_id)
    before = records.find(AlignmentVersion, {"instruction_id": instruction_id}, limit=MOST_VERSIONS)
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
) -> AlignmentRecord:
    """Replace ``known`` with ``made`` and these words, and the Guide's transcript with their text."""
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
        newest = transaction.get(AlignmentRecord, padded(guide.instruction_id))
        told = transaction.get(GuideAnnotation, padded(guide.instruction_id))
        if newest is None or told is None or told.version != guide.version:
            raise _conflict(known.instruction_id)
        _check_newest(newest, known.version)
        supersede(transaction, newest, kept)
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


def _check_newest(known: AlignmentRecord, seen: int) -> None:
    if known.version != seen:
        raise _conflict(known.instruction_id)


def _conflict(instruction_id: int) -> StoreConflictError:
    return StoreConflictError(
        f"The words of instruction {instruction_id} were aligned or mended by somebody else meanwhile.",
        remedy="Look at the newest version, and mend that.",
    )
