"""How the people speak whose voices are in a dataset: dialect and region, of those who agreed to say it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

from align.exports.whole import write_whole
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.people.access.records import Annotator, Speech
from pangea_server.stores.paging import every

SPEAKERS = "speakers.json"


@dataclass(frozen=True, slots=True, order=True)
class Speaker:
    """How one person speaks a language in which the dataset has their voice; the texts are their own words."""

    annotator_id: int
    language: str
    dialect: str
    region: str


def speakers(dataset: Dataset) -> list[Speaker]:
    """All of them, by number and language; the annotations are read only if a person has said something."""
    said = {
        (person.annotator_id, speech.language): speech
        for person in every(dataset.store.records, Annotator)
        for speech in person.speech
    }
    heard = {each for each in _voices(dataset) if each in said} if said else set()
    return sorted(_speaker(person, said[person, language]) for person, language in heard)


def write_speakers(found: list[Speaker], directory: Path) -> None:
    """The file of an export; none where nobody said anything, also when an earlier export wrote one."""
    file = directory / SPEAKERS
    if not found:
        file.unlink(missing_ok=True)
        return
    rows = [asdict(speaker) for speaker in found]
    write_whole(file, (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode())


def _voices(dataset: Dataset) -> Iterator[tuple[int, str]]:
    spoken = (guide.annotation for guide in dataset.guides("Speakers"))
    everybody: Iterator[Annotation] = chain(spoken, dataset.answers("Speakers of other tasks"))
    for annotation in everybody:
        if annotation.voice is not None:
            yield annotation.annotator_id, annotation.language


def _speaker(annotator_id: int, speech: Speech) -> Speaker:
    return Speaker(annotator_id, speech.language, speech.dialect, speech.region)
