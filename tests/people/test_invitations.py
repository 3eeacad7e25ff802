"""There can be work for whoever is invited, or it is said at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.assignment.reach import why_unreached
from pangea_server.annotate.campaigns.records import CampaignState
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.people.open_campaign import open_campaign

TEAMS: dict[str, Any] = {"pools": {"hindi-team": {"languages": ["hi-IN"]}}}


def person(*languages: str, pools: tuple[str, ...] = ()) -> Annotator:
    return Annotator(annotator_id=7, role=Role.ANNOTATOR, languages=languages, pools=pools)


@pytest.mark.parametrize(
    ("who", "definition", "why"),
    [
        (person("en-US"), {}, None),
        (person("te-IN", "hi-IN"), {}, None),
        (person("hi"), {}, ("no open campaign has hi", "Perhaps hi-IN was meant.")),
        (person("fr", "de"), {}, ("no open campaign has fr, de", "Known are en-US, hi-IN.")),
        (person("hi-IN"), TEAMS, ("all tasks in hi-IN are of pools that they are not in", "Pools are hindi-team.")),
        (person("hi-IN", pools=("hindi-team",)), TEAMS, None),
        (person("en-US"), TEAMS, None),
        (
            person("en-US"),
            TEAMS | {"paths": [{"scan": "corridor", "viewpoints": [["a", "b"]], "pool": "hindi-team"}]},
            ("all tasks in en-US are of pools that they are not in", "Pools are hindi-team."),
        ),
        (person("fr"), {"tasks": {"landmarks": {"kinds": ["same_thing"]}}}, None),
        (
            person("fr"),
            {"tasks": {"landmarks": {"kinds": ["mention"]}}},
            ("no open campaign has fr", "Known are en-US, hi-IN."),
        ),
    ],
)  # fmt: skip
def test_languages_and_pools_decide_whether_there_can_be_a_task(
    who: Annotator, definition: dict[str, Any], why: tuple[str, str] | None, store: Store
) -> None:
    assert why_unreached(who, [open_campaign(store, **definition)]) == why


def test_only_open_campaigns_count_and_where_there_is_none_nobody_is_named(store: Store) -> None:
    closed = open_campaign(store, "old", CampaignState.CLOSED, languages=["fr"])
    assert why_unreached(person("hi"), [closed]) is None
    paused = open_campaign(store, "new", CampaignState.PAUSED)
    assert why_unreached(person("fr"), [closed, paused]) is not None
    assert why_unreached(person("hi-IN"), [closed, paused]) is None


def test_the_team_sees_who_gets_no_task(people: People, store: Store) -> None:
    manager = people(Role.MANAGER)
    open_campaign(store)
    wanted = {"languages": ["hi", "EN-us"]}
    reached = manager.call("POST", "/people", json=wanted).json()["annotator_id"]
    assert store.records.get(Annotator, f"{reached:06d}").languages == ("hi", "en-US")
    number = manager.call("POST", "/people", json={"languages": ["hi"]}).json()["annotator_id"]
    expected = {
        "annotator_id": number,
        "why": "no open campaign has hi",
        "remedy": "Perhaps hi-IN was meant.",
    }
    assert manager.call("GET", "/people/without-task").json() == [expected]
    manager.call("DELETE", f"/people/{number}/access")
    assert manager.call("GET", "/people/without-task").json() == []
    assert people().call("GET", "/people/without-task").status_code == 403


@pytest.mark.parametrize("pool", ["hindi-taem", "hindi"])
def test_what_is_no_pool_of_a_campaign_is_refused_and_adds_nobody(
    pool: str, people: People, store: Store
) -> None:
    manager = people(Role.MANAGER)
    before = store.records.count(Annotator)
    wanted = {"languages": ["hi-IN"], "pools": [pool]}
    told = assert_problem(manager.call("POST", "/people", json=wanted), 422, "invalid_data")
    assert told["remedy"] == "Create the campaign that has it first."
    open_campaign(store, **TEAMS)
    for path, body in (
        ("/people", wanted),
        ("/people/table", {"table": f"external_id,languages,pools\na,en-US,\nb,hi-IN,{pool}\n"}),
    ):
        told = assert_problem(manager.call("POST", path, json=body), 422, "invalid_data")
        assert told["detail"] == f"No campaign has the pool {pool!r}."
        assert told["remedy"] == "Perhaps hindi-team was meant."
    assert store.records.count(Annotator) == before


@pytest.mark.parametrize(("language", "meant"), [("hindi", "Perhaps hi was meant."), ("xx", "BCP 47")])
def test_what_is_no_language_is_refused(language: str, meant: str, people: People) -> None:
    manager = people(Role.MANAGER)
    one = manager.call("POST", "/people", json={"languages": [language]})
    assert (one.status_code, meant in one.text) == (422, True)
    table = manager.call("POST", "/people/table", json={"table": f"external_id,languages\na,{language}\n"})
    assert meant in assert_problem(table, 422, "invalid_data")["detail"]


def test_each_wrong_line_of_a_table_is_named_and_nobody_is_invited(people: People, store: Store) -> None:
    manager = people(Role.MANAGER)
    table = "external_id,languages\nann,en-US\nbob,xx\n,en-US\ndee,\n,hi-IN\nann,hi-IN\neve,EN-us\n"
    before = store.records.count(Annotator)
    problem = assert_problem(
        manager.call("POST", "/people/table", json={"table": table}), 422, "invalid_data"
    )
    assert problem["detail"].splitlines() == [
        "Line 3: 'xx' is not a language. Write a BCP 47 tag, such as en-IN or hi.",
        "Line 4 and 1 more: There is no external_id.",
        "Line 5: There is no language.",
        "Line 7: The external_id is in an earlier line as well.",
    ]
    assert problem["remedy"] == "Nobody was invited; mend these lines first."
    assert store.records.count(Annotator) == before


def test_the_command_says_it_too(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with LocalStore.open(tmp_path / "pangea-data") as store:
        open_campaign(store, **TEAMS)

    def invite(words: str) -> Any:
        return CliRunner().invoke(app, ["invite", *words.split()])

    assert invite("--language EN-us").stderr == "Person 1, annotator:\n"
    done = invite("--language hi")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "Person 2, annotator:",
        "Person 2 will get no task: no open campaign has hi. Perhaps hi-IN was meant.",
    ]
    assert "Perhaps hindi-team was meant" in str(invite("--language hi-IN --pool hindi-taem").exception)
    assert "Perhaps hi was meant" in " ".join(
        re.sub(r"[│\s]+", " ", invite("--language hindi").stderr).split()
    )
    (tmp_path / "team.csv").write_text("external_id,languages,pools\na,hi,\nb,hi-IN,hindi-team\nc,hi-in,\n")
    done = invite("--csv team.csv")
    assert done.stderr.splitlines() == [
        "Person 3 will get no task: no open campaign has hi. Perhaps hi-IN was meant.",
        "Person 5 will get no task: all tasks in hi-IN are of pools that they are not in. Pools are hindi-team.",
    ]
    assert "The links of 3 people are in links.csv." in done.stdout
