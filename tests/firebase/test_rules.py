"""Nobody but the server gets in: the rules deny every client every read and write."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pangea_server.dataset.collections import RECORDS
from tests.firebase.conftest import RULES, Emulators

COLLECTIONS = (*sorted(kind.collection for kind in RECORDS), "anything", "tasks/guide-000001/below")
SERVER = {"Authorization": "Bearer owner"}
DOCUMENT: dict[str, Any] = {"fields": {"value": {"integerValue": "1"}}}


def part(claims: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")


def unsigned(project: str, **claims: Any) -> str:
    """An ID token without a signature, as the Auth emulator makes them; the Firestore emulator believes it."""
    given = {
        "iss": f"https://securetoken.google.com/{project}",
        "aud": project,
        "sub": "mallory",
        "user_id": "mallory",
        "iat": 1_700_000_000,
        "exp": 4_000_000_000,
        "firebase": {"sign_in_provider": "google.com", "identities": {}},
    }
    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(given | claims)}."


def credentials(project: str) -> dict[str, dict[str, str]]:
    """Headers of everybody who is not the server."""
    tokens = {
        "a user": unsigned(project),
        "a user with claims": unsigned(project, role="owner", admin=True, email_verified=True),
        "a user of another project": unsigned("somebody-elses"),
        "a user of long ago": unsigned(project, exp=1_700_000_001),
    }
    return {"anonymous": {}} | {who: {"Authorization": f"Bearer {token}"} for who, token in tokens.items()}


def attempts(client: httpx.Client, headers: dict[str, str], base: str, collection: str) -> dict[str, int]:
    """The status of each way to read or write ``collection``."""
    parent, _, leaf = f"{base}/{collection}".rpartition("/")
    there = f"{base}/{collection}/there"
    name = there.partition("/v1/")[2]
    query = {"structuredQuery": {"from": [{"collectionId": leaf}]}}
    count = {"structuredAggregationQuery": {**query, "aggregations": [{"alias": "n", "count": {}}]}}
    calls = {
        "get": ("GET", there, None),
        "batch get": ("POST", f"{base}:batchGet", {"documents": [name]}),
        "list": ("GET", f"{base}/{collection}", None),
        "query": ("POST", f"{parent}:runQuery", query),
        "count": ("POST", f"{parent}:runAggregationQuery", count),
        "create": ("POST", f"{base}/{collection}?documentId=new", DOCUMENT),
        "update": ("PATCH", there, DOCUMENT),
        "commit": ("POST", f"{base}:commit", {"writes": [{"update": {"name": name, **DOCUMENT}}]}),
        "delete": ("DELETE", there, None),
        "delete by commit": ("POST", f"{base}:commit", {"writes": [{"delete": name}]}),
    }
    return {
        what: client.request(verb, url, json=body, headers=headers).status_code
        for what, (verb, url, body) in calls.items()
    }


def documents_of(emulators: Emulators, project: str) -> str:
    return f"http://{emulators.firestore}/v1/projects/{project}/databases/(default)/documents"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client() as client:
        yield client


@pytest.fixture(scope="module")
def documents(emulators: Emulators, client: httpx.Client) -> str:
    """Where the documents are: ``there`` in every collection."""
    emulators.wipe()
    documents = documents_of(emulators, emulators.project)
    for collection in COLLECTIONS:
        address = f"{documents}/{collection}?documentId=there"
        client.post(address, json=DOCUMENT, headers=SERVER).raise_for_status()
    return documents


@pytest.mark.emulator
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_clients_are_denied(
    emulators: Emulators, client: httpx.Client, documents: str, collection: str
) -> None:
    address = f"{documents}/{collection}"
    before = client.get(address, headers=SERVER).json()
    for who, headers in credentials(emulators.project).items():
        statuses = attempts(client, headers, documents, collection)
        assert statuses == dict.fromkeys(statuses, 403), who
    assert client.get(address, headers=SERVER).json() == before


@pytest.mark.emulator
def test_the_same_calls_succeed_for_the_server(client: httpx.Client, documents: str) -> None:
    statuses = attempts(client, SERVER, documents, "anything")
    assert statuses == dict.fromkeys(statuses, 200)


@pytest.mark.emulator
@pytest.mark.parametrize("who", ["anonymous", "a user", "a user with claims"])
def test_rules_that_allow_would_be_seen_to_allow(
    emulators: Emulators, client: httpx.Client, who: str
) -> None:
    """The same calls of the same people, with one word of the rules changed: else the test above could not fail."""
    project = f"{emulators.project}-open"
    opened = RULES.read_text().replace("if false", "if true")
    body = {"rules": {"files": [{"name": "firestore.rules", "content": opened}]}}
    rules = f"http://{emulators.firestore}/emulator/v1/projects/{project}:securityRules"
    documents = documents_of(emulators, project)
    client.put(rules, json=body, headers=SERVER).raise_for_status()
    client.delete(f"{documents}/tasks/new", headers=SERVER)
    client.patch(f"{documents}/tasks/there", json=DOCUMENT, headers=SERVER).raise_for_status()
    statuses = attempts(client, credentials(project)[who], documents, "tasks")
    assert statuses == dict.fromkeys(statuses, 200)


@pytest.mark.parametrize("name", ["firestore.rules", "storage.rules"])
def test_the_only_rule_is_to_deny(name: str) -> None:
    text = (RULES.parent / name).read_text()
    assert re.findall(r"allow .*", text) == ["allow read, write: if false;"]
    assert re.search(r"match /\{\w+=\*\*\}", text)
