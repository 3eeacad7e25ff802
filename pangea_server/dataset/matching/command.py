"""``pangea landmarks match``: what written instructions name, by the labels of the environment."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.console import Console

from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.formats import FORMATS, IMPORTED_LANDMARKS
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from align.reference.label_matching import LabelMatcher
    from pangea_server.dataset.entries.dataset import Dataset
    from pangea_server.dataset.landmarks.entries import LandmarkEntry
    from pangea_server.dataset.matching.label_matches import Unmatched

UNMATCHED = "unmatched.jsonl"


def _matchers() -> list[str]:
    from align.reference.label_matching import LABEL_MATCHERS

    return LABEL_MATCHERS.names()


def _formats() -> list[str]:
    """The built-in ones; of those of packages, it is found out when one is written."""
    return [name for name in FORMATS.names() if name in IMPORTED_LANDMARKS or name not in FORMATS.builtin]


MATCHER = KnownNames("matcher of labels", _matchers)
FORMAT = KnownNames("format of landmarks", _formats)


@dataclass(slots=True)
class MatchReport:
    """What became of the instructions.

    Attributes:
        phrases, things: that were matched.
        unmatched: phrases, and instructions without one, by the reason.
        notes: what the format could not say, with how many it is about.
    """

    phrases: int = 0
    things: set[str] = field(default_factory=set)
    unmatched: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)


def match(
    output: Annotated[
        Path, typer.Argument(metavar="FOLDER", file_okay=False, help="A new folder for the files.")
    ],
    matcher: Annotated[
        str,
        MATCHER.option(
            "--matcher", help="exact; lemma, which takes English plurals for singulars; or one of a package."
        ),
    ] = "lemma",
    format: Annotated[
        str, FORMAT.option("--format", help="The format of landmarks, which pangea import takes back.")
    ] = "landmarks",
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Match phrases of the store's instructions to the things that their path sees, by the environment's labels.

    The store stays as it is: look at the files, then import them. What was not matched is in unmatched.jsonl, with its
    reason. Exit code 1 when nothing was matched.
    """
    from align.reference.label_matching import LABEL_MATCHERS
    from environments import open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.entries.dataset import Dataset
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    chosen = LABEL_MATCHERS.load(matcher)()
    with closing(open_store(settings)) as opened:
        dataset = Dataset(opened, open_environment(settings.environment), watched)
        report = write_matched(dataset, output, format, chosen)
    _show(report, output, format)


def write_matched(dataset: Dataset, output: Path, name: str, matcher: LabelMatcher) -> MatchReport:
    """Write a new folder with what was matched in the format of this name, and what was not.

    Raises:
        ConfigurationError: the folder is there already or cannot be written, the environment names nothing, or the
            format does not take landmarks and give them back.
        RecordNotFoundError: there are no instructions.
    """
    from align.exports.whole import written_below
    from environments import ConfigurationError
    from environments.folders import make_folder
    from pangea_server.dataset.exports.export import open_formats
    from pangea_server.dataset.landmarks.entries import ReadsLandmarks, WritesLandmarks
    from pangea_server.dataset.landmarks.losses import counted
    from pangea_server.dataset.matching.label_matches import labelled, matched_entries

    (chosen,) = open_formats([name])
    if not (isinstance(chosen, WritesLandmarks) and isinstance(chosen, ReadsLandmarks)):
        raise ConfigurationError(
            f"{name} does not take landmarks and give them back.",
            remedy=f"Choose from {', '.join(IMPORTED_LANDMARKS)}.",
        )
    if output.exists():
        raise ConfigurationError(
            f"{output} is there already; nothing is overwritten.", remedy="Name another folder."
        )
    dataset.refuse_empty()
    assert dataset.places is not None
    places, report = labelled(dataset.places), MatchReport()
    draft = output.with_name(f"{output.name}.partial")
    with written_below(draft):
        shutil.rmtree(draft, ignore_errors=True)
        make_folder(draft)
        with (draft / UNMATCHED).open("w", encoding="utf-8") as lines:
            entries = matched_entries(dataset, places, matcher, _Told(lines, report))
            kept = counted(_counted(entries, report), name, report.notes)
            report.notes.update(chosen.write_landmarks(kept, dataset.places, draft))
        draft.rename(output)
    return report


@dataclass(slots=True)
class _Told:
    """Writes down what was not matched, a line each, and counts the reasons."""

    lines: TextIO
    report: MatchReport

    def __call__(self, unmatched: Unmatched) -> None:
        self.report.unmatched[unmatched.reason] += 1
        self.lines.write(json.dumps(asdict(unmatched), ensure_ascii=False) + "\n")


def _counted(entries: Iterable[LandmarkEntry], report: MatchReport) -> Iterator[LandmarkEntry]:
    for entry in entries:
        report.phrases += len(entry.mentions)
        report.things.update(each.entity_id for each in entry.entities)
        yield entry


def _show(report: MatchReport, output: Path, name: str) -> None:
    console = Console()
    console.print(f"Phrases that name a thing: {report.phrases}, of {len(report.things)} things.")
    for reason, count in report.unmatched.most_common():
        console.print(f"{reason} Not matched: {count}.")
    for note, count in (+report.notes).items():
        console.print(f"{name} cannot say {note}: {count}.")
    console.print(f"{output} has the files, and {UNMATCHED} what was not matched.")
    if not report.phrases:
        Console(stderr=True).print("Nothing was matched.")
        raise typer.Exit(FAILED)
