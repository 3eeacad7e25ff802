"""``pangea landmarks match``: what written instructions name in the demo house, and that an import takes it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from environments import ConfigurationError
from environments.demo import DemoHouse
from environments.sightings import sighting
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord
from pangea_server.app.command_line import app
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.matching.command import MatchReport, _show
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.exports.filled import annotated, corridor

PATH = ("living-room-sofa", "living-room-fireplace", "hallway-mirror")
SAID = {
    7: (
        "en-US",
        "Start at the red sofa, go past the fireplace and the chair: stop at the mirror by the sofa.",
    ),
    8: ("hi-IN", "लाल सोफ़े से चलिए।"),
    9: ("en-IN", "Turn right and walk."),
}


def called(*asked: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, asked)])


def done(*asked: str | Path) -> Result:
    result = called(*asked)
    assert result.exit_code == 0, (result.output, result.exception)
    return result


def with_instructions(folder: Path, *numbers: int) -> tuple[str, ...]:
    """The options that name a store with these instructions on a path of the demo house."""
    rows = [
        {"instruction_id": number, "path_id": 1, "split": "train", "scan": "demo-house", "heading": 0.0}
        | {"path": PATH, "language": SAID[number][0], "instruction": SAID[number][1]}
        for number in numbers
    ]
    (folder / "said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    where = ("--data-dir", str(folder / "data"), "--environment", "demo")
    done("import", folder / "said.jsonl", "--format", "instructions", *where)
    return where


def unmatched(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "unmatched.jsonl").read_text().splitlines()]


def test_phrases_are_matched_and_an_import_takes_them(tmp_path: Path) -> None:
    where = with_instructions(tmp_path, *SAID)
    out = tmp_path / "out"
    done("landmarks", "match", out, *where)
    with LocalStore.open(tmp_path / "data") as store:
        assert store.records.count(Mention) == 0  # people look at it first
    (file,) = out.glob("*.jsonl.gz")
    done("import", file, "--format", "landmarks", "--source", "lemma", *where)
    with LocalStore.open(tmp_path / "data") as store:
        said = {each.mention_id: each.text for each in every(store.records, Mention)}
        meant = {
            each.entities: [said[name] for name in each.mentions] for each in every(store.records, Chain)
        }
        regions = list(every(store.records, RegionRecord))
    assert meant == {
        ("label:demo-house-red-sofa",): ["the red sofa", "sofa"],
        ("label:demo-house-fireplace",): ["fireplace"],
        ("label:demo-house-round-mirror",): ["mirror"],
    }
    labels = DemoHouse().labels("demo-house")
    assert labels is not None
    for each in regions:
        thing = (each.entity_id or "").removeprefix("label:demo-house-")
        seen = sighting(labels, thing, each.viewpoint_id)
        assert seen is not None
        assert each.shape == seen.box
    assert len(regions) == 6
    again = done("import", file, "--format", "landmarks", "--source", "lemma", *where).output
    assert "came in" not in again


def test_what_is_not_matched_is_told_with_its_reason(tmp_path: Path) -> None:
    where = with_instructions(tmp_path, *SAID)
    done("landmarks", "match", tmp_path / "out", *where)
    assert [
        (each["instruction_id"], each["text"], each["reason"]) for each in unmatched(tmp_path / "out")
    ] == [
        (7, "chair", "2 things in view are called so."),
        (8, None, "Nothing in view has a label in 'hi'."),
        (9, None, "No phrase is like the label of a thing in view."),
    ]
    tie = unmatched(tmp_path / "out")[0]
    assert SAID[7][1][tie["start_char"] : tie["end_char"]] == "chair"
    assert tie["things"] == ["orange-chair", "green-chair-east"]


def test_another_format_and_matcher_say_what_they_lose(tmp_path: Path) -> None:
    where = with_instructions(tmp_path, 7)
    asked = ("landmarks", "match", tmp_path / "out", "--format", "reverie", "--matcher", "exact")
    assert "reverie cannot say places of things in metres: 3." in done(*asked, *where).output
    files = [*(tmp_path / "out" / "BBox").iterdir(), tmp_path / "out" / "REVERIE_train.json"]
    done("import", *files, "--format", "reverie", *where)
    with LocalStore.open(tmp_path / "data") as store:
        names = {each.labels["en"] for each in every(store.records, Entity) if each.labels}
        assert (names, store.records.count(Mention)) == (
            {"the red sofa", "the white fireplace", "the round golden mirror"},
            4,
        )


def test_nothing_is_overwritten_and_nothing_matched_is_a_failure(tmp_path: Path) -> None:
    where = with_instructions(tmp_path, 9)
    result = called("landmarks", "match", tmp_path / "out", *where)
    assert (result.exit_code, "Nothing was matched." in result.output) == (1, True)
    assert [each["instruction_id"] for each in unmatched(tmp_path / "out")] == [9]
    before = (tmp_path / "out" / "unmatched.jsonl").read_bytes()
    refused = called("landmarks", "match", tmp_path / "out", *where).exception
    assert isinstance(refused, ConfigurationError)
    assert "is there already" in refused.message
    assert (tmp_path / "out" / "unmatched.jsonl").read_bytes() == before


def test_places_without_labels_and_stores_without_words_are_refused(tmp_path: Path) -> None:
    place = corridor(tmp_path / "corridor").directory
    annotated(tmp_path / "data").close()
    where = ("--data-dir", tmp_path / "data", "--environment", f"folder:{place}")
    refused = called("landmarks", "match", tmp_path / "out", *where).exception
    assert isinstance(refused, ConfigurationError)
    assert "does not name what its pixels show" in refused.message
    LocalStore.open(tmp_path / "empty").close()
    asked = (
        "landmarks",
        "match",
        tmp_path / "out",
        "--data-dir",
        tmp_path / "empty",
        "--environment",
        "demo",
    )
    assert isinstance(called(*asked).exception, RecordNotFoundError)
    assert not (tmp_path / "out").exists()


def test_rows_have_the_characters_of_the_phrases(tmp_path: Path) -> None:
    where = with_instructions(tmp_path, 7)
    done("landmarks", "match", tmp_path / "out", *where)
    (file,) = (tmp_path / "out").glob("*.gz")
    row = json.loads(gzip.decompress(file.read_bytes()))
    spans = zip(row["text_spans_chars_start_indices"], row["text_spans_chars_end_indices"], strict=True)
    assert [SAID[7][1][start:end] for start, end in spans] == row["text_spans"]


@pytest.mark.parametrize("name", ["label_studio", "rxr"])
def test_formats_of_other_things_are_refused(name: str, tmp_path: Path) -> None:
    result = called("landmarks", "match", tmp_path / "out", "--format", name)
    assert result.exit_code == 2


def test_reasons_are_told_from_the_most_frequent_on_and_only_what_the_format_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = MatchReport(5, {"a", "b"}, Counter({"Once.": 1, "Often.": 3}), Counter({"kept": 0, "names": 2}))
    _show(report, Path("out"), "reverie")
    assert capsys.readouterr().out.splitlines() == [
        "Phrases that name a thing: 5, of 2 things.",
        "Often. Not matched: 3.",
        "Once. Not matched: 1.",
        "reverie cannot say names: 2.",
        "out has the files, and unmatched.jsonl what was not matched.",
    ]
