"""Figures about reviewers over HTTP and at the command line, from decisions that were taken over HTTP."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.annotations.reviews import Decision, Review
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("numbered_campaign")
TASK = "guide-000001"


def decide(reviewer: Someone, verdict: str, version: int, reason: str = "") -> None:
    body = {"verdict": verdict, "version": version, "reason": reason}
    answer = reviewer.call("PUT", f"/review/{TASK}/decisions/{uuid.uuid4()}", json=body)
    assert answer.status_code == 200, answer.text


def opened_ago(store: Store, seconds: float) -> None:
    """As if the claim had been made so long ago."""
    (review,) = store.records.find(Review, {"task_id": TASK})
    assert review.claimed_at is not None
    earlier = review.model_copy(update={"claimed_at": review.claimed_at - timedelta(seconds=seconds)})
    store.records.transact(lambda transaction: transaction.replace(earlier))


def test_a_second_reviewer_overturns_the_first(people: People, store: Store, settings: Settings) -> None:
    people().guide()
    first, second, manager = people(Role.REVIEWER), people(Role.REVIEWER), people(Role.MANAGER)
    assert first.call("PUT", f"/review/{TASK}/claim").status_code == 200
    opened_ago(store, 60)
    assert first.call("PUT", f"/review/{TASK}/claim").status_code == 200  # the page extends its claim
    decide(first, "accept", 0)
    assert manager.call("GET", "/reviewers").json()["reviewers"][0]["second_reviews"] == 0
    decide(second, "reopen", 1)
    decide(second, "reject", 2, "The voice is cut off.")

    view = manager.call("GET", "/reviewers").json()
    rows = {row["reviewer_id"]: row for row in view["reviewers"]}
    one, two = rows[first.annotator_id], rows[second.annotator_id]
    assert (one["decided"], one["timed"], one["second_reviews"], one["overturned_share"]) == (1, 1, 1, 1.0)
    assert 60 <= one["seconds"] < 120
    assert (two["rejected"], two["seconds"], two["timed"]) == (1, None, 0)
    (pair,) = view["pairs"]
    assert (pair["annotations"], pair["agreed"], pair["kappa"]) == (1, 0, 0.0)
    assert view["alpha"]["units"] == 1

    csv = manager.call("GET", "/reviewers", headers={"Accept": "text/csv"}).text.splitlines()
    assert csv[0].startswith("reviewer_id,decided,accepted")
    assert len(csv) == 3

    shown = CliRunner().invoke(app, ["review", "reviewers", "--data-dir", str(settings.data_dir)])
    assert shown.exit_code == 0, shown.output
    assert "1 (100%)" in shown.output
    told = CliRunner().invoke(app, ["review", "reviewers", "--json", "--data-dir", str(settings.data_dir)])
    assert json.loads(told.output)["pairs"] == view["pairs"]


def test_a_claim_that_another_had_is_not_ones_own_time(people: People, store: Store) -> None:
    people().guide()
    first, second = people(Role.REVIEWER), people(Role.REVIEWER)
    first.call("PUT", f"/review/{TASK}/claim")
    opened_ago(store, 500)
    first.call("DELETE", f"/review/{TASK}/claim")
    second.call("PUT", f"/review/{TASK}/claim")
    decide(second, "accept", 0)
    (decision,) = store.records.find(Decision)
    assert decision.claimed_at is not None
    assert decision.at - decision.claimed_at < timedelta(seconds=60)


def test_decisions_of_an_earlier_version_have_no_time(people: People, store: Store) -> None:
    people().guide()
    reviewer = people(Role.REVIEWER)
    decide(reviewer, "accept", 0)
    (decision,) = store.records.find(Decision)
    earlier = {name: value for name, value in decision.model_dump().items() if name != "claimed_at"}
    assert Decision.model_validate(earlier).claimed_at is None
    assert people(Role.MANAGER).call("GET", "/reviewers").json()["reviewers"][0]["timed"] == 0


def test_only_managers_see_them(people: People) -> None:
    assert_problem(people(Role.REVIEWER).call("GET", "/reviewers"), 403, "access")
    view = people(Role.MANAGER).call("GET", "/reviewers").json()
    assert (view["reviewers"], view["pairs"], view["alpha"]["value"]) == ([], [], None)
