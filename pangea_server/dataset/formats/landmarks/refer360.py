"""Refer360: sentences that lead to a point of a panorama, and where those who heard them pointed.

Degrees are the directions; radians in the file are the same plus 0.015 rad in longitude and less 0.100 rad in latitude,
as its page adds them to place its marker. They are written so, and never read. A point is no region: the thing is
imported without one, and ``pointed_at`` has the points. A phrase is all that its sentences say.

Source: Cirik et al. 2020, https://aclanthology.org/2020.acl-main.644; ``data/validation.seen.json`` of
https://github.com/volkancirik/refer360.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count
from math import isfinite, pi, radians
from pathlib import Path
from typing import Any

import msgspec

from environments import Environment, InvalidDataError
from environments.input.json_documents import decoded, items
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, in_words, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker, found_at
from pangea_server.dataset.landmarks.meanings import Meaning, unsaid
from pangea_server.dataset.landmarks.points import (
    NO_POINT,
    REFER360_OFFSET,
    PointedAt,
    PointFormat,
    pointable,
    refuse_elsewhere,
    share_of,
)


class Refer360(PointFormat):
    name = "refer360"
    summary = "phrases with the point in the middle of what they mean (json)"
    about: Mapping[str, Any] = {
        "xlng_deg, ylat_deg": "degrees on the picture: longitude to the right of its centre column, latitude upwards",
        "xlng_rad, ylat_rad": "the same in radians, plus 0.015 and less 0.100, as in Refer360; longitude 0 to 2 pi",
        "actions": "empty: nobody was asked to find the point",
        "null": {"img_loc, ann_cat": "not known of a scan"},
    }

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write an instance for each phrase and viewpoint; ``val_seen`` is ``validation.seen.json``."""
        lost: Counter[str] = Counter()
        numbers = count(1)
        with RowFiles(folder, list_file) as tables:
            for entry in entries:
                lost.update(unsaid(entry))
                for meaning, looks in pointable(entry, lost):
                    for viewpoint_id, look in looks.items():
                        share = share_of(places, entry.scan_id, viewpoint_id, look)
                        row = instance(next(numbers), meaning, viewpoint_id, share)
                        tables.write(f"{in_words(entry.split or UNKNOWN)}.json", row)
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The instances of a file, as things without regions."""
        for place, data in items(file):
            yield found_at(place, partial(_entry, data, place, split_in(file), places))

    def points_of_scans(self, file: Path) -> Iterator[tuple[str, PointedAt]]:
        """Where the thing of each instance is, and then where those who looked for it pointed."""
        for place, data in items(file):
            row = _row(data, place)
            phrase = _made(row).mentions[0].mention_id
            for by, degrees in [
                (None, (row.xlng_deg, row.ylat_deg)),
                *((str(each.actionid), (each.pred_xlng_deg, each.pred_ylat_deg)) for each in row.actions),
            ]:
                share = (degrees[0] / 360 + 0.5) % 1, 0.5 - degrees[1] / 180
                yield row.place, PointedAt(phrase, row.img_idx, None, share, by)


class Refer360Action(msgspec.Struct, kw_only=True):
    actionid: int
    pred_xlng_deg: float
    pred_ylat_deg: float


class Refer360Instance(msgspec.Struct, kw_only=True):
    """An instance; the last eight keys are PanGEA's."""

    annotationid: int
    refexp: list[list[str]]
    img_cat: str
    img_idx: str
    xlng_deg: float
    ylat_deg: float
    actions: list[Refer360Action] = []
    scan: str | None = None
    path_id: int | None = None
    instruction_id: int | None = None
    instruction: str | None = None
    start_char: int | None = None
    language: str | None = None
    entity_ids: list[str] | None = None
    chain_id: str | None = None
    types: list[str] = []

    @property
    def place(self) -> str:
        """The scan; Refer360 has none, and its categories of pictures stand for them."""
        return self.scan or self.img_cat


