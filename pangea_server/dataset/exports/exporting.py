"""From a store to a folder: every annotation in every format that was asked for, one annotation in memory at a time."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from align.exports.whole import below, write_whole, written_below
from environments import ConfigurationError, open_environment
from environments.folders import make_folder
from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.settings import Settings
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.files import ExportedFile, FileFault, write_files
from pangea_server.dataset.entries.manifest import settle_manifest
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.provenance import statement, stating
from pangea_server.dataset.entries.speakers import speakers, write_speakers
from pangea_server.dataset.formats import FORMATS
from pangea_server.stores.protocol import Store

ABOUT = "about.json"


@dataclass(slots=True)
class ExportReport:
    """What was written.

    Attributes:
        answers: annotations of other kinds; they are in the format ``tasks`` only.
        unaligned: Guide annotations that went out without word times.
        lacking: how many annotations went out without something else, by what.
        left_out: walks that were rejected, or followed words that were rejected or withdrawn.
        faults: files that could not be made.
    """

    guides: int = 0
    followers: int = 0
    answers: int = 0
    unaligned: int = 0
    lacking: Counter[str] = field(default_factory=Counter)
    left_out: int = 0
    faults: list[FileFault] = field(default_factory=list)

    def count(self, item: Guide | Follower) -> None:
        """Take note of an annotation that goes out."""
        annotation = item.annotation
        if guide := item.said:
            self.guides += 1
            self.unaligned += not guide.words
            self.lacking["transcript"] += not guide.annotation.transcript
            self.lacking["voice"] += guide.annotation.voice is None
        else:
            self.followers += 1
        self.lacking["pose trace"] += annotation.pose_trace is None


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
    the same data before, so that an interrupted export goes on. What cannot be made is named in the report, and the
    rest is written none the less.

    Args:
        workers: processes that compute masks and draw pictures.

    Raises:
        RecordNotFoundError: there is nothing to write.
        ConfigurationError: a format needs the environment, and there is none; or the directory cannot be written to.
    """
    report = ExportReport()
    files = _counted_files(dataset, formats, report)
    names = [each.name for each in formats]
    with written_below(directory):
        write_tables(dataset, directory, formats)
        report.faults += write_files(dataset.store.blobs, directory, files, folders=names, workers=workers)
        settle_manifest(directory)
    return report


def open_dataset(
    store: Store,
    settings: Settings,
    formats: Sequence[Format],
    watch: Watch = unwatched,
    *,
    all_of_it: bool = False,
    accepted_only: bool = False,
) -> Dataset:
    """The dataset of a store, with its environment if one of the formats asks for it; the rest as there."""
    needed = any(each.needs_places for each in formats)
    return Dataset(
        store, open_environment(settings.environment) if needed else None, watch, all_of_it, accepted_only
    )


def write_tables(dataset: Dataset, directory: Path, formats: Sequence[Format]) -> None:
    """The files that hold many annotations, what says in which frames and units they are, and who speaks how."""
    for each in formats:
        dataset.refuse_empty(each.of)
    write_speakers(speakers(dataset), directory)
    for each in formats:
        fresh = directory / f".{each.name}.partial"
        shutil.rmtree(fresh, ignore_errors=True)
        make_folder(fresh)
        each.write(dataset, fresh)
        _replace_tables(directory / each.name, fresh, each)


def _replace_tables(folder: Path, fresh: Path, written: Format) -> None:
    """The new tables take the place of those of an earlier export, of which none stays."""
    tables = sorted(file.relative_to(fresh).as_posix() for file in fresh.rglob("*") if file.is_file())
    about = folder / ABOUT
    earlier = _tables_in(about)
    _write_about(
        about, written, sorted({*earlier, *tables})
    )  # whose names are known wherever this is cut off
    for name in set(earlier) - set(tables):
        below(folder, name).unlink(missing_ok=True)
    for name in tables:
        make_folder((folder / name).parent)
        (fresh / name).replace(folder / name)
    shutil.rmtree(fresh)
    _write_about(about, written, tables)


def _tables_in(about: Path) -> list[str]:
    try:
        return list(map(str, json.loads(about.read_bytes())["tables"]))
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(
            f"{about} does not say what an earlier export wrote there.",
            remedy="Name another folder, or remove that one.",
        ) from error


def _write_about(about: Path, written: Format, tables: Sequence[str]) -> None:
    by = f"pangea-toolkit {version('pangea-toolkit')}"
    row = {"format": written.name, "written_by": by, **written.about, "tables": tables}
    write_whole(about, (json.dumps(row, indent=1, ensure_ascii=False) + "\n").encode())


def files_of(item: Guide | Follower, formats: Sequence[Format]) -> Iterator[ExportedFile]:
    """The files of one annotation in all formats, named below the export's directory."""
    for each in formats:
        yield from _in_its_folder(each, each.files(item))


def _in_its_folder(chosen: Format, files: Iterable[ExportedFile]) -> Iterator[ExportedFile]:
    told = statement(chosen)
    for file in files:
        yield stating(replace(file, name=f"{chosen.name}/{file.name}"), told)


def _counted_files(
    dataset: Dataset, formats: Sequence[Format], report: ExportReport
) -> Iterator[ExportedFile]:
    items: Iterable[Guide | Follower] = chain(dataset.guides("Guides"), dataset.followers("Followers"))
    for item in items:
        report.count(item)
        yield from files_of(item, formats)
    for annotation in dataset.answers("Other tasks"):
        for each in formats:
            report.answers += issubclass(each.of, type(annotation))
            yield from _in_its_folder(each, each.answer_files(annotation))
    total = dataset.store.records.count(FollowerAnnotation)
    report.left_out = total - report.followers
