"""Instructions from files become tasks: followed without a voice, balanced, and blind to who or what wrote them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import PangeaError, PanoramaFolder
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState, PathRecord
from pangea_server.annotate.tasks.records import Lease, Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.planning.lifecycle import Creation, create_campaign, set_state
from pangea_server.collect.planning.status import StatusRow, campaign_status
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Counter as NumberCounter
from pangea_server.core.records import Record, padded
from pangea_server.dataset.evaluation.campaigns import campaign_sources
from pangea_server.dataset.imports.report import ImportRefusedError
from pangea_server.dataset.written import tasks
from pangea_server.dataset.written.walks import followed_instructions, followed_walks
from pangea_server.people.access.records import Role
from pangea_server.people.accounts.enrolment import enrol, revoke
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction
from tests.written.conftest import PATHS, SYSTEMS, Make, rows_of

ALL_KINDS = (Campaign, PathRecord, Task, GuideAnnotation, NumberCounter)


def contents(store: Store) -> list[dict[str, Any]]:
    return [record.model_dump(mode="json") for kind in ALL_KINDS for record in every(store.records, kind)]


def open_tasks(store: Store) -> list[Task]:
    return [task for task in every(store.records, Task) if task.state is TaskState.OPEN]


def follow_all(person: Someone) -> list[dict[str, Any]]:
    """Follow instructions along their first words' path until there are none; returns the leases."""
    leases = []
    while (response := person.call("POST", "/leases", json={"kind": "follower"})).status_code == 200:
        lease = response.json()
        assert person.submit(lease["lease_id"], answer_of(person, lease)).status_code == 200
        leases.append(lease)
    return leases


def test_each_instruction_gets_as_many_tasks_as_it_has_followers(store: Store, make: Make) -> None:
    report = make(rows_of())
    assert (report.new, report.known, report.tasks["follower"]) == (8, 0, 16)
    assert (report.paths, report.shared, report.people) == (4, 4, 4)
    assert report.systems == dict.fromkeys(SYSTEMS, 4)
    tasks = open_tasks(store)
    assert {task.kind for task in tasks} == {"follower"}
    assert set(Counter(task.instruction_id for task in tasks).values()) == {2}


def test_the_same_again_changes_nothing(store: Store, make: Make) -> None:
    make(rows_of())
    before = contents(store)
    report = make(rows_of())
    assert (report.new, report.known, report.tasks["follower"]) == (0, 8, 0)
    assert contents(store) == before


def test_more_instructions_are_added_to_the_same_paths(store: Store, make: Make) -> None:
    make(rows_of(SYSTEMS[:1]))
    report = make(rows_of(SYSTEMS[1:]))
    assert (report.new, report.tasks["follower"], len(store.records.find(PathRecord))) == (4, 8, 4)


def test_a_dry_run_writes_nothing(store: Store, make: Make) -> None:
    before = contents(store)
    report = make(rows_of(), dry_run=True)
    assert (report.new, report.tasks["follower"], contents(store)) == (8, 16, before)


def test_people_read_what_they_follow_and_hear_nothing(people: People, make: Make) -> None:
    make(rows_of())
    args = people().lease("follower")["args"]
    assert args["transcript"].startswith("Walk from the")
    assert (args["voice_url"], args["voice_duration"], args["pictures"]) == (None, None, "shown")


def test_nobody_meets_a_path_twice_and_all_tasks_are_done(store: Store, people: People, make: Make) -> None:
    make(rows_of())
    for _ in range(4):
        assert len(follow_all(people())) == len(PATHS)
    walks, _ = followed_walks(store.records, "comparison")
    assert len(walks) == 16
    assert open_tasks(store) == []
    assert Counter((walk.system, walk.path_id) for walk in walks) == {
        (system, path_id): 2 for system in SYSTEMS for path_id in {walk.path_id for walk in walks}
    }
    assert max(Counter((walk.person, walk.path_id) for walk in walks).values()) == 1
    assert all(Counter(walk.person for walk in walks if walk.system == name).values() for name in SYSTEMS)
    for person in {walk.person for walk in walks}:
        assert Counter(walk.system for walk in walks if walk.person == person) == dict.fromkeys(SYSTEMS, 2)
    assert {walk.scores.success for walk in walks} == {1.0}


