"""Signed links: what they open, for how long, and where there are none. Cloud Storage itself is not asked."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from fastapi import Request
from google.auth.credentials import Credentials
from google.auth.transport import requests
from google.cloud.firestore import Client as FirestoreClient
from google.cloud.storage import Client
from google.oauth2 import service_account

from environments.errors import ConfigurationError
from pangea_server.core.records import Artefact
from pangea_server.http.media import blob_response
from pangea_server.stores.firebase.cloud_storage import CloudStorageBlobs
from pangea_server.stores.firebase.firestore import FirestoreRecords
from pangea_server.stores.firebase.signed_links import SignedLinks

ACCOUNT = "pangea@campaign.iam.gserviceaccount.com"
VOICE = "recordings/r1/voice.wav"
ASKED = Request({"type": "http", "method": "GET", "headers": []})


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def account_with_key(key: rsa.RSAPrivateKey) -> Credentials:
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    info = {
        "client_email": ACCOUNT,
        "private_key": pem.decode(),
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    made: Credentials = service_account.Credentials.from_service_account_info(info)  # type: ignore[no-untyped-call]
    return made


class CloudRun(Credentials):
    """An account as a machine of Google's has it: with a name and a token, and without a key."""

    service_account_email = "default"

    def refresh(self, request: Any) -> None:
        self.token, self.service_account_email = "access", ACCOUNT


class Person(Credentials):
    def refresh(self, request: Any) -> None:
        self.token = "access"


def blobs_with(credentials: Credentials) -> CloudStorageBlobs:
    bucket = Client(project="campaign", credentials=credentials).bucket("campaign-pangea")
    records = FirestoreRecords(FirestoreClient(project="campaign", credentials=credentials))
    return CloudStorageBlobs(bucket, records, SignedLinks(credentials))


def check(link: str, key: rsa.RSAPrivateKey) -> dict[str, str]:
    """The link's parameters, when its V4 signature is right (Cloud Storage, "Signatures")."""
    parts = urlsplit(link)
    query = dict(parse_qsl(parts.query))
    signature = bytes.fromhex(query.pop("X-Goog-Signature"))
    request = ["GET", parts.path, urlencode(sorted(query.items()), quote_via=quote)]
    request += [f"host:{parts.netloc}", "", query["X-Goog-SignedHeaders"], "UNSIGNED-PAYLOAD"]
    digest = hashlib.sha256("\n".join(request).encode()).hexdigest()
    scope = query["X-Goog-Credential"].partition("/")[2]
    signed = "\n".join(["GOOG4-RSA-SHA256", query["X-Goog-Date"], scope, digest])
    key.public_key().verify(signature, signed.encode(), padding.PKCS1v15(), hashes.SHA256())
    return query


def test_a_link_opens_one_object_for_ten_minutes(key: rsa.RSAPrivateKey) -> None:
    link = blobs_with(account_with_key(key)).link(VOICE, "audio/wav")
    assert link
    assert link.startswith(f"https://storage.googleapis.com/campaign-pangea/{VOICE}?")
    query = check(link, key)
    assert (query["X-Goog-Expires"], query["response-content-type"]) == ("600", "audio/wav")
    with pytest.raises(InvalidSignature):
        check(link.replace("/r1/", "/r2/"), key)
    with pytest.raises(InvalidSignature):
        check(link.replace("Expires=600", "Expires=999999"), key)


def test_on_cloud_run_the_account_signs_through_iam(
    key: rsa.RSAPrivateKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Google's signBlob is stood in for by its documented request and answer."""
    asked: list[str] = []

    class Answer:
        status = 200

        def __init__(self, signature: bytes) -> None:
            self.data = json.dumps({"signedBlob": base64.b64encode(signature).decode()}).encode()

    def sign_blob(_: Any, url: str, method: str, body: str, headers: dict[str, str]) -> Answer:
        asked.extend([method, url, headers["Authorization"]])
        payload = base64.b64decode(json.loads(body)["payload"])
        return Answer(key.sign(payload, padding.PKCS1v15(), hashes.SHA256()))

    monkeypatch.setattr(requests.Request, "__call__", sign_blob)
    link = blobs_with(CloudRun()).link(VOICE, "audio/wav")  # type: ignore[no-untyped-call]
    assert link
    assert check(link, key)["X-Goog-Credential"].startswith(ACCOUNT)
    service = "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts"
    assert asked == ["POST", f"{service}/{ACCOUNT}:signBlob?alt=json", "Bearer access"]


def test_a_person_cannot_sign() -> None:
    with pytest.raises(ConfigurationError, match="they are a person's"):
        blobs_with(Person()).link(VOICE, "audio/wav")  # type: ignore[no-untyped-call]


def test_browsers_are_sent_there(key: rsa.RSAPrivateKey) -> None:
    artefact = Artefact(blob=VOICE, size=1, sha256="")
    answer = blob_response(ASKED, blobs_with(account_with_key(key)), artefact, "audio/wav")
    assert answer.status_code == 307
    assert answer.headers["location"].startswith("https://storage.googleapis.com/")
    assert answer.headers["cache-control"] == "private, no-store"
