"""Schemathesis against the live schema: no 5xx, nothing that the schema does not say (promise P19).

The suite asks the same questions every time; ``make fuzz`` asks new ones, for as long as it is told.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.security.serving import Served, serving

CONFIG = Path(__file__).parents[1].joinpath("schemathesis.toml")
SECONDS = int(os.environ.get("FUZZ_SECONDS", "35"))
SEED = os.environ.get("FUZZ_SEED", "1")
RATES = (
    "person_requests_per_second",
    "person_uploads_per_second",
    "address_requests_per_second",
    "bad_tokens_per_minute",
)


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that one sender cannot tire."""
    limits = json.dumps(dict.fromkeys(RATES, 1_000_000))
    with serving(tmp_path_factory.mktemp("unlimited"), 1, PANGEA_LIMITS=limits) as started:
        yield started


@pytest.mark.parametrize("who", ["annotator", "owner"])
def test_whatever_the_schema_allows_gets_an_answer_that_it_foresees(
    unlimited: Served, tmp_path: Path, who: str
) -> None:
    token = unlimited.owner if who == "owner" else unlimited.tokens[0]
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            *("--config-file", str(CONFIG), "run"),
            f"http://127.0.0.1:{unlimited.port}/openapi.json",
            *("--header", f"Authorization: Bearer {token}"),
            *("--max-time", str(SECONDS)),
            *("--seed", SEED),
            *("--checks", "all"),
            *("--exclude-checks", "positive_data_acceptance"),  # what a task asks for stands in no schema
            *("--request-timeout", "20"),
            *("--warnings", "off"),
            "--continue-on-failure",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "unforeseen" not in unlimited.log.read_text()
