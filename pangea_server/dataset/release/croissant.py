"""``croissant.json``: a release's tables and their columns for machines, with what responsible use asks for.

Source: Croissant 1.0, https://docs.mlcommons.org/croissant/docs/croissant-spec.html; Croissant RAI 1.0,
https://docs.mlcommons.org/croissant/docs/croissant-rai-spec.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pangea_server.dataset.release.card.campaigns import instructions, per_path
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.datasheet_page import (
    collected,
    given_up,
    quality,
    words,
)
from pangea_server.dataset.release.card.known import ReleaseRecords
from pangea_server.dataset.release.citation import UNTITLED, license_address
from pangea_server.dataset.release.index import INDEX
from pangea_server.dataset.release.loadable import Loadable
from pangea_server.dataset.release.sums import digest_of

CROISSANT = "croissant.json"
CONFORMS = ("http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0")
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
TYPES = {"bool": "sc:Boolean", "string": "sc:Text", "binary": "sc:Text", "audio": "sc:AudioObject"}
SPLIT_IN_NAME = r"^(.+?)(?:-\d{5}-of-\d{5})?\.parquet$"
SPLIT_IN_ROWS = r"^rxr_(.+)_(?:guide|follower)\.jsonl\.gz$"


class CroissantTable(NamedTuple):
    """A table of RxR's rows: its name, the column that tells rows apart, and the columns that every row has."""

    name: str
    key: str
    columns: Sequence[Mapping[str, Any]]


ROWS = (
    CroissantTable(
        name="guide",
        key="instruction_id",
        columns=[
            *({"name": name, "dtype": "int64"} for name in ("path_id", "instruction_id", "annotator_id")),
            *({"name": name, "dtype": "string"} for name in ("split", "scan", "language", "instruction")),
            {"name": "heading", "dtype": "float64"},
            {"name": "path", "list": "string"},
            {
                "name": "timed_instruction",
                "list": [
                    {"name": "word", "dtype": "string"},
                    {"name": "start_time", "dtype": "float64"},
                    {"name": "end_time", "dtype": "float64"},
                ],
            },
        ],
    ),
    CroissantTable(
        name="follower",
        key="demonstration_id",
        columns=[
            *(
                {"name": name, "dtype": "int64"}
                for name in ("demonstration_id", "instruction_id", "annotator_id")
            ),
            {"name": "path", "list": "string"},
        ],
    ),
)


def croissant(
    release: Path, sheet: Datasheet, version: str, census: Census, known: ReleaseRecords, tables: Loadable
) -> dict[str, Any]:
    """The description of a release, whose tables are there already."""
    told = {
        "@context": dict(CONTEXT),
        "@type": "sc:Dataset",
        "conformsTo": list(CONFORMS),
        "name": sheet.title or UNTITLED,
        "description": sheet.description
        or "Spoken navigation instructions in panorama graphs, and walks after them.",
        "version": _semantic(version),
        "license": license_address(sheet) or sheet.license,
        "url": sheet.url,
        "citeAs": sheet.citation,
        "datePublished": str(sheet.year or ""),
        "inLanguage": census.languages,
        "keywords": list(sheet.keywords),
        "creator": [
            {"@type": "sc:Person" if each.family else "sc:Organization", "name": each.whole_name}
            for each in sheet.creators
        ],
        "publisher": {"@type": "sc:Organization", "name": sheet.publisher} if sheet.publisher else None,
        **_responsible(sheet, census, known),
        "distribution": [_index_file(release), *_file_sets(tables)],
        "recordSet": [_index_records(), *_record_sets(tables)],
    }
    return {key: value for key, value in told.items() if value}


def _semantic(version: str) -> str:
    """The version with three numbers, which Croissant asks for."""
    numbers = version.split(".")
    if len(numbers) < 3 and all(re.fullmatch(r"\d+", each) for each in numbers):
        return ".".join([*numbers, *["0"] * (3 - len(numbers))])
    return version


def _responsible(sheet: Datasheet, census: Census, known: ReleaseRecords) -> dict[str, Any]:
    """Croissant's fields on responsible AI; those of which nothing is known are left out."""
    campaigns = known.campaigns
    per_item = [f"{each.id}: {per_path(each)}" for each in campaigns]
    return {
        "rai:dataCollection": _text(collected(census, known)),
        "rai:dataCollectionType": ["Experiments"],
        "rai:dataCollectionTimeframe": [str(day) for day in census.days or ()],
        "rai:dataAnnotationProtocol": _text(instructions(campaigns)),
        "rai:dataAnnotationPlatform": ["PanGEA", *known.platforms],
        "rai:dataAnnotationAnalysis": [_text([*quality(known, census), *given_up(census)])],
        "rai:annotationsPerItem": "; ".join(per_item),
        "rai:annotatorDemographics": [sheet.people] if sheet.people else None,
        "rai:machineAnnotationTools": sorted({*census.engines, *census.written_by} - {"person"}),
        "rai:dataImputationProtocol": _text(words(census)),
        "rai:dataPreprocessingProtocol": [sheet.preprocessing] if sheet.preprocessing else None,
        "rai:dataBiases": [sheet.biases] if sheet.biases else None,
        "rai:dataLimitations": [sheet.misuses] if sheet.misuses else None,
        "rai:dataUseCases": [sheet.uses] if sheet.uses else None,
        "rai:dataSocialImpact": sheet.social_impact,
        "rai:personalSensitiveInformation": [sheet.personal_data] if sheet.personal_data else None,
        "rai:dataReleaseMaintenancePlan": sheet.maintenance,
    }


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip()


