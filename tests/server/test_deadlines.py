"""No deadline is shorter than the one inside it: or people would be refused because a machine is slow.

The page of the room ``http`` has the same table.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pangea_server.app.serve import GRACE_SECONDS, KEEP_ALIVE_SECONDS
from pangea_server.collect.capture.chunk_body import BODY_TIMEOUT_SECONDS
from pangea_server.collect.capture.submitting import ANSWER_SECONDS
from pangea_server.collect.landmarks.snapping.snapper import DEADLINE_SECONDS, FIRST_SECONDS
from pangea_server.collect.live.routes import STREAM_SECONDS
from pangea_server.dataset.monitoring.board import FIRST_TABLE_TIMEOUT_SECONDS
from pangea_server.people.sign_in.oidc_sign_in import PROVIDER_TIMEOUT_SECONDS
from pangea_server.stores.firebase.cloud_storage import STORAGE_TIMEOUT_SECONDS
from pangea_server.stores.firebase.firestore import (
    CONTENTION_SECONDS,
    FIRESTORE_TIMEOUT_SECONDS,
    TURN_SECONDS,
)
from pangea_server.stores.postgres.database import (
    CONTENTION_TIMEOUT_SECONDS,
    LINE_TIMEOUT_SECONDS,
    STATEMENT_TIMEOUT_SECONDS,
)
from pangea_server.stores.postgres.s3 import S3_TIMEOUT_SECONDS
from pangea_server.stores.sqlite.sqlite import BUSY_TIMEOUT_SECONDS
from pangea_server.stores.sqlite.write_gate import WRITE_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
README = ROOT / "pangea_server" / "http" / "README.md"


def written(file: str, pattern: str) -> float:
    """A number in a file of another language."""
    found = re.findall(pattern, (ROOT / file).read_text())
    assert len(found) == 1, (file, pattern)
    return float(found[0].replace("_", ""))


PAGE = written("static/src/api/HttpClient.ts", r"REQUEST_TIMEOUT_MS = ([\d_]+)") / 1000
CLOUD_RUN = written("deploy/cloudrun/service.yaml", r"\n      timeoutSeconds: (\d+)")
CADDY_LINE = written("deploy/Caddyfile", r"keepalive (\d+)s")
CADDY_TRIES = written("deploy/Caddyfile", r"lb_try_duration (\d+)s")
SYSTEMD_STOP = written("deploy/systemd/pangea.service", r"TimeoutStopSec=(\d+)")
COMPOSE_STOP = written("deploy/compose.yaml", r"stop_grace_period: (\d+)s")
DOCKER_PROBE = written("deploy/Dockerfile", r"--timeout=(\d+)s")
DOCKER_CALL = written("deploy/Dockerfile", r"healthz', timeout=(\d+)")
JOIN_SECONDS = 10.0  # of each thread and process that a server ends
JOINED = 6  # aligner, flags, drafts, updates of landmarks, table of the dashboard, snapping

TABLE: dict[str, tuple[float, dict[str, float]]] = {
    "a page's call": (
        PAGE,
        {
            "Cloud Run's request": CLOUD_RUN,
            "the answer to a submit": ANSWER_SECONDS,
            "a stream of live training": STREAM_SECONDS,
            "Caddy, for a server that restarts": CADDY_TRIES,
            "a sender who is silent in a chunk": BODY_TIMEOUT_SECONDS,
            "the first table of the dashboard": FIRST_TABLE_TIMEOUT_SECONDS,
            "the edge of a thing, first picture": FIRST_SECONDS,
            "an identity provider": PROVIDER_TIMEOUT_SECONDS,
            "a writer's turn (SQLite)": WRITE_TIMEOUT_SECONDS,
            "a transaction that others overtake (Firestore)": CONTENTION_SECONDS,
            "a call of Cloud Storage": STORAGE_TIMEOUT_SECONDS,
            "a transaction that others overtake (PostgreSQL)": CONTENTION_TIMEOUT_SECONDS,
            "the next byte of S3": S3_TIMEOUT_SECONDS,
        },
    ),
    "the edge of a thing, first picture": (FIRST_SECONDS, {"the edge of a thing": DEADLINE_SECONDS}),
    "a writer's turn (SQLite)": (WRITE_TIMEOUT_SECONDS, {"another process's lock": BUSY_TIMEOUT_SECONDS}),
    "a transaction that others overtake (Firestore)": (
        CONTENTION_SECONDS,
        {"a transaction's turn": TURN_SECONDS},
    ),
    "a transaction's turn": (TURN_SECONDS, {"a call of Firestore": FIRESTORE_TIMEOUT_SECONDS}),
    "a transaction that others overtake (PostgreSQL)": (
        CONTENTION_TIMEOUT_SECONDS,
        {"a free line to PostgreSQL": LINE_TIMEOUT_SECONDS, "a statement": STATEMENT_TIMEOUT_SECONDS},
    ),
    "an idle line of uvicorn": (
        KEEP_ALIVE_SECONDS,
        {"an idle line of Caddy": CADDY_LINE, "a page's call": PAGE},
    ),
    "systemd, until it kills": (
        SYSTEMD_STOP,
        {"a server that stops": GRACE_SECONDS + JOINED * JOIN_SECONDS},
    ),
    "compose, until it kills": (
        COMPOSE_STOP,
        {"a server that stops": GRACE_SECONDS + JOINED * JOIN_SECONDS},
    ),
    "Docker's probe": (DOCKER_PROBE, {"its call": DOCKER_CALL}),
}


@pytest.mark.parametrize("outer", TABLE)
def test_no_deadline_is_shorter_than_one_inside_it(outer: str) -> None:
    seconds, inside = TABLE[outer]
    assert {name: inner for name, inner in inside.items() if inner > seconds} == {}


@pytest.mark.parametrize("outer", TABLE)
def test_the_page_has_them(outer: str) -> None:
    seconds, inside = TABLE[outer]
    cells = ", ".join(f"{name} {inner:g}" for name, inner in inside.items())
    assert f"| {outer} | {seconds:g} | {cells} |" in README.read_text("utf-8")
