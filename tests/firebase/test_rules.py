"""Nobody but the server gets in: the rules deny every client every read and write."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pangea_server.records import RECORDS
from tests.firebase.conftest import RULES, Emulators

COLLECTIONS = (*sorted(kind.collection for kind in RECORDS), "anything", "tasks/guide-000001/below")
DOCUMENT: dict[str, Any] = {"fields": {"value": {"integerValue": "1"}}}


def part(claims: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")


def forged_token(project: str) -> str:
    """An unsigned ID token; the emulator believes it, so that the rules alone decide."""
    claims = {
        "iss": f"https://securetoken.google.com/{project}",
        "aud": project,
        "sub": "mallory",
        "user_id": "mallory",
        "role": "manager",
        "iat": 1_700_000_000,
        "exp": 4_000_000_000,
    }
    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."


def attempts(client: httpx.Client, base: str, collection: str) -> dict[str, int]:
    """The status of each way to read or write ``collection``."""
    parent, _, leaf = f"{base}/{collection}".rpartition("/")
    there = f"{base}/{collection}/there"
    name = there.partition("/v1/")[2]
    calls = {
        "get": ("GET", there, None),
        "list": ("GET", f"{base}/{collection}", None),
        "query": ("POST", f"{parent}:runQuery", {"structuredQuery": {"from": [{"collectionId": leaf}]}}),
        "create": ("POST", f"{base}/{collection}?documentId=new", DOCUMENT),
        "update": ("PATCH", there, DOCUMENT),
        "commit": ("POST", f"{base}:commit", {"writes": [{"update": {"name": name, **DOCUMENT}}]}),
        "delete": ("DELETE", there, None),
    }
    return {
        what: client.request(verb, url, json=body).status_code for what, (verb, url, body) in calls.items()
    }


@pytest.fixture
def documents(emulators: Emulators) -> str:
    return f"http://{emulators.firestore}/v1/projects/{emulators.project}/databases/(default)/documents"


@pytest.fixture
def owner(emulators: Emulators, documents: str) -> Iterator[httpx.Client]:
    """The server's own credentials, before which a document ``there`` lies in every collection."""
    emulators.wipe()
    with httpx.Client(headers={"Authorization": "Bearer owner"}) as client:
        for collection in COLLECTIONS:
            client.post(f"{documents}/{collection}?documentId=there", json=DOCUMENT).raise_for_status()
        yield client


@pytest.mark.emulator
@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("collection", COLLECTIONS)
@pytest.mark.parametrize("who", ["anonymous", "forged"])
def test_clients_are_denied(emulators: Emulators, documents: str, collection: str, who: str) -> None:
    headers = {"Authorization": f"Bearer {forged_token(emulators.project)}"} if who == "forged" else {}
    with httpx.Client(headers=headers) as client:
        statuses = attempts(client, documents, collection)
    assert statuses == dict.fromkeys(statuses, 403)


@pytest.mark.emulator
def test_the_same_calls_succeed_for_the_server(owner: httpx.Client, documents: str) -> None:
    statuses = attempts(owner, documents, "tasks")
    assert statuses == dict.fromkeys(statuses, 200)


@pytest.mark.parametrize("name", ["firestore.rules", "storage.rules"])
def test_the_only_rule_is_to_deny(name: str) -> None:
    text = (RULES.parent / name).read_text()
    assert re.findall(r"allow .*", text) == ["allow read, write: if false;"]
    assert re.search(r"match /\{\w+=\*\*\}", text)


def test_everything_but_what_is_searched_is_exempt_from_indexing() -> None:
    declared = json.loads(Path(RULES.parent / "firestore.indexes.json").read_text())
    exempt = {(field["collectionGroup"], field["fieldPath"]) for field in declared["fieldOverrides"]}
    wanted = {
        (kind.collection, name) for kind in RECORDS for name in kind.model_fields if name not in kind.indexed
    }
    assert exempt == wanted, "firestore.indexes.json must list every field that no query uses"


def test_composite_indexes_are_of_searched_fields() -> None:
    declared = json.loads(Path(RULES.parent / "firestore.indexes.json").read_text())
    searched = {kind.collection: kind.indexed for kind in RECORDS}
    for index in declared["indexes"]:
        known = {*searched[index["collectionGroup"]], "record_id"}
        assert {field["fieldPath"] for field in index["fields"]} <= known
