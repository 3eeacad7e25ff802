"""Every field of landmarks through every format and back, and what is lost is counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from pangea_server.annotate.annotations.population import Population
from pangea_server.dataset.entries.carried import CarriedFields, carried_landmarks
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import IMPORTED_LANDMARKS
from pangea_server.dataset.landmarks.losses import LOSSES, WHOLE, counted
from tests.exports.fields import readme_with, table
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import fill
from tests.landmarks.fields import PAIRS, README, entry_with, every_field, measured

AGAIN = "run python -m tests.landmarks.fields, and look at what changed"
OF_THE_MAKING = {
    *(f"mention.{name}" for name in ("source", "annotator_id", "version", "created_at", "end_time")),
    *(f"link.{name}" for name in ("link_id", "first", "second", "annotator_id", "seconds", "check_item")),
    *(f"link.{name}" for name in ("learning", "created_at")),
    *(f"chain.{name}" for name in ("chain_id", "entities", "source", "created_at")),
    *(f"entity.{name}" for name in ("spread", "how", "source", "created_at")),
    *(f"region.{name}" for name in ("region_id", "source", "from_region", "annotator_id", "seconds")),
    "region.created_at",
}
"""Fields that nobody says of words and things, or that go with one that is counted."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, CarriedFields]:
    return measured(tmp_path_factory.mktemp("fields"))


def test_every_field_has_two_values() -> None:
    assert sorted(PAIRS) == sorted(every_field()), "give a field that was added two values in fields.py"
    assert [field for field, (first, second) in PAIRS.items() if first == second] == []


def test_what_is_said_of_each_format_is_so(found: Mapping[str, CarriedFields]) -> None:
    assert sorted(found) == sorted(IMPORTED_LANDMARKS)
    assert found == carried_landmarks(), AGAIN


def test_the_table_in_the_documentation_is_the_result(found: Mapping[str, CarriedFields]) -> None:
    text = README.read_text(encoding="utf-8")
    assert text == readme_with(text, table(found, every_field())), AGAIN


@pytest.mark.parametrize("name", IMPORTED_LANDMARKS)
def test_each_lost_field_is_counted_where_somebody_said_it(
    name: str, found: Mapping[str, CarriedFields]
) -> None:
    notes = Counter[str]()
    entry = entry_with()
    assert list(counted([entry], name, notes)) == [entry]
    lost = set(found[name].lost)
    gone = {field.partition(".")[0] for field in WHOLE if field in lost}
    for field in lost - {"path.split", "path.path_id"} - OF_THE_MAKING:
        kind = field.partition(".")[0]
        called = [told for key, told in WHOLE.items() if key.startswith(kind)] if kind in gone else []
        assert all(each in notes for each in called or [LOSSES[field].called]), field
    kept = {*LOSSES} - lost
    assert [field for field in kept if LOSSES[field].called in notes] == []


def test_the_notes_of_an_export_say_what_its_format_lost(tmp_path: Path) -> None:
    with closing(annotated(tmp_path / "data")) as store:
        fill(store)
        dataset = Dataset(store, corridor(tmp_path / "corridor"), population=Population.LEARNING)
        report = export(dataset, tmp_path / "out", open_formats(["landmarks", "reverie"]))
    about = json.loads((tmp_path / "out" / "reverie" / "about.json").read_text())
    assert report.notes["head nouns of phrases"] == 2  # in both
    assert report.notes["judgements that two phrases mean the same"] == 2
    assert about["missing"]["region.group"] == ["coco", "label_studio_regions"]
    assert "mention.head" in about["missing"]


def test_coco_says_once_that_words_are_lost(tmp_path: Path) -> None:
    with closing(annotated(tmp_path / "data")) as store:
        fill(store)
        dataset = Dataset(store, corridor(tmp_path / "corridor"), population=Population.LEARNING)
        notes = export(dataset, tmp_path / "out", open_formats(["coco"])).notes
    assert {told: number for told, number in notes.items() if "phrase" in told or "mention" in told} == {
        "words of phrases": 2,
        "judgements that two phrases mean the same": 1,
        "chains of phrases, of which only the phrases of each thing remain": 1,
    }
