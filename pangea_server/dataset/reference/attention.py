"""``pangea evaluate attention``: how much of what people look at, or models attend to, is what they say."""

from __future__ import annotations

from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from align.reference.attention import AttendedPhrase, AttentionScore, Shuffled
    from align.resampling import Measure
    from pangea_server.dataset.reference.attended import Attended
    from pangea_server.dataset.reference.attention_files import Looks, SpokenPhrase
    from pangea_server.dataset.reference.chart import ChartLine
    from pangea_server.dataset.reference.report import ReferenceReport, Row

PhraseT = TypeVar("PhraseT", "AttendedPhrase", "SpokenPhrase")
FIGURES = {
    "correctness": "correctness",
    "uniform": "share of the sphere",
    "over_uniform": "above the share of the sphere",
    "in_view": "share of what was in view",
    "over_in_view": "above the share of what was in view",
}
"""The fields of an ``AttentionScore``, as the report names them."""


class Weight(StrEnum):
    """How a camera's view is attended to."""

    MIDDLE = "middle"
    PLAIN = "plain"


def attention(
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Phrases with regions and words, a row each.",
            show_default="those of the store, and where its Guides looked",
        ),
    ] = None,
    traces: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="With --key: where people looked, a pose trace WALK.npz for each walk."
        ),
    ] = None,
    maps: Annotated[
        list[str] | None,
        typer.Option(metavar="[SYSTEM=]FILE", help="A model's maps as npz; may be repeated."),
    ] = None,
    weight: Annotated[
        Weight, typer.Option(help="People attend to the middle of their view more, or to all of it alike.")
    ] = Weight.MIDDLE,
    write_maps: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.npz", help="Write what each word means as maps, to supervise a model's attention."
        ),
    ] = None,
    map_rows: Annotated[
        int, typer.Option(min=64, help="Rows of a written map, which is twice as wide.")
    ] = 128,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "attention"
    ),
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Score attention correctness of people and of models, beside chance of three kinds, and by a lag in time.

    Writes attention.json, attention.csv, sizes.svg and, with --traces, lag.svg; with --write-maps maps of the words.
    """
    from contextlib import ExitStack

    from align.reference.prior import SIGMA
    from environments import ConfigurationError
    from pangea_server.dataset.reference.attention_files import Looks, read_maps, read_spoken, read_traces
    from pangea_server.dataset.reference.path_rows import by_system
    from pangea_server.dataset.reference.stored import stored_dataset, stored_spoken, stored_traces

    if key and traces is None and not maps and write_maps is None:
        raise ConfigurationError("There is no attention to score.", remedy="Give --traces, --maps, or both.")
    if traces and not key:
        raise ConfigurationError("--traces is for --key.", remedy="Leave it out: the store has its own.")
    sigma = SIGMA if weight is Weight.MIDDLE else None
    with ExitStack() as opened:
        if key:
            read = read_spoken(key)
            phrases: Iterable[SpokenPhrase] = read
            looks = Looks(read_traces(traces, read).get, sigma) if traces else None
        else:
            dataset = opened.enter_context(stored_dataset(data_dir, store, environment))
            read = list(stored_spoken(dataset)) if maps or write_maps else []  # else one at a time
            phrases = read or stored_spoken(dataset)
            looks = Looks(stored_traces(dataset), sigma)
        if write_maps is not None:
            _write_maps(write_maps, read, map_rows)
            if looks is None and not maps:
                return
        systems = by_system(maps or (), lambda file: read_maps(file, read))
        report = compare_attention(phrases, looks, systems)
    report.write(output)
    report.show(output)


def _write_maps(file: Path, phrases: Sequence[SpokenPhrase], rows: int) -> None:
    from pangea_server.dataset.reference.word_maps import write_maps

    written = write_maps(file, phrases, rows)
    names = ", ".join(map(str, written.files)) or "No file"
    typer.echo(f"{names}: maps of {written.words} words, {rows} x {2 * rows}.")
    if written.undrawn:
        typer.echo(f"{written.undrawn} phrases have no region or no words, and no map.")
    if written.too_small:
        typer.echo(
            f"{len(written.too_small)} phrases are smaller than a cell, and have no map "
            f"(first: {written.too_small[0]}): raise --map-rows."
        )


def compare_attention(
    phrases: Iterable[SpokenPhrase], looks: Looks | None, systems: Mapping[str, Sequence[AttendedPhrase]]
) -> ReferenceReport:
    """Score people, if it is known where they looked, and each system.

    Of each phrase a few numbers are kept, on the disk.

    Args:
        phrases: those of a walk together; asked for only where ``looks`` are.
    """
    from align.reference.attention import LAGS
    from pangea_server.dataset.reference.attended import WHOLES, Attended
    from pangea_server.dataset.reference.report import ReferenceReport, Row, results_of

    everyone: dict[str, Attended] = {}
    if looks:
        everyone["people"] = people = Attended(LAGS)
        for walk in _walks(phrases):
            by_lag = looks.at_lags(walk)
            people.add(by_lag[0.0], by_lag)
    for name, attended in systems.items():
        everyone[name] = Attended()
        for some in _walks(attended):
            everyone[name].add(some)
    rows: list[Row] = []
    lines: list[ChartLine] = []
    for name, kept in everyone.items():
        for whole in WHOLES:
            scores = kept.scores(whole)
            for group, score in scores.items():
                rows += _scores(name, whole, group, score)
            rows += _shuffled(name, whole, kept.shuffled(whole))
            if whole == "max":
                lines += _by_size(name, scores)
    pictures = {"sizes.svg": _size_chart(lines)}
    if looks:
        curve = people.lag_curve()
        rows += [Row(("people", "max", "all", f"correctness at {lag:+g} s"), at) for lag, at in curve.items()]
        pictures["lag.svg"] = _lag_chart(curve)
    headings = ("attention of", "words", "of", "figure")
    left_out = list(_left_out(looks, everyone))
    return ReferenceReport("attention", headings, "walks", rows, results_of(rows), left_out, pictures)


def _walks(phrases: Iterable[PhraseT]) -> Iterator[list[PhraseT]]:
    """The phrases of each walk, which follow each other."""
    for _, some in groupby(phrases, key=attrgetter("walk")):
        yield list(some)


def _scores(system: str, whole: str, group: str, score: AttentionScore) -> Iterator[Row]:
    from pangea_server.dataset.reference.report import Row

    for field, name in FIGURES.items():
        yield Row((system, whole, group, name), getattr(score, field))


def _shuffled(system: str, whole: str, found: Shuffled) -> Iterator[Row]:
    from align.resampling import Measure
    from pangea_server.dataset.reference.report import Row

    for name, value in (
        ("correctness of phrases that can be exchanged", found.correctness),
        ("correctness of exchanged phrases", found.shuffled),
        ("p that exchanged phrases are as good", found.p),
    ):
        measure = Measure(value, None, found.phrases, found.phrases, found.reason)
        yield Row((system, whole, "all", name), measure)


def _lag_chart(curve: Mapping[float, Measure]) -> str:
    from pangea_server.dataset.reference.chart import ChartLine, line_chart

    x_name = "seconds by which the camera is later than the words"
    line = ChartLine("people", list(curve.items()))
    return line_chart("Attention correctness by lag", x_name, "AC", [line], mark=0.0)


def _by_size(name: str, scores: Mapping[str, AttentionScore]) -> Iterator[ChartLine]:
    """What the chart of sizes draws of one who attends."""
    thirds = [score for group, score in scores.items() if group.startswith("size ")]
    yield _line(name, [score.correctness for score in thirds])
    yield _line(f"{name}: share of the sphere", [score.uniform for score in thirds])
    if any(score.in_view.value is not None for score in thirds):
        yield _line(f"{name}: share in view", [score.in_view for score in thirds])


def _size_chart(lines: Sequence[ChartLine]) -> str:
    from pangea_server.dataset.reference.chart import THIRDS, line_chart

    return line_chart("Attention correctness by the size of what is meant", "size", "AC", lines, ticks=THIRDS)


def _line(name: str, thirds: Sequence[Measure]) -> ChartLine:
    from pangea_server.dataset.reference.chart import ChartLine

    return ChartLine(name, list(enumerate(thirds, start=1)))


def _left_out(looks: Looks | None, everyone: Mapping[str, Attended]) -> Iterator[str]:
    if looks and looks.missing:
        yield f"{len(looks.missing)} walks have no pose trace (first: {min(looks.missing)})."
    for name, kept in everyone.items():
        for told in kept.left_out():
            yield f"{name}: {told}"
