"""``pangea review``, as people call it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.app.command_line import app
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore
from tests.review.contract import answered, fill

Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """The lines that a command prints, about three answers of which the second is Hindi and the third flagged."""
    monkeypatch.delenv("COLUMNS", raising=False)
    with LocalStore.open(tmp_path / "data") as store:
        fill(store, [Counter(name="instructions", value=100), Counter(name="demonstrations", value=1000)])
        told_apart: tuple[dict[str, Any], ...] = ({}, {"language": "hi-IN"}, {"flagged": True})
        for number, fields in enumerate(told_apart, 1):
            fill(store, answered(number, submitted_at=datetime(2026, 3, number, 12, 5, tzinfo=UTC), **fields))

    def call(*arguments: str, code: int = 0) -> list[str]:
        done = CliRunner().invoke(app, ["review", *arguments, "--data-dir", str(tmp_path / "data")])
        assert done.exit_code == code, done.output
        return done.stdout.splitlines()

    return call


def cells(lines: list[str]) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in lines]


HEAD = ["id", "language", "annotator", "submitted", "flagged", "reason"]
FIRST = ["guide-000001", "en-US", "5", "2026-03-01 12:05"]
SECOND = ["guide-000002", "hi-IN", "5", "2026-03-02 12:05"]
THIRD = ["guide-000003", "en-US", "5", "2026-03-03 12:05", "flagged"]


def test_the_queue_is_listed_in_the_reviewers_order_by_language_and_up_to_a_limit(told: Told) -> None:
    assert cells(told("list")) == [HEAD, THIRD, FIRST, SECOND]
    assert cells(told("list", "--language", "hi-IN")) == [HEAD, SECOND]
    assert cells(told("list", "--limit", "2")) == [HEAD, THIRD, FIRST]
    assert cells(told("list", "--kind", "follower")) == [HEAD]
    assert [json.loads(line)["number"] for line in told("list", "--json")] == [3, 1, 2]


def test_decisions_are_told_counted_listed_newest_first_and_taken_back(told: Told) -> None:
    assert told("accept", "guide-1") == ["guide-000001 is accepted."]
    assert told("send-back", "guide-000002", "--reason", "teh is no word") == ["guide-000002 is sent back."]
    assert json.loads(*told("reject", "guide-000003", "--reason", "noise", "--json"))["state"] == "rejected"
    assert told("status") == ["pending    0", "accepted   1", "rejected   1", "sent back  1"]
    assert told("status", "--language", "hi-IN")[1:] == ["accepted   0", "rejected   0", "sent back  1"]
    assert cells(told("list", "--state", "sent_back"))[1:] == [[*SECOND, "teh is no word"]]
    assert told("accept", "guide-000002", code=1) == []
    assert told("reopen", "guide-000001") == ["guide-000001 is pending."]
    assert json.loads(*told("status", "--json")) == {
        "pending": 1,
        "accepted": 0,
        "rejected": 1,
        "sent_back": 1,
    }
    steps = [json.loads(line) for line in told("show", "guide-000001")]
    assert [(step["version"], step["verdict"], step["actor"]) for step in steps] == [
        (1, "accept", None),
        (2, "reopen", None),
    ]
    assert told("accept", "guide-000003", code=1) == told("show", "guide-000009", code=1) == []
