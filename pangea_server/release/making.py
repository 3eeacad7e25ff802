"""From a store to a release: a folder that is there as a whole or not at all, and the same every time."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path

from environments import ConfigurationError, InvalidDataError
from pangea_server.exports.dataset import Dataset, Follower, Guide
from pangea_server.exports.exporting import ExportReport, export
from pangea_server.exports.files import MANIFEST
from pangea_server.exports.protocol import Format
from pangea_server.records import FollowerAnnotation, GuideAnnotation, Tombstone
from pangea_server.release.card import data_card
from pangea_server.release.census import Census
from pangea_server.release.index import INDEX, changes, index_row
from pangea_server.release.personal import findings
from pangea_server.release.splits import check_splits
from pangea_server.stores.paging import every

SUMS = "SHA256SUMS"
ABOUT = "release.json"


@dataclass(slots=True)
class ReleaseReport:
    """What was released, and how many places in its transcripts a human should look at, by kind."""

    exported: ExportReport
    personal: Counter[str] = field(default_factory=Counter)


def make_release(
    dataset: Dataset,
    folder: Path,
    formats: Sequence[Format],
    version: str,
    *,
    previous: Path | None = None,
    workers: int = 1,
) -> ReleaseReport:
    """Write ``folder``, and beside it ``{folder}.personal.jsonl`` with what may be personal in the transcripts.

    It is built in ``{folder}.partial`` and gets its name when it is complete; an interrupted one goes on there.

    Raises:
        ConfigurationError: the folder is there already, or ``previous`` is no release.
        RecordNotFoundError: there is nothing to release.
        InvalidDataError: a scan is in two splits, or a file could not be made.
    """
    if folder.exists():
        raise ConfigurationError(
            f"{folder} is there already; a release is never overwritten.", remedy="Name another folder."
        )
    dataset.refuse_empty()
    draft = folder.with_name(f"{folder.name}.partial")
    draft.mkdir(parents=True, exist_ok=True)
    census, personal = _look_through(dataset, draft, folder.with_name(f"{folder.name}.personal.jsonl"))
    check_splits(census.scans())
    exported = export(dataset, draft, formats, workers=workers)
    if exported.faults:
        first = exported.faults[0]
        raise InvalidDataError(
            f"{len(exported.faults)} files could not be made; the first is {first.file}: {first.error.message}",
            remedy="Repair or remove their annotations, then release again; what is made is kept.",
        )
    delta = changes(previous, draft) if previous else None
    before = json.loads((previous / ABOUT).read_bytes())["version"] if previous else ""
    if delta is not None:
        _write_json(draft / "changes.json", {"since": before, **delta})
    card = data_card(version, census, formats, delta, before, _taken_back(dataset))
    (draft / "README.md").write_text(card, encoding="utf-8")
    _write_json(draft / ABOUT, {"version": version, "formats": [each.name for each in formats]})
    (draft / MANIFEST).unlink()
    _write_sums(draft)
    draft.rename(folder)
    return ReleaseReport(exported, personal)


def _look_through(dataset: Dataset, draft: Path, listed: Path) -> tuple[Census, Counter[str]]:
    """Count everything, write the index, and list what may be personal."""
    census, personal = Census(), Counter[str]()
    with (draft / INDEX).open("w", encoding="utf-8") as index, listed.open("w", encoding="utf-8") as found:
        items: chain[Guide | Follower] = chain(
            dataset.guides("Looking through"), dataset.followers("and walks")
        )
        for item in items:
            census.count(item)
            index.write(json.dumps(index_row(item)) + "\n")
            if isinstance(item, Guide):
                guide = item.annotation
                for finding in findings(guide.instruction, guide.language):
                    personal[finding.kind] += 1
                    row = {"instruction_id": guide.instruction_id, **asdict(finding)}
                    found.write(json.dumps(row, ensure_ascii=False) + "\n")
    return census, personal


def _taken_back(dataset: Dataset) -> int:
    kinds = {GuideAnnotation.collection, FollowerAnnotation.collection}
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
