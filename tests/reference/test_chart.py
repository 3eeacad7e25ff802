"""Line charts: what is drawn, what is left out, and names as they are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from align.resampling import Measure, unknown
from pangea_server.dataset.reference.chart import THIRDS, ChartLine, line_chart

SVG = "{http://www.w3.org/2000/svg}"


def at(value: float, interval: tuple[float, float] | None = None) -> Measure:
    return Measure(value, interval, 6, 6)


def drawn(*lines: ChartLine, **how: object) -> ElementTree.Element:
    return ElementTree.fromstring(line_chart("Title", "K", "R@K", lines, **how))  # type: ignore[arg-type]


def points(chart: ElementTree.Element, kind: str) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (point.split(",") for point in each.attrib["points"].split())]
        for each in chart.iter(f"{SVG}{kind}")
    ]


def test_higher_values_stand_higher_and_what_is_unknown_is_left_out() -> None:
    chart = drawn(
        ChartLine("a", [(1, at(0.1)), (2, unknown("none")), (3, at(0.4))]),
        ChartLine("b", [(1, unknown("none"))]),
    )
    ((first, last),) = points(chart, "polyline")
    assert first[0] < last[0]
    assert first[1] > last[1]
    assert points(chart, "polygon") == []
    assert {"a", "b"} <= {text.text for text in chart.iter(f"{SVG}text")}


def test_an_interval_is_a_band_around_its_line() -> None:
    chart = drawn(ChartLine("a", [(1, at(0.2, (0.1, 0.3))), (2, at(0.5, (0.2, 0.6)))]))
    (band,), (line,) = points(chart, "polygon"), points(chart, "polyline")
    assert (
        min(y for x, y in band if x == line[0][0]) < line[0][1] < max(y for x, y in band if x == line[0][0])
    )


@pytest.mark.parametrize(("ticks", "names"), [(None, {"2", "8"}), (THIRDS, {"small", "middle", "large"})])
def test_ticks_are_round_or_named(ticks: dict[float, str] | None, names: set[str]) -> None:
    chart = drawn(ChartLine("a", [(k, at(k / 10)) for k in range(1, 11)]), ticks=ticks)
    assert names <= {text.text for text in chart.iter(f"{SVG}text")}


def test_the_numbers_of_an_axis_are_its_own() -> None:
    """Values that begin at 0 stand above an x that does not."""
    chart = drawn(ChartLine("a", [(50, at(0.2)), (70, at(0.8))]), ticks={50: "fifty", 70: "seventy"})
    numbers = {text.text for text in chart.iter(f"{SVG}text") if text.attrib.get("text-anchor") == "end"}
    assert {"0", "0.8"} <= numbers


def test_a_name_is_text_and_no_markup() -> None:
    chart = drawn(ChartLine("<script>&", [(1, at(0.5))]))
    assert "<script>&" in {text.text for text in chart.iter(f"{SVG}text")}
    assert not list(chart.iter(f"{SVG}script"))
