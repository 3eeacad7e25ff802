"""RxR (Room-Across-Room): guide and follower rows, pose traces with masks, voices.

``rxr_{split}_guide.jsonl.gz``, ``rxr_{split}_follower.jsonl.gz``,
``pose_traces/rxr_{split}/{id}_{kind}_pose_trace.npz`` and, beyond RxR, ``voices/rxr_{split}/{id}.wav``. ``text_masks``
are over tokens separated by white space, while RxR's are over BERT's sub-words.

Source: Ku et al. 2020, arXiv:2010.07954; https://github.com/google-research-datasets/RxR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import msgspec

from align import TimedWord
from align.exports.rxr import row_file, trace_name
from align.timed import interpolated
from environments import Environment, InvalidDataError, PangeaError
from pangea_server.core.records import padded, shared_fields
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import (
    FOLLOWER_FIELDS,
    GUIDE_FIELDS,
    FollowerEntry,
    GuideEntry,
    GuideFields,
    placed,
)
from pangea_server.dataset.entries.files import (
    ExportedFile,
    follower_trace_files,
    guide_trace_files,
    voice_files,
)
from pangea_server.dataset.entries.json_files import Tables, decoded, lines
from pangea_server.dataset.entries.protocol import CAMERA, METRICS, VOICE, WORLD, Format, Found
from pangea_server.dataset.entries.provenance import statement

VOICE_SUFFIXES = (".wav", ".flac", ".ogg", ".mp3")
SHARED = dict(zip(GuideFields.__struct_fields__, GuideFields.__struct_encode_fields__, strict=True))
"""What RxR calls each field."""
BEYOND = ("system", "condition", "transcript_by")
"""Keys that RxR does not have; most rows have no value for them."""


class RxR(Format):
    name = "rxr"
    summary = "RxR's guide and follower rows (jsonl.gz), pose traces with masks (npz), voices (wav)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "extrinsic_matrix": CAMERA,
        "intrinsic_matrix": "OpenGL projection, row-major",
        "times": VOICE,
        "image_mask": "equirectangular 128x256, heading 0 in the centre column",
        "text_masks": "over the whitespace tokens of the instruction",
        "feature_weights": "36 views: elevations -30, 0, 30 degrees, 12 headings each; lens 60 degrees high at 4:3",
        "metrics": METRICS,
    }

    def write(self, dataset: Dataset, folder: Path) -> None:
        with Tables(folder, partial(row_file, comment=statement(self))) as tables:
            for guide in dataset.guides("RxR guides"):
                entry = guide.entry()
                tables.write(f"rxr_{entry.split}_guide.jsonl.gz", guide_entry_row(entry))
            for follower in dataset.followers("RxR followers"):
                split = follower.guide.annotation.split
                tables.write(f"rxr_{split}_follower.jsonl.gz", follower_entry_row(follower.entry()))

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if said := item.said:
            guide, folder = said.annotation, f"rxr_{said.annotation.split}"
            name = trace_name(guide.instruction_id, "guide")
            yield from guide_trace_files(f"pose_traces/{folder}/{name}", guide, said.words)
            yield from voice_files(f"voices/{folder}/{guide.record_id}.wav", guide)
        if walk := item.followed:
            follower, guide = walk.annotation, walk.guide.annotation
            name = trace_name(follower.demonstration_id, "follower")
            yield from follower_trace_files(
                f"pose_traces/rxr_{guide.split}/{name}", follower, guide, walk.guide.words
            )

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """Guide or follower rows, as the file's name says; pose traces and voices are looked for beside the file."""
        entry_in = _guide_in if "_guide" in file.name else _follower_in if "_follower" in file.name else None
        if entry_in is None:
            raise InvalidDataError(
                f"{file.name} does not say whether it has guide or follower rows.",
                remedy="Name it as RxR does: rxr_{split}_guide.jsonl.gz or rxr_{split}_follower.jsonl.gz.",
            )
        for place, line in lines(file):
            yield _found(file.parent, place, line, entry_in)


