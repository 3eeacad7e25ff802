"""The finished dataset, in the files that the field reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from align.exports import writer_for
from align.exports.rxr import RowWriter, follower_row, guide_row, row_file, trace_name
from pangea_server.alignments import words_of
from pangea_server.annotations import found_guide
from pangea_server.exported_files import (
    ExportedFile,
    follower_trace_file,
    guide_trace_file,
    voice_file,
    words_file,
    write_files,
)
from pangea_server.monitoring import alignment_of
from pangea_server.records import AlignmentRecord, FollowerAnnotation, GuideAnnotation
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store

Watch = Callable[[Iterable[Any], str, int], Iterable[Any]]
"""Passes items on, and shows how far they are; of what, and how many there are."""


@dataclass(slots=True)
class ExportReport:
    """What was written, and how many guide annotations went out without word times."""

    guides: int = 0
    followers: int = 0
    unaligned: int = 0


def export_rxr(
    store: Store,
    directory: Path,
    *,
    formats: Sequence[str] = (),
    workers: int = 1,
    watch: Watch = lambda items, *_: items,
) -> ExportReport:
    """Write RxR's files below ``directory``.

    ``rxr_{split}_guide.jsonl.gz`` and ``rxr_{split}_follower.jsonl.gz`` are written anew. Each annotation's files are
    left as they are when they were made from the same data before, so that an interrupted export goes on:
    ``pose_traces/rxr_{split}/{id}_{kind}_pose_trace.npz`` with RxR's masks and, beyond RxR,
    ``voices/rxr_{split}/{id}.wav`` and ``words/rxr_{split}/{id}.{format}``.

    Args:
        formats: of ``words``: keys of ``align.exports.WRITERS`` without their dot.
        workers: processes that compute masks and draw pictures.

    Raises:
        ConfigurationError: there is no such format.
    """
    for format in formats:
        writer_for(f"words.{format}")
    report = ExportReport()
    with _Rows(directory) as rows:
        write_files(store.blobs, directory, _files(store, rows, report, formats, watch), workers)
    return report


class _Rows:
    """The rows of all splits, each file complete when this ends without an error."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files = ExitStack()
        self._writers: dict[str, RowWriter] = {}

    def __enter__(self) -> _Rows:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._files.__exit__(*exception)

    def write(self, split: str, kind: str, row: Mapping[str, Any]) -> None:
        name = f"rxr_{split}_{kind}.jsonl.gz"
        if name not in self._writers:
            self._writers[name] = self._files.enter_context(row_file(self._directory / name))
        self._writers[name](row)


def _files(
    store: Store, rows: _Rows, report: ExportReport, formats: Sequence[str], watch: Watch
) -> Iterator[ExportedFile]:
    """Writes the rows on the way."""
    for guide in watch(every(store.records, GuideAnnotation), "Guides", store.records.count(GuideAnnotation)):
        alignment = alignment_of(store.records, guide.instruction_id)
        rows.write(guide.split, "guide", _guide_row(guide, alignment))
        report.guides += 1
        report.unaligned += not _has_words(alignment)
        yield from _guide_files(guide, alignment, formats)
    for follower in watch(
        every(store.records, FollowerAnnotation), "Followers", store.records.count(FollowerAnnotation)
    ):
        guide = found_guide(store.records, follower.instruction_id)
        if guide is None:  # withdrawn; a walk without the words that it followed is no example of anything
            continue
        rows.write(guide.split, "follower", _follower_row(follower))
        report.followers += 1
        alignment = alignment_of(store.records, follower.instruction_id)
        words = words_of(alignment) if alignment else ()
        name = trace_name(follower.demonstration_id, "follower")
        yield follower_trace_file(f"pose_traces/rxr_{guide.split}/{name}", follower, guide, words)


def _guide_files(
    guide: GuideAnnotation, alignment: AlignmentRecord | None, formats: Sequence[str]
) -> Iterator[ExportedFile]:
    words = words_of(alignment) if alignment else ()
    folder = f"rxr_{guide.split}"
    name = trace_name(guide.instruction_id, "guide")
    yield guide_trace_file(f"pose_traces/{folder}/{name}", guide, words)
    yield voice_file(f"voices/{folder}/{guide.record_id}.wav", guide)
    if alignment and words:
        for format in formats:
            yield words_file(f"words/{folder}/{guide.record_id}.{format}", guide, alignment, words)


def _has_words(alignment: AlignmentRecord | None) -> bool:
    return alignment is not None and alignment.state == "aligned"


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
