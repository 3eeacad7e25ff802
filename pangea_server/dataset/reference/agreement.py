"""``pangea evaluate agreement``: how far people agree about what words mean."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from align.resampling import Measure
    from pangea_server.dataset.reference.judgement_files import JudgedUnit
    from pangea_server.dataset.reference.report import ReferenceReport, Row


BY_GROUP = ("point", "regions")
"""Kinds of judgement for which chance is that of the same group."""


def agreement(
    judgements: Annotated[
        Path, typer.Option(metavar="FILE", help="What people answered about the same things, a row each.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "agreement"
    ),
) -> None:
    """Measure agreement: alpha of answers, directions and regions, F1 of spans, CoNLL F1 of chains.

    Reads a file; `pangea agreement` is about a store's walks, ratings and transcripts. Writes agreement.json and
    agreement.csv.
    """
    from pangea_server.dataset.reference.judgement_files import read_judgements

    report = agreement_report(read_judgements(judgements))
    report.write(output)
    report.show(output)


def agreement_report(judged: Mapping[str, Mapping[str, JudgedUnit]]) -> ReferenceReport:
    """The agreement of each kind of judgement; in each language where there are several."""
    from pangea_server.dataset.reference.report import ReferenceReport, results_of

    rows: list[Row] = []
    left_out: list[str] = []
    for kind, units in judged.items():
        several = [unit for unit in units.values() if len(unit.by) > 1]
        if alone := len(units) - len(several):
            left_out.append(f"{alone} units of {kind} were judged by one person, and are not compared.")
        if single := _alone_in_their_group(kind, several):
            left_out.append(f"{single} units of {kind} are alone in their group, and not in alpha.")
        languages = sorted({unit.language or "" for unit in several})
        for language in ["", *languages] if len(languages) > 1 else languages or [""]:
            chosen = [unit for unit in several if language in ("", unit.language)]
            rows += _rows(kind, language if len(languages) > 1 else "", chosen)
    return ReferenceReport(
        "agreement", ("of", "language", "figure"), "units", rows, results_of(rows), left_out
    )


def _alone_in_their_group(kind: str, units: Sequence[JudgedUnit]) -> int:
    """How many units have no others from which chance could be told."""
    sizes = Counter(unit.group for unit in units) if kind in BY_GROUP else {}
    return sum(size == 1 for size in sizes.values())


def _rows(kind: str, language: str, units: Sequence[JudgedUnit]) -> Iterator[Row]:
    from pangea_server.dataset.reference.report import Row

    for figure, found in _figures(kind)(units).items():
        yield Row((kind, language or "all", figure), found)


def _figures(kind: str) -> Callable[[Sequence[JudgedUnit]], dict[str, Measure]]:
    from pangea_server.quality.agreement import (
        agreement_of_answers,
        agreement_of_chains,
        agreement_of_spans,
    )

    simple: dict[str, tuple[str, Callable[[Any], Measure]]] = {
        "answer": ("alpha, nominal", agreement_of_answers),
        "spans": ("F1 of two people", agreement_of_spans),
        "chains": ("CoNLL F1 of two people", agreement_of_chains),
    }
    if kind in BY_GROUP:
        return _points if kind == "point" else _regions
    name, of = simple[kind]
    return lambda units: {name: of([list(unit.by.values()) for unit in units])}


def _points(units: Sequence[JudgedUnit]) -> dict[str, Measure]:
    from environments.geometry import direction
    from pangea_server.quality.agreement import AnsweredItem, agreement_of_points

    items = [AnsweredItem([direction(*point) for point in unit.by.values()], unit.group) for unit in units]
    found = agreement_of_points(items)
    shares = {f"share of pairs within {most:g}°": share for most, share in found.within.items()}
    return {"alpha, 1 - cos": found.alpha, "angle between two people, degrees": found.angle} | shares


def _regions(units: Sequence[JudgedUnit]) -> dict[str, Measure]:
    from functools import partial

    from align.reference.overlaps import overlaps
    from pangea_server.quality.agreement import AnsweredItem, agreement_of_regions

    items = [AnsweredItem(list(unit.by.values()), unit.group) for unit in units]
    found = agreement_of_regions(items, partial(overlaps, plural="components"))
    shares = {
        f"share of pairs with IoU of at least {least:g}": share for least, share in found.at_least.items()
    }
    return {"alpha, (1 - IoU) squared": found.alpha, "mean IoU": found.iou} | shares
