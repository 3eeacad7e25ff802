"""What a campaign will have made, and how much of it counts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.collect.planning.forecast import Forecast, forecast
from pangea_server.collect.planning.outlook import outlook, so_far, wanted_tasks
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

PILOT = {"guide": 80, "follower": 160}
FIVE = TrustRules(learning=5)
PATH = ["door", "lamp", "sofa", "window"]


def test_a_pilot_with_a_learning_period_makes_twice_what_counts() -> None:
    assert forecast(PILOT, FIVE, 28, {}) == (
        Forecast("guide", 80, 0, 140, 0, 220, 80),
        Forecast("follower", 160, 0, 140, 280, 440, 109),
    )


def test_without_a_learning_period_everything_counts() -> None:
    found = forecast(PILOT, TrustRules(), 28, {})
    assert [(each.made, each.counted) for each in found] == [(80, 80), (160, 160)]


def test_check_items_come_first_and_learners_do_them_in_place_of_tasks() -> None:
    (guides, walks) = forecast(PILOT, TrustRules(learning=5, opening=30, share=0.02), 10, {"follower": 12})
    assert (guides.check_items, guides.learning) == (0, 50)
    assert (walks.learning, walks.check_items) == (0, 10 * 12)
    (few,) = forecast({"follower": 98}, TrustRules(opening=3, share=0.02), 4, {"follower": 50})
    assert few.check_items == 4 * 3 + 2
    assert (few.made, few.counted) == (98 + 14, 98)


def test_of_a_kind_whose_learners_are_not_replaced_less_counts_than_was_wanted() -> None:
    (tours,) = forecast({"tour": 20}, FIVE, 3, {})
    assert (tours.made, tours.learning, tours.counted) == (20, 15, 5)
    (all_of_them,) = forecast({"tour": 20}, FIVE, 100, {})
    assert (all_of_them.learning, all_of_them.counted) == (20, 0)
    assert forecast({}, FIVE, 3, {}) == ()


def test_a_page_of_items_is_one_task_of_a_learning_period() -> None:
    (links,) = forecast({"coref_link": 40}, TrustRules(learning=5), 2, {})
    assert links.learning == 2


def test_what_is_wanted_stays_while_learners_work_and_is_what_counts_in_the_end(
    create: Any, store: Store, people: People
) -> None:
    create(followers_per_guide=2, trust={"learning": 1})
    wanted = {"guide": 3, "follower": 6}
    assert wanted_tasks(store.records, "walks") == wanted
    guide, follower = people(), people()
    for number in (1, 2):
        assert guide.guide().status_code == 200
        assert wanted_tasks(store.records, "walks") == wanted, number
    follower.follow(PATH)
    assert wanted_tasks(store.records, "walks") == wanted
    campaign = store.records.get(Campaign, "walks")
    made = {each.kind: (each.made, each.counted, each.left_out) for each in so_far(store.records, campaign)}
    assert made == {"guide": (2, 1, {"learning": 1}), "follower": (1, 0, {"learning": 1})}
    people(Role.MANAGER)
    seen = outlook(store.records, campaign.definition)
    assert (seen.people, [each.kind for each in seen.kinds]) == (2, ["guide", "follower"])
    assert seen.kinds[0] == Forecast("guide", 3, 0, 2, 0, 5, 3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = {
        "id": "house",
        "languages": ["en-US"],
        "paths": [{"sampler": "r2r", "per_scan": 4}],
        "followers_per_guide": 2,
        "trust": {"learning": 2},
        "pay": {"currency": "EUR", "per_annotation": {"guide": 100, "follower": 50}},
    }
    path = tmp_path / "house.yaml"
    path.write_text(json.dumps(written))
    return path


def test_the_commands_say_how_much_is_made_for_what_counts_and_what_it_costs(
    file: Path, tmp_path: Path
) -> None:
    def run(*arguments: str) -> str:
        at = ["--data-dir", str(tmp_path / "data")]
        done = CliRunner().invoke(app, ["campaign", *arguments, *at], env={"COLUMNS": "100"})
        assert done.exit_code == 0, done.output
        return done.output

    planned = run("create", str(file), "--dry-run", "--people", "6")
    told = "48 answers in all, of which 9 count (19 %). They cost 32.00 EUR for answers."
    assert "Forecast, at most: 6 people take part" in planned
    assert told in planned
    assert "Nobody is invited yet: --people N forecasts what is made, with learning periods." in run(
        "create", str(file)
    )
    assert told in run("status", "house", "--people", "6")


def test_a_change_says_who_gets_no_task_any_more(file: Path, tmp_path: Path) -> None:
    at = ["--data-dir", str(tmp_path / "data")]
    written = json.loads(file.read_text())

    def create(*languages: str, more: Sequence[str] = ()) -> str:
        file.write_text(json.dumps(written | {"languages": [*languages]}))
        done = CliRunner().invoke(app, ["campaign", "create", str(file), *more, *at])
        assert done.exit_code == 0, done.output
        return done.output

    create("en-US", "hi-IN")
    for language in ("hi-IN", "hi-IN", "en-US"):
        assert CliRunner().invoke(app, ["invite", "--language", language, *at]).exit_code == 0
    told = "will get no task: no open campaign has hi-IN."
    assert create("en-US", more=["--dry-run"]).count(told) == 2
    assert told not in create("en-US", "hi-IN")
    assert create("en-US").count(told) == 2
