"""What a release says of itself: its card for people, and for machines Croissant, DataCite and a citation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import Speaker
from pangea_server.dataset.formats.hub_configs import front_matter
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import LICENSES, Datasheet
from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.card.landmarks import LandmarkCensus
from pangea_server.dataset.release.card.page import data_card
from pangea_server.dataset.release.citation import CITATION, DATACITE, citation_file, datacite
from pangea_server.dataset.release.croissant import CROISSANT, croissant
from pangea_server.dataset.release.loadable import loadable

CARD = "README.md"


@dataclass(frozen=True, slots=True)
class ReleaseDescription:
    """Everything that is said of a release.

    Attributes:
        sheet: filled in with what the store knows.
        changed: lines on what has changed since the release before; none for the first release.
        removed: how many annotations were taken back before this release.
        speakers: those who said how they speak, and agreed that it is published.
        searched: the card's section on what was searched for personal data.
        landmarks: those in it; None where no format has them.
        pictures: lines on the pictures of places that are in it.
        left: sentences on what was collected and is not in it, and why.
    """

    version: str
    formats: Sequence[Format]
    sheet: Datasheet
    census: Census
    known: ReleaseRecords
    changed: Sequence[str]
    removed: int
    speakers: Sequence[Speaker]
    searched: str
    landmarks: LandmarkCensus | None = None
    pictures: Sequence[str] = ()
    left: Sequence[str] = ()

    def write(self, release: Path) -> None:
        """Write the descriptions beside the data, which is there already."""
        sheet, census, known, version = self.sheet, self.census, self.known, self.version
        tables = loadable(release)
        head = front_matter(card_head(sheet, census, tables.head))
        card = data_card(
            version,
            census,
            self.formats,
            sheet,
            known,
            self.changed,
            self.removed,
            self.speakers,
            loads=bool(tables.head),
            landmarks=self.landmarks,
            pictures=self.pictures,
            left=self.left,
        )
        (release / CARD).write_text(f"{head}\n{card}\n{self.searched}", encoding="utf-8")
        (release / CITATION).write_text(citation_file(sheet, version), encoding="utf-8")
        write_json(release / DATACITE, datacite(sheet, version, census))
        write_json(release / CROISSANT, croissant(release, sheet, version, census, known, tables))


def write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


SIZES = (
    *((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M")),
    *((10**8, "10M<n<100M"), (10**9, "100M<n<1B")),
)


def card_head(sheet: Datasheet, census: Census, tables: Mapping[str, Any]) -> dict[str, Any]:
    """The head's keys; those of which nothing is known are left out.

    Args:
        sheet: filled in.
        tables: ``configs`` and ``dataset_info`` of the files that can be loaded.
    """
    head: dict[str, Any] = {
        "pretty_name": sheet.title,
        **_license(sheet.license),
        "language": sorted({tag.partition("-")[0] for tag in census.languages}),
        "language_bcp47": census.languages,
        "multilinguality": ["monolingual" if len(census.languages) == 1 else "multilingual"],
        "annotations_creators": list(sheet.annotations_creators),
        "source_datasets": list(sheet.source_datasets),
        "size_categories": [size_category(census.rows)],
        "task_categories": _tasks(census),
        "tags": ["vision-and-language-navigation", *sheet.keywords],
        "citation": sheet.citation,
    }
    return {key: value for key, value in (head | dict(tables)).items() if value}


def size_category(rows: int) -> str:
    return next((name for most, name in SIZES if rows < most), "n>1B")


def _license(stated: str | None) -> dict[str, Any]:
    """The Hub has small names for licences, and ``other`` for those that it does not know."""
    if stated is None or stated in LICENSES:
        return {"license": stated and stated.lower()}
    key = "license_link" if stated.startswith("http") else "license_name"
    return {"license": "other", key: stated}


def _tasks(census: Census) -> list[str]:
    said = any(group.guides for group in census.groups.values())
    heard = any(group.voice and group.words for group in census.groups.values())
    return ["robotics"] * said + ["automatic-speech-recognition"] * heard