def _index_file(release: Path) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": INDEX,
        "name": INDEX,
        "description": "A line per annotation, with the SHA-256 of what is published of it.",
        "contentUrl": INDEX,
        "encodingFormat": "application/jsonlines",
        "sha256": digest_of(release / INDEX),
    }


def _index_records() -> dict[str, Any]:
    columns = [("kind", "sc:Text"), ("id", "sc:Integer"), ("sha256", "sc:Text")]
    return {
        "@type": "cr:RecordSet",
        "@id": "annotations",
        "name": "annotations",
        "field": [
            {
                **_named(f"annotations/{name}", name, kind),
                "source": {"fileObject": {"@id": INDEX}, "extract": {"column": name}},
            }
            for name, kind in columns
        ],
    }


def _file_sets(tables: Loadable) -> Iterator[dict[str, Any]]:
    for config in tables.head.get("configs", ()):
        paths = [file["path"] for file in config["data_files"]]
        yield {
            "@type": "cr:FileSet",
            "@id": f"{config['config_name']}-files",
            "name": f"{config['config_name']}-files",
            "encodingFormat": "application/jsonlines" if tables.rows else "application/x-parquet",
            "includes": paths if len(paths) > 1 else paths[0],
        }


def _record_sets(tables: Loadable) -> Iterator[dict[str, Any]]:
    features = {each["config_name"]: each["features"] for each in tables.head.get("dataset_info", ())}
    for config in tables.head.get("configs", ()):
        name = config["config_name"]
        rows = next(each for each in ROWS if each.name == name)
        columns = rows.columns if tables.rows else features[name]
        fields = [field for column in columns for field in _field(name, column)]
        if not any(column["name"] == "split" for column in columns):
            fields.append(_split_field(name, SPLIT_IN_ROWS if tables.rows else SPLIT_IN_NAME))
        yield {
            "@type": "cr:RecordSet",
            "@id": name,
            "name": name,
            "key": {"@id": f"{name}/{rows.key}"},
            "field": fields,
        }


def _split_field(table: str, regex: str) -> dict[str, Any]:
    source = {
        "fileSet": {"@id": f"{table}-files"},
        "extract": {"fileProperty": "filename"},
        "transform": {"regex": regex},
    }
    return {**_named(f"{table}/split", "split", "sc:Text"), "source": source}


def _field(table: str, column: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A column as a field. Tables within rows within rows are left out: Croissant's readers have no place for them."""
    name, path = column["name"], f"{table}/{column['name']}"
    parts = column.get("struct") or (column.get("list") if isinstance(column.get("list"), list) else None)
    if parts is not None:
        inner = [part for part in parts if "dtype" in part]
        yield {
            "@type": "cr:Field",
            "@id": path,
            "name": name,
            **({"repeated": True} if "list" in column else {}),
            "subField": [
                {
                    **_named(f"{path}/{part['name']}", part["name"], _type(part["dtype"])),
                    **({"repeated": True} if "list" in column else {}),
                    "source": _source(table, name, part["name"]),
                }
                for part in inner
            ],
        }
    elif isinstance(column.get("list"), str):
        field = _named(path, name, _type(column["list"]))
        yield {**field, "repeated": True, "source": _source(table, name)}
    elif "dtype" in column:
        inside = "bytes" if column["dtype"] == "audio" else ""
        yield {**_named(path, name, _type(column["dtype"])), "source": _source(table, name, inside)}


def _named(path: str, name: str, kind: str) -> dict[str, Any]:
    return {"@type": "cr:Field", "@id": path, "name": name, "dataType": kind}


def _source(table: str, column: str, inside: str = "") -> dict[str, Any]:
    source: dict[str, Any] = {"fileSet": {"@id": f"{table}-files"}, "extract": {"column": column}}
    return source | ({"transform": {"jsonPath": inside}} if inside else {})


def _type(dtype: str) -> str:
    if dtype.startswith("timestamp"):
        return "sc:DateTime"
    if dtype.startswith(("int", "uint")):
        return "sc:Integer"
    return TYPES.get(dtype, "sc:Float")
