"""From a store to a release: a folder that appears complete or not at all, and is the same every time."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from align.exports.whole import written_below
from environments import ConfigurationError, InvalidDataError
from environments.folders import make_folder
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.kinds.kinds import annotation_records
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Record, now
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.manifest import MANIFEST
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import speakers
from pangea_server.dataset.exports.exporting import ExportReport, export
from pangea_server.dataset.release.card import data_card
from pangea_server.dataset.release.census import Census
from pangea_server.dataset.release.index import ABOUT, INDEX, changes, index_row, version_of
from pangea_server.dataset.release.items import Item, items
from pangea_server.dataset.release.personal import findings
from pangea_server.dataset.release.splits import check_splits
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader
from pangea_server.stores.tombstones import Tombstone

SUMS = "SHA256SUMS"


@dataclass(slots=True)
class ReleaseReport:
    """What was released, and how many places in its texts a human should look at, by kind."""

    exported: ExportReport
    personal: Counter[str] = field(default_factory=Counter)


def formats_of(records: RecordReader) -> list[str]:
    """Names of the formats that carry everything that a store has."""
    carriers: dict[str, type[Record]] = {"rxr": GuideAnnotation, "tasks": TaskAnnotation}
    return [name for name, of in carriers.items() if records.find(of, limit=1)] or ["rxr"]


def make_release(
    dataset: Dataset,
    folder: Path,
    formats: Sequence[Format],
    version: str,
    *,
    previous: Path | None = None,
    workers: int = 1,
) -> ReleaseReport:
    """Write ``folder``, and beside it ``{folder}.personal.jsonl`` with what may be personal in the texts.

    Annotations that none of the ``formats`` can hold (Guides and Followers, or other kinds) are not counted either.

    It is built in ``{folder}.partial`` and gets its name when it is complete; an interrupted one continues there.
    Answers submitted since are left to the next release.

    Raises:
        ConfigurationError: the folder is there already or cannot be written to, or ``previous`` is not a release.
        RecordNotFoundError: there is nothing to release.
        InvalidDataError: a scan is in two splits, or a file could not be made.
        StoreConflictError: some of its annotations were changed or withdrawn meanwhile.
    """
    if folder.exists():
        raise ConfigurationError(
            f"{folder} is there already; a release is never overwritten.", remedy="Name another folder."
        )
    for each in formats:
        dataset.refuse_empty(each.of)
    before = version_of(previous) if previous else ""
    dataset = replace(dataset, until=now())
    draft = folder.with_name(f"{folder.name}.partial")
    with written_below(draft):
        _clear(draft, {MANIFEST, *(each.name for each in formats)})
        listed = folder.with_name(f"{folder.name}.personal.jsonl")
        census, personal = _look_through(items(dataset, formats), draft, listed)
        check_splits(census.scans())
        delta = changes(previous, draft) if previous else None
        exported = export(dataset, draft, formats, workers=workers)
        _refuse_faults(exported)
        _refuse_changes(draft / INDEX, items(dataset, formats))
        if delta is not None:
            _write_json(draft / "changes.json", {"since": before, **delta})
        card = data_card(version, census, formats, delta, before, _taken_back(dataset), speakers(dataset))
        (draft / "README.md").write_text(card, encoding="utf-8")
        _write_json(draft / ABOUT, {"version": version, "formats": [each.name for each in formats]})
        (draft / MANIFEST).unlink()
        _write_sums(draft)
        draft.rename(folder)
    return ReleaseReport(exported, personal)


def _clear(draft: Path, kept: Collection[str]) -> None:
    """Make the folder, without what an interrupted release of other formats left there."""
    make_folder(draft)
    for left in draft.iterdir():
        if left.is_dir() and left.name not in kept:
            shutil.rmtree(left)
        elif left.name not in kept:
            left.unlink()


def _refuse_faults(exported: ExportReport) -> None:
    if exported.faults:
        first = exported.faults[0]
        raise InvalidDataError(
            f"{len(exported.faults)} files could not be made; the first is {first.file}: {first.error.message}",
            remedy="Repair or remove their annotations, then release again; what is made is kept.",
        )


def _refuse_changes(index: Path, items: Iterator[Item]) -> None:
    """Check that the store still has the published data: nothing was withdrawn or corrected while it was written."""
    with index.open(encoding="utf-8") as lines:
        for line, item in zip_longest(lines, items):
            if item is None or line != _index_line(item):
                raise StoreConflictError(
                    "Annotations were corrected or withdrawn while the release was made.",
                    remedy="Run it again; what is made is kept.",
                )


def _look_through(items: Iterator[Item], draft: Path, listed: Path) -> tuple[Census, Counter[str]]:
    """Count everything, write the index, and list what may be personal."""
    census, personal = Census(), Counter[str]()
    with (draft / INDEX).open("w", encoding="utf-8") as index, listed.open("w", encoding="utf-8") as found:
        for item in items:
            item.count_in(census)
            index.write(_index_line(item))
            for named, text, language in item.texts():
                for finding in findings(text, language):
                    personal[finding.kind] += 1
                    found.write(json.dumps({**named, **asdict(finding)}, ensure_ascii=False) + "\n")
    return census, personal


def _index_line(item: Item) -> str:
    return json.dumps(index_row(item)) + "\n"


def _taken_back(dataset: Dataset) -> int:
    kinds = {each.collection for each in annotation_records()}
    stones = every(dataset.store.records, Tombstone)
    return sum(stone.removed_from in kinds and stone.reason == "withdrawn" for stone in stones)


def _write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_sums(folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != SUMS)
    with (folder / SUMS).open("w", encoding="utf-8") as sums:
        for file in files:
            with file.open("rb") as opened:
                digest = hashlib.file_digest(opened, "sha256").hexdigest()
            sums.write(f"{digest}  {file.relative_to(folder).as_posix()}\n")
