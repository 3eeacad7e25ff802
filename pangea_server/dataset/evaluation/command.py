"""``pangea evaluate``: which systems write instructions that people can follow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from pangea_server.annotate.campaigns.command_line import complete_campaign
from pangea_server.core.cli.options import (
    DataDir,
    UnsaidLanguage,
    check_environment_kind,
    complete_environment,
)
from pangea_server.core.csv_cells import CsvWriter
from pangea_server.dataset.evaluation.evaluation import EVALUATION_VERSION, Evaluation
from pangea_server.dataset.evaluation.findings import findings
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from pangea_server.dataset.evaluation.evaluation import Evaluation
    from pangea_server.dataset.evaluation.sources import Reference, Sources


app = typer.Typer(no_args_is_help=True, help="Score instructions, and what is made of their words.")


@app.callback()
def evaluate() -> None:
    """Score instructions, and what is made of their words."""


@app.command()
def instructions(
    instructions: Annotated[
        list[str] | None,
        typer.Option(
            "--instructions", metavar="[SYSTEM=]FILE", help="Instructions with their path; may be repeated."
        ),
    ] = None,
    walks: Annotated[
        list[str] | None,
        typer.Option("--walks", metavar="[SYSTEM=]FILE", help="Walks along them; may be repeated."),
    ] = None,
    campaign: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Instead of files: a campaign made by `pangea campaign evaluate`.",
            autocompletion=complete_campaign,
        ),
    ] = None,
    references: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="What people wrote for the same paths, to compare words with."),
    ] = None,
    environment: Annotated[
        str | None,
        typer.Option(
            metavar="KIND:DIRECTORY",
            help="Score the walks here; without it their rows have metrics.",
            autocompletion=complete_environment,
            callback=check_environment_kind,
        ),
    ] = None,
    language: UnsaidLanguage = None,
    wordnet: Annotated[
        Path | None,
        typer.Option(
            help="WordNet's dictionary, for METEOR.", show_default="where Debian's wordnet-base puts it"
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "evaluation"
    ),
    title: Annotated[str, typer.Option(help="The page's title.")] = "Evaluation of instructions",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Compare systems by how well people follow their instructions: success, NE, SPL, nDTW, sDTW, and words.

    Reads files alone (--instructions and --walks), or a store's campaign (--campaign). Writes evaluation.html (to look
    at), evaluation.json, systems.csv, differences.csv and texts.csv.
    """
    from environments import ConfigurationError, open_environment
    from pangea_server.dataset.evaluation.evaluation import evaluate
    from pangea_server.dataset.evaluation.files import read_references, read_sources
    from pangea_server.dataset.evaluation.rows import SystemFile
    from pangea_server.quality.text_metrics import find_wordnet

    named = [SystemFile.parse(text) for text in references or ()]
    if campaign is not None and not instructions and not walks:
        sources = _collected(campaign, data_dir, store, read_references(named, language))
    elif instructions and walks and campaign is None:
        sources = read_sources(
            [SystemFile.parse(text) for text in instructions],
            [SystemFile.parse(text) for text in walks],
            named,
            open_environment(environment) if environment else None,
            language,
        )
    else:
        raise ConfigurationError(
            "It is not clear what to evaluate.",
            remedy="Give --instructions and --walks, or --campaign alone.",
        )
    found = evaluate(sources, lambda: find_wordnet(wordnet))
    write_report(found, output, title)
    show(found, output)


def _collected(
    campaign: str, data_dir: Path | None, store: str | None, references: Sequence[Reference]
) -> Sources:
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.evaluation.campaigns import campaign_sources
    from pangea_server.stores.opening import open_store

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        return campaign_sources(opened.records, campaign, references)


def write_report(evaluation: Evaluation, folder: Path, title: str) -> None:
    """All files of the report."""
    from pangea_server.core.cli.files import replacing
    from pangea_server.dataset.evaluation.page import page

    with replacing(folder / "evaluation.html") as file:
        file.write(page(evaluation, title))
    with replacing(folder / "evaluation.json") as file:
        file.write(as_json(evaluation))
    for name, write in (
        ("systems", write_systems),
        ("differences", write_differences),
        ("texts", write_texts),
    ):
        with replacing(folder / f"{name}.csv") as file:
            write(evaluation, file)


def show(evaluation: Evaluation, folder: Path) -> None:
    """What was found, and where to read on."""
    from pangea_server.dataset.evaluation.findings import findings

    console = Console(soft_wrap=True, highlight=False)
    for sentences in findings(evaluation.differences).values():
        for sentence in sentences:
            console.print(escape(sentence))
    for line in evaluation.left_out:
        console.print(f"[yellow]{escape(line)}[/yellow]")
    console.print(f"{folder / 'evaluation.html'} has all figures.", markup=False)


ESTIMATE = ("value", "low", "high", "walks", "paths", "people", "reason")
DIFFERENCE = (
    *("first", "second", "value", "low", "high", "p", "p_holm", "effect", "detectable"),
    *("higher", "equal", "lower", "paths", "reason"),
)


def as_json(evaluation: Evaluation) -> str:
    """The whole evaluation; ``evaluation_version`` changes when its readers have to."""
    document: dict[str, Any] = {"evaluation_version": EVALUATION_VERSION} | asdict(evaluation)
    document["findings"] = findings(evaluation.differences)
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def write_systems(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each system and measure."""
    rows = (
        (system.name, key, *(getattr(estimate, name) for name in ESTIMATE))
        for system in evaluation.systems
        for key, estimate in system.estimates.items()
    )
    _write(file, ("system", "measure", *ESTIMATE), rows)


def write_differences(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each measure and pair of systems."""
    rows = (
        (key, *(getattr(pair, name) for name in DIFFERENCE), pair.mcnemar.p if pair.mcnemar else None)
        for key, pairs in evaluation.differences.items()
        for pair in pairs
    )
    _write(file, ("measure", *DIFFERENCE, "mcnemar_p"), rows)


def write_texts(evaluation: Evaluation, file: IO[str]) -> None:
    """A row for each system, language and metric of words."""
    names = ("system", "language", "metric", "value", "low", "high", "texts", "copies", "reason")
    _write(file, names, (tuple(getattr(score, name) for name in names) for score in evaluation.texts))


def _write(file: IO[str], header: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    writer = CsvWriter(file, line_end="\n")
    writer.write(header)
    for row in rows:
        writer.write("" if cell is None else cell for cell in row)
