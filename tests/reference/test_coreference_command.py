"""``pangea evaluate coreference`` over files: what it writes, and what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError
from pangea_server.dataset.reference.chain_files import read_chains, read_responses
from pangea_server.dataset.reference.coreference import compare_chains
from tests.reference.asked import pangea

KEY = {"path_id": 7, "chains": [["a"], ["b", "c"], ["d", "e", "f"]]}
ANSWER = {"path_id": 7, "chains": [["a"], ["b", "c", "x"], ["b", "z"], ["d", "y"]]}
CONLL = """#begin document (route/7); part 000
route 0 0 the (0
route 0 1 sofa 0)
route 0 2 near -
route 0 3 it (0)|(1
route 0 4 all 1)
#end document
"""


def write(file: Path, *rows: dict[str, Any]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return file


def value(folder: Path, *labels: str) -> float:
    (found,) = [
        row["value"]
        for row in json.loads((folder / "coreference.json").read_text())["results"]
        if row["of"] == list(labels)
    ]
    return float(found)


def test_a_system_is_scored_and_doubled_mentions_are_told(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", KEY, {"path_id": 8, "chains": [["g"]]})
    answer = write(tmp_path / "answer.jsonl", ANSWER)
    out = tmp_path / "out"
    shown = pangea("evaluate", "coreference", "--key", key, "--response", f"ours={answer}", "--output", out)
    assert "ours has nothing for 1 of 2 paths (first: 8)" in shown.stdout
    assert "ours has 1 mentions in several chains: each stays in the first." in shown.stdout
    assert value(out, "ours", "words", "MUC", "f1") == pytest.approx(1 / 3)  # the reference scorer's case A8
    with (out / "coreference.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9 * 3 + 1
    assert {row["low"] for row in rows} == {""}  # two paths


def test_chains_of_two_languages_are_one_by_sight(tmp_path: Path) -> None:
    key = write(
        tmp_path / "key.jsonl",
        {"path_id": 1, "chains": [["sofa", "सोफ़ा", "సోఫా"]], "entities": [["s1"]]},
    )
    answer = write(
        tmp_path / "answer.json.jsonl",
        {"path_id": 1, "chains": [["sofa"], ["सोफ़ा"], ["సోఫా"]], "entities": [["s1"], ["s1"], []]},
    )
    pangea("evaluate", "coreference", "--key", key, "--response", f"a={answer}", "-o", tmp_path / "o")
    found = {by: value(tmp_path / "o", "a", by, "MUC", "recall") for by in ("words", "sight")}
    assert found == {"words": 0, "sight": 0.5}


def test_heads_match_only_when_asked(tmp_path: Path) -> None:
    key = write(
        tmp_path / "key.jsonl", {"path_id": 1, "chains": [["the sofa", "it"]], "heads": {"the sofa": "sofa"}}
    )
    answer = write(
        tmp_path / "answer.jsonl",
        {"path_id": 1, "chains": [["red sofa", "it"]], "heads": {"red sofa": "sofa"}},
    )
    for option, expected in ((), 0.0), (("--head",), 1.0):
        pangea(
            "evaluate",
            "coreference",
            "--key",
            key,
            "--response",
            f"a={answer}",
            *option,
            "-o",
            tmp_path / "o",
        )
        assert value(tmp_path / "o", "a", "words", "MUC", "f1") == expected


def test_two_systems_of_one_name_are_refused(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", KEY)
    refused = pangea("evaluate", "coreference", "--key", key, "--response", key, "--response", key)
    assert refused.returncode == 2
    assert "Two responses are called key.jsonl." in refused.stderr


def test_conll_files_are_read_with_chains_over_each_other(tmp_path: Path) -> None:
    file = tmp_path / "key.v4_gold_conll"
    file.write_text(CONLL)
    (found,) = read_chains(file)
    assert (found.name, found.chains) == ("route/7 part 0", [["0-1", "3-3"], ["3-4"]])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CONLL.replace("1)", "2)"), "key.conll line 6: 2) ends a mention that did not begin."),
        (CONLL.replace("0)\n", "-\n", 1), "key.conll line 2: (0 begins a mention without end."),
        (CONLL.replace("#end document\n", ""), "document route/7 part 0 has no end."),
    ],
)
def test_brackets_that_do_not_fit_are_refused_by_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "key.conll").write_text(text)
    with pytest.raises(InvalidDataError) as refused:
        list(read_chains(tmp_path / "key.conll"))
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"chains": []}, "rows.jsonl line 2 names no path."),
        ({"path_id": 7, "chains": []}, "rows.jsonl line 2: path 7 is also in rows.jsonl line 1."),
        ({"path_id": 9, "chains": [["a"], []]}, "chain 2 has no mention"),
        ({"path_id": 9, "chains": [["a", ""]]}, "chain 1 has no mention, or an empty one"),
        ({"path_id": 9, "chains": [["a"]], "entities": []}, "1 chains and entities of 0"),
        ({"path_id": 9, "chains": [[1]]}, "rows.jsonl line 2: Expected `str`"),
        ({"path_id": 9}, "rows.jsonl line 2: Object missing required field `chains`"),
    ],
)
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, row: dict[str, Any], told: str) -> None:
    file = write(tmp_path / "rows.jsonl", KEY, row)
    with pytest.raises(InvalidDataError) as refused:
        list(read_chains(file))
    assert told in str(refused.value)


def test_a_path_that_the_key_lacks_is_refused_by_row(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", KEY)
    answer = write(tmp_path / "answer.jsonl", ANSWER, ANSWER | {"path_id": 70})
    refused = pangea("evaluate", "coreference", "--key", key, "--response", answer)
    assert refused.returncode == 1
    assert "answer.jsonl line 2: the key has no path 70." in refused.stderr


def test_a_path_that_the_key_does_not_have_is_refused_by_its_place(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", KEY)
    responses = {
        name: read_responses(write(tmp_path / f"{name}.jsonl", ANSWER, {"path_id": number, "chains": []}))
        for name, number in (("ours", 9), ("theirs", 10))
    }
    with pytest.raises(InvalidDataError, match=r"^ours.jsonl line 2: the key has no path 9\."):
        compare_chains(read_chains(key), responses)
