"""Figures about drafts, counted anew from what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct

from pangea_server.annotate.drafting.records import DraftedTranscript, edits
from pangea_server.dataset.drafted.wire import DraftFigures
from pangea_server.dataset.monitoring.intervals import wilson_interval
from pangea_server.stores.paging import every_part
from pangea_server.stores.protocol import RecordReader


class _FigureFields(Struct):
    """The few fields that figures are made of."""

    annotator_id: int
    recogniser: str
    edited: int
    heard: int
    untouched: int
    inserted: int
    planted: int
    planted_left: int
    campaign_id: str | None = None


@dataclass(slots=True)
class _Sums:
    drafts: int = 0
    words: int = 0
    edits: int = 0
    heard: int = 0
    untouched: int = 0
    planted: int = 0
    planted_left: int = 0

    def add(self, drafted: _FigureFields) -> None:
        self.drafts += 1
        self.words += drafted.edited + drafted.heard + drafted.untouched
        self.edits += edits(drafted)
        self.heard += drafted.heard
        self.untouched += drafted.untouched
        self.planted += drafted.planted
        self.planted_left += drafted.planted_left


def draft_figures(records: RecordReader, campaign_id: str | None = None) -> Iterator[DraftFigures]:
    """The figures of each person, campaign by campaign; of one campaign only, if it is named."""
    sums: dict[tuple[str, int, str], _Sums] = defaultdict(_Sums)
    for drafted in every_part(records, DraftedTranscript, _FigureFields):
        if campaign_id in (None, drafted.campaign_id):
            sums[drafted.campaign_id or "", drafted.annotator_id, drafted.recogniser].add(drafted)
    for (campaign, person, recogniser), each in sorted(sums.items()):
        yield _figures(campaign or None, person, recogniser, each)


def _figures(campaign: str | None, person: int, recogniser: str, sums: _Sums) -> DraftFigures:
    words, found = max(1, sums.words), sums.planted - sums.planted_left
    low, high = wilson_interval(found, sums.planted) if sums.planted else (None, None)
    return DraftFigures(
        campaign_id=campaign,
        annotator_id=person,
        recogniser=recogniser,
        drafts=sums.drafts,
        words=sums.words,
        edits_per_word=sums.edits / words,
        heard=sums.heard / words,
        untouched=sums.untouched / words,
        planted=sums.planted,
        planted_left=sums.planted_left,
        planted_found=found / sums.planted if sums.planted else None,
        found_low=low,
        found_high=high,
    )
