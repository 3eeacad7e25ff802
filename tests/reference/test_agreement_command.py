"""``pangea evaluate agreement`` over a file: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError
from pangea_server.dataset.reference.judgement_files import read_judgements
from tests.reference.asked import pangea
from tests.reference.test_coreference_command import write
from tests.reference.test_grounding_command import told

LINKS = [
    {"unit": unit, "person": person, "language": language, "answer": answer}
    for unit, language, answers in (
        (1, "en-US", ("same", "same")),
        (2, "en-US", ("different", "same")),
        (3, "hi-IN", ("same", "same")),
        (4, "hi-IN", ("different", "different")),
        (5, "hi-IN", ("same",)),
    )
    for person, answer in enumerate(answers)
]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"answer": "same"}, "person 1 has already said answer of unit 1."),
        ({"person": 7}, "line 2 has no judgement."),
        ({"person": 7, "answer": "same", "spans": []}, "line 2 has answer and spans."),
        (
            {"person": 7, "answer": "same", "language": "te-IN"},
            "language of unit 1 is 'te-IN', and was None.",
        ),
        ({"person": 7, "spans": [[4, 4]]}, "characters 4 to 4 are no span."),
        ({"person": 7, "regions": []}, "line 2 has no region where there must be one."),
        ({"person": 7, "regions": [{"kind": "view"}]}, "line 2: elevation of a ViewBox is missing."),
        ({"person": 7, "point": [0, 90]}, "heading 0.0 and elevation 90.0 are no direction in radians."),
    ],
)
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, row: dict[str, Any], fault: str) -> None:
    first = {"unit": 1, "person": 1, "answer": "same"}
    file = write(tmp_path / "rows.jsonl", first, {"unit": 1, "person": 1} | row)
    with pytest.raises(InvalidDataError) as refused:
        read_judgements(file)
    assert str(refused.value).startswith("rows.jsonl line 2")
    assert fault in str(refused.value)


def test_each_kind_of_judgement_has_its_figures(tmp_path: Path) -> None:
    points = [
        {"unit": "lamp", "person": person, "group": "house/light", "point": [0.05 * person, 0.0]}
        for person in range(3)
    ]
    spans = [{"unit": 9, "person": person, "spans": [[0, 4]]} for person in range(2)]
    boxes = [
        {"unit": unit, "person": person, "group": "house/light", "regions": [told(heading + shift * person)]}
        for unit, heading, shift in (("lamp", 0, 0), ("torch", 90, 5))
        for person in range(2)
    ]
    file = write(tmp_path / "judgements.jsonl", *LINKS, *points, *spans, *boxes)
    shown = pangea("evaluate", "agreement", "--judgements", file, "--output", tmp_path / "out")
    assert shown.returncode == 0, shown.stderr
    assert "1 units of answer were judged by one person, and are not compared." in shown.stdout
    assert "1 units of point are alone in their group, and not in alpha." in shown.stdout
    rows = json.loads((tmp_path / "out" / "agreement.json").read_text())["results"]
    found = {tuple(row["of"]): row for row in rows}
    assert found["answer", "hi-IN", "alpha, nominal"]["value"] == 1
    assert found["answer", "en-US", "alpha, nominal"]["value"] == 0
    assert 0 < found["answer", "all", "alpha, nominal"]["value"] < 1
    assert found["spans", "all", "F1 of two people"]["value"] == 1
    iou = found["regions", "all", "mean IoU"]["value"]
    assert iou == pytest.approx((1 + 1 / 3) / 2, abs=0.01)
    assert 0 < found["regions", "all", "alpha, (1 - IoU) squared"]["value"] < 1
    assert found["regions", "all", "share of pairs with IoU of at least 0.5"]["value"] == 0.5
    angle = found["point", "all", "angle between two people, degrees"]
    assert angle["value"] == pytest.approx(4 / 3 * 2.8648, abs=1e-3)
    assert angle["judgements"] == 3
    assert "No two items of one group" in found["point", "all", "alpha, 1 - cos"]["reason"]
