"""The page of a picture: a heading with a legend, and rows of a few seconds each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from align.picture.camera import BAND_HEIGHT, HEADING_HEIGHT, HeadingCurve, Stay, stays, steps, viewpoint_band
from align.picture.sound import AXIS_HEIGHT, WAVE_HEIGHT, time_axis, waveform
from align.picture.speech import darkness, unwritten_boxes, word_boxes, word_labels
from align.picture.svg import element, plain, text_width
from align.picture.window import LEFT, RIGHT, Window, windows

if TYPE_CHECKING:
    from align.audio import Audio
    from align.pose_trace import PoseTrace
    from align.report import Stretch
    from align.timed import TimedWord

SECONDS_PER_ROW = 10.0

_PAGE_WIDTH = RIGHT + 36
_TOP = 92.0
_ROW_GAP = 30.0
_SWATCH = 30.0
_SHADES = tuple(darkness(step / 4) for step in range(5))


def alignment_picture(
    recording: Audio,
    words: Sequence[TimedWord],
    trace: PoseTrace | None = None,
    *,
    title: str = "",
    unwritten: Sequence[Stretch] = (),
) -> str:
    """The waveform with a box per word, and, with a pose trace, viewpoints and camera heading above it; as SVG.

    Words with ``interpolated`` times have a dashed box without colour. A higher ``confidence`` gives a darker box.
    Boxes show their times when the pointer is over them.

    Args:
        trace: on the recording's clock.
        title: for example the recording's name.
        unwritten: stretches of speech that are not in the transcript; hatched.

    Raises:
        InvalidDataError: the trace is a Follower's, whose clock is not the recording's.
    """
    peak = max(float(abs(recording.samples).max()), 1e-4)
    camera = None if trace is None else _CameraTrack(stays(trace, recording.duration), HeadingCurve.of(trace))
    y, rows = _TOP, []
    for window in windows(recording.duration, SECONDS_PER_ROW):
        voice = (
            word_boxes(words, window) + unwritten_boxes(unwritten, window) + waveform(recording, window, peak)
        )
        row, height = _row(window, voice, word_labels(words, window), camera)
        rows.append(element("g", row, transform=f"translate(0 {y:.0f})"))
        y += height + _ROW_GAP
    return _page(y, title, _summary(recording, words), _legend(words, unwritten), rows)


class _CameraTrack(NamedTuple):
    stays: list[Stay]
    heading: HeadingCurve


def _row(
    window: Window, voice: str, labels: tuple[str, float], camera: _CameraTrack | None
) -> tuple[str, float]:
    parts, y = [], 0.0
    if camera is not None:
        parts.append(_track("viewpoint", viewpoint_band(camera.stays, window), y, BAND_HEIGHT))
        y += BAND_HEIGHT + 6
        parts.append(_track("heading", camera.heading.draw(window), y, HEADING_HEIGHT))
        y += HEADING_HEIGHT + 6
    parts.append(_track("voice", _frame(window) + voice, y, WAVE_HEIGHT))
    y += WAVE_HEIGHT
    if camera is not None:
        parts.append(steps(camera.stays, window, y))
    parts.append(_track("", time_axis(window), y, 0))
    parts.append(_track("words", labels[0], y + AXIS_HEIGHT, 22))
    return "".join(parts), y + AXIS_HEIGHT + labels[1]


def _track(name: str, content: str, y: float, height: float) -> str:
    label = (
        element("text", name, x=14.0, y=height / 2 + 4 if height else 14.0, class_="track") if name else ""
    )
    return element("g", label + content, transform=f"translate(0 {y:.0f})")


def _frame(window: Window) -> str:
    return element(
        "rect", x=LEFT, y=0.0, width=window.x(window.end) - LEFT, height=WAVE_HEIGHT, class_="ground"
    )


def _summary(recording: Audio, words: Sequence[TimedWord]) -> str:
    sources = ", ".join(
        f"{count} {source}" for source, count in Counter(word.source for word in words).items()
    )
    return f"{recording.duration:.1f} s · {len(words)} words" + (f" ({sources})" if words else "")


def _legend(words: Sequence[TimedWord], unwritten: Sequence[Stretch]) -> str:
    """The legend of the colours, laid out from right to left."""
    sources = dict.fromkeys(word.source for word in words)
    entries: list[tuple[str, str, tuple[float, ...]]] = [
        (f"word {source}", str(source), (1.0,)) for source in sources
    ]
    entries += [("unwritten", "said, not written", (1.0,))] if unwritten else []
    judged = next((word.source for word in words if word.confidence is not None), None)
    entries += [(f"word {judged}", "unsure to sure", _SHADES)] if judged else []
    parts, x = [], RIGHT
    for class_, name, shades in reversed(entries):
        x -= text_width(name, 13.0)
        parts.append(element("text", name, x=x, y=47.0, class_="legend"))
        width = _SWATCH / len(shades)
        x -= _SWATCH + 6
        parts += [
            element(
                "rect",
                x=x + place * width,
                y=36.0,
                width=width,
                height=14.0,
                class_=class_,
                fill_opacity=dark,
            )
            for place, dark in enumerate(shades)
        ]
        x -= 22
    return "".join(parts)


def _page(height: float, title: str, summary: str, legend: str, rows: Sequence[str]) -> str:
    return element(
        "svg",
        *_definitions(title or "Alignment"),
        element("rect", width="100%", height="100%", class_="page"),
        element("text", plain(title or "Alignment"), x=14.0, y=44.0, class_="title"),
        element("text", plain(summary), x=14.0, y=68.0, class_="summary"),
        legend,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_PAGE_WIDTH:.0f} {height:.0f}",
        width=_PAGE_WIDTH,
        height=height,
        role="img",
    )


def _definitions(title: str) -> Iterator[str]:
    yield element("title", plain(title))
    yield element("style", STYLE)
    yield element(
        "defs",
        element(
            "pattern",
            element("rect", width=7.0, height=7.0, class_="between"),
            element("path", d="M0 0V7", class_="hatching"),
            id="hatch",
            width=7.0,
            height=7.0,
            patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        ),
    )


STYLE = """
text { font-family: Inter, "Noto Sans", "Noto Sans Devanagari", "Noto Sans Telugu", system-ui, sans-serif }
text { fill: #1d2733 }
.page { fill: #ffffff }
.title { font-size: 22px; font-weight: 600 }
.summary, .legend { font-size: 13px; fill: #566473 }
.track { font-size: 12px; fill: #5f6b78 }
.time { font-size: 11.5px; fill: #566473; text-anchor: middle }
.degrees { font-size: 11px; fill: #5f6b78; text-anchor: end }
.viewpoint { font-size: 12px; fill: #33414f }
.stay { stroke: #ffffff; stroke-width: 1.5 }
.step { stroke: #9aa7b4; stroke-width: 1; stroke-dasharray: 2 4; fill: none }
.grid { stroke: #e6eaef; stroke-width: 1; fill: none }
.axis { stroke: #9aa7b4; stroke-width: 1; fill: none }
.heading { stroke: #7043c4; stroke-width: 2; stroke-linejoin: round; fill: none }
.ground { fill: #f6f8fa }
.wave { stroke: #1f3f63; stroke-width: 1; fill: none }
.start { stroke: #1d2733; stroke-width: 1; fill: none }
.word { fill: #6fa8ec }
.word.recognised { fill: #5fbdab }
.word.mended { fill: #8fc45c }
.word.interpolated { fill: #fff8ea; stroke: #b56a00; stroke-width: 1.5; stroke-dasharray: 4 3 }
.between { fill: #fdeceb }
.hatching { stroke: #d1483f; stroke-width: 2 }
.unwritten { fill: url(#hatch); fill-opacity: 0.75 }
.leader { stroke: #c3ccd6; stroke-width: 1; fill: none }
.label { font-size: 13px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round }
.label.interpolated { fill: #a35f00; font-style: italic }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.page { fill: #12181f }
.summary, .legend, .track, .time, .degrees { fill: #a9b5c1 }
.viewpoint { fill: #33414f }
.stay, .label { stroke: #12181f }
.grid { stroke: #2a343f }
.heading { stroke: #b596f2 }
.ground { fill: #1a222b }
.wave { stroke: #dbe9f8 }
.start { stroke: #e6edf3 }
.word { fill: #2f6fb5 }
.word.recognised { fill: #1f7a6b }
.word.mended { fill: #4d7a1f }
.word.interpolated { fill: #2b2414; stroke: #d99a3a }
.between { fill: #3a1d1b }
.hatching { stroke: #e0655c }
.leader { stroke: #3c4854 }
.label.interpolated { fill: #e0a44f }
}
"""
