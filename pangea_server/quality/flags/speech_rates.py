"""How fast a person usually speaks, from the word times of their other answers."""

from __future__ import annotations

from itertools import islice
from statistics import median

from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.quality.flags.reading_signs import OTHERS_NEEDED, rate_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

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
