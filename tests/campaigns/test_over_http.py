"""Campaigns over HTTP: the same file, faults and numbers as on the command line, and no change over somebody else's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.campaigns import EXAMPLE
from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.annotate.campaigns.records import Campaign, CampaignState, PathRecord
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.planning.lifecycle import create_campaign, set_state
from pangea_server.dataset.campaigns.texts import file_text
from pangea_server.people.access.records import Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.protocol import Store

FILE = """\
id: corridor-walks
languages: [en-US]
paths:
  - scan: corridor
    viewpoints: [[door, lamp, sofa], [window, sofa]]
followers_per_guide: 2
pay: {currency: INR, per_hour: 36000, per_annotation: {guide: 250}}
"""
ADDRESS = "/campaigns/corridor-walks"


@pytest.fixture
def manager(people: People) -> Someone:
    return people(Role.MANAGER)


def check(manager: Someone, text: str = FILE, **files: str) -> Any:
    answer = manager.call("POST", "/campaign-files/check", json={"text": text, "files": files})
    assert answer.status_code == 200, answer.text
    return answer.json()


def write(
    manager: Someone,
    text: str = FILE,
    version: int = 0,
    address: str = ADDRESS,
    files: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    return manager.call("PUT", address, json={"text": text, "version": version, "files": dict(files)})


def stored(store: Store) -> list[int]:
    return [store.records.count(kind) for kind in (Campaign, PathRecord, Task)]


def test_a_check_says_what_would_be_done_and_writes_nothing(manager: Someone, store: Store) -> None:
    said = check(manager)
    assert said["faults"] == []
    plan = said["plan"]
    assert (plan["campaign_id"], plan["version"]) == ("corridor-walks", 0)
    assert plan["tasks"] == {"guide": 2, "follower": 4}
    assert plan["paths"]["metres"] == [2.0, 4.0, 4.0]
    assert plan["cost"] == {
        "currency": "INR",
        "answers": 500,
        "time": None,
        "unmeasured": ["guide", "follower"],
        "per_hour": 36000,
    }
    assert stored(store) == [0, 0, 0]


def test_the_file_is_carried_out_changed_and_named_in_the_audit_log(manager: Someone, store: Store) -> None:
    first = write(manager)
    assert first.status_code == 200, first.text
    assert first.json()["campaign"]["version"] == 1
    assert stored(store) == [1, 2, 6]
    assert write(manager, version=1).json()["campaign"]["version"] == 1
    more = FILE.replace("guide: 2", "guide: 3")
    assert check(manager, more)["plan"]["tasks"] == {"follower": 2}
    changed = write(manager, more, version=1).json()
    assert changed["campaign"]["version"] == 2
    assert [(each["kind"], each["waiting"], each["open"]) for each in changed["campaign"]["progress"]] == [
        ("guide", 0, 2),
        ("follower", 6, 0),
    ]
    noted = [
        (each.actor, each.detail) for each in store.records.find(AuditEntry) if each.action == "campaign"
    ]
    assert noted == [
        (manager.annotator_id, "corridor-walks v1"),
        (manager.annotator_id, "corridor-walks v2"),
    ]


def test_two_windows_do_not_write_over_each_other(manager: Someone, people: People, store: Store) -> None:
    other = people(Role.OWNER)
    write(manager)
    assert write(other, FILE.replace("guide: 2", "guide: 3"), version=1).status_code == 200
    problem = assert_problem(
        write(manager, FILE.replace("walks", "walks", 1), version=1), 409, "store_conflict"
    )
    assert "version 2" in problem["detail"]
    assert store.records.get(Campaign, "corridor-walks").definition.followers_per_guide == 3
    assert_problem(write(other, FILE, version=0), 409, "store_conflict")
    assert write(manager, FILE, version=2).json()["campaign"]["version"] == 3


def test_the_command_counts_as_a_window(manager: Someone, store: Store, place: Path, tmp_path: Path) -> None:
    write(manager)
    file = tmp_path / "walks.yaml"
    file.write_text(FILE.replace("guide: 2", "guide: 1"))
    definition = read_campaign_file(file).definition
    create_campaign(store.records, PanoramaFolder(place), "place", definition)
    assert_problem(write(manager, version=1), 409, "store_conflict")
    set_state(store.records, "corridor-walks", CampaignState.CLOSED)
    assert_problem(write(manager, version=2), 409, "store_conflict")


def test_the_text_that_comes_back_is_the_same_campaign(manager: Someone, store: Store) -> None:
    write(manager)
    text = manager.call("GET", ADDRESS).json()["text"]
    assert write(manager, text, version=1).json()["campaign"]["version"] == 1


def test_a_form_sends_the_keys_and_values_as_json(manager: Someone) -> None:
    write(manager)
    definition = manager.call("GET", ADDRESS).json()["definition"]
    said = check(manager, json.dumps(definition | {"languages": ["en-US", "hi-IN"]}))
    assert said["plan"]["tasks"] == {"guide": 2, "follower": 4}
    assert "- hi-IN" in said["text"]


def test_every_key_of_the_example_survives_being_written_again(tmp_path: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("# forms:"))
    lines[start : start + 8] = [
        line.removeprefix("# ") if line.startswith("# ") and "asked: after_session" not in line else line
        for line in lines[start : start + 8]
    ]
    file = tmp_path / "example.yaml"
    file.write_text("\n".join(lines), encoding="utf-8")
    definition = read_campaign_file(file).definition
    assert definition.forms
    file.write_text(file_text(definition), encoding="utf-8")
    assert read_campaign_file(file).definition == definition


def test_faults_are_told_with_their_lines(manager: Someone, store: Store) -> None:
    wrong = FILE.replace("[en-US]", "[en_US]").replace("scan: corridor", "scan: coridor")
    faults = check(manager, wrong)["faults"]
    assert [(each["line"], each["key"]) for each in faults] == [(2, "languages[0]"), (4, "paths[0].scan")]
    assert "Perhaps corridor was meant." in faults[1]["remedy"]
    assert assert_problem(write(manager, wrong), 422, "campaign_file")
    assert [each["key"] for each in check(manager, FILE + "folowers: 1\n")["faults"]] == ["folowers"]
    assert check(manager, "a: [")["faults"][0]["key"] == "the file"
    assert check(manager, "")["faults"][0]["line"] == 1
    assert check(manager, FILE + "environment: gibson\n")["faults"][0]["key"] == "environment"
    assert stored(store) == [0, 0, 0]


def test_what_would_hold_up_the_server_is_left_to_the_command(manager: Someone) -> None:
    large = "id: large\nlanguages: [en-US]\npaths: [{sampler: r2r, per_scan: 5001}]\n"
    (fault,) = check(manager, large)["faults"]
    assert (fault["key"], "pangea campaign create" in fault["remedy"]) == ("paths[0].per_scan", True)


def test_paths_and_texts_may_be_in_files_beside(manager: Someone, store: Store) -> None:
    rows = json.dumps([{"scan": "corridor", "path": ["door", "lamp"]}])
    text = (
        "id: listed\nlanguages: [en-US]\npaths: [{file: paths.json}]\ninstructions: {guide: {en: guide.md}}\n"
    )
    assert [each["key"] for each in check(manager, text)["faults"]] == ["instructions.guide.en"]
    beside = {"paths.json": rows, "guide.md": "Look **around** first."}
    assert check(manager, text, **beside)["plan"]["tasks"] == {"guide": 1, "follower": 1}
    assert write(manager, text, address="/campaigns/listed", files=beside).status_code == 200
    told = store.records.get(Campaign, "listed").definition.instructions
    assert told == {"guide": {"en": "Look **around** first."}}


@pytest.mark.parametrize("name", ["../paths.json", "/etc/passwd", "a/b.json", ".hidden", "", "x" * 200])
def test_files_beside_have_plain_names(manager: Someone, name: str) -> None:
    answer = manager.call("POST", "/campaign-files/check", json={"text": FILE, "files": {name: "[]"}})
    assert_problem(answer, 422, "invalid_request")


def test_pictures_that_the_campaign_shows_stay(
    manager: Someone, store: Store, place: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sofa.jpg").write_bytes((place / "sofa.jpg").read_bytes())
    file = folder / "walks.yaml"
    file.write_text(FILE + "instructions: {guide: {en: '![A sofa](sofa.jpg)'}}\n")
    source = read_campaign_file(file)
    create_campaign(
        store.records,
        PanoramaFolder(place),
        "place",
        source.definition,
        folder=folder,
        blobs=store.blobs,
        refuse=source.refuse,
    )
    text = manager.call("GET", ADDRESS).json()["text"]
    assert write(manager, text.replace("guide: 2", "guide: 3"), version=1).status_code == 200
    campaign = store.records.get(Campaign, "corridor-walks")
    assert [each.name for each in campaign.attachments] == ["sofa.jpg"]


def test_a_file_is_written_under_its_own_id(manager: Someone, store: Store) -> None:
    assert_problem(write(manager, address="/campaigns/another"), 422, "campaign_file")
    assert stored(store) == [0, 0, 0]


def test_pause_resume_and_close(manager: Someone, people: People, store: Store) -> None:
    write(manager)

    def turn(state: str) -> Any:
        return manager.call("PUT", f"{ADDRESS}/state", json={"state": state})

    assert turn("paused").json()["state"] == "paused"
    assert people().call("POST", "/leases", json={"kind": "guide"}).status_code == 204
    assert turn("running").json()["state"] == "running"
    assert turn("closed").json()["state"] == "closed"
    assert_problem(turn("running"), 409, "store_conflict")
    noted = [each.detail for each in store.records.find(AuditEntry) if each.actor == manager.annotator_id]
    assert [each.split()[-1] for each in noted] == ["v1", "paused", "running", "closed"]


def test_reviewers_read_and_do_not_write(people: People, manager: Someone) -> None:
    reviewer = people(Role.REVIEWER)
    write(manager)
    (listed,) = reviewer.call("GET", "/campaigns").json()
    assert (listed["campaign_id"], listed["state"]) == ("corridor-walks", "running")
    assert reviewer.call("GET", ADDRESS).status_code == 200
    assert reviewer.call("GET", "/campaign-files/example").json()["text"] == EXAMPLE.read_text(
        encoding="utf-8"
    )
    assert write(reviewer, version=1).status_code == 403
    assert reviewer.call("GET", "/campaigns/nowhere").status_code == 404


def test_who_is_to_hear_somebody_without_being_asked(manager: Someone) -> None:
    two = FILE + "tasks: {guide_two: {per_scan: 1}}\n"
    assert (check(manager)["plan"]["unasked"], check(manager, two)["plan"]["unasked"]) == (False, True)
    asked = two + "consent: {texts: {en: We record your voice.}}\n"
    assert check(manager, asked)["plan"]["unasked"] is False
