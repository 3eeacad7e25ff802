"""``pangea evaluate instructions`` over files: what it finds, what it writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from environments import ConfigurationError, InvalidDataError, open_environment
from pangea_server.app.command_line import app
from pangea_server.dataset.evaluation.evaluation import evaluate
from pangea_server.dataset.evaluation.files import read_sources
from pangea_server.dataset.evaluation.page import page
from pangea_server.dataset.evaluation.rows import SystemFile
from tests.evaluation.walkers import Collected, collect, write_rows

HOUSE = open_environment("demo")


def pangea(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.fixture(scope="module")
def collected() -> Collected:
    return collect(HOUSE, {"good": 0.02, "bad": 0.35}, paths=30, people=10, walks=2)


def evaluated(folder: Path) -> list[str]:
    return [
        *("evaluate", "instructions", "--instructions", str(folder / "instructions.jsonl")),
        *("--walks", str(folder / "walks.jsonl"), "--references", str(folder / "references.jsonl")),
        *("--environment", "demo", "--output", str(folder / "report")),
    ]


def test_the_better_system_is_found(collected: Collected, tmp_path: Path) -> None:
    collected.write(tmp_path)
    shown = pangea(*evaluated(tmp_path))
    assert re.search(
        r"People reach the goal \d+ points more often with good than with bad \(95 % interval", shown.stdout
    )
    report = json.loads((tmp_path / "report" / "evaluation.json").read_text())
    (pair,) = report["differences"]["sr"]
    assert (pair["first"], pair["second"], pair["paths"], report["walks"]) == ("bad", "good", 30, 120)
    assert pair["high"] < 0
    assert report["people"] == 10
    with (tmp_path / "report" / "differences.csv").open() as file:
        assert [row["measure"] for row in csv.DictReader(file)] == ["sr", "ne", "spl", "ndtw", "sdtw"]


class Parts(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action")]


def test_the_page_needs_nothing_else_and_shows_words_as_they_are(
    collected: Collected, tmp_path: Path
) -> None:
    nasty = [row | {"instruction": "<script>alert(1)</script> & go"} for row in collected.instructions]
    html = page(evaluate(sources(tmp_path, Collected(nasty, collected.walks, []))), "<b>Title</b>")
    parts = Parts(html)
    assert not {"script", "link", "img", "b" if "<b>Title" in html else "script"} & set(parts.tags)
    assert parts.links == []
    assert "url(" not in html
    assert "&lt;script&gt;alert(1)" in html


def sources(folder: Path, collected: Collected, *, scored_here: bool = True) -> Any:
    collected.write(folder)
    named = [SystemFile(folder / f"{name}.jsonl") for name in ("instructions", "walks", "references")]
    return read_sources(named[:1], named[1:2], named[2:], HOUSE if scored_here else None)


def test_files_of_r2r_need_only_the_name_of_their_system(collected: Collected, tmp_path: Path) -> None:
    paths = collected.references
    r2r = [{**row, "instructions": [row["instruction"], "Go there."]} for row in paths]
    for row in r2r:
        del row["instruction"]
    (tmp_path / "R2R_val.json").write_text(json.dumps(r2r))
    walks = [
        {
            "instr_id": f"{row['path_id']}_0",
            "trajectory": [[viewpoint, 0.0, 0.0] for viewpoint in row["path"] for _ in "ab"],
        }
        for row in paths
    ]
    (tmp_path / "submission.json").write_text(json.dumps(walks))
    found = evaluate(
        read_sources(
            [SystemFile.parse(f"speaker={tmp_path / 'R2R_val.json'}")],
            [SystemFile(tmp_path / "submission.json")],
            (),
            HOUSE,
        )
    )
    (system,) = found.systems
    assert (system.name, system.instructions, system.not_followed) == ("speaker", 60, 30)
    assert system.estimates["sr"].value == 1.0
    assert "not known" in found.left_out[0]
    assert "There is no second system" in page(found, "One")


def test_scores_that_stand_in_the_rows_are_taken(collected: Collected, tmp_path: Path) -> None:
    walks = [
        {
            "instruction_id": row["instruction_id"],
            "annotator_id": row["annotator_id"],
            "metrics": {"sr": 1.0, "dtw": 4.0},
        }
        for row in collected.walks
    ]
    found = evaluate(sources(tmp_path, Collected(collected.instructions, walks, []), scored_here=False))
    assert list(found.differences) == ["sr"]
    assert "120 of the 120 walks have no Navigation error (ne)." in found.left_out


def test_an_unfinished_comparison_says_what_is_missing(collected: Collected, tmp_path: Path) -> None:
    ids = {row["instruction_id"] for row in collected.instructions if row["system"] == "good"}
    walks = [row for row in collected.walks if row["instruction_id"] in ids]
    stray = {**walks[0], "instruction_id": 99999}
    found = evaluate(sources(tmp_path, Collected(collected.instructions, [*walks, stray], [])))
    assert "Nobody followed an instruction of bad: it is not compared." in found.left_out
    assert (
        "1 walks of walks.jsonl are along no instruction of these files (first: walks.jsonl line 61 names '99999')."
        in found.left_out
    )


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "no walk fits": ("walks", {"instruction_id": 77777}, "No walk is along an instruction of these files."),
    "no number": ("walks", {"instruction_id": None}, "walks.jsonl line 1 does not say its instruction_id."),
    "no such viewpoint": ("walks", {"path": ["cellar"]}, "walks.jsonl line 1: .*cellar"),
    "no path": ("walks", {"path": []}, "walks.jsonl line 1 does not say which viewpoints were visited."),
    "no system": (
        "instructions",
        {"system": None},
        "instructions.jsonl line 1 does not say which system wrote it.",
    ),
    "no words": ("instructions", {"instruction": None}, "instructions.jsonl line 1 has no instruction."),
    "no described path": (
        "instructions",
        {"path": None, "path_id": None},
        "does not say which path it describes.",
    ),
    "no such scan": ("instructions", {"scan": "castle", "path_id": None}, "castle"),
    "doubled": ("instructions", {"instruction_id": 0, "system": "good"}, "good has an instruction 0 already"),
    "another path": (
        "references",
        {"path": ["kitchen-table"]},
        "path 0 has other viewpoints than in an earlier row",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_rows_are_named_with_a_remedy(collected: Collected, tmp_path: Path, what: str) -> None:
    name, change, message = WRONG[what]
    rows = {key: getattr(collected, key) for key in ("instructions", "walks", "references")}
    changed = len(rows[name]) if what in ("no walk fits", "no such scan", "doubled") else 1
    rows[name] = [row | change for row in rows[name][:changed]] + rows[name][changed:]
    with pytest.raises(InvalidDataError, match=message) as error:
        sources(tmp_path, Collected(**rows))
    assert error.value.remedy


def test_the_same_number_of_two_systems_needs_the_system_of_the_walk(
    collected: Collected, tmp_path: Path
) -> None:
    instructions = [row | {"instruction_id": row["path_id"]} for row in collected.instructions]
    walks = [row | {"instruction_id": 0} for row in collected.walks[:1]]
    with pytest.raises(InvalidDataError, match="instruction 0 is one of bad, good"):
        sources(tmp_path, Collected(instructions, walks, []))


def test_nan_is_no_json(collected: Collected, tmp_path: Path) -> None:
    collected.write(tmp_path)
    write_rows(tmp_path / "walks.jsonl", [{"instruction_id": 0, "metrics": {"sr": float("nan")}}])
    with pytest.raises(InvalidDataError, match="line 1"):
        read_sources([SystemFile(tmp_path / "instructions.jsonl")], [SystemFile(tmp_path / "walks.jsonl")])


def test_it_says_what_to_give() -> None:
    shown = pangea("evaluate", "instructions", "--walks", "walks.jsonl")
    assert isinstance(shown.exception, ConfigurationError)
    assert shown.exception.remedy == "Give --instructions and --walks, or --campaign alone."


def test_wordnet_is_opened_only_where_there_are_references(collected: Collected, tmp_path: Path) -> None:
    opened = list[None]()
    found = evaluate(
        sources(tmp_path, Collected(collected.instructions, collected.walks, [])),
        lambda: opened.append(None),
    )
    assert (found.texts, opened) == ([], [])
