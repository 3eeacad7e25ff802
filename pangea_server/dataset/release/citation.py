"""How a release is cited, and what its DOI is registered with, from its datasheet.

Source: Citation File Format 1.2.0, https://github.com/citation-file-format/citation-file-format; DataCite Metadata
Schema 4.5, https://schema.datacite.org/meta/kernel-4.5/ (``:unav`` is its word for what nobody has said).
"""

from __future__ import annotations

import io
from typing import Any

from ruamel.yaml import YAML

from pangea_server.core.counted import counted
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import LICENSES, Creator, Datasheet

CITATION, DATACITE = "CITATION.cff", "datacite.json"
NOT_STATED, UNKNOWN = "not stated", ":unav"
UNTITLED = "Instructions and walks collected with PanGEA"
MESSAGE = "If you use this dataset, please cite it as below."
ORCID = "https://orcid.org"


def citation_file(sheet: Datasheet, version: str) -> str:
    """``CITATION.cff``."""
    told = {
        "cff-version": "1.2.0",
        "type": "dataset",
        "message": MESSAGE,
        "title": sheet.title or UNTITLED,
        "version": version,
        "authors": [_author(each) for each in sheet.creators] or [{"name": NOT_STATED}],
        "contact": [{"email": sheet.contact}] if sheet.contact and "@" in sheet.contact else None,
        "abstract": sheet.description,
        "doi": sheet.doi,
        "url": sheet.url,
        "keywords": list(sheet.keywords),
        "license": sheet.license if sheet.license in LICENSES else None,
        "license-url": license_address(sheet) if sheet.license not in LICENSES else None,
    }
    yaml, text = YAML(), io.StringIO()
    yaml.allow_unicode = True
    yaml.dump(_stated(told), text)
    return text.getvalue()


def datacite(sheet: Datasheet, version: str, census: Census) -> dict[str, Any]:
    """``datacite.json``: what a registry of DOIs asks for; what nobody has said is ``:unav``."""
    return _stated(
        {
            "schemaVersion": "http://datacite.org/schema/kernel-4",
            "doi": sheet.doi,
            "creators": [_creator(each) for each in sheet.creators] or [{"name": UNKNOWN}],
            "titles": [{"title": sheet.title or UNTITLED}],
            "publisher": {"name": sheet.publisher or UNKNOWN},
            "publicationYear": str(sheet.year or UNKNOWN),
            "types": {"resourceType": "Dataset", "resourceTypeGeneral": "Dataset"},
            "version": version,
            "language": census.languages[0] if len(census.languages) == 1 else None,
            "subjects": [{"subject": each} for each in sheet.keywords],
            "dates": [{"date": "/".join(map(str, census.days)), "dateType": "Collected"}]
            if census.days
            else None,
            "descriptions": [{"description": sheet.description, "descriptionType": "Abstract"}]
            if sheet.description
            else None,
            "rightsList": [_rights(sheet)] if sheet.license else None,
            "sizes": [counted(census.rows, "annotation")],
        }
    )


def license_address(sheet: Datasheet) -> str | None:
    """Where the licence is written down; None where only a name of it is known."""
    named = sheet.license or ""
    return LICENSES.get(named) or (named if named.startswith(("http://", "https://")) else None)


def _author(creator: Creator) -> dict[str, Any]:
    """A person, or an entity, which has a name alone."""
    named = {"family-names": creator.family, "given-names": creator.given} if creator.family else {}
    return _stated(
        {
            **(named or {"name": creator.name}),
            "affiliation": creator.affiliation if creator.family else None,
            "orcid": f"{ORCID}/{creator.orcid}" if creator.orcid else None,
        }
    )


def _creator(creator: Creator) -> dict[str, Any]:
    person = {"nameIdentifier": creator.orcid, "nameIdentifierScheme": "ORCID", "schemeUri": ORCID}
    return _stated(
        {
            "name": creator.whole_name,
            "nameType": "Personal" if creator.family else None,
            "givenName": creator.given,
            "familyName": creator.family,
            "affiliation": [{"name": creator.affiliation}] if creator.affiliation else None,
            "nameIdentifiers": [person] if creator.orcid else None,
        }
    )


def _rights(sheet: Datasheet) -> dict[str, Any]:
    spdx = (
        {"rightsIdentifier": sheet.license, "rightsIdentifierScheme": "SPDX"}
        if sheet.license in LICENSES
        else {}
    )
    return _stated({"rights": sheet.license, "rightsUri": license_address(sheet), **spdx})


def _stated(told: dict[str, Any]) -> dict[str, Any]:
    """Without what nobody said."""
    return {key: value for key, value in told.items() if value}
