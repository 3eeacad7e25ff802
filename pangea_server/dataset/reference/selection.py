"""``pangea evaluate selection``: which of the things in view instructions name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from align.reference.cues import Priors, Ranking
    from align.reference.selection import SelectionItem, SelectionScore
    from pangea_server.dataset.reference.report import ReferenceReport, Row


def selection(
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Paths with the things in view and what instructions name.",
            show_default="those of the store",
        ),
    ] = None,
    development: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Other paths, to count what people name: for unigram and bigram."),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(metavar="[SYSTEM=]FILE", help="What a system names; may be repeated."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="The most things that a baseline selects.")] = 10,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "selection"
    ),
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Score which things are named: precision, recall and F beside people's own, and beside simple cues.

    Writes selection.json, selection.csv and selection.svg.
    """
    from contextlib import ExitStack

    from pangea_server.dataset.reference.path_rows import by_system
    from pangea_server.dataset.reference.selection_files import read_named, read_selection_items
    from pangea_server.dataset.reference.stored import stored_dataset, stored_selection

    others = read_selection_items(development) if development else None
    with ExitStack() as opened:
        if key:
            items = read_selection_items(key)
        else:
            items = stored_selection(opened.enter_context(stored_dataset(data_dir, store, environment)))
        systems = by_system(response or (), read_named)
        report = compare_selections(items, others, systems, most)
    report.write(output)
    report.show(output)


def compare_selections(
    items: Iterable[SelectionItem],
    development: Iterable[SelectionItem] | None,
    systems: Mapping[str, Mapping[str, Sequence[str]]],
    most: int = 10,
) -> ReferenceReport:
    """Score people, systems and cues. Of each path its scores are kept, not what can be seen.

    Args:
        development: paths that are not among ``items``; without it nothing says what people name.
        systems: what each selects, by path.
        most: cues select 1 to so many things.

    Raises:
        InvalidDataError: a path is in both sets, or a system names a path or thing that the key does not have.
    """
    from align.reference.cues import Priors
    from pangea_server.dataset.reference.chart import ChartLine, line_chart
    from pangea_server.dataset.reference.report import ReferenceReport, results_of
    from pangea_server.dataset.reference.selected import Selected

    priors, developed = None, set[str]()
    if development is not None:
        priors = Priors.of(_noting(development, developed))
    selected = Selected(systems, _rankings(priors), most, developed)
    for item in items:
        selected.add(item)
    selected.refuse_unknown()
    people = selected.people()
    rows = list(_rows("people, one against the others", "", people))
    left_out = list(selected.left_out(has_development=development is not None))
    for system, score in selected.by_system():
        rows += _rows(system, "", score)
    lines = [ChartLine("people", [(1, people.f1), (most, people.f1)])]
    for name, scores in selected.by_cue():
        rows += [row for k, score in enumerate(scores, start=1) for row in _rows(name, str(k), score)]
        lines.append(ChartLine(name, [(k, score.f1) for k, score in enumerate(scores, start=1)]))
    chart = line_chart("Content selection", "things selected", "F", lines)
    headings = ("selected by", "at most", "figure")
    results = results_of(rows)
    return ReferenceReport("selection", headings, "paths", rows, results, left_out, {"selection.svg": chart})


def _noting(items: Iterable[SelectionItem], names: set[str]) -> Iterator[SelectionItem]:
    for item in items:
        names.add(item.name)
        yield item


def _rankings(priors: Priors | None) -> dict[str, Ranking]:
    from align.reference import cues

    seen: dict[str, Ranking] = {
        "size": cues.by_size,
        "position (horizon)": cues.by_horizon,
        "position (walking direction)": cues.by_walking_direction,
        "position (picture's centre)": cues.by_centre,
        "seconds in view": cues.by_seconds_in_view,
        "middle third": cues.by_seconds_in_middle,
        "decision points": cues.by_decision_points,
        "rarity": cues.by_rarity,
    }
    if priors is None:
        return seen
    said: dict[str, Ranking] = {"unigram": priors.unigram, "bigram": priors.bigram}
    pairs = {
        f"{word} + {look}": cues.by_mean_rank(said[word], seen[look])
        for word in said
        for look in ("size", "position (horizon)", "position (walking direction)")
    }
    return seen | said | pairs


def _rows(name: str, most: str, score: SelectionScore) -> Iterator[Row]:
    from pangea_server.dataset.reference.report import Row

    for figure in ("precision", "recall", "f1"):
        yield Row((name, most, figure), getattr(score, figure))
