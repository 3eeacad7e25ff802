"""``pangea evaluate agreement`` over a file: what it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError
from pangea_server.dataset.reference.judgement_files import read_judgements
from tests.reference.test_coreference_command import write

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
