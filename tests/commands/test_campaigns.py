"""What `pangea campaign`, `forms`, `landmarks status` and `ledger` print of a store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.campaigns import EXAMPLE
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.app.command_line import app
from pangea_server.stores.local.store import LocalStore


@pytest.fixture(autouse=True)
def _wide(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_DATA_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", "200")


def told(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def table(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line]


def test_a_campaign_is_paused_resumed_and_closed(data_dir: Path) -> None:
    assert told("campaign", "pause", "house") == "The campaign house is paused.\n"
    assert told("campaign", "resume", "house") == "The campaign house is running.\n"
    assert told("campaign", "close", "hotel") == "The campaign hotel is closed.\n"
    with LocalStore.open(data_dir) as store:
        found = {each.campaign_id: each.state for each in store.records.find(Campaign)}
    assert found == {
        "garden": CampaignState.RUNNING,
        "hotel": CampaignState.CLOSED,
        "house": CampaignState.RUNNING,
    }


def test_the_status_counts_tasks_by_kind_and_language() -> None:
    states = ["waiting", "open", "leased", "done", "withdrawn", "retired"]
    assert table(told("campaign", "status", "house")) == [
        ["house:", "running,", "version", "1"],
        ["task", "language", *states, "given", "back", "partly", "done"],
        ["guide", "en-US", *"01000000"],
        ["follower", "en-US", *"10000000"],
        ["Forecast:", "2", "answers,", "all", "of", "which", "count."],
    ]
    everything = json.loads(told("campaign", "status", "--json"))
    assert [(each["campaign_id"], each["state"], each["version"]) for each in everything] == [
        ("garden", "running", 1),
        ("hotel", "running", 1),
        ("house", "running", 1),
    ]


def test_an_example_file_is_printed_as_it_is() -> None:
    assert told("campaign", "example") == EXAMPLE.read_text(encoding="utf-8")


def test_a_sampled_campaign_is_for_everybody(tmp_path: Path) -> None:
    said = told("campaign", "sample", "--data-dir", str(tmp_path / "new"), "--followers", "2", "--paths", "3")
    first, facts = said.splitlines()
    assert first == "3 Guide tasks and 6 Follower tasks were made."
    assert facts.startswith("3 paths in 1 scans (train 3): ")
    again = told(
        "campaign", "sample", "--data-dir", str(tmp_path / "new"), "--followers", "2", "--paths", "3"
    )
    assert again.splitlines()[:2] == [
        "0 Guide tasks and 0 Follower tasks were made.",
        "Campaign sample, version 1, running: 0 paths were added, 0 tasks retired, 0 moved to another pool or "
        "priority. Nobody's work changes.",
    ]


def test_a_dry_run_makes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "campaign.yaml"
    file.write_text("id: new\nenvironment: demo\nlanguages: [en-US]\npaths:\n- sampler: r2r\n  per_scan: 2\n")
    nowhere = tmp_path / "nowhere"
    said = told("campaign", "create", str(file), "--dry-run", "--data-dir", str(nowhere))
    assert said.startswith("2 Guide tasks and 2 Follower tasks would be made.\n")
    assert not nowhere.exists()
    assert told("campaign", "create", str(file), "--dry-run").startswith("2 Guide tasks")
    assert "new" not in {each["campaign_id"] for each in json.loads(told("campaign", "status", "--json"))}
    assert told("campaign", "create", str(file)).startswith("2 Guide tasks and 2 Follower tasks were made.\n")
    assert "new" in {each["campaign_id"] for each in json.loads(told("campaign", "status", "--json"))}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["forms", "show"],
            "No campaign has a questionnaire. `pangea campaign example` has one under forms.\n",
        ),
        (["forms", "export", "--json"], ""),
        (
            ["landmarks", "status"],
            "Nothing was asked about landmarks yet. A campaign file asks for them: tasks: {landmarks: {}}\n",
        ),
        (["landmarks", "status", "--json"], "[]\n"),
        (["landmarks", "advance"], "Nothing has changed.\n"),
        (["ledger", "--json"], "[]\n"),
        (["ledger", "--csv"], ""),
        (["audit", "--actor", "7"], ""),
    ],
)
def test_of_nothing_a_command_says_so(words: list[str], said: str) -> None:
    assert told(*words) == said


def test_a_store_without_campaigns_says_how_to_make_one(tmp_path: Path) -> None:
    LocalStore.open(tmp_path / "empty").close()
    assert told("campaign", "status", "--data-dir", str(tmp_path / "empty")) == (
        "There is no campaign yet. Make one with: pangea campaign create FILE\n"
    )


def test_a_ledger_is_shown_in_units_and_written_in_minor_ones() -> None:
    told("invite")
    assert told("ledger", "bonus", "1", "250", "--reason", "thanks").startswith("Entered as ")
    told("ledger", "bonus", "1", "30000", "--reason", "fest", "--currency", "INR")
    assert CliRunner().invoke(app, ["ledger", "correct", "--reason", "less", "--", "1", "-50"]).exit_code == 0
    head, *rows = table(told("ledger"))
    assert " ".join(head) == "person accepted rejected partial active h earned paid due by the hour currency"
    assert sorted(rows) == [
        ["1", "0", "0", "0", "0.00", "2.00", "0.00", "2.00", "–", "USD"],
        ["1", "0", "0", "0", "0.00", "300.00", "0.00", "300.00", "–", "INR"],
    ]
    entries = [line[20:] for line in told("ledger", "entries", "1").splitlines()]
    assert entries == ["bonus 2.50 USD: thanks", "bonus 300.00 INR: fest", "correction -0.50 USD: less"]
