"""Files that were not collected here, laid out as RxR publishes its data, so that they come in as it does.

RxR's rows (``*_guide*.jsonl.gz``, ``*_follower*.jsonl.gz``), pose traces (npz) and voices; and what the 2021 toolkit
left of a recording: its arguments (``args.json``), its snapshots (any other ``.jsonl``) and the voice.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from align import PoseTrace
from align.audio import SUFFIXES
from align.pose_trace import Layout, TimeUnit
from align.snapshot_lines import MAX_BYTES
from environments import ConfigurationError, InvalidDataError
from environments.folders import make_folder
from environments.input.json_documents import decoded, lines
from environments.input.names import files_below
from environments.input.regular_files import open_regular, read_regular
from pangea_server.core.records import padded
from pangea_server.dataset.entries.entries import FollowerEntry
from pangea_server.dataset.formats.rxr import GuideRow, trace_name

SPLIT = "rxr_given"


@dataclass(frozen=True, slots=True)
class Convention:
    """How the matrices and times of 2021 snapshots are written; the files do not say it."""

    layout: Layout
    time_unit: TimeUnit


class Arguments2021(GuideRow, frozen=True, kw_only=True):
    """``args.json`` of the 2021 toolkit: a guide row, and the name of its voice."""

    audio: str | None = None


def lay_out(
    files: Sequence[Path], folder: Path, *, only: int | None = None, convention: Convention | None = None
) -> list[Path]:
    """Write what was given below ``folder``; returns the row files, Guides before their Followers.

    A trace or a voice belongs to the entry whose number its name begins with; where there is one entry, to that.

    Args:
        files: or folders of them.
        only: the one instruction to take out of long row files; None takes all.
        convention: of 2021 snapshots.

    Raises:
        ConfigurationError: a file cannot be read or is of no known kind, or nobody said how snapshots are written.
        InvalidDataError: a file is damaged, or an entry or a trace's owner is missing.
    """
    given = _by_kind(files)
    traces, voices = folder / "pose_traces" / SPLIT, folder / "voices" / SPLIT
    for place in (traces, voices):
        make_folder(place)
    rows = [*_guides(given, folder, only), *_followers(given, folder, only)]
    numbers = _instructions(rows)
    for file in given["voice"]:
        _copy(file, _only(voices / f"{padded(_owner(file, numbers))}{file.suffix.lower()}", file))
    for file in given["snapshots"]:
        target = _only(traces / trace_name(_owner(file, numbers), "guide"), file)
        _converted(file, convention).save_rxr(target)
    for file in given["trace"]:
        named = re.fullmatch(r"\d+_(guide|follower)_pose_trace\.npz", file.name)
        target = traces / (file.name if named else trace_name(_owner(file, numbers), "guide"))
        _copy(file, _only(target, file))
    return rows


def _by_kind(files: Sequence[Path]) -> Mapping[str, list[Path]]:
    given: dict[str, list[Path]] = defaultdict(list)
    for path in files:
        for file in (path / each for each in files_below(path)) if path.is_dir() else [path]:
            kind = _kind(file.name.lower())
            if kind:
                _refuse_irregular(file, path if file is not path else None)
            if kind is None and file is path:
                raise ConfigurationError(f"{file.name} is no file of a recording.", remedy=_REMEDY)
            given[kind or ""].append(file)
    if not (given["guide"] or given["arguments"]):
        raise ConfigurationError("There is no Guide's entry among these files.", remedy=_REMEDY)
    return given


def _refuse_irregular(file: Path, inside: Path | None) -> None:
    try:
        open_regular(file, inside).close()
    except OSError as error:
        raise _unreadable(file, error) from error


_REMEDY = (
    "Give RxR's rows as NAME_guide.jsonl or NAME_guide.jsonl.gz, or a 2021 recording's args.json; and with them a "
    "trace (.npz), snapshots (.jsonl) and a voice (.wav, .mp3, .webm and others)."
)


def _kind(name: str) -> str | None:
    if name.endswith((".jsonl", ".jsonl.gz")):
        return "guide" if "_guide" in name else "follower" if "_follower" in name else "snapshots"
    if name.endswith(SUFFIXES):
        return "voice"
    return {"args.json": "arguments"}.get(name) or ("trace" if name.endswith(".npz") else None)


def _guides(given: Mapping[str, list[Path]], folder: Path, only: int | None) -> Iterator[Path]:
    for number, file in enumerate(given["guide"]):
        yield _written(folder / f"given_guide_{number}.jsonl", _chosen(file, GuideRow, only))
    for number, file in enumerate(given["arguments"]):
        row = msgspec.json.encode(decoded(_bytes(file), file.name, Arguments2021))
        yield _written(folder / f"given_guide_2021_{number}.jsonl", [row + b"\n"])


def _followers(given: Mapping[str, list[Path]], folder: Path, only: int | None) -> Iterator[Path]:
    for number, file in enumerate(given["follower"]):
        yield _written(folder / f"given_follower_{number}.jsonl", _chosen(file, FollowerEntry, only))


def _written(target: Path, rows: Iterable[bytes]) -> Path:
    with target.open("wb") as file:
        file.writelines(rows)
    return target


def _chosen(file: Path, kind: type[GuideRow] | type[FollowerEntry], only: int | None) -> Iterator[bytes]:
    for place, line in lines(file):
        if only is None or decoded(line, place, kind).instruction_id == only:
            yield line.rstrip() + b"\n"


def _instructions(rows: Sequence[Path]) -> list[int]:
    """Whose Guides' entries these are; a broken entry is named by the import, which looks at all of it."""
    found = [
        number
        for file in rows
        if "_guide" in file.name
        for _, line in lines(file)
        if (number := _number(line)) is not None
    ]
    if not found:
        raise InvalidDataError(
            "None of these entries is the one that is asked for.",
            remedy="Name another one, or none, with --only.",
        )
    return found


