"""The report as one page to look at: no scripts, nothing from elsewhere, for screen and print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined

from pangea_server.dataset.evaluation.evaluation import Evaluation
from pangea_server.dataset.evaluation.findings import (
    MEASURE,
    amount,
    findings,
    is_found,
    level,
    number,
    p_text,
)
from pangea_server.dataset.evaluation.plots import Axis, PlotMark, Tick
from pangea_server.quality.comparison import Difference, WalkMeasure
from pangea_server.quality.text_metrics import TEXT_METRICS, TextScore


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A line of a plot; ``mark`` is None where the value is not known."""

    name: str
    mark: PlotMark | None
    value: str
    interval: str
    found: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows over one axis; ``zero`` is where no difference is."""

    rows: Sequence[PlotRow]
    ticks: Sequence[Tick]
    zero: float | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A measure: its systems, their differences, and what that says."""

    measure: WalkMeasure
    systems: Plot
    differences: Plot | None
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True)
class TextRow:
    """A system's metrics of words in one language."""

    system: str
    texts: int
    copies: int
    scores: Sequence[TextScore]


def page(evaluation: Evaluation, title: str) -> str:
    """The HTML of the report.

    Args:
        title: of the page, such as the campaign's name.
    """
    templates = Environment(
        loader=PackageLoader("pangea_server.dataset.evaluation", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["p"] = lambda p: p_text(p).removeprefix("p ").removeprefix("= ")
    panels = [_panel(evaluation, key) for key in evaluation.differences]
    return templates.get_template("report.html").render(
        title=title,
        evaluation=evaluation,
        panels=panels,
        answers=panels[0].sentences,
        rows=[
            (MEASURE[key], pair)
            for key, pairs in evaluation.differences.items()
            for pair in pairs
            if pair.value is not None
        ],
        metrics=TEXT_METRICS,
        languages=_languages(evaluation.texts),
        amount=amount,
        number=number,
        is_found=is_found,
        unknown_texts=_reasons(evaluation.texts),
    )


def _panel(evaluation: Evaluation, key: str) -> Panel:
    measure, pairs = MEASURE[key], evaluation.differences[key]
    return Panel(
        measure=measure,
        systems=_systems_plot(evaluation, measure),
        differences=_differences_plot(measure, pairs)
        if any(pair.value is not None for pair in pairs)
        else None,
        sentences=findings({key: pairs}).get(key, [_alone(evaluation, measure)]),
    )


def _alone(evaluation: Evaluation, measure: WalkMeasure) -> str:
    name = evaluation.systems[0].name
    value = evaluation.systems[0].estimates[measure.key].value
    told = f" {level(measure, value)}" if value is not None else " unknown"
    return f"{measure.title} with {name} is{told}. There is no second system to compare it with."


def _systems_plot(evaluation: Evaluation, measure: WalkMeasure) -> Plot:
    found = [(system.name, system.estimates[measure.key]) for system in evaluation.systems]
    ends = [end for _, each in found for end in (each.value, each.low, each.high) if end is not None]
    axis = Axis.around(ends)
    rows = [
        PlotRow(
            name,
            axis.mark(each.value, each.low, each.high),
            level(measure, each.value),
            _interval(measure, each.low, each.high),
        )
        if each.value is not None
        else PlotRow(name, None, "–", each.reason)
        for name, each in found
    ]
    return Plot(
        rows, [Tick(axis.at(value), level(measure, value).removesuffix(" m")) for value in axis.values()]
    )


def _interval(measure: WalkMeasure, low: float | None, high: float | None) -> str:
    return (
        f"{level(measure, low).removesuffix(' %').removesuffix(' m')} to {level(measure, high)}"
        if low is not None and high is not None
        else "no interval"
    )


def _differences_plot(measure: WalkMeasure, pairs: Sequence[Difference]) -> Plot:
    known = [pair for pair in pairs if pair.value is not None]
    ends = [end for pair in known for end in (pair.value, pair.low, pair.high) if end is not None]
    axis = Axis.around([*ends, 0.0])
    rows = []
    for pair in known:
        assert pair.value is not None
        interval = (
            f"{number(measure, pair.low, signed=True)} to {amount(measure, pair.high, signed=True)}"
            if pair.low is not None and pair.high is not None
            else "no interval"
        )
        rows.append(
            PlotRow(
                f"{pair.first} − {pair.second}",
                axis.mark(pair.value, pair.low, pair.high),
                amount(measure, pair.value, signed=True),
                interval,
                is_found(pair),
            )
        )
    ticks = [Tick(axis.at(value), number(measure, value, signed=True)) for value in axis.values()]
    return Plot(rows, ticks, axis.at(0.0))


def _languages(scores: Sequence[TextScore]) -> list[tuple[str, list[TextRow]]]:
    """The metrics as tables: a table a language, a row a system."""
    tables = []
    for language, of_language in groupby(scores, lambda score: score.language):
        rows = []
        for system, group in groupby(of_language, lambda score: score.system):
            of_system = list(group)
            rows.append(TextRow(system, of_system[0].texts, of_system[0].copies, of_system))
        tables.append((language, rows))
    return tables


def _reasons(scores: Sequence[TextScore]) -> list[str]:
    """Why metrics are not known, each reason once."""
    return list(
        dict.fromkeys(f"{score.metric}, {score.language}: {score.reason}" for score in scores if score.reason)
    )