def test_instructions_and_walks_keep_the_system(store: Store, people: People, make: Make) -> None:
    make(rows_of())
    follow_all(people())
    told = {guide.instruction_id: guide for guide in followed_instructions(store.records, "comparison")}
    assert Counter(guide.system for guide in told.values()) == dict.fromkeys(SYSTEMS, 4)
    for walk in every(store.records, FollowerAnnotation):
        assert walk.system == told[walk.instruction_id].system


def test_rejected_walks_are_left_out_and_those_of_learners_unless_asked_for(
    store: Store, people: People, make: Make
) -> None:
    make(rows_of(SYSTEMS[:1]), followers=1)
    follow_all(people())
    done = list(every(store.records, FollowerAnnotation))
    review = {
        "annotator_id": 1,
        "kind": "follower",
        "language": "en-US",
        "scan_id": "corridor",
    }
    for walk, state in zip(done, (ReviewState.REJECTED, ReviewState.ACCEPTED), strict=False):
        told = review | {"lease_id": "", "task_id": walk.task_id, "state": state, "number": walk.number}
        store.records.create(Review.model_validate(told))
    changed = [
        done[1].model_copy(update={"outcome": "gave_up", "condition": "read"}),
        done[2].model_copy(update={"learning": True}),
        done[3].model_copy(update={"check_item": True, "condition": "heard", "outcome": None}),
    ]
    for each in changed:
        store.records.transact(lambda transaction, each=each: transaction.replace(each))  # type: ignore[misc]
    numbers = [walk.number for walk in done]
    for population, expected, why in (
        (Population.ACCEPTED, [], {"rejected": 1, "learning": 1, "check_item": 1, "words_left_out": 1}),
        (Population.DATA, numbers[1:2], {"rejected": 1, "learning": 1, "check_item": 1}),
        (Population.LEARNING, numbers[1:], {"rejected": 1}),
        (Population.ALL, numbers, {}),
    ):
        found, left = followed_walks(store.records, "comparison", population)
        assert ([walk.number for walk in found], left) == (expected, why)
    [kept], _ = followed_walks(store.records, "comparison")
    mine = done[1]
    assert (kept.instruction_id, kept.person, kept.path, kept.condition, kept.outcome, kept.scores) == (
        *(mine.instruction_id, mine.annotator_id, mine.path, "read", "gave_up", mine.scores),
    )
    assert campaign_sources(store.records, "comparison").left_out == [
        "Walks that are not counted: 1 rejected, 1 check items, 1 of learning periods.",
        "1 walks were given up; they count with the place where they ended.",
    ]


def test_the_numbers_of_instructions_do_not_follow_the_systems(store: Store, make: Make) -> None:
    make(rows_of())
    order = [guide.system or "" for guide in every(store.records, GuideAnnotation)]
    assert order not in (sorted(order), sorted(order, reverse=True))


