"""RxR (Room-Across-Room): guide and follower rows, pose traces with masks, voices.

``rxr_{split}_guide.jsonl.gz``, ``rxr_{split}_follower.jsonl.gz``,
``pose_traces/rxr_{split}/{id}_{kind}_pose_trace.npz`` and, beyond RxR, ``voices/rxr_{split}/{id}.wav``. ``text_masks``
are over tokens separated by white space, while RxR's are over BERT's sub-words.

Source: Ku et al. 2020, arXiv:2010.07954; https://github.com/google-research-datasets/RxR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from align import TimedWord
from align.audio import SUFFIXES
from align.timed import Source, interpolated
from environments import Environment, InvalidDataError, PangeaError
from environments.input.json_documents import decoded, lines
from environments.input.names import APPLE_DOUBLE
from pangea_server.annotate.alignments.word_columns import WordColumns, words_of_text
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import (
    FOLLOWER_FIELDS,
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
from pangea_server.dataset.entries.protocol import CAMERA, METRICS, VOICE, WORLD, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, finite_row_file

SHARED = dict(zip(GuideFields.__struct_fields__, GuideFields.__struct_encode_fields__, strict=True))
"""What RxR calls each field."""
DEFAULTS = {
    each.encode_name: each.default
    for kind in (GuideFields, FollowerEntry)
    for each in msgspec.structs.fields(kind)
}
"""What fields beyond RxR's say where nothing is known."""
OF_RXR = {
    *(
        "path_id",
        "split",
        "scan",
        "heading",
        "path",
        "instruction_id",
        "annotator_id",
        "language",
        "instruction",
    ),
    *("timed_instruction", "edit_distance", "demonstration_id", "metrics"),
}
"""RxR's own keys. Rows have further ones behind them, which RxR's readers pass over, where they say anything."""
NOT_IN_ROWS = frozenset({"flags"})
"""What would be longer than the row itself; ``parquet`` has it."""


def trace_name(number: int, kind: Literal["guide", "follower"]) -> str:
    """The file name of a pose trace: ``000026_guide_pose_trace.npz`` for instruction (or demonstration) 26."""
    return f"{number:06d}_{kind}_pose_trace.npz"


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
        with RowFiles(folder, finite_row_file) as tables:
            for guide in dataset.guides("RxR guides"):
                row = guide_row(guide.entry_without_words(), timed_rows(guide.columns))
                tables.write(f"rxr_{guide.stored.split}_guide.jsonl.gz", row)
            for follower in dataset.followers("RxR followers"):
                split = follower.about.split
                tables.write(f"rxr_{split}_follower.jsonl.gz", follower_entry_row(follower.entry()))

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        if not item.is_recorded:
            return
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
        """Guide or follower rows, as the name or else each row says; traces and voices are looked for beside it."""
        entry_in = (
            _guide_in if "_guide" in file.name else _follower_in if "_follower" in file.name else _entry_in
        )
        beside = _Beside(file.parent)
        for place, line in lines(file):
            yield _found(beside, place, line, entry_in)


class TimedRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A word of ``timed_instruction``; RxR has some words without times, and the first three keys alone."""

    word: str
    start_time: float | None = None
    end_time: float | None = None
    source: Source = "aligned"
    confidence: float | None = None
    expected_error: float | None = None


def timed_row(word: TimedWord) -> dict[str, Any]:
    """A word under RxR's keys; then where its times come from, unless they are aligned, and how sure they are."""
    row: dict[str, Any] = {"start_time": word.start_time, "end_time": word.end_time, "word": word.word}
    if word.source != "aligned":
        row["source"] = word.source
    if word.confidence is not None:
        row["confidence"] = word.confidence
    if word.expected_error is not None:
        row["expected_error"] = word.expected_error
    return row


def timed_rows(words: WordColumns) -> list[dict[str, Any]]:
    """``timed_row`` of each word."""
    rows: list[dict[str, Any]] = [
        {"start_time": start, "end_time": end, "word": word}
        for start, end, word in zip(words.start_time, words.end_time, words.texts, strict=True)
    ]
    for key, column in _further(words):
        for row, value in zip(rows, column, strict=True):
            if value is not None:
                row[key] = value
    return rows


def _further(words: WordColumns) -> Iterator[tuple[str, Sequence[object]]]:
    """The columns of which some words say something beyond RxR's keys; None where one does not."""
    if words.source is not None and words.source.values != ["aligned"]:
        yield "source", [None if each == "aligned" else each for each in words.source.column(len(words))]
    if words.confidence is not None:
        yield "confidence", words.confidence
    if words.expected_error is not None:
        yield "expected_error", words.expected_error


class GuideRow(GuideFields, frozen=True, kw_only=True):
    """A guide row; RxR's always name the annotator and the language."""

    annotator_id: int
    language: str
    timed_instruction: list[TimedRow] = msgspec.field(default_factory=list)


def guide_entry_row(entry: GuideEntry) -> dict[str, Any]:
    """An entry under RxR's keys, in RxR's order; fields beyond RxR's come last, where there is something in them."""
    return guide_row(entry, [timed_row(word) for word in entry.words])


def guide_row(entry: GuideEntry, words: list[dict[str, Any]]) -> dict[str, Any]:
    """The same with these words instead of the entry's."""
    row = dict(zip(_GUIDE_KEYS, _of_guide(entry), strict=True))
    row |= {
        "path": list(entry.path),
        "annotator_id": entry.annotator_id or 0,
        "language": entry.language or "",
    }
    row |= {"timed_instruction": words, "edit_distance": entry.edit_distance}
    return row | _beyond(_GUIDE_BEYOND, _beyond_guide(entry))