def instance(number: int, meaning: Meaning, viewpoint_id: str, share: tuple[float, float]) -> dict[str, Any]:
    """A phrase at a viewpoint, where its thing is at this share of the picture."""
    longitude, latitude = (share[0] - 0.5) * 360, (0.5 - share[1]) * 180
    mention = meaning.mention
    return {
        "annotationid": number,
        "refexp": [mention.text.split()],
        "img_src": f"{mention.scan_id}/{viewpoint_id}.jpg",
        "img_cat": mention.scan_id,
        "img_loc": None,
        "img_idx": viewpoint_id,
        "ann_cat": None,
        "xlng_deg": longitude,
        "ylat_deg": latitude,
        "xlng_rad": (radians(longitude) + REFER360_OFFSET[0]) % (2 * pi),
        "ylat_rad": radians(latitude) + REFER360_OFFSET[1],
        "actions": [],
        "scan": mention.scan_id,
        "path_id": mention.path_id,
        "instruction_id": mention.instruction_id,
        "instruction": meaning.said.text,
        "start_char": mention.start_char,
        "language": meaning.said.language,
        "entity_ids": [each.entity_id for each in meaning.entities],
        "chain_id": meaning.chain.chain_id,
        "types": list(mention.types),
    }


def _entry(
    data: bytes, place: str, split: str | None, places: Environment, notes: list[str]
) -> LandmarkEntry:
    row = _row(data, place)
    refuse_elsewhere(places, row.place, [row.img_idx])
    notes.append(NO_POINT)
    if row.actions:
        notes.append(f"{len(row.actions)} who looked for it (pointed_at has their points)")
    return _made(row, split)


def _row(data: bytes, place: str) -> Refer360Instance:
    row = decoded(data, place, Refer360Instance)
    told = [("xlng_deg", row.xlng_deg, 360.0), ("ylat_deg", row.ylat_deg, 90.0)]
    for each in row.actions:
        told += [("pred_xlng_deg", each.pred_xlng_deg, 360.0), ("pred_ylat_deg", each.pred_ylat_deg, 90.0)]
    for name, value, most in told:
        if not isfinite(value) or abs(value) > most + 1e-9:
            raise InvalidDataError(
                f"{place}: {name} is {value!r}.", remedy=f"It is in degrees, at most {most:g} from 0."
            )
    if not any(token.strip() for sentence in row.refexp for token in sentence):
        raise InvalidDataError(f"{place}: refexp has no words.", remedy="Leave the instance out.")
    return row


def _made(row: Refer360Instance, split: str | None = None) -> LandmarkEntry:
    made = EntryMaker(row.place, row.path_id, split=split)
    words = " ".join(token for sentence in row.refexp for token in sentence)
    if row.instruction_id is not None and row.instruction is not None and row.start_char is not None:
        said = SaidText(row.instruction_id, row.instruction, row.language)
        start = row.start_char
        span = start, start + _length(row.instruction[max(start, 0) :], words)
    else:
        said, span = SaidText(row.annotationid, words, "en", stored=False), (0, len(words))
    mention = made.mention(made.say(said), span, types=row.types)
    names = row.entity_ids or [f"refer360-{row.annotationid}"]
    things = [made.entity(each, f"refer360 {row.annotationid}", types=row.types) for each in names]
    made.chain(row.chain_id, [mention], things)
    return made.made()


def _length(text: str, words: str) -> int:
    """How many characters of a text its first words have, whatever blanks stand between them.

    Raises:
        InvalidDataError: it begins with other words.
    """
    at = 0
    for token in words.split(" "):
        at += len(text[at:]) - len(text[at:].lstrip())
        if not text.startswith(token, at):
            raise InvalidDataError(
                f"The instruction has {text[at : at + 40]!r} where refexp has {token!r}.",
                remedy="start_char is the first character of refexp's words.",
            )
        at += len(token)
    return at
