"""What browsers may keep, parts of files, CSV, and numbers and days in addresses."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import Response
from fastapi.testclient import TestClient
from pydantic import BaseModel, TypeAdapter, ValidationError

from pangea_server.core.records import Artefact
from pangea_server.http import csv_tables
from pangea_server.http.caching import cached_response, json_response, unless_known
from pangea_server.http.csv_tables import csv_lines, wants_csv
from pangea_server.http.media import blob_response
from pangea_server.http.numbers import Number
from pangea_server.people.audit.routes import Day

BLOB = Artefact(blob="voice", size=10, sha256="ab" * 32)


class Blobs:
    """One blob of ten bytes."""

    def __init__(self, link: str | None = None) -> None:
        self._link = link

    def link(self, name: str, media_type: str) -> str | None:
        assert (name, media_type) == ("voice", "audio/wav")
        return self._link

    def open(self, name: str) -> io.BytesIO:
        assert name == "voice"
        return io.BytesIO(b"0123456789")


class Counted(BaseModel):
    count: int


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = FastAPI()

    @app.api_route("/voice", methods=["GET", "HEAD"])
    def voice(request: Request, from_here: bool = False, link: str | None = None) -> Response:
        return blob_response(request, Blobs(link), BLOB, "audio/wav", from_here=from_here)  # type: ignore[arg-type]

    @app.get("/data")
    def data(request: Request, forever: bool) -> Response:
        return cached_response(request, b"data", "text/plain", forever=forever)

    @app.get("/json")
    def json(request: Request, kept: bool) -> Response:
        return json_response(request, b'{"a": 1}', kept=kept)

    @app.get("/known")
    def known(request: Request, version: str) -> Response:
        return unless_known(request, version, lambda: Counted(count=1))

    @app.get("/csv")
    def csv(request: Request) -> bool:
        return wants_csv(request)

    with TestClient(app, follow_redirects=False) as client:
        yield client


ETAG = f'"{"ab" * 16}"'


@pytest.mark.parametrize(
    ("wanted", "status", "body", "part"),
    [
        (None, 200, "0123456789", None),
        ("bytes=0-3", 206, "0123", "bytes 0-3/10"),
        ("bytes=4-", 206, "456789", "bytes 4-9/10"),
        ("bytes=-3", 206, "789", "bytes 7-9/10"),
        ("bytes=9-99", 206, "9", "bytes 9-9/10"),
        ("bytes=5-5", 206, "5", "bytes 5-5/10"),
        ("bytes=0-9", 200, "0123456789", None),
        ("bytes=-99", 200, "0123456789", None),
        ("bytes=5-4", 200, "0123456789", None),
        ("bytes=-", 200, "0123456789", None),
        ("bytes=0-1,3-4", 200, "0123456789", None),
        ("lines=0-1", 200, "0123456789", None),
        ("bytes=10-", 416, "", "bytes */10"),
        ("bytes=-0", 416, "", "bytes */10"),
    ],
)
def test_a_player_gets_the_part_that_it_asks_for(
    client: TestClient, wanted: str | None, status: int, body: str, part: str | None
) -> None:
    headers = {"Range": wanted} if wanted else {}
    answer = client.get("/voice", headers=headers)
    assert (answer.status_code, answer.text, answer.headers.get("content-range")) == (status, body, part)
    assert (answer.headers["etag"], answer.headers["accept-ranges"]) == (ETAG, "bytes")
    assert answer.headers["cache-control"] == "private, no-store"
    head = client.head("/voice", headers=headers)
    assert (head.status_code, head.text, head.headers.get("content-range")) == (status, "", part)
    assert head.headers["content-length"] == str(len(body))


def test_a_part_of_another_version_is_the_whole(client: TestClient) -> None:
    part = {"Range": "bytes=0-3"}
    assert client.get("/voice", headers=part | {"If-Range": ETAG}).status_code == 206
    assert client.get("/voice", headers=part | {"If-Range": '"other"'}).status_code == 200


def test_a_store_with_links_sends_there_but_not_for_pictures(client: TestClient) -> None:
    answer = client.get("/voice?link=https://cloud.example/x")
    assert (answer.status_code, answer.headers["location"]) == (307, "https://cloud.example/x")
    assert answer.headers["cache-control"] == "private, no-store"
    here = client.get("/voice?link=https://cloud.example/x&from_here=true")
    assert (here.status_code, here.headers["cache-control"]) == (200, "private, max-age=31536000, immutable")


@pytest.mark.parametrize(
    ("forever", "kept"), [(True, "private, max-age=31536000, immutable"), (False, "private, no-cache")]
)
def test_a_browser_that_has_it_gets_304(client: TestClient, forever: bool, kept: str) -> None:
    first = client.get("/data", params={"forever": forever})
    assert (first.text, first.headers["cache-control"]) == ("data", kept)
    etag = first.headers["etag"]
    for known in (etag, f'"other", {etag}'):
        again = client.get("/data", params={"forever": forever}, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert (again.headers["etag"], again.headers["cache-control"]) == (etag, kept)
    assert (
        client.get("/data", params={"forever": forever}, headers={"If-None-Match": '"other"'}).text == "data"
    )


def test_json_is_zipped_for_who_accepts_it(client: TestClient) -> None:
    plain = client.get("/json?kept=true", headers={"Accept-Encoding": "identity"})
    zipped = client.get("/json?kept=true", headers={"Accept-Encoding": "br, gzip"})
    assert (plain.text, plain.headers.get("content-encoding"), plain.headers["vary"]) == (
        '{"a": 1}',
        None,
        "Accept-Encoding",
    )
    assert (zipped.text, zipped.headers["content-encoding"]) == ('{"a": 1}', "gzip")
    assert plain.headers["etag"] != zipped.headers["etag"]
    assert plain.headers["cache-control"] == "private, no-cache"
    assert int(zipped.headers["content-length"]) == len(gzip.compress(b'{"a": 1}', 5, mtime=0))


def test_json_that_is_not_kept_has_no_tag_to_ask_by(client: TestClient) -> None:
    answer = client.get("/json?kept=false")
    assert (answer.json(), answer.headers["cache-control"]) == ({"a": 1}, "private, no-store")
    assert "etag" not in answer.headers


def test_what_depends_on_a_version_and_an_address_is_known_by_both(client: TestClient) -> None:
    first = client.get("/known?version=1&a=b")
    assert (first.json(), first.headers["cache-control"], first.headers["vary"]) == (
        {"count": 1},
        "private, no-cache",
        "Accept",
    )
    known = {"If-None-Match": f'"x", {first.headers["etag"]}'}
    assert client.get("/known?version=1&a=b", headers=known).status_code == 304
    for other in ("/known?version=2&a=b", "/known?version=1&a=c"):
        assert client.get(other, headers=known).status_code == 200


@pytest.mark.parametrize(
    ("accept", "wants"), [("text/csv", True), ("text/csv;q=1, */*", True), ("*/*", False)]
)
def test_csv_is_asked_for(client: TestClient, accept: str, wants: bool) -> None:
    assert client.get("/csv", headers={"Accept": accept}).json() is wants


@dataclass
class Times:
    first: float
    last: float | None = None


@dataclass
class Row:
    name: str
    times: Times | None
    tags: list[str] = field(default_factory=list)


def test_a_nested_value_has_a_column_for_each_of_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_tables, "BLOCK_ROWS", 2)
    rows = [Row("a", Times(1.0, 2.0)), Row("b", None), Row("=c", Times(3.0))]
    assert list(csv_lines(Row, rows)) == [
        "name,times.first,times.last,tags\r\n",
        "a,1.0,2.0,[]\r\nb,,,[]\r\n",
        "'=c,3.0,,[]\r\n",
    ]
    assert list(csv_lines(Counted, [])) == ["count\r\n"]


def parsed(kind: Any, value: object) -> object:
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return "refused"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("10", 10),
        (str(2**31 - 1), 2**31 - 1),
        *((text, "refused") for text in (str(2**31), "-1", "+1", "01", "1_0", "1.0", " 1", "१", "")),
    ],
)
def test_a_number_in_an_address_has_one_form(text: str, number: object) -> None:
    assert parsed(Number, text) == number


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-22", date(2026, 11, 22)),
        *((text, "refused") for text in ("1", "2026-11-22T00:00:00", "2026-11-31", "20261122", "")),
    ],
)
def test_a_day_in_an_address_has_one_form(text: str, day: object) -> None:
    assert parsed(Day, text) == day
