"""Conditions: arms are drawn in blocks, the server leaves out what they take away, and answers keep their arm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from environments import PanoramaFolder
from pangea_server.annotate.annotations.population import LeftOut, Population
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.condition_rules import ConditionRules, swapped
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.instructions import walk_row
from pangea_server.dataset.formats.rxr import follower_entry_row
from pangea_server.people.access.records import Role
from pangea_server.quality.trust.known import collection
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.server.conftest import CORRIDOR
from tests.trust.conftest import known_walk

PATH = ["door", "lamp", "sofa"]
ARMS: dict[str, dict[str, Any]] = {
    "both": {},
    "heard": {"instruction": "voice"},
    "read": {"instruction": "text"},
    "blind": {"pictures": "none"},
    "elsewhere": {"pictures": "swapped"},
}


def create(store: Store, place: Path, **changed: Any) -> None:
    """One path with one Guide and five Followers, and what is changed."""
    base = {
        "id": "arms",
        "languages": ["en-US"],
        "paths": [{"scan": "corridor", "viewpoints": [PATH]}],
        "followers_per_guide": len(ARMS),
        "send_back_after": None,
        "rotation": {"first": 0},
    }
    wanted = CampaignDefinition.model_validate(base | changed)
    create_campaign(store.records, PanoramaFolder(place), f"folder:{place}", wanted)


def arms(**changed: Any) -> dict[str, Any]:
    return {"conditions": {"arms": ARMS | changed}}


def follow(person: Someone, lease: Mapping[str, Any]) -> None:
    answer = person.record(lease["lease_id"], PATH, voice=())
    assert person.submit(lease["lease_id"], answer | {"outcome": "done"}).status_code == 200


@pytest.fixture
def leases(store: Store, place: Path, people: People) -> dict[str, tuple[Someone, dict[str, Any]]]:
    """A person and their lease for each arm."""
    create(store, place, **arms())
    assert people().guide().status_code == 200
    found = {}
    for _ in ARMS:
        person = people()
        lease = person.lease("follower")
        task = next(task for task in every(store.records, Task) if task.lease_id == lease["lease_id"])
        found[str(task.condition)] = person, lease
    assert found.keys() == ARMS.keys()  # a block has each arm once
    return found


def test_the_instruction_is_sent_as_the_arm_says(leases: Any) -> None:
    sent = {arm: lease["args"] for arm, (_, lease) in leases.items()}
    heard = {arm: args["voice_url"] is not None for arm, args in sent.items()}
    read = {arm: args["transcript"] is not None for arm, args in sent.items()}
    assert heard == {"both": True, "heard": True, "read": False, "blind": True, "elsewhere": True}
    assert read == {"both": True, "heard": False, "read": True, "blind": True, "elsewhere": True}


def test_without_pictures_no_address_of_one_is_sent(leases: Any) -> None:
    person, lease = leases["blind"]
    viewpoints = person.call("GET", "/scans/corridor").json()["viewpoints"]
    assert {view["viewpoint_id"] for view in viewpoints} == set(CORRIDOR)
    assert [(view["images"], view["tiles"]) for view in viewpoints] == [({}, None)] * len(CORRIDOR)
    assert (lease["start_preview"], lease["args"]["pictures"]) == (None, "none")


def test_swapped_pictures_are_never_those_of_the_place(leases: Any) -> None:
    person, _ = leases["elsewhere"]
    viewpoints = person.call("GET", "/scans/corridor").json()["viewpoints"]
    shown = {
        view["viewpoint_id"]: view["images"]["equirectangular"].split("/viewpoints/")[1].partition("/")[0]
        for view in viewpoints
    }
    assert sorted(shown.values()) == sorted(CORRIDOR)
    assert [place for place, picture in shown.items() if place == picture] == []
    address = viewpoints[0]["images"]["equirectangular"]
    assert person.client.get(address).status_code == 200


def test_other_people_see_the_place_as_it_is(leases: Any, people: People) -> None:
    for person in (leases["both"][0], people(Role.REVIEWER)):
        for view in person.call("GET", "/scans/corridor").json()["viewpoints"]:
            assert f"/viewpoints/{view['viewpoint_id']}/" in view["images"]["equirectangular"]


def test_answers_keep_their_arm_which_is_grouped_and_exported(
    store: Store, leases: Any, people: People
) -> None:
    for person, lease in leases.values():
        follow(person, lease)
    walks = list(every(store.records, FollowerAnnotation))
    assert Counter(walk.condition for walk in walks) == Counter([*ARMS])
    groups = (
        people(Role.MANAGER).call("GET", "/monitor/groups/condition?population=learning").json()["groups"]
    )
    counted = {group["name"]: group["kinds"] for group in groups}
    assert {
        name: kinds["follower"]["annotations"] for name, kinds in counted.items() if name
    } == dict.fromkeys(ARMS, 1)
    exported = list(Dataset(store, population=Population.LEARNING).followers("walks"))
    assert {walk_row(each)["condition"] for each in exported} == set(ARMS)
    assert {follower_entry_row(each.entry())["condition"] for each in exported} == set(ARMS)


@pytest.mark.parametrize("pictures", ["none", "swapped"])
def test_who_cannot_see_the_place_says_nothing_about_the_words(
    pictures: str, store: Store, place: Path, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    both = {"shown": {"weight": 3}, "hidden": {"weight": 3, "pictures": pictures}}
    create(
        store,
        place,
        followers_per_guide=6,
        send_back_after=2,
        trust={"learning": 0},
        conditions={"arms": both},
    )
    author, manager = people(), people(Role.MANAGER)
    assert author.guide().status_code == 200
    given: dict[str, list[tuple[Someone, Any]]] = {"shown": [], "hidden": []}
    for _ in range(6):
        person = people()
        lease = person.lease("follower")
        task = next(task for task in every(store.records, Task) if task.lease_id == lease["lease_id"])
        given[str(task.condition)].append((person, lease))

    def fail(arm: str) -> TaskState:
        person, lease = given[arm].pop()
        answer = person.record(lease["lease_id"], PATH[:1], voice=())
        assert person.submit(lease["lease_id"], answer | {"outcome": "gave_up"}).status_code == 200
        return store.records.get(Task, "guide-000001").state

    assert [fail("hidden"), fail("hidden"), fail("shown"), fail("hidden")] == [TaskState.DONE] * 4
    walks = {walk.condition: walk.place_hidden for walk in every(store.records, FollowerAnnotation)}
    assert walks == {"shown": False, "hidden": True}
    groups = manager.call("GET", "/monitor/groups/guide").json()["groups"]
    (of_author,) = (each for each in groups if each["name"] == str(author.annotator_id))
    assert of_author["kinds"]["follower"]["annotations"] == 1
    mine = author.call("GET", "/me/work").json()["comparisons"]
    assert [each["n"] for each in mine if each["measure"] == "understood"] == [1]
    assert fail("shown") is TaskState.RETIRED
    assert people().guide().status_code == 200  # who is asked instead
    dataset = Dataset(store)
    (replacement,) = dataset.guides("instructions")
    assert replacement.stored.instruction_id > 1
    assert dataset.tally.guides
    assert dataset.tally.guides.left == {LeftOut.SENT_BACK: 1}
    assert manager.call("GET", "/monitor?kind=guide").json()["left_out"] == {"sent_back": 1}
    (marked, kept) = Dataset(store, population=Population.ALL).guides("instructions")
    assert (marked.entry().sent_back, kept.entry().sent_back) == (True, False)


def test_a_walk_without_the_place_makes_no_check_item() -> None:
    walks = [known_walk(number, 1, number) for number in (1, 2)]
    walks[1] = walks[1].model_copy(update={"condition": "hidden", "place_hidden": True})
    assert collection("walks", walks).of("follower") == walks[:1]


def test_a_task_that_is_given_back_keeps_its_arm(store: Store, leases: Any, people: People) -> None:
    person, lease = leases["read"]
    assert person.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    assert people().lease("follower")["args"]["voice_url"] is None


def test_an_arm_that_an_instruction_cannot_be_given_in_is_not_drawn(
    store: Store, place: Path, people: People
) -> None:
    create(
        store,
        place,
        guide={"voice": "none"},
        conditions={"arms": {"read": {"instruction": "text"}, "both": {}}},
    )
    guide = people()
    lease = guide.lease("guide")
    assert lease["args"]["voice"] == "none"
    answer = guide.record(lease["lease_id"], PATH, voice=())
    assert guide.submit(lease["lease_id"], answer | {"transcript": "To the sofa."}).status_code == 200
    for _ in range(4):
        args = people().lease("follower")["args"]
        assert (args["transcript"], args["voice_url"]) == ("To the sofa.", None)


def test_blocks_have_each_arm_as_often_as_its_weight_says() -> None:
    rules = ConditionRules.model_validate({"arms": {"a": {"weight": 3}, "b": {}, "c": {"weight": 0}}})
    for block in range(20):
        drawn = Counter(rules.arm_of(number) for number in range(4 * block + 1, 4 * block + 5))
        assert drawn == {"a": 3, "b": 1}
    orders = {tuple(map(rules.arm_of, range(4 * block + 1, 4 * block + 5))) for block in range(20)}
    assert len(orders) == 4  # b is in each of the four places
    others = rules.model_copy(update={"seed": 1})
    assert [*map(rules.arm_of, range(1, 99))] != [*map(others.arm_of, range(1, 99))]


@pytest.mark.parametrize("count", [2, 3, 17])
def test_swapping_moves_every_picture(count: int) -> None:
    names = [f"v{number}" for number in range(count)]
    for seed in range(30):
        shown = swapped(names, seed)
        assert sorted(shown.values()) == sorted(names)
        assert all(place != picture for place, picture in shown.items())
    assert swapped(["alone"], 0) == {}


NONSENSE: dict[str, tuple[dict[str, Any], str]] = {
    "no followers": (arms() | {"followers_per_guide": 0}, "no task that is given in arms"),
    "nothing to hear": ({"guide": {"voice": "none"}, "transcripts_per_guide": 1}, "nothing to hear"),
    "neither voice nor text": ({"guide": {"voice": "none", "transcript": "none"}}, "neither speak nor write"),
    "a voice that nobody speaks": (arms() | {"guide": {"voice": "none"}}, "Guides do not speak"),
    "a text that nobody writes": (arms() | {"guide": {"transcript": "none"}}, "Guides do not write"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_conditions_that_contradict_the_campaign_are_refused(store: Store, place: Path, what: str) -> None:
    changed, message = NONSENSE[what]
    with pytest.raises(CampaignFileError, match=message):
        create(store, place, **changed)


@pytest.mark.parametrize(
    "wrong",
    [
        {"arms": {}},
        {"arms": {"a": {"weight": 0}}},
        {"arms": {"a": {"weight": -1}}},
        {"arms": {"a": {"pictures": "blurred"}}},
        {"arms": {"a": {"instruction": "sung"}}},
        {"arms": {"A b": {}}},
        {"arms": {"a": {"sound": "off"}}},
        {"arms": {f"a{number}": {} for number in range(21)}},
    ],
)
def test_conditions_that_make_no_sense_are_refused(wrong: Any) -> None:
    with pytest.raises(ValidationError):
        ConditionRules.model_validate(wrong)


def test_the_arms_of_a_running_campaign_keep_their_meaning(store: Store, place: Path) -> None:
    create(store, place, **arms())
    with pytest.raises(CampaignFileError, match="as it was before"):
        create(store, place, **arms(both={"pictures": "none"}))
    with pytest.raises(CampaignFileError, match="answers may have this arm"):
        create(store, place, conditions={"arms": {"both": {}}})
    create(store, place, **arms(both={"weight": 0}, more={}))


def test_a_guides_voice_is_not_changed_while_people_work(store: Store, place: Path) -> None:
    create(store, place)
    with pytest.raises(CampaignFileError, match="already work with voice: spoken"):
        create(store, place, guide={"voice": "none"})


def test_a_written_instruction_has_no_voice_anywhere(store: Store, place: Path, people: People) -> None:
    create(store, place, guide={"voice": "none"})
    guide, reviewer = people(), people(Role.REVIEWER)
    assert guide.call("GET", "/equipment?kind=guide").json() == {"microphone": False}
    assert guide.call("GET", "/equipment?kind=tour").json() == {"microphone": True}
    lease = guide.lease("guide")["lease_id"]
    spoken = guide.record(lease, PATH) | {"transcript": "To the sofa."}
    assert "no voice is taken" in guide.submit(lease, spoken).json()["detail"]
    recording = guide.begin(lease, None, attempt=1)
    pose = guide.call("GET", f"/recordings/{recording}").json()
    assert pose["sample_rate"] is None
    quiet = written_walk(guide, recording)
    assert guide.submit(lease, quiet | {"transcript": "  "}).status_code == 422
    assert guide.submit(lease, quiet | {"transcript": "To the sofa."}).status_code == 200
    (stored,) = every(store.records, GuideAnnotation)
    assert (stored.voice, stored.duration, stored.sample_rate, stored.walked) == (
        None,
        None,
        None,
        tuple(PATH),
    )
    view = reviewer.call("GET", "/annotations/guide/1").json()
    assert (view["voice_url"], view["voice_duration"], view["alignment"]) == (None, None, None)
    assert (view["summary"]["alignment"], view["transcript"]) == (None, "To the sofa.")
    (row,) = reviewer.call("GET", "/annotations?population=learning").json()["items"]
    assert (row["duration"], row["alignment"]) == (None, None)


def written_walk(guide: Someone, recording_id: str) -> dict[str, Any]:
    from pangea_server.app.testing.server import poses, summary

    trace = poses(PATH)
    assert guide.put(recording_id, "pose", 0, trace).status_code == 201
    return {"recording_id": recording_id, "pose": summary([trace])}
