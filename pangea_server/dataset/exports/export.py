"""From a store to a folder: every annotation in every format that was asked for, one annotation in memory at a time."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from align.exports.whole import below, write_whole, written_below
from environments import ConfigurationError, PangeaError, open_environment
from environments.folders import make_folder
from pangea_server.annotate.annotations.population import Left, Population
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.settings import Settings
from pangea_server.dataset.entries.carried import missing_from
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, FailedFile, write_files
from pangea_server.dataset.entries.manifest import settle_manifest
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.speakers import speakers, write_speakers
from pangea_server.dataset.entries.tally import UNALIGNED, Counted, Tally
from pangea_server.dataset.formats import FORMATS
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.stored import refuse_without_landmarks
from pangea_server.stores.protocol import Store

ABOUT = "about.json"


@dataclass(slots=True)
class ExportReport:
    """What was written.

    Attributes:
        answers: annotations of other kinds; they are in the format ``tasks`` only.
        unaligned: Guide annotations with a voice that went out without word times.
        lacking: how many annotations went out without something else, by what.
        left_out: what was left out, by what it is called, and why.
        faults: files that could not be made.
        refused: why some of several formats could not be written, by name.
        notes: what formats could not say, with how many it is about.
    """

    guides: int = 0
    followers: int = 0
    answers: int = 0
    unaligned: int = 0
    lacking: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, Left] = field(default_factory=dict)
    faults: list[FailedFile] = field(default_factory=list)
    refused: dict[str, PangeaError] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)

    def take(self, tally: Tally) -> None:
        """Take over what was counted."""
        guides, followers = tally.guides or Counted(), tally.followers or Counted()
        self.guides, self.followers = guides.total, followers.total
        self.lacking = guides.lacking + followers.lacking
        self.left_out = {"Guide annotations": guides.left, "walks": followers.left}
        self.unaligned = self.lacking.pop(UNALIGNED, 0)


def open_formats(names: Sequence[str]) -> list[Format]:
    """The formats of these names, in the same order, each once.

    Raises:
        ConfigurationError: there is no such format.
    """
    known = FORMATS.names()
    for name in names:
        if name not in known:
            raise ConfigurationError(
                f"There is no format {name!r}.", remedy=f"Choose from {', '.join(known)}."
            )
    return [FORMATS.load(name)() for name in dict.fromkeys(names)]


def export(dataset: Dataset, directory: Path, formats: Sequence[Format], *, workers: int = 1) -> ExportReport:
    """Write the dataset below ``directory``, a folder for each format.

    Files of many annotations are written anew; those of one annotation are left as they are when they were made from
    the same data before, so that an interrupted export goes on. What cannot be made, a file or one of several formats,
    is named in the report, and the rest is written none the less.

    Args:
        workers: processes that compute masks and draw pictures.

    Raises:
        RecordNotFoundError: there is nothing to write for any format.
        ConfigurationError: the only format needs the environment, and there is none; or the directory cannot be written
            to.
    """
    report = ExportReport()
    dataset.tally.begin()
    with written_below(directory):
        written, faults, report.refused = write_tables(dataset, directory, formats)
        report.notes += dataset.notes
        files, names = _counted_files(dataset, written, report), [each.name for each in written]
        report.faults += write_files(dataset.store.blobs, directory, files, folders=names, workers=workers)
        report.faults += faults
        settle_manifest(directory)
    return report


def open_dataset(
    store: Store,
    settings: Settings,
    formats: Sequence[Format],
    watch: Watch = unwatched,
    population: Population = Population.DATA,
) -> Dataset:
    """The dataset of a store, with its environment if one of the formats asks for it; the rest as there."""
    needed = any(each.needs_places for each in formats)
    places = open_environment(settings.environment) if needed else None
    return Dataset(store, places, watch, population)


def refuse_empty(dataset: Dataset, formats: Sequence[Format]) -> None:
    """Raise RecordNotFoundError when the store has nothing for one of these formats."""
    for each in formats:
        if isinstance(each, LandmarkFormat):
            refuse_without_landmarks(dataset.store.records)
        else:
            dataset.refuse_empty(each.of)


def write_tables(
    dataset: Dataset, directory: Path, formats: Sequence[Format]
) -> tuple[list[Format], list[FailedFile], dict[str, PangeaError]]:
    """The files that hold many annotations, what says in which frames and units they are, and who speaks how.

    Returns the formats that could be written, what is missing in them because it could not be read, and by name why the
    others could not.

    Raises:
        PangeaError: none of the formats could be written; that of the first.
    """
    written: list[Format] = []
    faults: list[FailedFile] = []
    refused: dict[str, PangeaError] = {}
    for each in formats:
        try:
            refuse_empty(dataset, [each])
            faults += _write_format(dataset, directory, each)
            written.append(each)
        except PangeaError as error:
            refused[each.name] = error
    if not written:
        raise next(iter(refused.values()))
    write_speakers(speakers(dataset), directory)
    return written, faults, refused


def _write_format(dataset: Dataset, directory: Path, chosen: Format) -> Iterable[FailedFile]:
    fresh = directory / f".{chosen.name}.partial"
    shutil.rmtree(fresh, ignore_errors=True)
    make_folder(fresh)
    try:
        faults = chosen.write(dataset, fresh) or ()
        _replace_tables(directory / chosen.name, fresh, chosen)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return faults


def _replace_tables(folder: Path, fresh: Path, written: Format) -> None:
    """The new tables take the place of those of an earlier export, of which none stays."""
    tables = sorted(file.relative_to(fresh).as_posix() for file in fresh.rglob("*") if file.is_file())
    about = folder / ABOUT
    earlier = _tables_in(about)
    write_about(about, written, sorted({*earlier, *tables}))  # whose names are known wherever this is cut off
    for name in set(earlier) - set(tables):
        below(folder, name).unlink(missing_ok=True)
    for name in tables:
        make_folder((folder / name).parent)
        (fresh / name).replace(folder / name)
    write_about(about, written, tables)


def _tables_in(about: Path) -> list[str]:
    try:
        told = json.loads(about.read_bytes())
        return [*map(str, told["tables"]), *in_full(told.get("numbered", ()))]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(
            f"{about} does not say what an earlier export wrote there.",
            remedy="Name another folder, or remove that one.",
        ) from error


def write_about(about: Path, written: Format, tables: Sequence[str]) -> None:
    """Write ``about.json``: what the tables beside it are."""
    by = f"pangea-toolkit {version('pangea-toolkit')}"
    row = {
        "format": written.name,
        "written_by": by,
        **written.about,
        "missing": missing_from(written.name),
        **in_short(tables),
    }
    write_whole(about, (json.dumps(row, indent=1, ensure_ascii=False) + "\n").encode())


def files_of(item: Guide | Follower, formats: Sequence[Format]) -> Iterator[ExportedFile]:
    """The files of one annotation in all formats, named below the export's directory."""
    for each in formats:
        yield from _in_its_folder(each, each.files(item))


