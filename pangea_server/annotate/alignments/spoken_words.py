"""The words of Guides who only spoke: written down by another person, or by a recogniser.

A person's words take the place of a recogniser's, and nothing takes the place of what a Guide typed or another person
wrote. Each change is a new version, and the times of the earlier words are outdated.
"""

from __future__ import annotations

from dataclasses import dataclass

from pangea_server.annotate.alignments.aligner import outdated
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.core.records import Record, now, padded
from pangea_server.stores.protocol import Transaction

PERSON, ENGINE = "person:", "engine:"  # how ``GuideAnnotation.transcript_by`` begins
MOST_VERSIONS = 1000


@dataclass(frozen=True, slots=True)
class NewWords:
    """Records to create and to replace in the transaction in which they were read."""

    created: tuple[Record, ...] = ()
    replaced: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class LostWords:
    """Records to create, to replace and to delete in the transaction in which they were read.

    ``deleted`` never come back under their ids; ``dropped`` do when the voice gets other words. ``texts`` are the words
    that were taken.
    """

    created: tuple[Record, ...] = ()
    replaced: tuple[Record, ...] = ()
    deleted: tuple[Record, ...] = ()
    dropped: tuple[Record, ...] = ()
    texts: frozenset[str] = frozenset()


def by_person(annotator_id: int) -> str:
    """The origin of words that this person wrote down."""
    return f"{PERSON}{annotator_id}"


def by_engine(name: str) -> str:
    """The origin of words that this recogniser heard."""
    return f"{ENGINE}{name}"


def may_get_words(guide: GuideAnnotation, by: str) -> bool:
    """Whether words of this origin may become the Guide's transcript."""
    if not guide.transcript:
        return guide.voice is not None
    is_heard = (guide.transcript_by or "").startswith(ENGINE)
    return is_heard and by.startswith(PERSON)


def with_words(transaction: Transaction, instruction_id: int, text: str, by: str) -> NewWords:
    """The changes that give a Guide's voice these words (only reads); none where it may not get them."""
    guide = transaction.get(GuideAnnotation, padded(instruction_id))
    if guide is None or not may_get_words(guide, by):
        return NewWords()
    known = transaction.get(AlignmentRecord, guide.task_id)
    earlier = (AlignmentVersion(**dict(known)),) if known else ()
    return NewWords(
        created=(GuideVersion(**dict(guide)), *earlier, Change(kind=guide.kind, number=guide.number)),
        replaced=(_rewritten(guide, text.strip(), by), *((outdated(known),) if known else ())),
    )


def without_words_of(transaction: Transaction, instruction_id: int, annotator_id: int) -> LostWords:
    """The changes that take this person's words off a Guide's voice (only reads), with their versions and times."""
    by = by_person(annotator_id)
    guide = transaction.get(GuideAnnotation, padded(instruction_id))
    found = transaction.find(GuideVersion, {"instruction_id": instruction_id}, limit=MOST_VERSIONS)
    theirs = [version for version in found if version.transcript_by == by]
    if guide is None or (guide.transcript_by != by and not theirs):
        return LostWords()
    is_theirs = guide.transcript_by == by
    known = transaction.get(AlignmentRecord, guide.task_id)
    bands = transaction.get(TranscriptBands, guide.record_id)
    timed = transaction.find(AlignmentVersion, {"task_id": guide.task_id}, limit=MOST_VERSIONS)
    times = (outdated(known),) if known else ()
    return LostWords(
        created=(Change(kind=guide.kind, number=guide.number),),
        replaced=(_rewritten(guide, "", None), *times) if is_theirs else (),
        deleted=(*theirs, *timed),
        dropped=(bands,) if is_theirs and bands else (),
        texts=frozenset(version.transcript for version in (*theirs, *((guide,) if is_theirs else ()))),
    )


def _rewritten(guide: GuideAnnotation, text: str, by: str | None) -> GuideAnnotation:
    changed = {"transcript": text, "transcript_by": by, "version": guide.version + 1, "corrected_at": now()}
    return guide.model_copy(update=changed)
