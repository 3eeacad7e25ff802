"""``pangea trust``, as people call it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.app.command_line import app
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.trust.batches import RefusedBatch
from pangea_server.quality.trust.eligibility import is_qualified
from pangea_server.quality.trust.records import Appeal, CheckResult
from pangea_server.stores.protocol import Store

Told = Callable[..., list[str]]


@pytest.fixture
def told(settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch) -> Told:
    """The lines that a command prints."""
    monkeypatch.delenv("COLUMNS", raising=False)
    for number in (91, 92, 93):
        store.records.create(Annotator(annotator_id=number, role=Role.ANNOTATOR, languages=("en-US",)))

    def call(*arguments: str, code: int = 0) -> list[str]:
        done = CliRunner().invoke(app, ["trust", *arguments, "--data-dir", str(settings.data_dir)])
        assert done.exit_code == code, done.output
        return done.stdout.splitlines()

    return call


def checked(store: Store, person: int, *passed: bool) -> None:
    for place, each in enumerate(passed, 1):
        result = CheckResult(
            annotator_id=person,
            campaign_id="tower",
            kind="follower",
            item_id=f"item-{place}",
            task_id=f"follower-00{person}0{place}",
            answered_at=datetime(2026, 3, place, tzinfo=UTC),
            passed=each,
        )
        store.records.create(result)


def test_standings_are_listed_and_appeals_decided(
    told: Told, store: Store, tower: Callable[..., None]
) -> None:
    tower(known=0, others=0)
    checked(store, 91, False, True, True)  # the first is of the learning period
    checked(store, 92, True, False, False)
    checked(store, 93, True)
    appeal = Appeal(annotator_id=92, campaign_id="tower", kind="follower", number=1, words="It was dark.")
    store.records.create(appeal)

    def listed() -> list[list[str]]:
        return [re.split(r"\s{2,}", line.strip()) for line in told("list")]

    head = ["person", "campaign", "task", "standing", "checked", "passed", "of the newest", "why", "appeal"]
    good = ["91", "tower", "follower", "trusted", "3", "100%", "100%"]
    new = ["93", "tower", "follower", "probation", "1", "–", "–"]
    why = ["3", "0%", "0%", "0% of 2 check items passed, 50% are needed", "It was dark."]
    assert listed() == [head, good, ["92", "tower", "follower", "appealed", *why], new]
    assert told("decide", "92", "tower", "follower", "upheld") == ["Person 92: upheld."]
    assert listed()[2] == ["92", "tower", "follower", "dismissed", *why]
    assert told("decide", "92", "tower", "follower", "reinstated", code=1) == []


def test_refused_batches_are_listed_the_oldest_first_and_decided(told: Told, store: Store) -> None:
    assert told("batches") == ["No batch was refused."]
    for day, (number, words) in enumerate([(1, None), (0, "It was dark.")], 1):
        batch = RefusedBatch(
            annotator_id=91,
            campaign_id="tower",
            kind="judge",
            number=number,
            task_ids=(),
            checks=3,
            passed=1,
            refused_at=datetime(2026, 3, day, tzinfo=UTC),
            words=words,
        )
        store.records.create(batch)
    first, second = "000091-tower-judge-1", "000091-tower-judge-0"
    refused = f"{first} refused, 1 of 3 check items passed"
    assert told("batches") == [refused, f"{second} appealed, 1 of 3 check items passed: It was dark."]
    assert told("decide-batch", first, "upheld", code=1) == []
    assert told("decide-batch", second, "upheld") == [f"Batch {second}: upheld."]
    assert told("batches") == [refused, f"{second} upheld, 1 of 3 check items passed: It was dark."]


def test_a_person_is_qualified_in_one_kind(told: Told, store: Store) -> None:
    assert told("qualify", "92", "follower") == ["Person 92 may begin with follower tasks."]
    found = [is_qualified(store.records, 92, kind) for kind in ("follower", "guide")]
    assert [*found, is_qualified(store.records, 91, "follower")] == [True, False, False]
    assert told("qualify", "99", "follower", code=1) == []