def _in_its_folder(chosen: Format, files: Iterable[ExportedFile]) -> Iterator[ExportedFile]:
    for file in files:
        yield replace(file, name=f"{chosen.name}/{file.name}")


def _counted_files(
    dataset: Dataset, formats: Sequence[Format], report: ExportReport
) -> Iterator[ExportedFile]:
    """The files of all annotations; those that have no files and were counted before are not read again."""
    tally, has_files = (
        dataset.tally,
        any(getattr(type(each), "files", None) is not Format.files for each in formats),
    )
    if has_files or tally.guides is None:
        for guide in dataset.guides("Guides"):
            yield from files_of(guide, formats)
    if has_files or tally.followers is None:
        for follower in dataset.followers("Followers"):
            yield from files_of(follower, formats)
    report.take(tally)
    for annotation in dataset.answers("Other tasks"):
        for each in formats:
            report.answers += issubclass(each.of, type(annotation))
            yield from _in_its_folder(each, each.answer_files(annotation))
    if tally.answers is not None:
        report.left_out["annotations of other kinds"] = tally.answers.left


NUMBERED = re.compile(r"(?P<before>.*?)(?P<number>\d{6,18})(?P<after>\.[a-z0-9.]+)")
FEW = 2
"""So many files of a pattern are named."""
MOST_NUMBERED = 10_000_000


def in_short(names: Iterable[str]) -> dict[str, Any]:
    """``tables``, the names, and ``numbered``: for each pattern its first and last number, and how many there are."""
    groups: defaultdict[tuple[str, str, int], dict[int, str]] = defaultdict(dict)
    tables = []
    for name in names:
        if found := NUMBERED.fullmatch(name):
            digits = found["number"]
            groups[found["before"], found["after"], len(digits)][int(digits)] = name
        else:
            tables.append(name)
    numbered = []
    for (before, after, digits), members in sorted(groups.items()):
        if len(members) <= FEW:
            tables += members.values()
            continue
        first, last = min(members), max(members)
        pattern = f"{before}{'#' * digits}{after}"
        numbered.append({"files": pattern, "first": first, "last": last, "count": len(members)})
    return {"tables": sorted(tables)} | ({"numbered": numbered} if numbered else {})


def in_full(numbered: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The names from the first to the last number of each pattern; some may not be there.

    Raises:
        KeyError, TypeError, ValueError: it is no such list, or has more than ``MOST_NUMBERED`` files of a pattern.
    """
    for each in numbered:
        before, digits, after = re.split(r"(#+)", each["files"], maxsplit=1)
        if not 0 <= each["last"] - each["first"] < MOST_NUMBERED:
            raise ValueError(f"{each['files']} has too many files")
        for number in range(each["first"], each["last"] + 1):
            yield f"{before}{number:0{len(digits)}d}{after}"
