"""The picture of one recording: what is in it, where, and that no text can break it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from align import Audio, PoseTrace, TimedWord
from align.exports import AlignedRecording, writer_for
from align.picture import alignment_picture
from align.picture.camera import COLOURS, HeadingCurve, stays
from align.picture.page import STYLE
from align.picture.speech import GAP, darkness
from align.picture.svg import shortened, text_width
from align.picture.window import LEFT, RIGHT, windows
from align.report import Stretch
from align.timed import Source
from environments.errors import InvalidDataError
from environments.geometry import extrinsic_matrix

WORDS = [
    TimedWord("Turn", 0.5, 0.9, "aligned", 0.5),
    TimedWord('<b>&"', 0.9, 1.5, "interpolated"),
    TimedWord("दरवाज़े", 9.8, 10.4, "mended"),
    TimedWord("\x00bell\x07", 11.0, 11.0, "recognised"),
]


def hum(seconds: float, rate: int = 8000) -> Audio:
    time = np.arange(round(seconds * rate)) / rate
    return Audio((0.5 * np.sin(2 * np.pi * 110 * time) * (time > 1)).astype(np.float32), rate)


def turning(*steps: tuple[float, str, float]) -> PoseTrace:
    """Snapshots of (time, viewpoint, heading in degrees)."""
    return PoseTrace(
        np.array([step[0] for step in steps]),
        tuple(step[1] for step in steps),
        np.array([extrinsic_matrix((0, 0, 0), np.deg2rad(step[2])) for step in steps], np.float32),
        np.array([np.eye(4)] * len(steps), np.float32),
    )


WALK = turning((0.0, "hall & <way>", 170.0), (2.0, "hall & <way>", -170.0), (5.0, "kitchen", -100.0))


def of_class(picture: str, name: str) -> Iterator[ElementTree.Element]:
    root = ElementTree.fromstring(picture)
    return (node for node in root.iter() if name in node.get("class", "").split())


def text(nodes: Iterator[ElementTree.Element]) -> list[str]:
    return ["".join(node.itertext()) for node in nodes]


def numbers(nodes: Iterator[ElementTree.Element], *keys: str) -> list[tuple[float, ...]]:
    return [tuple(float(node.get(key, "nan")) for key in keys) for node in nodes]


def boxes(picture: str, *sources: str) -> Iterator[ElementTree.Element]:
    """The boxes of words of these sources, without those of the legend."""
    for node in of_class(picture, "word"):
        if set(sources) & set(node.get("class", "").split()) and float(node.get("y", 0)) == 1:
            yield node


def test_every_word_has_its_text_and_a_box_where_it_was_said() -> None:
    picture = alignment_picture(hum(12), WORDS, WALK, title="<take> & 1")
    assert text(of_class(picture, "label")) == ["Turn", '<b>&"', "दरवाज़े", "… दरवाज़े", "�bell�"]
    assert text(of_class(picture, "title")) == ["<take> & 1"]
    per_second = (RIGHT - LEFT) / 10
    turn, before, after = numbers(boxes(picture, "aligned", "mended"), "x", "width")
    assert turn == pytest.approx((LEFT + 0.5 * per_second, 0.4 * per_second - GAP), abs=0.01)
    assert before == pytest.approx((LEFT + 9.8 * per_second, 0.2 * per_second - GAP), abs=0.01)
    assert after == pytest.approx((LEFT, 0.4 * per_second - GAP), abs=0.01)


def test_what_is_not_known_from_the_sound_looks_different() -> None:
    picture = alignment_picture(hum(12), WORDS, unwritten=[Stretch(9.0, 11.0)])
    assert len(list(of_class(picture, "interpolated"))) == 3  # legend, box, label
    assert "stroke-dasharray" in picture.split(".word.interpolated")[1].split("}")[0]
    assert len(list(of_class(picture, "unwritten"))) == 3  # legend, and a part on either row
    assert text(of_class(picture, "legend")) == [
        "unsure to sure", "said, not written", "recognised", "mended", "interpolated", "aligned",
    ]  # fmt: skip


def shade(picture: str, *sources: str) -> list[float]:
    return [value for (value,) in numbers(boxes(picture, *sources), "fill-opacity")]


@pytest.mark.parametrize("source", ["aligned", "recognised", "mended"])
def test_the_darkness_of_a_word_is_how_sure_it_is_and_nothing_else(source: Source) -> None:
    sure = [0.9, 0.9, 0.1, 0.5, 0.5, None]
    words = [TimedWord("a", i / 2, i / 2 + 0.5, source, sure_) for i, sure_ in enumerate(sure)]
    picture = alignment_picture(hum(4), words)
    dark = shade(picture, source)
    assert dark[0] == dark[1] > dark[3] == dark[4] > dark[2]
    assert dark[5] == 1
    assert {node.get("class") for node in boxes(picture, source)} == {f"word {source}"}


def test_neighbours_are_told_apart_by_a_gap_and_a_line() -> None:
    words = [TimedWord("a", i / 4, (i + 1) / 4, "aligned", 0.9) for i in range(5)]
    picture = alignment_picture(hum(2), words)
    found = numbers(boxes(picture, "aligned"), "x", "width")
    assert all(after[0] - sum(before) == pytest.approx(GAP) for before, after in pairwise(found))
    (starts,) = (node.get("d", "") for node in of_class(picture, "start"))
    assert starts.count("M") == len(words)


def test_the_legend_says_what_darkness_means_only_where_an_engine_gives_it() -> None:
    graded = [
        node for node in of_class(alignment_picture(hum(2), WORDS[:1]), "word") if node.get("y") == "36"
    ]
    opacities = [float(node.get("fill-opacity", "nan")) for node in graded]
    assert opacities == [*sorted(opacities[:-1]), 1.0]
    assert len(set(opacities)) == 5
    plain = alignment_picture(hum(2), [TimedWord("a", 0.0, 1.0, "aligned")])
    assert text(of_class(plain, "legend")) == ["aligned"]


LIGHT, DARK = (part.split("\n") for part in STYLE.split("@media (prefers-color-scheme: dark) {"))


def colour(name: str, theme: list[str], key: str = "fill") -> tuple[float, ...]:
    """The colour that a theme gives to a class; the dark one changes only some."""
    for lines in (theme, LIGHT):
        for line in reversed(lines):
            names, _, rules = line.partition("{")
            if name in [each.strip() for each in names.split(",")] and (
                found := re.search(rf"{key}: #(\w+)", rules)
            ):
                return tuple(int(found[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
    raise AssertionError(f"{name} has no {key}")


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """WCAG 2.2."""

    def luminance(rgb: tuple[float, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_and_shades_can_be_seen_in_light_and_dark(theme: list[str]) -> None:
    page, ground = colour(".page", theme), colour(".ground", theme)
    for name in ("text", ".summary", ".track", ".time", ".degrees", ".legend", ".label.interpolated"):
        assert contrast(colour(name, theme), page) >= 4.5, name
    for name in (".word", ".word.recognised", ".word.mended"):
        sure = colour(name, theme)
        assert contrast(colour(".wave", theme, "stroke"), sure) >= 3, name
        unsure = tuple(np.interp(darkness(0.0), (0, 1), (g, s)) for g, s in zip(ground, sure, strict=True))
        assert contrast(sure, ground) > 1.8 * contrast(unsure, ground), name
    for stay_colour in COLOURS:
        stay = tuple(int(stay_colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        assert contrast(colour(".viewpoint", theme), stay) >= 4.5


def test_viewpoints_are_bands_from_step_to_step() -> None:
    picture = alignment_picture(hum(12), WORDS, WALK)
    assert text(of_class(picture, "viewpoint"))[:2] == ["1 · hall & <way>", "2 · kitchen"]
    (first, second, rest) = numbers(of_class(picture, "stay"), "x", "width")
    assert first == (LEFT, (RIGHT - LEFT) / 2)
    assert sum(second) == pytest.approx(RIGHT)
    assert rest[0] == LEFT
    assert [stay.colour for stay in stays(turning((0, "a", 0), (1, "b", 0), (2, "a", 0)), 3.0)][::2] == [
        stays(WALK, 12.0)[0].colour
    ] * 2


def test_the_heading_goes_on_through_south() -> None:
    curve = HeadingCurve.of(WALK)
    assert curve.heading_deg.tolist() == pytest.approx([170, 190, 260], abs=1e-4)
    assert list(curve.grid) == [180, 210, 240]
    picture = alignment_picture(hum(12), WORDS, WALK)
    assert text(of_class(picture, "degrees"))[:2] == ["180°", "210°"]
    assert "–30°" in alignment_picture(hum(1), [], turning((0, "a", -50.0), (0.5, "a", 40.0)))
    first, second = (node.get("d", "") for node in of_class(picture, "heading"))
    assert (first.count("H"), second.count("H")) == (3, 1)


@pytest.mark.parametrize("heading", [0.0, 720.0, 1e4])
def test_any_turning_has_a_handful_of_grid_lines(heading: float) -> None:
    steps = np.linspace(0, heading, 200)
    curve = HeadingCurve.of(turning(*((i / 10, "a", float(degrees)) for i, degrees in enumerate(steps))))
    assert 1 <= len(curve.grid) <= 8
    assert curve.low < curve.heading_deg.min() <= curve.heading_deg.max() < curve.high


def test_the_waveform_reaches_as_far_as_the_sound() -> None:
    recording = hum(12)
    quiet, loud = ([float(s.split()[1].split("V")[0]) for s in part] for part in halves(recording))
    assert max(quiet) - min(quiet) == 0
    assert min(loud) < min(quiet) - 30


def halves(recording: Audio) -> tuple[Sequence[str], Sequence[str]]:
    """The strokes of the first row's first second, and those of its last."""
    wave = next(of_class(alignment_picture(recording, []), "wave")).get("d", "")
    strokes = wave.split("M")[1:]
    tenth = len(strokes) // 10
    return strokes[: tenth - 1], strokes[-tenth:]


