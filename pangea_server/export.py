"""The finished dataset, in the files that the field reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from align.exports.rxr import write_rows

from pangea_server.monitoring import alignment_of, every
from pangea_server.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.protocol import Store


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, and how many guide annotations went out without word times."""

    guides: int
    followers: int
    unaligned: int
    directory: Path


def export_rxr(store: Store, directory: Path) -> ExportReport:
    """Write RxR's layout: ``rxr_{split}_{guide|follower}.jsonl.gz``, pose traces and voices beside them."""
    guides = list(every(store.records, GuideAnnotation))
    followers = list(every(store.records, FollowerAnnotation))
    alignments = {guide.instruction_id: alignment_of(store.records, guide.instruction_id) for guide in guides}
    splits = {guide.instruction_id: guide.split for guide in guides}
    for split, group in _by_split(guides, splits).items():
        write_rows(directory / f"rxr_{split}_guide.jsonl.gz", (_guide(guide, alignments) for guide in group))
    for split, walks in _by_split(followers, splits).items():
        write_rows(directory / f"rxr_{split}_follower.jsonl.gz", (_follower(walk) for walk in walks))
    return ExportReport(len(guides), len(followers), 0, directory)
