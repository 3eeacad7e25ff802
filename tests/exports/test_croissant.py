"""A release described for machines, from tables that are made up: its tables, their columns, and who stated what."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.croissant import _semantic, croissant
from pangea_server.dataset.release.loadable import Loadable
from tests.exports.test_citation import LICENCE, SHEET, census_of

GUIDE = [
    {"name": "instruction_id", "dtype": "int64"},
    {"name": "number", "dtype": "uint8"},
    {"name": "submitted_at", "dtype": "timestamp[us, tz=UTC]"},
    {"name": "learning", "dtype": "bool"},
    {"name": "heading", "dtype": "float64"},
    {"name": "voice", "dtype": "audio"},
    {"name": "path", "list": "string"},
    {"name": "origin", "struct": [{"name": "x", "dtype": "float32"}, {"name": "seen", "list": "string"}]},
    {"name": "words", "list": [{"name": "word", "dtype": "string"}]},
]
FOLLOWER = [{"name": "demonstration_id", "dtype": "int64"}, {"name": "split", "dtype": "string"}]
TABLES = {
    "configs": [
        {"config_name": "guide", "data_files": [{"split": "train", "path": "parquet/guide/train.parquet"}]},
        {"config_name": "follower", "data_files": [{"path": "one"}, {"path": "two"}]},
    ],
    "dataset_info": [
        {"config_name": "follower", "features": FOLLOWER},
        {"config_name": "guide", "features": GUIDE},
    ],
}


def described(release: Path, tables: Loadable, **stated: Any) -> dict[str, Any]:
    (release / "annotations.jsonl").write_bytes(b"{}\n")
    known = ReleaseRecords(platforms=("prolific",))
    return croissant(release, replace(SHEET, **stated), "1.0", census_of("hi-IN", "en-IN"), known, tables)


def extracted(column: str, table: str = "guide") -> dict[str, Any]:
    return {"source": {"fileSet": {"@id": f"{table}-files"}, "extract": {"column": column}}}


def field(name: str, kind: str, table: str = "guide") -> dict[str, Any]:
    return {"@type": "cr:Field", "@id": f"{table}/{name}", "name": name.rpartition("/")[2], "dataType": kind}


def split_of(table: str, regex: str) -> dict[str, Any]:
    source = {"fileSet": {"@id": f"{table}-files"}, "extract": {"fileProperty": "filename"}}
    return field("split", "sc:Text", table) | {"source": source | {"transform": {"regex": regex}}}


def test_who_made_it_and_what_it_has_is_told_as_stated(tmp_path: Path) -> None:
    told = described(
        tmp_path, Loadable({}), biases="Few.", misuses="None.", citation="@misc{}", people="Many."
    )
    assert {name: told[name] for name in told if name[0] not in "@rd" or name == "description"} == {
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": "Corridors",
        "description": "Words and walks.",
        "version": "1.0.0",
        "license": LICENCE,
        "url": "https://example.org/corridors",
        "citeAs": "@misc{}",
        "inLanguage": ["en-IN", "hi-IN"],
        "keywords": ["speech", "walks"],
        "creator": [
            {"@type": "sc:Person", "name": "Lovelace, Ada"},
            {"@type": "sc:Organization", "name": "The Lab"},
        ],
        "publisher": {"@type": "sc:Organization", "name": "A press"},
    }
    assert told["datePublished"] == "2026"
    stated = {name.removeprefix("rai:data"): told[name] for name in told if name.startswith("rai:data")}
    texts = ("AnnotationAnalysis", "AnnotationProtocol", "Collection", "ImputationProtocol")
    assert all(stated.pop(name) for name in texts)
    assert stated == {
        "CollectionType": ["Experiments"],
        "CollectionTimeframe": ["2026-01-02", "2026-03-04"],
        "AnnotationPlatform": ["PanGEA", "prolific"],
        "Biases": ["Few."],
        "Limitations": ["None."],
    }
    assert told["rai:annotatorDemographics"] == ["Many."]
    assert "rai:personalSensitiveInformation" not in told


def test_the_index_and_each_table_is_a_file_of_its_own(tmp_path: Path) -> None:
    index, guide, follower = described(tmp_path, Loadable(TABLES))["distribution"]
    assert (index["@id"], index["contentUrl"]) == ("annotations.jsonl", "annotations.jsonl")
    assert index["sha256"] == sha256(b"{}\n").hexdigest()
    assert guide == {
        "@type": "cr:FileSet",
        "@id": "guide-files",
        "name": "guide-files",
        "encodingFormat": "application/x-parquet",
        "includes": "parquet/guide/train.parquet",
    }
    assert follower["includes"] == ["one", "two"]


def test_columns_have_their_type_and_lists_are_repeated(tmp_path: Path) -> None:
    _, guide, follower = described(tmp_path, Loadable(TABLES))["recordSet"]
    whole, part = field("origin", ""), field("words", "")
    del whole["dataType"], part["dataType"]
    assert guide == {
        "@type": "cr:RecordSet",
        "@id": "guide",
        "name": "guide",
        "key": {"@id": "guide/instruction_id"},
        "field": [
            field("instruction_id", "sc:Integer") | extracted("instruction_id"),
            field("number", "sc:Integer") | extracted("number"),
            field("submitted_at", "sc:DateTime") | extracted("submitted_at"),
            field("learning", "sc:Boolean") | extracted("learning"),
            field("heading", "sc:Float") | extracted("heading"),
            field("voice", "sc:AudioObject")
            | {"source": extracted("voice")["source"] | {"transform": {"jsonPath": "bytes"}}},
            field("path", "sc:Text") | {"repeated": True} | extracted("path"),
            whole
            | {
                "subField": [
                    field("origin/x", "sc:Float")
                    | {"source": extracted("origin")["source"] | {"transform": {"jsonPath": "x"}}}
                ]
            },
            part
            | {
                "repeated": True,
                "subField": [
                    field("words/word", "sc:Text")
                    | {
                        "repeated": True,
                        "source": extracted("words")["source"] | {"transform": {"jsonPath": "word"}},
                    }
                ],
            },
            split_of("guide", r"^(.+?)(?:-\d{5}-of-\d{5})?\.parquet$"),
        ],
    }
    assert (follower["key"], follower["field"]) == (
        {"@id": "follower/demonstration_id"},
        [
            field("demonstration_id", "sc:Integer", "follower") | extracted("demonstration_id", "follower"),
            field("split", "sc:Text", "follower") | extracted("split", "follower"),
        ],
    )


def test_rows_of_rxr_have_the_columns_that_every_row_has(tmp_path: Path) -> None:
    told = described(tmp_path, Loadable({"configs": TABLES["configs"]}, rows=True))
    assert told["distribution"][1]["encodingFormat"] == "application/jsonlines"
    _, guide, follower = told["recordSet"]
    assert [each["name"] for each in guide["field"]] == [
        *("path_id", "instruction_id", "annotator_id", "split", "scan", "language", "instruction", "heading"),
        *("path", "timed_instruction"),
    ]
    assert follower["field"][-1] == split_of("follower", r"^rxr_(.+)_(?:guide|follower)\.jsonl\.gz$")


@pytest.mark.parametrize(
    ("version", "told"),
    [("2", "2.0.0"), ("1.4", "1.4.0"), ("1.2.3", "1.2.3"), ("1.2.3.4", "1.2.3.4"), ("1.0-beta", "1.0-beta")],
)
def test_a_version_of_numbers_has_three(version: str, told: str) -> None:
    assert _semantic(version) == told
