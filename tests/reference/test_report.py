"""What every measure of reference writes and shows, and the small parts that all of them share."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from align.resampling import Measure, unknown
from environments import ConfigurationError, InvalidDataError
from pangea_server.dataset.reference.columns import AT_ONCE, Column, Names, in_order
from pangea_server.dataset.reference.path_rows import PathKeys, by_system, rows, silent
from pangea_server.dataset.reference.report import ReferenceReport, Row, results_of, told
from pangea_server.dataset.reference.shelf import Shelf, SystemAnswers

ROWS = [
    Row(("ours", "f1"), Measure(0.5, (0.25, 0.75), 6, 12)),
    Row(("other", "f1"), Measure(1.0, None, 2, 3)),
    Row(("nobody", "f1"), unknown("There are none.")),
]
REPORT = ReferenceReport(
    "shares",
    ("system", "figure"),
    "paths",
    ROWS,
    results_of(ROWS),
    ["[one] is left out."],
    {"p.svg": "<svg/>"},
)


def test_a_report_is_a_document_a_table_and_pictures(tmp_path: Path) -> None:
    REPORT.write(tmp_path / "out")
    found = {file.name: file.read_text() for file in (tmp_path / "out").iterdir()}
    assert json.loads(found.pop("shares.json")) == {
        "reference_version": 1,
        "measure": "shares",
        "unit": "paths",
        "left_out": ["[one] is left out."],
        "results": [
            {
                "of": ["ours", "f1"],
                "value": 0.5,
                "interval": [0.25, 0.75],
                "units": 6,
                "judgements": 12,
                "reason": "",
            },
            {
                "of": ["other", "f1"],
                "value": 1.0,
                "interval": None,
                "units": 2,
                "judgements": 3,
                "reason": "",
            },
            {
                **{"of": ["nobody", "f1"], "value": None, "interval": None, "units": 0, "judgements": 0},
                "reason": "There are none.",
            },
        ],
    }
    assert found == {
        "shares.csv": "system,figure,value,low,high,units,judgements,reason\n"
        "ours,f1,0.5,0.25,0.75,6,12,\n"
        "other,f1,1.0,,,2,3,\n"
        "nobody,f1,,,,0,0,There are none.\n",
        "p.svg": "<svg/>",
    }


def test_a_report_is_shown_with_what_it_leaves_out_and_where_its_files_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    REPORT.show(Path("out"))
    title, headings, *lines = [
        " ".join(line.split()) for line in capsys.readouterr().out.splitlines() if line
    ]
    assert title == "shares (95 % bootstrap over paths, from 6 on)"
    assert headings == "system figure value of unknown because"
    assert lines == [
        "ours f1 0.5000 (0.2500 to 0.7500) 12 in 6 paths",
        "other f1 1.0000 3 in 2 paths",
        "nobody f1 – 0 in 0 paths There are none.",
        "[one] is left out.",
        "out has shares.json, shares.csv, p.svg.",
    ]
    assert [told(row.measure) for row in ROWS] == ["0.5000 (0.2500 to 0.7500)", "1.0000", "–"]


def test_what_a_system_does_not_answer_is_told_with_the_first_of_it() -> None:
    key = ["a", "b", "c", "d"]
    assert list(silent("ours", key, {"a": 1, "c": 2}, "nothing is said.", "texts")) == [
        "ours has nothing for 2 of 4 texts (first: b): nothing is said."
    ]
    assert list(silent("ours", key, dict.fromkeys(key), "so.")) == []


def test_a_system_without_a_name_is_called_as_its_file() -> None:
    read = by_system(["ours=a.jsonl", "folder/b.jsonl"], lambda file: file.name.upper())
    assert read == {"ours": "A.JSONL", "b.jsonl": "B.JSONL"}
    with pytest.raises(ConfigurationError, match=r"Two responses are called b\.jsonl"):
        by_system(["folder/b.jsonl", "b.jsonl"], str)


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.json"])
def test_rows_are_lines_or_one_list(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(
        '{"path_id": 1}\n{"path_id": "b"}\n' if name == "rows.jsonl" else '[{"path_id": 1}, {"path_id": "b"}]'
    )
    found = list(rows(file, PathKeys))
    assert [row.path_id for _, row in found] == [1, "b"]
    assert all(place.startswith(name) for place, _ in found)


def test_a_row_on_the_shelf_is_had_by_its_name_and_told_if_nobody_asked() -> None:
    shelf = Shelf("path", "Give each path one row.")
    shelf.put("b", "line 1", b"one")
    shelf.put("a", "line 2", b"two")
    with pytest.raises(InvalidDataError, match=r"^line 3: path b is also in line 1\.") as twice:
        shelf.put("b", "line 3")
    assert twice.value.remedy == "Give each path one row."
    answers = SystemAnswers(shelf, lambda place, row: f"{place} {row.decode()}")
    assert (list(answers), len(answers), answers.get("nobody")) == (["b", "a"], 2, None)
    assert answers["b"] == "line 1 one"
    with pytest.raises(InvalidDataError, match=r"^line 2: the key has no path a\. Leave it out\.$"):
        answers.refuse_unasked("path", "Leave it out.")
    assert answers["a"] == "line 2 two"
    answers.refuse_unasked("path", "Leave it out.")


def test_a_column_has_all_its_numbers_in_order_however_often_it_is_read() -> None:
    column = Column("f8")
    for number in range(AT_ONCE + 1):
        column.add(number)
    assert np.array_equal(column.values(), np.arange(AT_ONCE + 1))
    column.add(0.5)
    assert column.values()[-2:].tolist() == [AT_ONCE, 0.5]
    assert Column("u1").values().tolist() == []


def test_numbers_of_names_go_by_the_order_of_the_names() -> None:
    names = Names[str]()
    assert [names.number(name) for name in ("b", "c", "a", "b")] == [0, 1, 2, 0]
    assert in_order(names, np.array([0, 1, 2, 0])).tolist() == [1, 2, 0, 1]
    assert in_order(Names[str](), np.array([], int)).tolist() == []
