"""What a release says of itself, as others read it: the card, Croissant, DataCite and the citation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.card.datasheet import Creator, Datasheet
from pangea_server.dataset.release.release import make_release
from tests.readers.conftest import Opened

SHEET = Datasheet(
    title="Corridors: a test",
    description="Three instructions.",
    license="CC-BY-4.0",
    creators=(
        Creator(
            given="Ada", family="Lovelace", affiliation="Analytical Engines", orcid="0000-0002-1825-0097"
        ),
        Creator(name="A laboratory"),
    ),
    contact="data@example.org",
    publisher="A repository",
    year=2026,
    doi="10.5281/zenodo.123",
    url="https://example.org/corridors",
    keywords=("corridors",),
    annotations_creators=("crowdsourced",),
    people="Two adults who speak Hindi.",
    biases="Only one corridor.",
    uses="To test readers.",
    personal_data="None is known.",
    social_impact="None is known.",
    maintenance="By us, until 2030.",
)


@pytest.fixture(scope="session")
def stated(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with a datasheet, with RxR's rows only."""
    folder = tmp_path_factory.mktemp("stated") / "one"
    make_release(dataset, folder, open_formats(["rxr", "tasks"]), "1.0", sheet=SHEET)
    return folder


def test_the_hub_reads_the_card(released: Path, opened: Opened) -> None:
    """Of the Hub's own check nothing can be asked without a network: its client's reading is what is offline."""
    data = opened("card", released / "README.md")["data"]
    assert data["language"] == ["en", "hi"]
    assert data["size_categories"] == ["n<1K"]
    assert data["task_categories"] == ["robotics", "automatic-speech-recognition"]
    assert data["source_datasets"] == ["original"]
    assert [config["config_name"] for config in data["configs"]] == ["guide", "follower"]
    (train,) = data["dataset_info"][0]["splits"]
    assert (train["name"], train["num_examples"]) == ("train", 3)
    assert "license" not in data  # nobody has stated one


def test_a_user_of_the_card_finds_what_was_stated(stated: Path, opened: Opened) -> None:
    read = opened("card", stated / "README.md")
    assert read["data"]["license"] == "cc-by-4.0"
    assert read["data"]["pretty_name"] == SHEET.title
    assert read["data"]["annotations_creators"] == ["crowdsourced"]
    assert "author = {Lovelace, Ada and A laboratory}" in read["data"]["citation"]
    for said in (SHEET.biases, SHEET.people, SHEET.maintenance, SHEET.contact):
        assert said in read["text"]
    assert "Paid for by: not stated (`funding`)." in read["text"]


def test_rows_without_tables_load_in_one_line_too(stated: Path, dataset: Dataset, opened: Opened) -> None:
    told = opened("row_tables", stated)
    assert [row["instruction_id"] for row in told["guide"]] == [1, 2, 3]
    assert told["guide"][1]["instruction"] == dataset.guide(2).annotation.transcript
    assert [row["demonstration_id"] for row in told["follower"]] == [1]


@pytest.mark.parametrize("kind", ["released", "stated"])
def test_croissant_is_valid_and_its_records_are_those_of_the_store(
    kind: str, dataset: Dataset, opened: Opened, request: pytest.FixtureRequest
) -> None:
    release: Path = request.getfixturevalue(kind)
    told = opened("croissant", release / "croissant.json")
    assert told["errors"] == []
    records = told["records"]
    assert len(records["annotations"]) == 5
    guides = {row["guide/instruction_id"]: row for row in records["guide"]}
    for number, row in guides.items():
        guide = dataset.guide(number)
        assert row["guide/instruction"] == guide.annotation.transcript
        assert row["guide/path"] == list(guide.annotation.path)
        words = [each["guide/timed_instruction/word"] for each in row["guide/timed_instruction"]]
        assert words == guide.annotation.transcript.split()
    assert set(guides) == {1, 2, 3}
    (walk,) = records["follower"]
    assert (walk["follower/instruction_id"], walk["follower/split"]) == (1, "train")


def test_croissant_says_what_responsible_use_asks_for(stated: Path, opened: Opened) -> None:
    told = opened("croissant", stated / "croissant.json")
    assert told["warnings"] == []
    responsible: dict[str, Any] = told["responsible"]
    assert responsible["rai:dataBiases"] == SHEET.biases
    assert responsible["rai:annotatorDemographics"] == SHEET.people
    assert responsible["rai:machineAnnotationTools"] == "viterbi"
    assert "rai:dataCollection" in responsible


@pytest.mark.parametrize("kind", ["released", "stated"])
def test_a_doi_can_be_registered_with_it(kind: str, opened: Opened, request: pytest.FixtureRequest) -> None:
    release: Path = request.getfixturevalue(kind)
    told = opened("data_cite", release / "datacite.json")
    assert told["version"] == "1.0"
    assert told["publicationYear"] == "2026"


@pytest.mark.parametrize("kind", ["released", "stated"])
def test_the_citation_is_one(kind: str, request: pytest.FixtureRequest) -> None:
    release: Path = request.getfixturevalue(kind)
    checker: list[str | Path] = [
        Path(sys.executable).parent / "check-jsonschema",
        "--builtin-schema",
        "vendor.citation-file-format",
    ]
    checked = subprocess.run(
        [*checker, release / "CITATION.cff"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    told = YAML(typ="safe").load((release / "CITATION.cff").read_text())
    assert told["type"] == "dataset"
    people = json.loads((release / "datacite.json").read_text())["creators"]
    assert len(told["authors"]) == len(people)
