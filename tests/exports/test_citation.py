"""How a release is cited and registered, and the head of its card: exact, from a datasheet and counts."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace
from ruamel.yaml import YAML

from pangea_server.dataset.release.card.census import Census, CensusGroup
from pangea_server.dataset.release.card.datasheet import Creator, Datasheet
from pangea_server.dataset.release.card.derived import (
    cuts_told,
    filled_in,
    has_terms,
    lacking,
    may_be_given_on,
)
from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.citation import citation_file, datacite
from pangea_server.dataset.release.description import card_head, size_category

ADA = Creator(given="Ada", family="Lovelace", affiliation="London", orcid="0000-0001-2345-678X")
LAB = Creator(name="The Lab", affiliation="Nowhere")
SHEET = Datasheet(
    title="Corridors",
    description="Words and walks.",
    license="CC-BY-4.0",
    creators=(ADA, LAB),
    contact="ada@example.org",
    publisher="A press",
    year=2026,
    doi="10.5281/zenodo.123",
    url="https://example.org/corridors",
    keywords=("speech", "walks"),
)
LICENCE = "https://creativecommons.org/licenses/by/4.0/"


def census_of(*languages: str, guides: int = 1) -> Census:
    census = Census(days=(date(2026, 1, 2), date(2026, 3, 4)))
    for language in languages:
        census.groups["train", language] = CensusGroup(guides=guides, voice=2.0, words=3)
    return census


def cited(sheet: Datasheet) -> Any:
    return YAML(typ="safe").load(citation_file(sheet, "1.0"))


def test_a_citation_says_what_is_stated() -> None:
    assert cited(SHEET) == {
        "cff-version": "1.2.0",
        "type": "dataset",
        "message": "If you use this dataset, please cite it as below.",
        "title": "Corridors",
        "version": "1.0",
        "authors": [
            {
                "family-names": "Lovelace",
                "given-names": "Ada",
                "affiliation": "London",
                "orcid": "https://orcid.org/0000-0001-2345-678X",
            },
            {"name": "The Lab"},
        ],
        "contact": [{"email": "ada@example.org"}],
        "abstract": "Words and walks.",
        "doi": "10.5281/zenodo.123",
        "url": "https://example.org/corridors",
        "keywords": ["speech", "walks"],
        "license": "CC-BY-4.0",
    }


def test_a_citation_of_nothing_has_what_its_form_asks_for() -> None:
    assert cited(Datasheet()) == {
        "cff-version": "1.2.0",
        "type": "dataset",
        "message": "If you use this dataset, please cite it as below.",
        "title": "Instructions and walks collected with PanGEA",
        "version": "1.0",
        "authors": [{"name": "not stated"}],
    }


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("https://example.org/terms", {"license-url": "https://example.org/terms"}),
        ("http://example.org/terms", {"license-url": "http://example.org/terms"}),
        ("Our own", {}),
        ("MIT", {"license": "MIT"}),
    ],
)
def test_only_known_licences_are_named_and_others_are_addresses(stated: str, told: dict[str, str]) -> None:
    found = cited(Datasheet(license=stated))
    assert {key: found[key] for key in found if key.startswith("license")} == told


def test_a_contact_that_is_no_mail_address_is_not_cited() -> None:
    assert "contact" not in cited(Datasheet(contact="the office"))


def test_a_registry_of_dois_gets_everything() -> None:
    assert datacite(SHEET, "1.0", census_of("en-IN")) == {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "doi": "10.5281/zenodo.123",
        "creators": [
            {
                "name": "Lovelace, Ada",
                "nameType": "Personal",
                "givenName": "Ada",
                "familyName": "Lovelace",
                "affiliation": [{"name": "London"}],
                "nameIdentifiers": [
                    {
                        "nameIdentifier": "0000-0001-2345-678X",
                        "nameIdentifierScheme": "ORCID",
                        "schemeUri": "https://orcid.org",
                    }
                ],
            },
            {"name": "The Lab", "affiliation": [{"name": "Nowhere"}]},
        ],
        "titles": [{"title": "Corridors"}],
        "publisher": {"name": "A press"},
        "publicationYear": "2026",
        "types": {"resourceType": "Dataset", "resourceTypeGeneral": "Dataset"},
        "version": "1.0",
        "language": "en-IN",
        "subjects": [{"subject": "speech"}, {"subject": "walks"}],
        "dates": [{"date": "2026-01-02/2026-03-04", "dateType": "Collected"}],
        "descriptions": [{"description": "Words and walks.", "descriptionType": "Abstract"}],
        "rightsList": [
            {
                "rights": "CC-BY-4.0",
                "rightsUri": LICENCE,
                "rightsIdentifier": "CC-BY-4.0",
                "rightsIdentifierScheme": "SPDX",
            }
        ],
        "sizes": ["1 annotation"],
    }


def test_a_registry_is_told_what_nobody_has_said() -> None:
    assert datacite(Datasheet(license="Our own"), "1.0", Census()) == {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "creators": [{"name": ":unav"}],
        "titles": [{"title": "Instructions and walks collected with PanGEA"}],
        "publisher": {"name": ":unav"},
        "publicationYear": ":unav",
        "types": {"resourceType": "Dataset", "resourceTypeGeneral": "Dataset"},
        "version": "1.0",
        "rightsList": [{"rights": "Our own"}],
        "sizes": ["0 annotations"],
    }
    assert "language" not in datacite(Datasheet(), "1.0", census_of("en-IN", "hi-IN"))


def test_the_head_of_a_card_has_what_a_hub_reads() -> None:
    tables = {"configs": [{"config_name": "guide"}]}
    sheet = replace(SHEET, annotations_creators=("found",), source_datasets=("original",), citation="@misc{}")
    assert card_head(sheet, census_of("hi-IN", "en-IN", "en-US", guides=400), tables) == {
        "pretty_name": "Corridors",
        "license": "cc-by-4.0",
        "language": ["en", "hi"],
        "language_bcp47": ["en-IN", "en-US", "hi-IN"],
        "multilinguality": ["multilingual"],
        "annotations_creators": ["found"],
        "source_datasets": ["original"],
        "size_categories": ["1K<n<10K"],
        "task_categories": ["robotics", "automatic-speech-recognition"],
        "tags": ["vision-and-language-navigation", "speech", "walks"],
        "citation": "@misc{}",
        "configs": [{"config_name": "guide"}],
    }


@pytest.mark.parametrize(
    ("group", "tasks"),
    [
        (CensusGroup(guides=1), ["robotics"]),
        (CensusGroup(guides=1, voice=2.0), ["robotics"]),
        (CensusGroup(guides=1, words=2), ["robotics"]),
        (CensusGroup(followers=1), None),
    ],
)
def test_speech_is_recognised_from_voices_with_words(group: CensusGroup, tasks: list[str] | None) -> None:
    census = Census()
    census.groups["train", "en-IN"] = group
    head = card_head(Datasheet(), census, {})
    assert (head.get("task_categories"), head["multilinguality"]) == (tasks, ["monolingual"])


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("https://example.org/terms", {"license": "other", "license_link": "https://example.org/terms"}),
        ("Our own", {"license": "other", "license_name": "Our own"}),
        (None, {}),
    ],
)
def test_a_licence_that_a_hub_does_not_know_is_another_one(stated: str | None, told: dict[str, str]) -> None:
    head = card_head(Datasheet(license=stated), census_of("en-IN"), {})
    assert {key: head[key] for key in head if key.startswith("license")} == told


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (10**4 - 1, "1K<n<10K"),
        (10**4, "10K<n<100K"),
        (10**5, "100K<n<1M"),
        (10**6, "1M<n<10M"),
        (10**7, "10M<n<100M"),
        (10**8, "100M<n<1B"),
        (10**9, "n>1B"),
    ],
)
def test_a_size_is_of_the_category_that_it_begins(rows: int, name: str) -> None:
    assert size_category(rows) == name


def test_what_nobody_stated_follows_from_the_store() -> None:
    census = census_of("en-IN")
    census.written_by.update({"person": 2, "whisper": 1})
    known = ReleaseRecords(platforms=("prolific",))
    known.places.update({"gibson": 1, "matterport3d": 2, "folder": 1})
    filled = filled_in(Datasheet(title="Corridors", creators=(ADA, LAB)), census, known)
    assert filled.year == 2026
    assert filled.annotations_creators == ("crowdsourced", "machine-generated")
    assert filled.source_datasets == ("extended|matterport3d", "extended|gibson")
    assert filled.citation == (
        "@misc{lovelace2026,\n  title = {Corridors},\n  author = {Lovelace, Ada and The Lab},\n"
        "  year = {2026},\n}"
    )
    assert filled_in(SHEET, census, known).citation == (
        "@misc{lovelace2026,\n  title = {Corridors},\n  author = {Lovelace, Ada and The Lab},\n"
        "  year = {2026},\n  publisher = {A press},\n  doi = {10.5281/zenodo.123},\n"
        "  url = {https://example.org/corridors},\n}"
    )


def test_what_is_stated_stays_as_it_is() -> None:
    stated = replace(
        SHEET, year=1999, citation="@book{}", annotations_creators=("found",), source_datasets=("other",)
    )
    known = ReleaseRecords(platforms=("prolific",))
    known.places["demo"] = 1
    assert filled_in(stated, census_of("en-IN"), known) == stated


def test_nothing_follows_from_nothing() -> None:
    census = Census()
    census.written_by["person"] = 1
    assert filled_in(Datasheet(title="Corridors"), census, ReleaseRecords()) == Datasheet(title="Corridors")


def test_terms_of_places_are_asked_for_unless_all_are_public() -> None:
    def of(*kinds: str) -> bool:
        known = ReleaseRecords()
        known.places.update(kinds)
        assert ("environment_terms" in lacking(Datasheet(), known)) is not has_terms(known)
        return has_terms(known)

    assert [of("demo"), of("demo", "gibson"), of("demo", "folder"), of()] == [True, True, False, False]


@pytest.mark.parametrize(
    ("environment", "unstated", "stated"),
    [
        ("demo", True, True),
        ("folder:/photographs", False, True),
        ("matterport3d:/data", False, False),
        ("gibson:/data", False, False),
        ("streetlearn:/data", False, False),
        ("imported", False, False),
    ],
)
def test_pictures_are_given_on_where_their_terms_let_it(
    environment: str, unstated: bool, stated: bool
) -> None:
    assert may_be_given_on(environment, Datasheet()) is unstated
    assert may_be_given_on(environment, Datasheet(environment_terms="Ours.")) is stated


def test_pictures_in_a_release_are_told_with_their_terms() -> None:
    sheet = Datasheet(environment_terms="Ours.")
    given, withheld, end = cuts_told(2, 1, {"matterport3d", "folder", "demo"}, sheet)
    assert given == (
        "`label_studio_regions/cuts/` has 2 pictures cut from panoramas, under the terms of these. "
        "`demo`: the house that comes with PanGEA, under PanGEA's licence (Apache-2.0). `folder`: Ours."
    )
    assert withheld.startswith("1 cut of a panorama are not in it, since")
    assert end == ""
    assert cuts_told(0, 0, {"demo"}, sheet) == []
