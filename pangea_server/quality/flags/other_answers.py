"""What other answers show of one: an earlier transcript that is similar, and how fast the person usually speaks."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from statistics import median

from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.quality.flags.near_copies import Likeness, bands, likeness
from pangea_server.quality.flags.reading_signs import OTHERS_NEEDED, rate_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

LOOKED_UP = 50
"""The most transcripts looked up per shared key, and the most that are read and compared in all."""


def keep_bands(records: RecordStore, guide: Annotation) -> None:
    """Index this transcript for later ones; one that is too short to compare is left out."""
    keys = bands(guide.transcript)
    if not keys:
        return
    named = {f"band_{index}": key for index, key in enumerate(keys)}
    record = TranscriptBands.model_validate({"instruction_id": guide.number} | named)

    def write(transaction: Transaction) -> None:
        known = transaction.get(TranscriptBands, record.record_id)
        if known == record or transaction.get(type(guide), guide.record_id) is None:
            return
        transaction.replace(record) if known else transaction.create(record)

    records.transact(write)


def most_alike(records: RecordStore, guide: Annotation) -> Likeness | None:
    """The most similar transcript submitted before this one; None if none shares a key with it."""
    keys = bands(guide.transcript)
    shared = Counter(
        known.instruction_id
        for index in range(len(keys))
        for known in records.find(TranscriptBands, {f"band_{index}": keys[index]}, limit=LOOKED_UP)
    )
    earlier = [
        (likeness(guide.transcript, other.transcript), other)
        for number, _ in shared.most_common(LOOKED_UP)
        if (other := found_guide(records, number)) and _order(other) < _order(guide)
    ]
    if not earlier:
        return None
    share, other = max(earlier, key=lambda found: found[0])
    whose = "the same person's" if other.annotator_id == guide.annotator_id else "another person's"
    return Likeness(f"{whose} Guide {other.number}", share)


def _order(guide: Annotation) -> tuple[float, int]:
    return guide.submitted_at.timestamp(), guide.number


MOST_OTHER_ANSWERS = 20
"""Answers that are looked at; more would not change the median much."""


def usual_rate(records: RecordStore, annotation: Annotation) -> float | None:
    """The median over the person's other answers in this language; None if too few have word times."""
    same: dict[str, str | int | bool | None] = {
        "annotator_id": annotation.annotator_id,
        "language": annotation.language,
    }
    others = (each for each in every(records, type(annotation), same) if each.number != annotation.number)
    alignments = (alignment_of(records, each.number) for each in islice(others, MOST_OTHER_ANSWERS))
    rates = [
        rate
        for alignment in alignments
        if alignment is not None and (rate := rate_of(alignment.timed_instruction)) is not None
    ]
    return median(rates) if len(rates) >= OTHERS_NEEDED else None