def test_no_route_tells_a_follower_the_system(server: TestClient, people: People, make: Make) -> None:
    make(rows_of())
    person = people()
    follow_all(people())
    lease = person.lease("follower")
    values = {
        **{"lease_id": lease["lease_id"], "scan_id": "corridor", "viewpoint_id": "lamp", "kind": "follower"},
        **{"instruction_id": "1", "annotation_id": "1", "task_id": f"follower-{padded(1)}", "path_id": "1"},
    }
    answer = person.record(lease["lease_id"], ("door",), voice=())
    seen = [json.dumps(lease)]
    paths = server.app.openapi()["paths"]  # type: ignore[attr-defined]
    asked = 0
    for path, methods in paths.items():
        if "get" not in methods:
            continue
        address = path
        for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
            address = address.replace("{" + name + "}", values.get(name, "1"))
        response = person.client.get(address, headers={"Authorization": f"Bearer {person.token}"})
        seen.append(f"{response.headers} {response.text}")
        asked += 1
    seen.append(person.submit(lease["lease_id"], answer | {"outcome": "gave_up"}).text)
    assert asked > 30
    assert [text for text in seen if any(system in text for system in SYSTEMS)] == []
    groups = people(Role.MANAGER).call("GET", "/monitor/groups/system").json()["groups"]
    assert {group["name"] for group in groups if group["name"]} == set(
        SYSTEMS
    )  # for the data team, it is there


def test_two_failures_do_not_ask_a_guide_again(store: Store, people: People, make: Make) -> None:
    make(rows_of(SYSTEMS[:1], PATHS[:1]), followers=3)
    for _ in range(3):
        assert people().follow(("door", "lamp"), "gave_up").status_code == 200
    assert open_tasks(store) == []
    assert {task.kind for task in every(store.records, Task) if task.state is TaskState.DONE} == {
        "guide",
        "follower",
    }


