"""Parts of the picture, to the pixel: windows, waveform, axis, boxes, lanes, curve, and SVG itself."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from align import Audio, PoseTrace, TimedWord
from align.errors import EngineNotInstalledError
from align.picture import png
from align.picture.camera import COLOURS, HeadingCurve, stays, steps, viewpoint_band
from align.picture.page import _legend, _summary
from align.picture.sound import time_axis, waveform
from align.picture.speech import darkness, unwritten_boxes, word_boxes, word_labels
from align.picture.svg import element, font_family, number, plain, shortened, text_width
from align.picture.window import LEFT, RIGHT, Window, windows
from align.report import Stretch
from environments.geometry import extrinsic_matrix

ROW = Window(10.0, 20.0, 156.0)


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (-3.0, "-3"), (0.5, "0.5"), (0.256, "0.26"), (0.001, "0"), (100.0, "100")]
)
def test_a_number_has_at_most_two_decimals(value: float, text: str) -> None:
    assert number(value) == text


def test_an_element_has_its_attributes_without_underscores_and_without_none() -> None:
    assert (
        element("path", class_="a&b", stroke_width=1.5, d=None)
        == '<path class="a&amp;b" stroke-width="1.5"/>'
    )
    assert element("g", element("title", plain("<a>")), "b") == "<g><title>&lt;a&gt;</title>b</g>"


def test_texts_have_a_width_and_a_font_of_their_script() -> None:
    assert text_width("aim\u0301दW字", 10.0) == pytest.approx(10 * (0.58 + 0.36 + 0.88 + 0.88 + 0.88 + 1.0))
    assert font_family("café — 3") is None
    assert font_family("a दर") == "font-family: 'Noto Sans Devanagari', 'Noto Sans', sans-serif"
    assert shortened("aaaa", 10.0, 23.2) == "aaaa"
    assert shortened("aaaa", 10.0, 23.1) == "aa…"


@pytest.mark.parametrize(
    ("start", "end", "part"),
    [
        (11.0, 12.0, (LEFT + 156, LEFT + 312)),
        (8.0, 10.0, None),
        (8.0, 11.0, (LEFT, LEFT + 156)),
        (19.0, 23.0, (LEFT + 9 * 156, RIGHT)),
        (20.0, 21.0, None),
        (10.0, 10.0, (LEFT, LEFT)),  # without length, it belongs to the row that it begins
        (9.0, 9.5, None),
    ],
)
def test_a_row_shows_its_part_of_a_stretch(
    start: float, end: float, part: tuple[float, float] | None
) -> None:
    assert ROW.part(start, end) == part


def test_the_last_row_is_drawn_at_the_scale_of_all() -> None:
    assert list(windows(12.0, 10.0)) == [Window(0.0, 10.0, 156.0), Window(10.0, 12.0, 156.0)]


def test_the_waveform_is_a_stroke_from_the_lowest_to_the_highest_sample_of_each_column() -> None:
    samples = np.array([0.0, 0.5, -0.5, 0.0, 0.25, 0.25], np.float32)
    drawn = waveform(Audio(samples, 1), Window(2.0, 6.0, 0.5), peak=0.5)
    middle, full = 56, 0.46 * 112
    assert drawn == (
        f'<path class="wave" d="M112.5 {number(middle - 0.4)}V{number(middle + full + 0.4)}'
        f'M113.5 {number(middle - full / 2 - 0.4)}V{number(middle - full / 2 + 0.4)}"/>'
    )
    assert waveform(Audio(samples, 1), Window(6.0, 8.0, 1.0), 1.0) == ""


def test_the_axis_has_a_tick_every_tenth_and_a_number_every_second() -> None:
    assert time_axis(Window(0.95, 1.5, 100.0)) == (
        '<path class="axis" d="M112 0H167M117 0V8M127 0V3M137 0V3M147 0V3M157 0V3M167 0V5"/>'
        '<text x="117" y="21" class="time">1 s</text>'
    )


def test_a_box_says_all_that_is_known_of_its_word() -> None:
    words = [
        TimedWord("Go", 9.0, 10.5, "aligned", 0.5, expected_error=0.0261),
        TimedWord("<on>", 10.5, 10.5, "mended"),
        TimedWord("later", 20.0, 21.0, "aligned"),
    ]
    assert word_boxes(words, ROW) == (
        '<rect x="112" y="1" width="76" height="110" class="word aligned" fill-opacity="0.55">'
        "<title>Go: 9.000 to 10.500 s, aligned, confidence 0.50, off by about 26 ms</title></rect>"
        '<rect x="190" y="1" width="1.5" height="110" class="word mended" fill-opacity="1">'
        "<title>&lt;on&gt;: 10.500 to 10.500 s, mended</title></rect>"
        '<path class="start" d="M190 0V112"/>'  # the first began on the row before
    )
    assert word_boxes(words[2:], ROW) == ""
    assert [darkness(sure) for sure in (0.0, 0.5, 1.0, None)] == [0.1, 0.55, 1.0, 1.0]
    assert unwritten_boxes([Stretch(12.0, 13.0), Stretch(1.0, 2.0)], ROW) == (
        '<rect x="424" y="1" width="156" height="110" class="unwritten">'
        "<title>said, not written: 12.00 to 13.00 s</title></rect>"
    )


def test_labels_take_the_first_lane_with_room_and_stay_on_the_page() -> None:
    words = [TimedWord(text, start, start + 0.1, "aligned") for text, start in
             (("Go", 9.95), ("wonderful", 10.01), ("on", 10.3), ("end", 19.99))]  # fmt: skip
    drawn, height = word_labels(words, ROW)
    assert height == 2 * 18 + 8
    assert [part.split('"')[1::2][:2] for part in drawn.split("<text")[1:]] == [
        ["112", "18"],
        ["113.56", "36"],
        [number(LEFT + 0.3 * 156), "18"],
        [number(RIGHT - text_width("end", 13.0)), "18"],
    ]
    assert ">… Go</text>" in drawn
    assert word_labels([], ROW) == ("", 26.0)


def walk(*rows: tuple[float, str, float]) -> PoseTrace:
    return PoseTrace(
        np.array([row[0] for row in rows]),
        tuple(row[1] for row in rows),
        np.array([extrinsic_matrix((0, 0, 0), np.deg2rad(row[2])) for row in rows], np.float32),
        np.array([np.eye(4)] * len(rows), np.float32),
    )


def test_stays_are_numbered_reach_the_recordings_ends_and_have_a_colour_for_each_viewpoint() -> None:
    names = [*"abcdefghi", "a"]
    found = stays(walk(*((1.0 + place, name, 0.0) for place, name in enumerate(names))), 30.0)
    assert [(stay.number, stay.viewpoint_id) for stay in found] == list(enumerate(names, 1))
    assert [(stay.start, stay.end) for stay in found][:2] == [(0.0, 2.0), (2.0, 3.0)]
    assert found[-1].end == 30.0
    assert [stay.colour for stay in found] == [*COLOURS, COLOURS[0], COLOURS[0]]
    band = viewpoint_band([replace(found[0], start=10.0, end=11.0)], ROW)
    assert band == (
        f'<rect x="112" y="0" width="156" height="24" class="stay" fill="{COLOURS[0]}">'
        "<title>a: 10.00 to 11.00 s</title></rect>"
        '<text x="119" y="16.5" class="viewpoint">1 · a</text>'
    )
    assert steps(found, Window(2.0, 4.0, 10.0), 50.0) == '<path class="step" d="M112 0V50M122 0V50"/>'
    assert steps(found[:1], ROW, 50.0) == ""


@pytest.mark.parametrize(
    ("headings", "low", "high", "grid"),
    [
        ((0.0, 0.0), -15, 15, [-15, 0, 15]),
        ((0.0, 10.0), -10, 20, [0, 15]),
        ((-80.0, 20.0), -88, 28, [-60, -30, 0]),
        ((170.0, -170.0), 165, 195, [165, 180, 195]),
    ],
)
def test_the_heading_has_room_and_lines_at_round_degrees(
    headings: tuple[float, ...], low: float, high: float, grid: list[int]
) -> None:
    curve = HeadingCurve.of(walk(*((float(second), "a", degrees) for second, degrees in enumerate(headings))))
    assert (curve.low, curve.high) == pytest.approx((low, high), abs=1e-4)
    assert [degrees for degrees in curve.grid if low + 0.1 < degrees < high - 0.1] == [
        degrees for degrees in grid if low + 0.1 < degrees < high - 0.1
    ]


def test_the_curve_keeps_its_height_until_the_next_snapshot_and_begins_with_the_last_before_the_row() -> None:
    time = np.array([0.0, 11.0, 12.0, 20.0])
    curve = HeadingCurve(time, np.array([0.0, 10.0, 20.0, 30.0]), 0.0, 46.0, range(0, 40, 30))
    assert curve.draw(ROW) == (
        '<path class="grid" d="M112 92H1672M112 32H1672"/>'
        '<text x="104" y="96" class="degrees">0°</text><text x="104" y="36" class="degrees">30°</text>'
        '<path class="heading" d="M112 92H268V72H424V52H1672"/>'
    )


def test_the_summary_and_the_legend_name_what_is_there() -> None:
    words = [
        TimedWord("a", 0, 1, "aligned", 0.5),
        TimedWord("b", 1, 2, "mended"),
        TimedWord("c", 2, 3, "aligned"),
    ]
    assert _summary(Audio(np.zeros(31, np.float32), 10), words) == "3.1 s · 3 words (2 aligned, 1 mended)"
    drawn = _legend(words, [Stretch(0.0, 1.0)])
    names = [part.split(">")[1].split("<")[0] for part in drawn.split("<text")[1:]]
    assert names == ["unsure to sure", "said, not written", "mended", "aligned"]
    assert drawn.count('class="word aligned"') == 1 + 5
    assert _legend(words[1:2], [Stretch(0.0, 1.0)]) == (
        '<text x="1559.94" y="47" class="legend">said, not written</text>'
        '<rect x="1523.94" y="36" width="30" height="14" class="unwritten" fill-opacity="1"/>'
        '<text x="1452.8" y="47" class="legend">mended</text>'
        '<rect x="1416.8" y="36" width="30" height="14" class="word mended" fill-opacity="1"/>'
    )
    assert _legend([], ()) == ""


def test_without_the_renderer_the_remedy_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(EngineNotInstalledError) as refused:
        png(element("svg"))
    assert refused.value.remedy == "pip install resvg-py"
