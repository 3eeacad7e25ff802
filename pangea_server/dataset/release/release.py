"""From a store to a release: a folder that appears complete or not at all, and is the same every time."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path

import msgspec

from align.exports.whole import written_below
from environments import ConfigurationError, InvalidDataError
from pangea_server.annotate.annotations.population import told
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.annotate.kinds.kinds import annotation_records
from pangea_server.annotate.landmarks.lookups import has_landmarks
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Record, now
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.manifest import MANIFEST, manifest_parts
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import speakers
from pangea_server.dataset.erasure.removal import LANDMARKS
from pangea_server.dataset.exports.export import ExportReport, export, refuse_empty
from pangea_server.dataset.formats.landmarks.label_studio.regions import WITHHELD, LabelStudioRegions
from pangea_server.dataset.landmarks.entries import WritesLandmarks
from pangea_server.dataset.landmarks.stored import landmark_entries
from pangea_server.dataset.personal.searched import Searched
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.derived import (
    IMPORTED,
    cuts_told,
    filled_in,
    lacking,
    may_be_given_on,
)
from pangea_server.dataset.release.card.known import known_of
from pangea_server.dataset.release.card.landmarks import LandmarkCensus, landmark_census
from pangea_server.dataset.release.delta import CHANGES, Delta, annotation_changes, file_changes
from pangea_server.dataset.release.delta_archive import DeltaArchive, refuse_delta, write_delta
from pangea_server.dataset.release.description import ReleaseDescription, write_json
from pangea_server.dataset.release.drafts import clear
from pangea_server.dataset.release.index import ABOUT, INDEX, index_row
from pangea_server.dataset.release.items import ReleaseItem, items
from pangea_server.dataset.release.search import SEARCHED, PersonalSearch
from pangea_server.dataset.release.splits import check_splits
from pangea_server.dataset.release.sums import digest_of, read_sums, sums_of, write_sums
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader
from pangea_server.stores.tombstones import Tombstone


@dataclass(slots=True)
class ReleaseReport:
    """What was released, and what a human should look at in its texts."""

    exported: ExportReport
    searched: Searched
    delta: DeltaArchive | None = None
    lacking: Sequence[str] = ()
    """The questions about it to which there is no answer."""

    @property
    def personal(self) -> Counter[str]:
        return self.searched.found


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
    delta_archive: Path | None = None,
    sheet: Datasheet | None = None,
    workers: int = 1,
    ahead: Callable[[Path], None] | None = None,
) -> ReleaseReport:
    """Write ``folder``, and beside it ``{folder}.personal.jsonl`` with what may be personal in the texts.

    Annotations that none of the ``formats`` can hold (Guides and Followers, or other kinds) are not counted either.

    It is built in ``{folder}.partial`` and gets its name when it is complete; an interrupted one continues there.
    Answers submitted since are left to the next release.

    Args:
        delta_archive: where what is new since ``previous`` is written as well; ``update.py`` reads it.
        sheet: what people say of the dataset, for its card, its citation and its DOI.
        ahead: makes in the draft what takes longest; see ``on_beam.make_ahead``.

    Raises:
        ConfigurationError: the folder is there already or cannot be written to, or ``previous`` is not a whole release.
        RecordNotFoundError: there is nothing to release.
        InvalidDataError: a scan is in two splits, or a file could not be made.
        StoreConflictError: some of its annotations were changed or withdrawn meanwhile.
    """
    if folder.exists():
        raise ConfigurationError(
            f"{folder} is there already; a release is never overwritten.", remedy="Name another folder."
        )
    if delta_archive:
        refuse_delta(delta_archive, folder)
    refuse_empty(dataset, formats)
    before = read_sums(previous, ABOUT, INDEX) if previous else {}
    sheet = sheet or Datasheet()
    dataset = replace(dataset, until=now(), pictured=_pictured(dataset.store.records, sheet))
    draft = folder.with_name(f"{folder.name}.partial")
    with written_below(draft):
        clear(draft, {SEARCHED, *manifest_parts(draft), *(each.name for each in formats)})
        if ahead:
            ahead(draft)
        listed = folder.with_name(f"{folder.name}.personal.jsonl")
        census, searched = _look_through(items(dataset, formats), draft, listed, workers)
        check_splits(census.scans())
        withdrawn, landmarks = _taken_back(dataset), _removed_landmarks(dataset, formats)
        delta = annotation_changes(previous, draft, withdrawn) if previous else None
        exported = export(dataset, draft, formats, workers=workers)
        _refuse_faults(exported)
        _refuse_changes(draft / INDEX, items(dataset, formats))
        if _removed_landmarks(dataset, formats) != landmarks:
            raise _changed_meanwhile("Landmarks")
        write_json(draft / ABOUT, {"version": version, "formats": [each.name for each in formats]})
        known = known_of(dataset.store.records, census)
        filled = filled_in(sheet, census, known)
        described = ReleaseDescription(
            version,
            formats,
            filled,
            census,
            known,
            delta.told() if delta else (),
            len(withdrawn),
            speakers(dataset),
            searched.section(),
            _landmarks_in(dataset, formats),
            _pictures_told(dataset, draft, exported, sheet),
            [f"Not in it, of {what}: {told(left)}." for what, left in exported.left_out.items() if left],
        )
        described.write(draft)
        (draft / MANIFEST).unlink()
        shutil.rmtree(draft / SEARCHED, ignore_errors=True)
        delta = _write_sums(draft, delta, before)
        written = write_delta(draft, delta, delta_archive) if delta and delta_archive else None
        draft.rename(folder)
    return ReleaseReport(exported, searched, written, lacking(filled, known))


def _pictured(records: RecordReader, sheet: Datasheet) -> Callable[[str], bool]:
    """Whether pictures of a scan may be given on."""
    kinds = {scan.scan_id: scan.environment for scan in every(records, ScanRecord)}
    return lambda scan_id: may_be_given_on(kinds.get(scan_id, IMPORTED), sheet)


def _landmarks_in(dataset: Dataset, formats: Sequence[Format]) -> LandmarkCensus | None:
    if not any(isinstance(each, WritesLandmarks) for each in formats) or not has_landmarks(
        dataset.store.records
    ):
        return None
    counting = replace(dataset, notes=Counter())  # what is left out was told by the formats
    return landmark_census(landmark_entries(counting, "Landmarks"))


def _pictures_told(dataset: Dataset, draft: Path, exported: ExportReport, sheet: Datasheet) -> list[str]:
    kinds = {scan.environment.partition(":")[0] for scan in every(dataset.store.records, ScanRecord)}
    cuts = sum(1 for _ in (draft / LabelStudioRegions.name).glob("cuts/*.jpg"))
    return cuts_told(cuts, exported.notes[WITHHELD], kinds, sheet)


def _refuse_faults(exported: ExportReport) -> None:
    for error in exported.refused.values():
        raise error
    if exported.faults:
        first = exported.faults[0]
        raise InvalidDataError(
            f"{len(exported.faults)} files could not be made; the first is {first.file}: {first.error.message}",
            remedy="Repair or remove their annotations, then release again; what is made is kept.",
        )


def _refuse_changes(index: Path, items: Iterator[ReleaseItem]) -> None:
    """Check that the store still has the published data: nothing was withdrawn or corrected while it was written."""
    with index.open(encoding="utf-8") as lines:
        for line, item in zip_longest(lines, items):
            if item is None or line != _index_line(item):
                raise _changed_meanwhile("Annotations")


def _changed_meanwhile(what: str) -> StoreConflictError:
    return StoreConflictError(
        f"{what} were corrected or withdrawn while the release was made.",
        remedy="Run it again; what is made is kept.",
    )


def _look_through(
    items: Iterator[ReleaseItem], draft: Path, listed: Path, workers: int
) -> tuple[Census, Searched]:
    """Count everything, write the index, and list what may be personal."""
    search = PersonalSearch.of(draft)
    census, searched = Census(), Searched(search.recogniser.knows_names)
    with (draft / INDEX).open("w", encoding="utf-8") as index, listed.open("w", encoding="utf-8") as found:
        for item, texts in search.through(items, workers):
            item.count_in(census)
            index.write(_index_line(item))
            for (named, _, _), findings in texts:
                searched.texts += 1
                for finding in findings:
                    searched.found[finding.kind] += 1
                    found.write(json.dumps({**named, **asdict(finding)}, ensure_ascii=False) + "\n")
    return census, searched


def _index_line(item: ReleaseItem) -> str:
    return json.dumps(index_row(item)) + "\n"


def _taken_back(dataset: Dataset) -> set[tuple[str, str]]:
    """The collections and ids of the annotations that their people withdrew."""
    kinds = {each.collection for each in annotation_records()}
    return {
        (stone.removed_from, stone.removed_id)
        for stone in every(dataset.store.records, Tombstone)
        if stone.removed_from in kinds and stone.reason == "withdrawn"
    }


def _removed_landmarks(dataset: Dataset, formats: Sequence[Format]) -> int:
    """How many mentions, links and regions were ever removed, where they are released."""
    if not any(isinstance(each, WritesLandmarks) for each in formats):
        return 0
    kinds = {kind.collection for kind in LANDMARKS}
    return sum(stone.removed_from in kinds for stone in every(dataset.store.records, Tombstone))


def _write_sums(draft: Path, delta: Delta | None, before: Mapping[str, str]) -> Delta | None:
    """Write the digests of all files, and which of them the release before did not have; returns the changes with
    these files."""
    sums = sums_of(draft)
    if delta is not None:
        delta = delta.having(file_changes(before, sums))
        write_json(draft / CHANGES, msgspec.to_builtins(delta))
        sums[CHANGES] = digest_of(draft / CHANGES)
    write_sums(draft, sums)
    return delta
