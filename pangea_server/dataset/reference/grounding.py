"""``pangea evaluate grounding``: whether systems find what phrases mean."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from align.reference.phrases import Prediction
    from align.resampling import Measure
    from pangea_server.dataset.reference.phrase_files import ReadPhrase
    from pangea_server.dataset.reference.report import ReferenceReport


class Compat(StrEnum):
    """Others whose way to count directions is told as well."""

    SOON = "soon"
    TOUCHDOWN = "touchdown"


class CountedViewpoints(StrEnum):
    """Which viewpoints of a phrase count."""

    ANY = "any"
    SAID = "said"
    EACH = "each"


def grounding(
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Phrases with what people drew, a row each.",
            show_default="those of the store",
        ),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(metavar="[SYSTEM=]FILE", help="What a system finds; may be repeated."),
    ] = None,
    viewpoints: Annotated[
        CountedViewpoints,
        typer.Option(help="The best viewpoint of a phrase, the one at which it was said, or each by itself."),
    ] = CountedViewpoints.ANY,
    keep_all: Annotated[
        bool, typer.Option("--keep-all", help="Keep proposals that overlap better ones by more than half.")
    ] = False,
    slack: Annotated[
        float, typer.Option(metavar="DEGREES", min=0, help="By how much a direction may miss and still hit.")
    ] = 0.0,
    compat: Annotated[
        list[Compat] | None,
        typer.Option(help="Count directions as this dataset does as well; may be repeated."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "grounding"
    ),
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Score phrase grounding: R@1, 5 and 10 by IoU and c-IoU, and directions, beside what knows no word.

    Writes grounding.json, grounding.csv, recall.svg and sizes.svg.
    """
    from contextlib import ExitStack

    from pangea_server.dataset.reference.path_rows import by_system
    from pangea_server.dataset.reference.phrase_files import read_phrases, read_predictions
    from pangea_server.dataset.reference.stored import stored_dataset, stored_phrases

    with ExitStack() as opened:
        if key:
            phrases = read_phrases(key)
        else:
            phrases = stored_phrases(opened.enter_context(stored_dataset(data_dir, store, environment)))
        systems = by_system(response or (), read_predictions)
        report = compare_grounding(
            phrases,
            systems,
            viewpoints=viewpoints,
            suppression=None if keep_all else 0.5,
            slack=slack,
            compat=compat or (),
        )
    report.write(output)
    report.show(output)


def compare_grounding(
    phrases: Iterable[ReadPhrase],
    systems: Mapping[str, Mapping[str, Prediction]],
    *,
    viewpoints: CountedViewpoints = CountedViewpoints.ANY,
    suppression: float | None = 0.5,
    slack: float = 0.0,
    compat: Sequence[Compat] = (),
) -> ReferenceReport:
    """Score each system and each cue, by both ways to compare the boxes of plural phrases.

    Of each phrase a few numbers are kept, on the disk.

    Raises:
        InvalidDataError: a system's file names a phrase that the key does not have.
    """
    from pangea_server.dataset.reference.grounded import GroundedScores
    from pangea_server.dataset.reference.report import ReferenceReport, results_of

    grounded = GroundedScores(systems, viewpoints.value, suppression, [each.value for each in compat])
    for each in phrases:
        grounded.add(each)
    grounded.refuse_unknown()
    rows = list(grounded.rows(slack))
    pictures = {"recall.svg": _recall_chart(grounded.recalls), "sizes.svg": _size_chart(grounded.by_third)}
    headings = ("system", "by", "of", "figure")
    left_out = list(grounded.left_out())
    return ReferenceReport("grounding", headings, "walks", rows, results_of(rows), left_out, pictures)


def found_by_cues(phrases: Iterable[ReadPhrase]) -> dict[str, dict[str, Prediction]]:
    """What each cue finds, in the proposals that rows have; and the whole sphere."""
    from align.reference.finders import CUES, WHOLE_SPHERE, ranked
    from align.reference.phrases import Prediction

    found: dict[str, dict[str, Prediction]] = {name: {} for name in (*CUES, "whole sphere")}
    for each in phrases:
        everything = {at: [WHOLE_SPHERE] for at in each.phrase.regions}
        found["whole sphere"][each.phrase.name] = Prediction(everything)
        looks = {at: each.prior.middle(at) for at in each.phrase.regions}
        points = {at: look for at, look in looks.items() if look is not None}
        for name, cue in CUES.items():
            proposals = ranked(each.proposed, cue, each.prior)
            found[name][each.phrase.name] = Prediction(proposals, points if name == "camera prior" else {})
    return found


def _recall_chart(recalls: Mapping[str, Mapping[float, Measure]]) -> str:
    from pangea_server.dataset.reference.chart import ChartLine, line_chart

    lines = [
        ChartLine(name, [(k, found) for k, found in by_k.items() if k <= 10])
        for name, by_k in recalls.items()
    ]
    return line_chart("Phrases found among the first K proposals (c-IoU ≥ 0.5)", "K", "R@K", lines)


def _size_chart(by_third: Mapping[str, Sequence[Measure]]) -> str:
    from pangea_server.dataset.reference.chart import THIRDS, ChartLine, line_chart

    lines = [ChartLine(name, [*enumerate(found, start=1)]) for name, found in by_third.items()]
    return line_chart(
        "Phrases found first, by the size of what they mean", "size", "R@1", lines, ticks=THIRDS
    )
