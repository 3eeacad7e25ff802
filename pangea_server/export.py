"""The finished dataset, in the files that the field reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from align.exports.rxr import follower_row, guide_row, trace_name, write_rows
from pangea_server.annotations import load_trace
from pangea_server.monitoring import alignment_of
from pangea_server.records import AlignmentRecord, Artefact, FollowerAnnotation, GuideAnnotation
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import BlobStore, Store

A = TypeVar("A", GuideAnnotation, FollowerAnnotation)


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, and how many guide annotations went out without word times."""

    guides: int
    followers: int
    unaligned: int


def export_rxr(store: Store, directory: Path) -> ExportReport:
    """Write RxR's files below ``directory``; files that are there already are written anew.

    ``rxr_{split}_guide.jsonl.gz``, ``rxr_{split}_follower.jsonl.gz``,
    ``pose_traces/rxr_{split}/{id}_{kind}_pose_trace.npz`` and, beyond RxR, ``voices/rxr_{split}/{id}.wav``.
    """
    guides = list(every(store.records, GuideAnnotation))
    followers = list(every(store.records, FollowerAnnotation))
    splits = {guide.instruction_id: guide.split for guide in guides}
    unaligned = _export_guides(store, directory, _by_split(guides, splits))
    _export_followers(store, directory, _by_split(followers, splits))
    return ExportReport(len(guides), len(followers), unaligned)


def _by_split(annotations: Iterable[A], splits: dict[int, str]) -> dict[str, list[A]]:
    groups: dict[str, list[A]] = defaultdict(list)
    for annotation in annotations:
        groups[splits[annotation.instruction_id]].append(annotation)
    return groups


def _export_guides(store: Store, directory: Path, groups: dict[str, list[GuideAnnotation]]) -> int:
    unaligned = 0
    for split, guides in groups.items():
        alignments = [alignment_of(store.records, guide.instruction_id) for guide in guides]
        unaligned += sum(alignment is None or alignment.state == "failed" for alignment in alignments)
        rows = map(_guide_row, guides, alignments)
        write_rows(directory / f"rxr_{split}_guide.jsonl.gz", rows)
        for guide in guides:
            name = trace_name(guide.instruction_id, "guide")
            _write_trace(store.blobs, guide.pose_trace, directory / "pose_traces" / f"rxr_{split}" / name)
            _copy(store.blobs, guide.voice, directory / "voices" / f"rxr_{split}" / f"{guide.record_id}.wav")
    return unaligned


def _export_followers(store: Store, directory: Path, groups: dict[str, list[FollowerAnnotation]]) -> None:
    for split, followers in groups.items():
        write_rows(directory / f"rxr_{split}_follower.jsonl.gz", map(_follower_row, followers))
        for follower in followers:
            name = trace_name(follower.demonstration_id, "follower")
            _write_trace(store.blobs, follower.pose_trace, directory / "pose_traces" / f"rxr_{split}" / name)


def _guide_row(guide: GuideAnnotation, alignment: AlignmentRecord | None) -> dict[str, Any]:
    words = alignment.timed_instruction if alignment else ()
    return guide_row(
        split=guide.split,
        instruction_id=guide.instruction_id,
        annotator_id=guide.annotator_id,
        language=guide.language,
        path_id=guide.path_id,
        scan=guide.scan_id,
        path=guide.path,
        heading=guide.heading,
        instruction=guide.instruction,
        timed_instruction=words,
        edit_distance=alignment.edit_distance if alignment else None,
    )


def _follower_row(follower: FollowerAnnotation) -> dict[str, Any]:
    return follower_row(
        demonstration_id=follower.demonstration_id,
        instruction_id=follower.instruction_id,
        annotator_id=follower.annotator_id,
        path=follower.path,
        metrics=follower.scores.model_dump(),
    )


def _write_trace(blobs: BlobStore, artefact: Artefact, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    load_trace(blobs, artefact).save_rxr(target)


def _copy(blobs: BlobStore, artefact: Artefact, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(blobs.read(artefact.blob))