def follower_entry_row(entry: FollowerEntry) -> dict[str, Any]:
    """An entry under RxR's keys, in RxR's order; ``metrics`` may have keys besides RxR's, and fields beyond RxR's come
    last, where there is something in them."""
    row = dict(zip(_FOLLOWER_KEYS, _of_follower(entry), strict=True))
    row |= {
        "annotator_id": entry.annotator_id or 0,
        "path": list(entry.path),
        "metrics": dict(entry.metrics),
    }
    return row | _beyond(_FOLLOWER_BEYOND, _beyond_follower(entry))


def _beyond(keys: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """The keys beyond RxR's that say something."""
    return {
        key: msgspec.to_builtins(value)
        for key, value in zip(keys, values, strict=True)
        if value != DEFAULTS[key]
    }


def _keys(
    names: Mapping[str, str], *, beyond: bool
) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The keys that are RxR's own or beyond them, and what takes their values from an entry."""
    chosen = {
        name: key
        for name, key in names.items()
        if key not in NOT_IN_ROWS and (key not in OF_RXR) is beyond and key != "edit_distance"
    }
    return tuple(chosen.values()), attrgetter(*chosen)


_FOLLOWER = {name: name for name in FOLLOWER_FIELDS}
_GUIDE_KEYS, _of_guide = _keys(SHARED, beyond=False)
_GUIDE_BEYOND, _beyond_guide = _keys(SHARED, beyond=True)
_FOLLOWER_KEYS, _of_follower = _keys(_FOLLOWER, beyond=False)
_FOLLOWER_BEYOND, _beyond_follower = _keys(_FOLLOWER, beyond=True)


def entry_of(row: GuideRow) -> GuideEntry:
    """A row as an entry; without words where none of its ``timed_instruction`` has a time."""
    fields = msgspec.structs.asdict(row)
    words = timed_words(row.transcript, fields.pop("timed_instruction"))
    return GuideEntry(**fields, words=words)


def timed_words(text: str, rows: Sequence[TimedRow]) -> Sequence[TimedWord]:
    """The words with their places in the text; words without times are marked, and get times from their neighbours.

    Empty where they are not the words of the text, or where none has a time: then the aligner can find the times.
    """
    tokens = text.split()
    if [row.word for row in rows] != tokens:
        return ()
    starts = [row.start_time for row in rows]
    ends = [row.end_time for row in rows]
    if None in starts or None in ends:
        return _interpolated(text, rows)
    sources = [row.source for row in rows]
    sure, far = [row.confidence for row in rows], [row.expected_error for row in rows]
    return words_of_text(
        text, tokens, cast("list[float]", starts), cast("list[float]", ends), sources, sure, far
    )


def _interpolated(text: str, rows: Sequence[TimedRow]) -> tuple[TimedWord, ...]:
    known = [_word(row) for row in rows]
    if not any(known):
        return ()
    last = max(word.end_time for word in known if word)
    return placed(interpolated([row.word for row in rows], known, last), text)


def _word(row: TimedRow) -> TimedWord | None:
    if row.start_time is None or row.end_time is None:
        return None
    times = row.start_time, row.end_time
    return TimedWord(row.word, *times, row.source, row.confidence, expected_error=row.expected_error)


def _guide_in(line: bytes, place: str) -> GuideEntry:
    return entry_of(decoded(line, place, GuideRow))


def _follower_in(line: bytes, place: str) -> FollowerEntry:
    return decoded(line, place, FollowerEntry)


class _FollowerKey(msgspec.Struct):
    """The key that Followers' rows have and Guides' have not."""

    demonstration_id: object = msgspec.UNSET


def _entry_in(line: bytes, place: str) -> GuideEntry | FollowerEntry:
    is_walk = decoded(line, place, _FollowerKey).demonstration_id is not msgspec.UNSET
    return _follower_in(line, place) if is_walk else _guide_in(line, place)


def _found(
    beside: _Beside, place: str, line: bytes, entry_in: Callable[[bytes, str], GuideEntry | FollowerEntry]
) -> Found:
    try:
        entry = entry_in(line, place)
        if walk := entry.followed:
            return Found(place, walk, beside.trace(trace_name(walk.demonstration_id, "follower")))
        number = entry.instruction_id
        return Found(place, entry, beside.trace(trace_name(number, "guide")), beside.voice(padded(number)))
    except PangeaError as error:
        return Found(place, error)


class _Beside:
    """The pose traces and voices beside a file, in a split's folder each: ``pose_traces/rxr_train`` and so on."""

    def __init__(self, folder: Path) -> None:
        self._traces = sorted(folder.glob("pose_traces/*"))
        self._folder = folder

    def voice(self, name: str) -> Path | None:
        """The voice of this name, whatever its suffix; None where there is none.

        Raises:
            InvalidDataError: there are several.
        """
        return _only(self._voices.get(name, []))

    @cached_property
    def _voices(self) -> dict[str, list[Path]]:
        """By name without suffix; the folders are listed once, as voices may have any of a dozen suffixes."""
        voices: dict[str, list[Path]] = {}
        for split in sorted(self._folder.glob("voices/*/")):
            for file in sorted(split.iterdir()):
                if file.suffix.lower() in SUFFIXES and not file.name.startswith(APPLE_DOUBLE):
                    voices.setdefault(file.stem, []).append(file)
        return voices

    def trace(self, name: str) -> Path | None:
        """The pose trace of this name; None where there is none.

        Raises:
            InvalidDataError: there are several.
        """
        return _only([split / name for split in self._traces if (split / name).exists()])


def _only(files: list[Path]) -> Path | None:
    if len(files) > 1:
        raise InvalidDataError(
            f"Of {', '.join(str(file) for file in files)} only one can belong to an entry.",
            remedy="Remove the others.",
        )
    return files[0] if files else None
