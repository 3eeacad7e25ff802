"""Values in bodies and addresses. Ids are those of README.md."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.security.serving import SAMPLES, Served, chunk, request

DEEP = "[" * 8_000 + "]" * 8_000
BITS = "[" + "[]," * 700_000 + "[]]"


@pytest.mark.parametrize(
    ("statuses", "body"),
    [
        pytest.param((422,), '{"kind":"guide","role":"manager"}', id="A7-role"),
        pytest.param((422,), '{"kind":"guide","annotator_id":2}', id="A7-annotator"),
        pytest.param((422,), '{"kind":"guide","created_at":"2026-01-01"}', id="A7-created"),
        pytest.param((422,), '{"kind":"guide","file":"../../etc/passwd"}', id="U14"),
        pytest.param((400,), f'{{"kind":{DEEP}}}', id="U18"),
        pytest.param((422,), '{"kind":NaN}', id="U19-nan"),
        pytest.param((422,), '{"kind":-Infinity}', id="U19-infinity"),
        pytest.param((422,), '{"kind":1e999}', id="U19-1e999"),
        pytest.param((422,), '{"kind":"\\ud800"}', id="U20"),
        pytest.param((422,), '{"\\udfff":1}', id="U20-name"),
        pytest.param((422,), f'{{"kind":{"9" * 5000}}}', id="U21-5000"),
        pytest.param((422,), f'{{"kind":{"9" * 4000}}}', id="U21-4000"),
        pytest.param((400,), '{"kind":"guide","kind":"follower"}', id="U22"),
        pytest.param((400,), '{"kind":{"a":1,"a":1}}', id="U22-nested"),
        pytest.param((400, 413), BITS, id="U24"),
        pytest.param((413,), f'{{"kind":"{"x" * 2**21}"}}', id="U24-long"),
        pytest.param((422,), '{"kind":"gu\\u0000ide"}', id="U27-nul"),
        pytest.param((422,), f'{{"kind":"{"x" * 200}"}}', id="long"),
        pytest.param((400,), "{", id="cut"),
        pytest.param((400,), "\ufeff{}", id="bom"),
        pytest.param((422,), "[]", id="list"),
        pytest.param((422,), "null", id="null"),
    ],
)
def test_a_body_that_is_refused(served: Served, token: str, statuses: tuple[int, ...], body: str) -> None:
    served.call(token, "POST", "/leases", body.encode()).assert_refused(*statuses)


def test_bytes_that_are_no_text_are_refused(served: Served, token: str) -> None:
    served.call(token, "POST", "/leases", b'{"kind":"\xff"}').assert_refused(400)


def test_U24_many_empty_lists_cost_no_memory(served: Served, token: str) -> None:
    served.call(token, "POST", "/leases", BITS.encode()).assert_refused(400, 413)
    before = served.resident_bytes()
    for _ in range(5):
        served.call(token, "POST", "/leases", BITS.encode())
    assert served.resident_bytes() - before < 8 * 2**20


@pytest.mark.parametrize("value", [False, True, "1", "16000", 16000.5, [1], {"1": 1}])
@pytest.mark.parametrize("field", ["attempt", "sample_rate"])
def test_U23_a_number_is_a_number(served: Served, token: str, lease_id: str, field: str, value: Any) -> None:
    body = json.dumps({field: value}).encode()
    served.call(token, "POST", f"/leases/{lease_id}/recordings", body).assert_refused(422)


@pytest.mark.parametrize(
    "index",
    [
        "-1",
        str(2**31),
        str(2**63),
        "1e3",
        "%EF%BC%90%EF%BC%91",
        "0x1",
        "17280",
        "01",
        "+1",
        "1_0",
        "1.0",
        "%201",
    ],
)
def test_U5_an_index_in_another_form_is_422(
    served: Served, token: str, recording_id: str, index: str
) -> None:
    before = served.stored()
    sent = chunk(token, recording_id).replace(b"/voice/0 ", f"/voice/{index} ".encode())
    served.ask(sent).assert_refused(422)
    assert served.stored() == before


@pytest.mark.parametrize(
    ("statuses", "digest"),
    [
        pytest.param((422,), None, id="U6-missing"),
        pytest.param((422,), "md5=:AAAA:", id="U6-malformed"),
        pytest.param((422,), "sha-256=:!!!!:", id="U6-no-base64"),
        pytest.param((422,), "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:", id="U6-wrong"),
    ],
)
def test_a_digest_that_does_not_fit_is_refused(
    served: Served, token: str, recording_id: str, statuses: tuple[int, ...], digest: str | None
) -> None:
    before = served.stored()
    head, _, body = chunk(token, recording_id, 50).partition(b"\r\n\r\n")
    fields = [field for field in head.split(b"\r\n") if b"Content-Digest" not in field]
    fields += [] if digest is None else [f"Content-Digest: {digest}".encode()]
    served.ask(b"\r\n".join(fields) + b"\r\n\r\n" + body).assert_refused(*statuses)
    assert served.stored() == before


@pytest.mark.parametrize("data", [b"", b"\x01", SAMPLES[:-1]], ids=["empty", "one", "odd"])
def test_U7_a_chunk_of_half_samples_is_422(
    served: Served, token: str, recording_id: str, data: bytes
) -> None:
    before = served.stored()
    served.ask(chunk(token, recording_id, 51, data)).assert_refused(422)
    assert served.stored() == before


def test_U8_a_chunk_of_more_than_2_MiB_is_413(served: Served, token: str, recording_id: str) -> None:
    before = served.stored()
    served.ask(chunk(token, recording_id, 52, bytes(2**21 + 2))).assert_refused(413)
    assert served.stored() == before


def test_U25_a_million_snapshots_in_one_chunk_are_413(served: Served, token: str, recording_id: str) -> None:
    before = served.stored()
    served.ask(chunk(token, recording_id, 54, b"{}\n" * 10**6).replace(b"/voice/", b"/pose/")).assert_refused(
        413
    )
    assert served.stored() == before


@pytest.mark.parametrize("media_type", ["text/html", "multipart/form-data; boundary=x", "text/plain", None])
def test_U13_another_media_type_is_415(
    served: Served, token: str, recording_id: str, media_type: str | None
) -> None:
    before = served.stored()
    typed = b"" if media_type is None else f"Content-Type: {media_type}\r\n".encode()
    sent = chunk(token, recording_id, 53).replace(b"Content-Type: application/octet-stream\r\n", typed)
    served.ask(sent).assert_refused(415)
    assert served.stored() == before


def test_a_chunk_of_json_lines_is_no_json(served: Served, token: str, recording_id: str) -> None:
    sent = chunk(token, recording_id, 0, b'{"time": 0}\n{"time": 1}\n').replace(b"/voice/", b"/pose/")
    assert served.ask(sent.replace(b"octet-stream", b"jsonl")).status == 201


@pytest.mark.parametrize("media_type", ["Application/JSON", "application/json; charset=utf-8"])
def test_U22_json_is_strict_however_it_is_called(served: Served, token: str, media_type: str) -> None:
    body = b'{"kind":"guide","kind":"follower"}'
    fields = [f"Authorization: Bearer {token}", f"Content-Type: {media_type}", f"Content-Length: {len(body)}"]
    served.ask(request("POST", "/api/v1/leases", *fields, body=body)).assert_refused(400)


ODD_IDS = [
    "..%2f..%2fetc%2fpasswd", "%00", "..%5c..%5cwindows", ".", "..", "%2e%2e", "//", "a" * 1900, "%EF%BC%90" * 10,
    "%E2%80%AE", "%0d%0aX: y", "CON", "%F0%9F%92%A9", "__proto__", "%ff%fe", "'%20OR%201=1--",
]  # fmt: skip
PLACES = [
    "/leases/{}", "/recordings/{}", "/recordings/{}/voice", "/scans/{}", "/scans/corridor/viewpoints/{}/preview",
    "/scans/{}/viewpoints/door/images/equirectangular", "/scans/corridor/viewpoints/door/images/{}",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("odd", ODD_IDS)
def test_U15_U16_an_odd_id_is_not_found(served: Served, token: str, place: str, odd: str) -> None:
    served.call(token, "GET", place.format(odd.replace(" ", "%20"))).assert_refused(401, 404, 405, 422)


@pytest.mark.parametrize(
    "address", ["/assets/..%2f..%2fetc/passwd", "/assets/%2e%2e/guide.html", "/assets../x"]
)
def test_U16_no_file_outside_the_pages_is_served(served: Served, address: str) -> None:
    served.ask(request("GET", address)).assert_refused(404)
