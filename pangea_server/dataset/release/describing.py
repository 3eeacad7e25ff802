"""What a release says of itself: its card for people, and for machines Croissant, DataCite and a citation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import Speaker
from pangea_server.dataset.formats.loading import front_matter
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.head import card_head
from pangea_server.dataset.release.card.known import Known
from pangea_server.dataset.release.card.landmarks import LandmarkCensus
from pangea_server.dataset.release.card.page import data_card
from pangea_server.dataset.release.citing import CITATION, DATACITE, citation_file, datacite
from pangea_server.dataset.release.croissant import CROISSANT, croissant
from pangea_server.dataset.release.loadable import loadable

CARD = "README.md"


@dataclass(frozen=True, slots=True)
class Described:
    """Everything that is said of a release.

    Attributes:
        sheet: filled in with what the store knows.
        changed: lines on what has changed since the release before; none for the first release.
        removed: how many annotations were taken back before this release.
        speakers: those who said how they speak, and agreed that it is published.
        searched: the card's section on what was searched for personal data.
        landmarks: those in it; None where no format has them.
        pictures: lines on the pictures of places that are in it.
    """

    version: str
    formats: Sequence[Format]
    sheet: Datasheet
    census: Census
    known: Known
    changed: Sequence[str]
    removed: int
    speakers: Sequence[Speaker]
    searched: str
    landmarks: LandmarkCensus | None = None
    pictures: Sequence[str] = ()

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
        )
        (release / CARD).write_text(f"{head}\n{card}\n{self.searched}", encoding="utf-8")
        (release / CITATION).write_text(citation_file(sheet, version), encoding="utf-8")
        write_json(release / DATACITE, datacite(sheet, version, census))
        write_json(release / CROISSANT, croissant(release, sheet, version, census, known, tables))


def write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