class TimedRow(TypedDict):
    """A word of ``timed_instruction``; RxR has some words without times."""

    word: str
    start_time: NotRequired[float | None]
    end_time: NotRequired[float | None]


class GuideRow(GuideFields, frozen=True, kw_only=True):
    """A guide row; RxR's always name the annotator and the language."""

    annotator_id: int
    language: str
    timed_instruction: list[TimedRow] = msgspec.field(default_factory=list)


def guide_entry_row(entry: GuideEntry) -> dict[str, Any]:
    """An entry under RxR's keys, in RxR's order; fields beyond RxR's come last, ``system`` only where there is one."""
    row = {key: getattr(entry, name) for name, key in SHARED.items()}
    words = [
        {"start_time": word.start_time, "end_time": word.end_time, "word": word.word} for word in entry.words
    ]
    named = {
        "path": list(entry.path),
        "annotator_id": entry.annotator_id or 0,
        "language": entry.language or "",
    }
    last = {"timed_instruction": words, "edit_distance": row.pop("edit_distance")}
    return _known(row | named | last)


def follower_entry_row(entry: FollowerEntry) -> dict[str, Any]:
    """An entry under RxR's keys, in RxR's order; ``metrics`` may have keys besides RxR's, and ``system`` and
    ``condition`` come last, where there are any."""
    named = {
        "annotator_id": entry.annotator_id or 0,
        "path": list(entry.path),
        "metrics": dict(entry.metrics),
    }
    return _known(shared_fields(entry, FOLLOWER_FIELDS) | named)


def _known(row: dict[str, Any]) -> dict[str, Any]:
    """The row with the keys beyond RxR's last, and without those of them that have no value."""
    beyond = {key: row.pop(key) for key in BEYOND if key in row}
    return row | {key: value for key, value in beyond.items() if value is not None}


def entry_of(row: GuideRow) -> GuideEntry:
    """A row as an entry; without words where none of its ``timed_instruction`` has a time."""
    words = timed_words(row.transcript, row.timed_instruction)
    return GuideEntry(**shared_fields(row, GUIDE_FIELDS) | {"words": words})


def timed_words(text: str, rows: Sequence[TimedRow]) -> tuple[TimedWord, ...]:
    """The words with their places in the text; words without times are marked, and get times from their neighbours.

    Empty where they are not the words of the text, or where none has a time: then the aligner can find the times.
    """
    known = [
        TimedWord(row["word"], start, end, "aligned")
        if (start := row.get("start_time")) is not None and (end := row.get("end_time")) is not None
        else None
        for row in rows
    ]
    if not any(known):
        return ()
    last = max(word.end_time for word in known if word)
    return placed(interpolated([row["word"] for row in rows], known, last), text)


def _guide_in(line: bytes, place: str) -> GuideEntry:
    return entry_of(decoded(line, place, GuideRow))


def _follower_in(line: bytes, place: str) -> FollowerEntry:
    return decoded(line, place, FollowerEntry)


def _found(
    folder: Path, place: str, line: bytes, entry_in: Callable[[bytes, str], GuideEntry | FollowerEntry]
) -> Found:
    try:
        entry = entry_in(line, place)
    except PangeaError as error:
        return Found(place, error)
    if walk := entry.followed:
        return Found(
            place, walk, _beside(folder, "pose_traces", trace_name(walk.demonstration_id, "follower"))
        )
    voices = (_beside(folder, "voices", padded(entry.instruction_id) + suffix) for suffix in VOICE_SUFFIXES)
    return Found(
        place,
        entry,
        _beside(folder, "pose_traces", trace_name(entry.instruction_id, "guide")),
        next((voice for voice in voices if voice), None),
    )


def _beside(folder: Path, kind: str, name: str) -> Path | None:
    """The file of this name in a split's folder; RxR's are ``pose_traces/rxr_train`` and so on."""
    return next((found / name for found in sorted(folder.glob(f"{kind}/*")) if (found / name).exists()), None)