def test_rows_are_ten_seconds_and_the_last_is_what_is_left() -> None:
    assert [(row.start, row.end) for row in windows(38.6, 10.0)] == [(0, 10), (10, 20), (20, 30), (30, 38.6)]
    assert [(row.start, row.end) for row in windows(20.0, 10.0)] == [(0, 10), (10, 20)]
    seconds = text(of_class(alignment_picture(hum(2.5), []), "time"))
    assert seconds == ["0 s", "1 s", "2 s"]


def test_texts_below_each_other_do_not_overlap() -> None:
    crowd = [TimedWord("wonderful", i / 20, i / 20 + 0.04, "aligned") for i in range(100)]
    labels = numbers(of_class(alignment_picture(hum(5), crowd), "label"), "x", "y")
    width = text_width("wonderful", 13.0)
    for x, y in labels:
        assert not [
            other for other in labels if other != (x, y) and other[1] == y and abs(other[0] - x) < width
        ]


def test_names_are_shortened_to_their_room() -> None:
    assert shortened("viewpoint", 12.0, 1000) == "viewpoint"
    assert shortened("viewpoint", 12.0, 40).endswith("…")
    assert text_width(shortened("viewpoint", 12.0, 40), 12.0) <= 40
    assert shortened("viewpoint", 12.0, 3) == ""