def _number(line: bytes) -> int | None:
    try:
        return msgspec.json.decode(line, type=_Numbered).instruction_id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


class _Numbered(msgspec.Struct):
    instruction_id: int


def _bytes(file: Path) -> bytes:
    try:
        return read_regular(file, most=MAX_BYTES)
    except OSError as error:
        raise _unreadable(file, error) from error


def _owner(file: Path, numbers: Sequence[int]) -> int:
    named = re.match(r"\d+", file.name)
    if named and int(named[0]) in numbers:
        return int(named[0])
    if len(numbers) == 1:
        return numbers[0]
    raise InvalidDataError(
        f"Nothing says to which of {len(numbers)} entries {file.name} belongs.",
        remedy=f"Let its name begin with the instruction's number, as in {trace_name(numbers[0], 'guide')}.",
    )


def _only(target: Path, file: Path) -> Path:
    """Where a file goes, unless another one has come there."""
    if target.exists():
        raise InvalidDataError(
            f"{file.name} is a second file for {target.name}.",
            remedy="Give the one that belongs to the entry.",
        )
    return target


def _converted(file: Path, convention: Convention | None) -> PoseTrace:
    if convention is None:
        raise ConfigurationError(
            f"{file.name} has snapshots of 2021, which do not say how they are written.",
            remedy="Say it: --layout column --time-unit ms for what the 2021 pages wrote, --layout row --time-unit s "
            "for the published sample.",
        )
    return PoseTrace.from_snapshots_2021(
        _bytes(file), layout=convention.layout, time_unit=convention.time_unit
    )


def _copy(file: Path, target: Path) -> None:
    try:
        shutil.copyfile(file, target)
    except OSError as error:
        raise _unreadable(file, error) from error


def _unreadable(file: Path, error: OSError) -> ConfigurationError:
    return ConfigurationError(f"{file} cannot be read: {error.strerror}.", remedy="Check the file's name.")
