"""What answers and log lines keep to themselves. Ids are those of README.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.security.serving import Answer, Served, chunk, request, serving

CANARY = "canary-4f1c9b7e2a"
LINE = re.compile(r"(INFO|WARNING|ERROR) \S+: .*|PanGEA listens on .*|warning: .*")


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server one of whose pictures cannot be read."""
    with serving(tmp_path_factory.mktemp("careless"), people=2) as started:
        yield started


def place_of(served: Served) -> Path:
    return served.data_dir.parent


@pytest.fixture(scope="module")
def failed(careless: Served) -> Answer:
    """What somebody hears who asks for that picture."""
    scan = json.loads(careless.call(careless.owner, "GET", "/scans/corridor").body)
    address = next(
        view["images"]["equirectangular"] for view in scan["viewpoints"] if view["viewpoint_id"] == "lamp"
    )
    picture = place_of(careless) / "place" / "lamp.jpg"
    picture.unlink()
    picture.mkdir()
    return careless.ask(request("GET", address))


def test_P19_a_fault_of_ours_is_told_without_path_stack_or_version(careless: Served, failed: Answer) -> None:
    failed.assert_refused(503)
    said = failed.body.decode()
    for secret in (str(place_of(careless)), "Traceback", "lamp.jpg", "Is a directory", "uvicorn", "python"):
        assert secret not in said


def test_P19_the_log_says_what_it_was_under_the_requests_id(careless: Served, failed: Answer) -> None:
    lines = [line for line in careless.log.read_text().splitlines() if failed.headers["x-request-id"] in line]
    assert any("lamp.jpg" in line for line in lines)


def test_P30_U32_the_log_has_nothing_that_anybody_said(careless: Served) -> None:
    token = careless.tokens[1]
    lease = json.loads(careless.call(token, "POST", "/leases", b'{"kind":"guide"}').body)["lease_id"]
    begun = careless.call(token, "POST", f"/leases/{lease}/recordings", b'{"sample_rate":16000}')
    recording = json.loads(begun.body)["recording_id"]
    said = json.dumps({"version": 1, "content": CANARY}).encode()
    report = json.dumps({"kind": "other", "comment": CANARY}).encode()
    answer = json.dumps({"recording_id": recording, "transcript": CANARY}).encode()
    odd = quote(f"{CANARY}\r\nERROR forged: \x1b[31m")
    agent = f"User-Agent: {CANARY}\x1b[31m".replace("\x1b", "")
    asked = [
        careless.call(token, "PUT", f"/leases/{lease}/draft", said, agent),
        careless.call(
            token, "PUT", f"/leases/{lease}/reports/00000000-0000-4000-8000-000000000000", report, agent
        ),
        careless.call(token, "POST", f"/leases/{lease}/submit", answer, f"Referer: http://{CANARY}/"),
        careless.ask(chunk(token, recording, 0, f"{CANARY} ".encode())),
        careless.ask(chunk(token, recording, 0, f"{CANARY}!!".encode())),
        careless.call(CANARY, "GET", "/me", None, "X-Forwarded-For: 203.0.113.77"),
        careless.call(token, "GET", f"/leases/{odd}"),
        careless.call(token, "GET", f"/scans/{odd}?cursor={odd}"),
        careless.ask(request("GET", f"/{odd}")),
        careless.ask(request("POST", f"/api/v1/sessions?token={CANARY}")),
    ]
    assert {answer.status // 100 for answer in asked} == {2, 4}
    log = careless.log.read_text()
    assert log.count(" PUT ") >= 3, "the calls were logged"
    for secret in (CANARY, token, "203.0.113.77", "forged", "\x1b"):
        assert secret not in log
    for line in log.splitlines():
        assert LINE.fullmatch(line), line
        assert len(line) <= 2048


PAGES = [
    "/guide",
    "/follower",
    "/monitor",
    "/replay",
    "/healthz",
    "/api/v1/me",
    "/nowhere",
    "/assets/nothing.js",
]


@pytest.mark.parametrize("path", PAGES)
def test_H19_S12_every_answer_keeps_other_sites_out(careless: Served, path: str) -> None:
    headers = careless.ask(request("GET", path, "Origin: https://evil.example")).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert (policy["require-trusted-types-for"], policy["trusted-types"]) == ("'script'", "default")
    assert "unsafe" not in headers["content-security-policy"]
    assert "http" not in headers["content-security-policy"], "no outside host"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["permissions-policy"].startswith("microphone=(self)")
    assert not [name for name in headers if name.startswith("access-control")]