def test_a_silent_recording_of_one_sample_without_words_has_a_picture() -> None:
    picture = alignment_picture(Audio(np.zeros(1, np.float32), 16_000), [])
    assert text(of_class(picture, "summary")) == ["0.0 s · 0 words"]


def test_a_followers_walk_is_refused_for_its_clock_is_another() -> None:
    with pytest.raises(InvalidDataError, match="Follower"):
        alignment_picture(hum(3), WORDS[:2], replace(WALK, audio_time=np.zeros(3)))


def test_svg_is_one_of_the_writers() -> None:
    aligned = AlignedRecording("take.wav", hum(3), WORDS[:2], WALK, [Stretch(2.0, 2.5)])
    picture = writer_for("take.svg")(aligned)
    assert picture.decode() == alignment_picture(
        hum(3), WORDS[:2], WALK, title="take.wav", unwritten=[Stretch(2.0, 2.5)]
    )


@pytest.mark.shared_data
def test_the_real_annotation_has_a_picture(shared: Path) -> None:
    folder = shared / "data" / "pangea_sample"
    told = json.loads((folder / "args.json").read_text())
    data = (folder / "snapshots.jsonl").read_bytes()
    recording = Audio.open(folder / "audio.mp3")
    trace = PoseTrace.from_snapshots_2021(data, layout="row", time_unit="s")
    tokens = told["instruction"].split()
    times = np.linspace(1, 38, len(tokens) + 1).tolist()
    words = [
        TimedWord(token, start, end, "aligned")
        for token, (start, end) in zip(tokens, pairwise(times), strict=True)
    ]
    picture = alignment_picture(recording, words, trace)
    assert len(list(of_class(picture, "wave"))) == 4
    assert {label.removeprefix("… ") for label in text(of_class(picture, "label"))} == set(tokens)
    assert {stay.viewpoint_id for stay in stays(trace, recording.duration)} == set(told["path"])
    assert len(picture) < 400_000