GOOD = rows_of(SYSTEMS[:1], PATHS[:1])[0]
OTHER = {"instruction": "Another way of saying it."}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "scan": ({"scan": "coridor"}, "no scan 'coridor'. Perhaps corridor was meant."),
    "language": ({"language": "qq-XX"}, "'qq-XX' is not a language."),
    "no language": ({"language": None}, "It does not say its language. Add --language"),
    "long": ({"instruction": "go " * 10_000}, "has 10000 words"),
    "empty": ({"instruction": " \u200b"}, "The instruction is empty."),
    "turned round": ({"instruction": "Go \u202etfel."}, "cannot see, U+202E, after 'Go '"),
    "markup": ({"instruction": "Go <b>left</b>."}, "has markup: '<b>'"),
    "turn marks": ({"instruction": "Go left.<|im_end|>"}, "has markup: '<|im_end|>'"),
    "unwalkable": ({"path": ["door", "window"]}, "The path cannot be walked"),
    "unknown viewpoint": ({"path": ["door", "attic"]}, "attic"),
    "one viewpoint": ({"path": ["door"]}, "no step"),
    "no path": ({"path": None}, "It has no path."),
    "unknown path_id": ({"path": None, "path_id": 99}, "no path 99"),
    "no system": ({"system": None}, "does not say which system"),
    "invisible system": ({"system": "\u200b"}, "no name of a system"),
    "another type": ({"instruction": 7}, "Expected `str`, got `int`"),
    "another heading": ({"heading": 2.0, "system": "other"}, "People must begin alike"),
    "twice": ({"instruction": GOOD["instruction"]}, "The same instruction is in instructions.jsonl line 1"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_named_with_its_line_and_nothing_is_written(
    store: Store, make: Make, what: str
) -> None:
    changed, message = BAD[what]
    before = contents(store)
    with pytest.raises(ImportRefusedError) as refused:
        make([GOOD | {"heading": 1.0}, GOOD | OTHER | changed])
    assert "instructions.jsonl line 2: " in str(refused.value)
    assert message in str(refused.value)
    assert contents(store) == before


def test_an_id_that_is_there_twice_is_refused(make: Make) -> None:
    rows = [row | {"instruction_id": 5} for row in rows_of(SYSTEMS[:1], PATHS[:2])]
    with pytest.raises(ImportRefusedError, match="instruction_id 5 is already in instructions"):
        make(rows, compares=False)


def test_all_faults_of_a_file_are_told_at_once(make: Make) -> None:
    with pytest.raises(ImportRefusedError, match=r"Broken entries in instructions\.jsonl: 3"):
        make([GOOD | {"scan": "x"}, GOOD, GOOD | {"language": "q"}, GOOD | {"instruction": ""}])


def test_a_path_of_the_store_may_be_named_by_its_number(store: Store, make: Make) -> None:
    store.records.create(PathRecord(path_id=7, scan_id="corridor", path=PATHS[0], heading=0.5, split="val"))
    make([GOOD | {"path": None, "path_id": 7}])
    (guide,) = every(store.records, GuideAnnotation)
    assert (guide.path_id, guide.path, guide.heading, guide.split) == (7, PATHS[0], 0.5, "val")


def test_a_campaign_from_a_file_gets_them_as_its_file_says(store: Store, place: Path, make: Make) -> None:
    wanted = {
        "id": "comparison",
        "languages": ["en-US"],
        "written": {"seed": 5},
        "pools": {"team": {"languages": ["en-US"]}},
    }
    definition = CampaignDefinition.model_validate(wanted)
    create_campaign(store.records, PanoramaFolder(place), f"folder:{place}", definition)
    report = make(rows_of(), followers=9)  # the file says that one person follows each
    assert (report.made, report.tasks["follower"]) == (False, 8)
    assert {task.pool for task in open_tasks(store)} == {"team"}
    with pytest.raises(ImportRefusedError, match="The campaign has no language 'fr-FR'"):
        make([GOOD | {"language": "fr-FR"}])


def test_a_campaign_that_takes_no_instructions_says_so(store: Store, make: Make) -> None:
    make([GOOD])
    campaign = store.records.get(Campaign, "comparison")
    without = campaign.definition.model_copy(update={"written": None})
    store.records.transact(
        lambda transaction: transaction.replace(campaign.model_copy(update={"definition": without}))
    )
    with pytest.raises(StoreConflictError, match="takes no instructions from files"):
        make([GOOD])


def test_a_closed_campaign_takes_no_more(store: Store, make: Make) -> None:
    make([GOOD])
    set_state(store.records, "comparison", CampaignState.CLOSED)
    with pytest.raises(PangeaError, match="closed"):
        make([GOOD])


def test_a_person_who_follows_no_language_of_it_gets_nothing(people: People, make: Make) -> None:
    report = make([GOOD | {"language": "fr-FR"}])
    assert report.unspoken == ("fr-FR",)
    response = people().call("POST", "/leases", json={"kind": "follower"})
    assert response.status_code == 204
    assert_problem(people().call("GET", "/voices/1"), 404, "link_not_valid")


def test_a_language_is_unspoken_when_only_people_who_left_or_came_with_a_file_know_it(
    store: Store, make: Make
) -> None:
    enrol(store.records, Role.ANNOTATOR, ("hi-IN", "te-IN"))
    gone = enrol(store.records, Role.ANNOTATOR, ("fr-FR",))
    left = gone.model_copy(update={"withdrawn_at": gone.created_at})
    store.records.transact(lambda transaction: transaction.replace(left))
    only_named = {"annotator_id": 99, "languages": ("de-DE",), "imported": True}
    store.records.create(gone.model_copy(update=only_named))
    spoken = ("te-IN", "fr-FR", "hi-IN", "de-DE")
    rows = [GOOD | {"language": language, "instruction": language} for language in spoken]
    assert make(rows, dry_run=True).unspoken == ("de-DE", "fr-FR")


@pytest.mark.parametrize(
    ("arm", "without"),
    [({"instruction": "voice"}, 2), ({"instruction": "voice", "weight": 0}, 0), ({"instruction": "text"}, 0)],
)
def test_instructions_without_a_voice_are_counted_where_an_arm_plays_nothing_else(
    store: Store, place: Path, make: Make, arm: dict[str, Any], without: int
) -> None:
    conditions = {"arms": {"both": {}, "other": arm}}
    wanted = {"id": "comparison", "languages": ["en-US"], "written": {}, "conditions": conditions}
    definition = CampaignDefinition.model_validate(wanted)
    create_campaign(store.records, PanoramaFolder(place), f"folder:{place}", definition)
    assert make([GOOD, GOOD | OTHER], dry_run=True).without_voice == without


def test_two_evaluations_at_once_share_their_paths_and_no_number(
    make: Make, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create_after_another(*args: Any, **options: Any) -> Creation:
        """Where this one has chosen its numbers, another one is made from beginning to end."""
        monkeypatch.setattr(tasks, "create_campaign", create_campaign)
        make(rows_of(["third", "fourth"]), campaign_id="other")
        return create_campaign(*args, **options)

    monkeypatch.setattr(tasks, "create_campaign", create_after_another)
    report = make(rows_of())
    assert (report.new, report.tasks["follower"]) == (8, 16)
    assert len(list(every(store.records, PathRecord))) == len(PATHS)
    guides = list(every(store.records, GuideAnnotation))
    assert Counter(guide.system for guide in guides) == dict.fromkeys((*SYSTEMS, "third", "fourth"), 4)
    followers = Counter(task.campaign_id for task in every(store.records, Task) if task.kind == "follower")
    assert followers == {"comparison": 16, "other": 16}


def test_what_another_campaign_needs_on_these_paths_is_counted(make: Make, store: Store) -> None:
    make(rows_of(paths=PATHS[:3]), campaign_id="other")
    report = make(rows_of(["third"]), dry_run=True)
    assert (report.people, report.elsewhere) == (2 + 4, {"other": 3})
    set_state(store.records, "other", CampaignState.CLOSED)
    report = make(rows_of(["third"]), dry_run=True)
    assert (report.people, report.elsewhere) == (2, {})


def test_people_who_leave_in_the_middle_lose_nothing_and_leave_tasks_that_others_have_to_be_invited_for(
    make: Make, store: Store, people: People
) -> None:
    make(rows_of())  # eight instructions, two people each, on four paths
    stays, leaves = people(), people()
    assert len(follow_all(stays)) == 4
    walked = leaves.lease("follower")
    assert leaves.submit(walked["lease_id"], answer_of(leaves, walked)).status_code == 200
    leaves.begin(leaves.lease("follower")["lease_id"])  # and is gone, in the middle of a walk
    assert row_of(store).for_nobody == 4  # two on each of the paths that both know
    revoke(store.records, leaves.annotator_id, None)
    run_out(store)
    row = row_of(store)
    assert (row.states[TaskState.DONE], row.states[TaskState.LEASED], row.for_nobody) == (5, 1, 11)
    new = [people() for _ in range(3)]
    assert row_of(store).for_nobody == 0
    assert [len(follow_all(each)) for each in new] == [4, 4, 3]
    row = row_of(store)
    assert (row.states[TaskState.DONE], row.given_back, row.partly_done) == (16, 1, 1)
    assert len(followed_walks(store.records, "comparison")[0]) == 16


def answer_of(person: Someone, lease: dict[str, Any]) -> dict[str, Any]:
    path = next(path for path in PATHS if path[0] == lease["start"]["viewpoint_id"])
    return person.record(lease["lease_id"], path, voice=()) | {"outcome": "done"}


def row_of(store: Store) -> StatusRow:
    """The Followers' row of the comparison."""
    status = campaign_status(store.records, store.records.get(Campaign, "comparison"))
    return next(row for row in status.rows if row.kind == "follower")


def run_out(store: Store) -> None:
    """A day passes for all leases that are held."""
    for task in every(store.records, Task, {"state": TaskState.LEASED}):
        lease = store.records.get(Lease, task.lease_id or "")
        past = lease.expires_at - timedelta(days=1)
        replace_all(
            store,
            task.model_copy(update={"lease_expires_at": past}),
            lease.model_copy(update={"expires_at": past}),
        )


def replace_all(store: Store, *records: Record) -> None:
    def write(transaction: Transaction) -> None:
        for record in records:
            transaction.replace(record)

    store.records.transact(write)
