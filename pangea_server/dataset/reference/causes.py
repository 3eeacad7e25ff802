"""``pangea evaluate causes``: which input a failure comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from align.reference.causes import Causes
    from pangea_server.dataset.reference.report import ReferenceReport, Row


def causes(
    outcomes: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The outcomes of each instance under masked inputs, a row each."),
    ],
    inputs: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="The inputs; by default all that rows name."),
    ] = None,
    chain: Annotated[
        bool, typer.Option("--chain", help="The paper's stricter rule: outcomes fall along a chain.")
    ] = False,
    first: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="An input that is examined before others; may be repeated."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "causes"
    ),
) -> None:
    """Find bias errors and single causes of failures, from outcomes with inputs masked.

    Writes causes.json and causes.csv.
    """
    from align.reference.causes import find_causes
    from environments import ConfigurationError
    from pangea_server.dataset.reference.outcome_files import inputs_of, read_outcomes

    instances = read_outcomes(outcomes)
    named = [name.strip() for name in inputs.split(",")] if inputs else inputs_of(instances)
    if unknown := [name for name in first or () if name not in named]:
        raise ConfigurationError(f"{unknown[0]} is no input.", remedy=f"The inputs are {', '.join(named)}.")
    found = find_causes(instances, named, chain=chain, first=first or ())
    report = causes_report(found)
    report.write(output)
    report.show(output)


def causes_report(found: Causes) -> ReferenceReport:
    """What was found, as a table."""
    from dataclasses import asdict

    from pangea_server.dataset.reference.report import ReferenceReport

    rows = list(_rows(found))
    return ReferenceReport(
        "causes", ("of", "figure"), "instances", rows, asdict(found), list(_left_out(found))
    )


def _rows(found: Causes) -> Iterator[Row]:
    from pangea_server.dataset.reference.report import Row

    yield Row(("low instances", "share that are bias errors"), found.bias_share)
    for name, cause in found.inputs.items():
        yield Row((name, "share of examined instances"), cause.share)
        yield Row((name, "improved once it was made better"), cause.improved)
    yield Row(("all inputs", "improved once it was made better"), found.improved)


def _left_out(found: Causes) -> Iterator[str]:
    if found.left_out:
        yield (
            f"{len(found.left_out)} instances lack the outcome of some inputs (first: {found.left_out[0]}), "
            "and are not counted."
        )
    yield (
        f"Of {found.instances} instances {found.low} are under the median, {found.bias} of them by bias; of the other "
        f"{found.examined}, {found.single} have one cause, {found.several} several, {found.none} none."
    )
