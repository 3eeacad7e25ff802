"""Sources from files: which instruction a walk is along, whose it is, and which of its scores count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError
from pangea_server.dataset.evaluation.files import read_sources
from pangea_server.dataset.evaluation.rows import SystemFile
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Reference, Sources
from pangea_server.quality.comparison import ScoredWalk
from tests.evaluation.walkers import write_rows

SAID = {"instruction_id": 1, "instruction": "Go.", "path_id": 9, "system": "A", "language": "en-IN"}
WALK = {"instruction_id": 1, "sr": 1.0}


def sources(folder: Path, said: list[Any], walks: list[Any], references: tuple[Any, ...] = ()) -> Sources:
    mine, walked, others = (
        [SystemFile(write_rows(folder / f"{name}.jsonl", rows))] if rows else []
        for name, rows in (("said", said), ("walks", walks), ("references", references))
    )
    return read_sources(mine, walked, others, language="te-IN")


@pytest.mark.parametrize(
    ("row", "person", "scores"),
    [
        ({"sr": 0.0, "ne": 2.0}, None, {"sr": 0.0, "ne": 2.0}),
        ({"metrics": {"sr": 0.5, "dtw": 3.0}, "spl": 0.25}, None, {"sr": 0.5, "spl": 0.25}),
        ({"annotator_id": 0, "person": "y"}, "0", {"sr": 1.0}),
        ({"person": "y"}, "y", {"sr": 1.0}),
        ({"instruction_id": None, "instr_id": "1"}, None, {"sr": 1.0}),
        ({"instr_id": "2", "system": "A"}, None, {"sr": 1.0}),
    ],
)
def test_a_walk_has_the_scores_of_its_row_and_those_of_its_metrics_first(
    row: dict[str, Any], person: str | None, scores: dict[str, float], tmp_path: Path
) -> None:
    found = sources(tmp_path, [SAID], [WALK | row])
    assert found.walks == [ScoredWalk("A", "9", "1", person, scores, "en-IN")]
    assert (found.left_out, found.origin) == ([], ["Instructions: said.jsonl", "Walks: walks.jsonl"])


def test_a_walk_without_scores_is_refused_where_nothing_scores_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match=r"walks\.jsonl line 1 has no scores"):
        sources(tmp_path, [SAID], [{"instruction_id": 1, "metrics": {"dtw": 3.0}}])


def test_an_instruction_that_names_no_path_is_refused_by_its_place(tmp_path: Path) -> None:
    for row in ({"path_id": None}, {"path_id": None, "scan": "house"}):
        with pytest.raises(InvalidDataError, match=r"^said\.jsonl line 2 does not say which path"):
            sources(tmp_path, [SAID, SAID | {"instruction_id": 2} | row], [WALK])


def test_a_path_has_one_key_whether_its_number_or_its_viewpoints_are_named(tmp_path: Path) -> None:
    whole = SAID | {"instruction_id": 2, "scan": "house", "path": ["a", "b"]}
    alone = SAID | {"instruction_id": 3, "path_id": 8, "language": None}
    references = (
        {"instruction": "Stop.", "path_id": 9},
        {"instruction": "Halt.", "scan": "house", "path": ["b"]},
    )
    found = sources(tmp_path, [SAID, whole, alone], [WALK], references)
    assert found.instructions == [
        ComparedInstruction("A", "1", "house a b", "Go.", "en-IN"),
        ComparedInstruction("A", "2", "house a b", "Go.", "en-IN"),
        ComparedInstruction("A", "3", "8", "Go.", "te-IN"),
    ]
    assert found.references == [
        Reference("house a b", "Stop.", "te-IN"),
        Reference("house b", "Halt.", "te-IN"),
    ]
    assert found.origin[-1] == "References: references.jsonl"


def test_a_walk_is_along_the_instruction_of_its_own_system(tmp_path: Path) -> None:
    other = SAID | {"system": "B", "instruction": "Stop."}
    walks = [WALK | {"system": "B"}, WALK | {"system": "C"}, WALK | {"instruction_id": 5}]
    found = sources(tmp_path, [SAID, other], walks)
    assert [(walk.system, walk.instruction) for walk in found.walks] == [("B", "1")]
    assert found.left_out == [
        "2 walks of walks.jsonl are along no instruction of these files (first: walks.jsonl line 2 names '1')."
    ]
