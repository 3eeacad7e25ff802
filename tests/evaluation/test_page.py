"""What the page of an evaluation shows: its plots, tables, sentences and worst instructions, line by line."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from pangea_server.dataset.evaluation.page import page
from pangea_server.dataset.evaluation.plots import Axis, PlotMark
from tests.evaluation.test_evaluation import ALONE, MADE, PAIR, SENTENCES

SHOWN = page(MADE, "<Winter>")


def texts(pattern: str, html: str = SHOWN) -> list[str]:
    """What is in each element, with a bar between its parts."""
    found = re.findall(pattern, html, re.DOTALL)
    return [unescape(re.sub(r"\s*(?:<[^>]+>\s*)+", "|", each)).strip("|\n ") for each in found]


def test_every_measure_has_a_plot_of_systems_and_one_of_differences_where_there_are_any() -> None:
    assert texts(r'<div class="(?:name|told)">(.*?)</div>') == [
        *("A", "75 %|50 to 88 %", "B", "50 %|no interval"),
        *("A − B", "+25 points|+12 to +50 points"),
        *("A", "–|No walk has it.", "B", "0.62|0.50 to 0.75"),
    ]
    assert texts(r'<svg class="axis".*?>(.*?)</svg>') == [
        "50 %|60 %|70 %|80 %|90 %",
        "0|+10|+20|+30|+40|+50",
        "0.50|0.55|0.60|0.65|0.70|0.75",
    ]


def test_dots_and_intervals_lie_on_their_axis() -> None:
    intervals = re.findall(r'class="(\S*) interval" x1="(\S+)%" x2="(\S+)%"', SHOWN)
    assert intervals == [("", "2.0", "92.0"), ("", "26.0", "98.0"), ("", "2.0", "98.0")]
    assert re.findall(r'cx="(\S+)%"', SHOWN) == ["62.0", "2.0", "50.0", "50.0"]
    assert re.findall(r'class="zero" x1="(\S+)%"', SHOWN) == ["2.0"]


def test_a_difference_that_was_not_found_is_drawn_quietly_and_told_with_the_first_measure() -> None:
    pair = replace(PAIR, low=-0.25, high=0.5, p_holm=0.5)
    shown = page(replace(MADE, differences={"sr": [pair, replace(PAIR, low=None)]}), "Winter")
    assert re.findall(r'class="(\S*) interval"', shown) == ["", "quiet"]
    assert re.findall(r'<circle class="(\S*)"', shown) == ["", "", "quiet", ""]
    assert texts(r'<div class="told">(.*?)</div>', shown)[2:] == [
        "+25 points|−25 to +50 points",
        "+25 points|no interval",
    ]
    assert re.findall(r"<tr( class=\"found\")?>\s*<td>A − B", shown) == ["", ' class="found"']


def test_the_answer_is_about_success_and_other_measures_say_theirs() -> None:
    assert texts(r'<div class="answer">(.*?)</div>') == SENTENCES[:1]
    assert texts(r'<p class="says">(.*?)</p>') == SENTENCES[1:]
    assert texts(r"<h1>(.*?)</h1>") == ["<Winter>"]
    assert texts(r'<ul class="counts">(.*?)</ul>') == ["2|systems|9|paths|21|walks|1|person"]
    assert texts(r'<section class="missing">(.*?)</section>') == ["What is missing|[one] is left out."]


@pytest.mark.parametrize(("value", "told"), [(0.75, " 75 %"), (None, " unknown")])
def test_one_system_is_told_without_another(value: float | None, told: str) -> None:
    system = MADE.systems[0]
    estimate = replace(system.estimates["sr"], value=value)
    systems = [replace(system, estimates={"sr": estimate}), *MADE.systems[1:]]
    shown = page(replace(MADE, systems=systems, differences={"sr": []}), "Winter")
    assert texts(r'<div class="answer">(.*?)</div>', shown) == [
        f"Success with A is{told}. There is no second system to compare it with."
    ]


def test_tables_have_a_row_for_each_system_and_each_difference() -> None:
    assert texts(r"<tr[^>]*>(.*?)</tr>") == [
        "System|Instructions|of them never followed|Walks|Paths|People",
        *("A|12|2|10|9|4", "B|11|0|10|9|unknown"),
        "First − second|Difference|95 % interval|p|p, Holm|Effect d|z|Paths|Higher / equal / lower|Found with 80 % "
        "power",
        "Success, points",
        "A − B|+25|+12 to +50|.010|McNemar .12|.020|1.50|9|10 / 11 walks|5 / 3 / 1|6",
        "en|BLEU|chrF|METEOR|ROUGE-L|CIDEr-D|Texts",
        *("A|12.5|10.0 to 15.0|–|40|3 are a reference", "B|11.5|7"),
        "hi|BLEU|chrF|METEOR|ROUGE-L|CIDEr-D|Texts",
        "B|–|5",
    ]
    assert texts(r'<p class="caption">(.*?)</p>')[1:] == [
        "METEOR, en: No WordNet.",
        "METEOR, hi: No WordNet.",
    ]


def test_instructions_that_people_failed_with_are_told_with_their_words() -> None:
    assert texts(r"<article>(.*?)</article>") == [
        "B · instruction 7|1 of 3 arrived|, 4.2 m from the goal on average|रुकें।",
        "A · instruction 8|0 of 2 arrived|<stop>",
    ]
    assert re.findall(r"<blockquote (.*?)>", SHOWN) == ['lang="hi" dir="auto"', 'dir="auto"']
    assert texts(r"<dt>(Walks</dt><dd>.*?)</dd>") == ["Walks|a: b"]


def test_measures_that_no_pair_shares_have_no_row() -> None:
    shown = page(replace(MADE, differences={"sr": [ALONE]}, texts=[], worst=[], left_out=[]), "Winter")
    assert "Differences, path by path" not in shown
    assert not {"What is missing", "Words, compared", "got lost most"} & {*texts(r"<h2>(.*?)</h2>", shown)}


@pytest.mark.parametrize(
    ("values", "start", "ticks"),
    [
        ((0.12, 0.68), 0.0, [0.0, 0.2, 0.4, 0.6, 0.8]),
        ((0.5,), 0.5, [0.5, 0.6]),
        ((0.0,), 0.0, [0.0, 0.2]),
        ((-3.4, 5.5), -4.0, [-4.0, -2.0, 0.0, 2.0, 4.0, 6.0]),
        ((10.0, 60.0), 10.0, [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]),
    ],
)
def test_an_axis_goes_from_round_tick_to_round_tick(
    values: tuple[float, ...], start: float, ticks: list[float]
) -> None:
    axis = Axis.around(values)
    assert [axis.start, axis.end] == pytest.approx([start, ticks[-1]])
    assert axis.values() == pytest.approx(ticks)


def test_an_axis_has_a_margin_of_2_percent_on_both_sides() -> None:
    axis = Axis(-1.0, 3.0, 1.0)
    assert axis.mark(0.0, -1.0, 3.0) == PlotMark(26.0, 2.0, 98.0)
    assert axis.mark(1.0, None, None) == PlotMark(50.0, None, None)
