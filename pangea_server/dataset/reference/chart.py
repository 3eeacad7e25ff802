"""Line charts as SVG: a value by a number, a line for each system, with its interval where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from align.picture.svg import element, number, plain, text_width
from align.resampling import Measure
from pangea_server.dataset.evaluation.plots import Axis

WIDTH, HEIGHT = 720.0, 360.0
LEFT, TOP, BOTTOM = 56.0, 44.0, 44.0
SIZE = 12.0
LEGEND = 16.0  # height of a line of the legend
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f")
"""Okabe and Ito 2008: people who see fewer colours can tell them apart; after these, lines are dashed."""
THIRDS = {1.0: "small", 2.0: "middle", 3.0: "large"}
"""Places of thirds by size along x."""
STYLE = (
    "svg{background:#fff}text{fill:#222;font:12px 'Noto Sans',sans-serif}.axis{stroke:#999}"
    "@media(prefers-color-scheme:dark){svg{background:#181818}text{fill:#ddd}.axis{stroke:#777}}"
)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line: its name, and the values at some places along x; those that are not known are left out."""

    name: str
    points: Sequence[tuple[float, Measure]]


def line_chart(
    title: str,
    x_name: str,
    y_name: str,
    lines: Sequence[ChartLine],
    *,
    mark: float | None = None,
    ticks: Mapping[float, str] | None = None,
) -> str:
    """The lines in one frame.

    Args:
        x_name, y_name: what is along the axes, with units.
        mark: a place along x that a thin line shows, such as 0.
        ticks: names of places along x, instead of round values.
    """
    frame = _Frame.around(lines)
    drawn = [part for place, line in enumerate(lines) for part in _line(line, place, frame)]
    if mark is not None:
        drawn.insert(0, _rule(frame.x(mark), frame.x(mark), TOP, HEIGHT - BOTTOM))
    legend = [part for place, line in enumerate(lines) for part in _legend(line, place, frame)]
    names = [
        element("text", plain(title), x=LEFT, y=22, font_weight="bold"),
        element("text", plain(x_name), x=(LEFT + frame.right) / 2, y=HEIGHT - 8, text_anchor="middle"),
        element("text", plain(y_name), x=LEFT, y=TOP - 8),
    ]
    height = max(HEIGHT, TOP + LEGEND * (len(lines) + 1))
    return element(
        "svg",
        element("title", plain(title)),
        element("style", STYLE),
        *names,
        *_axes(frame, ticks),
        *drawn,
        *legend,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        role="img",
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """What the axes span, and where the frame ends on the right."""

    least_x: float
    most_x: float
    least_y: float
    most_y: float
    right: float

    @classmethod
    def around(cls, lines: Sequence[ChartLine]) -> _Frame:
        xs = [x for line in lines for x, _ in line.points] or [0.0]
        ys = [y for line in lines for _, found in line.points for y in _span(found)] or [0.0]
        widest = max((text_width(line.name, SIZE) for line in lines), default=0.0)
        low, high = min(0.0, *ys), max(ys)
        return cls(min(xs), max(xs), low, high if high > low else low + 1, WIDTH - min(260.0, widest + 44))

    def x(self, value: float) -> float:
        width = self.most_x - self.least_x or 1.0
        return LEFT + (value - self.least_x) / width * (self.right - LEFT)

    def y(self, value: float) -> float:
        share = (value - self.least_y) / (self.most_y - self.least_y)
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def _line(line: ChartLine, place: int, frame: _Frame) -> list[str]:
    known = [(x, found) for x, found in line.points if found.value is not None]
    if not known:
        return []
    steps = " ".join(f"{number(frame.x(x))},{number(frame.y(found.value or 0.0))}" for x, found in known)
    look = _look(place)
    band = [(x, found.interval) for x, found in known if found.interval]
    there = [f"{number(frame.x(x))},{number(frame.y(high))}" for x, (_, high) in band]
    back = [f"{number(frame.x(x))},{number(frame.y(low))}" for x, (low, _) in reversed(band)]
    shades = [element("polygon", points=" ".join(there + back), fill=look["stroke"], opacity=0.12)]
    told = [element("title", plain(f"{line.name}: {found.value:.4f} at {x:g}")) for x, found in known]
    dots = [
        element("circle", title, cx=frame.x(x), cy=frame.y(found.value or 0.0), r=2.5, fill=look["stroke"])
        for (x, found), title in zip(known, told, strict=True)
    ]
    return [*(shades if len(band) > 1 else []), element("polyline", points=steps, fill="none", **look), *dots]


def _legend(line: ChartLine, place: int, frame: _Frame) -> list[str]:
    y = TOP + LEGEND * place + 8
    return [
        element("line", x1=frame.right + 8, x2=frame.right + 28, y1=y, y2=y, **_look(place)),
        element("text", plain(line.name), x=frame.right + 34, y=y + 4),
    ]


def _axes(frame: _Frame, ticks: Mapping[float, str] | None) -> list[str]:
    """Both axes with round values, or with names along x."""
    parts = [_rule(LEFT, LEFT, TOP, HEIGHT - BOTTOM), _rule(LEFT, frame.right, *(HEIGHT - BOTTOM,) * 2)]
    for x, name in (ticks or _round_values(frame.least_x, frame.most_x)).items():
        parts.append(element("text", plain(name), x=frame.x(x), y=HEIGHT - BOTTOM + 16, text_anchor="middle"))
    for y, name in _round_values(frame.least_y, frame.most_y).items():
        parts.append(element("text", plain(name), x=LEFT - 6, y=frame.y(y) + 4, text_anchor="end"))
    return parts


def _round_values(low: float, high: float) -> dict[float, str]:
    """Round values between two, as they are written."""
    values = Axis.around([low, high]).values()
    return {value: f"{value:.3g}" for value in values if low - 1e-9 <= value <= high + 1e-9}


def _rule(x1: float, x2: float, y1: float, y2: float) -> str:
    return element("line", x1=x1, x2=x2, y1=y1, y2=y2, class_="axis")


def _look(place: int) -> dict[str, str]:
    dashes = ("none", "6 3", "2 2")[place // len(COLOURS) % 3]
    return {"stroke": COLOURS[place % len(COLOURS)], "stroke_width": "2", "stroke_dasharray": dashes}


def _span(found: Measure) -> tuple[float, ...]:
    return () if found.value is None else (found.value, *(found.interval or ()))
