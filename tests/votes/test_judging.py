"""People judge pictures, replays and pairs of instructions, as a campaign file asks, and votes decide."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.protocol import Store
from tests.votes.conftest import PICTURES, Judged, nothing_for, vote

PAIR = {"form": "which", "decides": "which", "shows": "pair", "votes": {"judges": 2, "agree": 2, "most": 4}}
REPLAY = {"form": "room", "decides": "tidy", "shows": "replay", "votes": {"judges": 1, "agree": 1, "most": 1}}
WORDS = ("Past the lamp to the sofa.", "Go on until you see a sofa.")


def guided(people: People) -> tuple[Someone, Someone]:
    guides = people(), people()
    for guide, words in zip(guides, WORDS, strict=True):
        assert guide.guide(words).status_code == 200
    return guides


def items(people: People, **query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = people(Role.REVIEWER).call("GET", "/votes", params=query).json()
    return found


def test_a_picture_is_shown_with_the_form(judged: Judged, people: People) -> None:
    assert judged(PICTURES).others.new_tasks == 2
    args = people().lease("judge")["args"]
    assert args["picture"]["viewpoint_id"] == "lamp"
    assert args["picture"]["heading"] == pytest.approx(1.5708, abs=1e-4)
    assert [question["name"] for question in args["form"]["questions"]] == ["tidy", "why"]
    assert set(args) == {"form", "replay", "picture", "pair"}


def test_two_who_agree_decide(store: Store, judged: Judged, people: People) -> None:
    judged(PICTURES)
    first, second = people(), people()
    assert vote(first, tidy=True, why=" Neat. ").status_code == 200
    assert nothing_for(first), "nobody votes twice"
    assert [item["state"] for item in items(people)] == ["open"]
    assert vote(second, tidy=True).status_code == 200
    (item,) = items(people)
    assert (item["state"], item["value"]) == ("decided", "true")
    assert nothing_for(people()), "nobody else is asked"
    kept = store.records.get(TaskAnnotation, "judge-000001")
    assert kept.answer == {"answers": {"tidy": True, "why": "Neat."}}


def test_a_tie_goes_to_one_more_person_and_then_to_staff(
    store: Store, judged: Judged, people: People
) -> None:
    judged(PICTURES | {"form": "which", "decides": "which"})
    for choice in ("left", "right"):
        assert vote(people(), which=choice).status_code == 200
    assert [item["state"] for item in items(people)] == ["further"]
    assert vote(people(), which="same").status_code == 200
    (item,) = items(people, state="disputed")
    assert [each["value"] for each in item["votes"]] == ["left", "right", "same"]
    assert nothing_for(people()), "no more people than the campaign allows"
    staff = people(Role.REVIEWER)
    address = f"/votes/{item['item_id']}"
    assert_problem(staff.call("PUT", address, json={"value": "blue"}), 422, "invalid_data")
    settled = staff.call("PUT", address, json={"value": "left"}).json()
    assert (settled["state"], settled["value"], settled["settled_by"]) == (
        "settled",
        "left",
        staff.annotator_id,
    )
    assert staff.call("PUT", address, json={"value": "left"}).json() == settled
    assert_problem(staff.call("PUT", address, json={"value": "right"}), 409, "store_conflict")
    assert people().call("PUT", address, json={"value": "left"}).status_code == 403
    log = people(Role.MANAGER).call("GET", "/audit").json()["items"]
    assert "vote settled" in {entry["action"] for entry in log}
    assert store.records.count(Task, {"kind": "judge"}) == 3


def test_a_tie_is_decided_by_the_further_person(judged: Judged, people: People) -> None:
    judged(PICTURES)
    for tidy in (True, False, False):
        assert vote(people(), tidy=tidy).status_code == 200
    (item,) = items(people)
    assert (item["state"], item["value"]) == ("decided", "false")
    assert_problem(
        people(Role.REVIEWER).call("PUT", f"/votes/{item['item_id']}", json={"value": "true"}),
        409,
        "store_conflict",
    )


def test_two_instructions_are_shown_in_an_order_that_says_nothing(
    store: Store, judged: Judged, people: People
) -> None:
    judged(PAIR)
    guides = guided(people)
    assert judged(PAIR).others.new_tasks == 2
    assert judged(PAIR).others.new_tasks == 0
    assert all(nothing_for(guide) for guide in guides), "who walked the path does not judge on it"
    for _ in range(2):
        judge = people()
        lease = judge.lease("judge")
        shown = [each["transcript"] for each in lease["args"]["pair"]]
        assert sorted(shown) == sorted(WORDS)
        told = json.dumps(lease)
        assert all(f'"annotator_id": {guide.annotator_id}' not in told for guide in guides)
        side = ("left", "right")[shown.index(WORDS[1])]
        assert judge.submit(lease["lease_id"], {"answer": {"answers": {"which": side}}}).status_code == 200
    (item,) = items(people)
    chosen = next(each["annotation_id"] for each in item["about"] if each["transcript"] == WORDS[1])
    assert (item["state"], item["value"]) == ("decided", str(chosen))


def test_pairs_come_in_both_orders(judged: Judged, people: People) -> None:
    rules = PAIR | {"votes": {"judges": 12, "agree": 12, "most": 12}}
    judged(rules)
    guided(people)
    judged(rules)
    first = {people().lease("judge")["args"]["pair"][0]["transcript"] for _ in range(12)}
    assert first == set(WORDS)


def test_a_replay_has_its_voice_and_its_camera_for_whoever_holds_the_task(
    judged: Judged, people: People
) -> None:
    judged(REPLAY)
    guided(people)
    judged(REPLAY)
    judge, other = people(), people()
    lease = judge.lease("judge")
    replay = lease["args"]["replay"]
    assert replay["transcript"] in WORDS
    assert replay["walked"] == ["door", "lamp", "sofa"]
    trace = judge.client.get(replay["pose_trace_url"])
    assert trace.json()["viewpoint_id"] == ["door", "lamp", "sofa"]
    assert judge.client.get(replay["voice_url"]).status_code == 200
    bare = replay["pose_trace_url"].partition("?")[0]
    assert other.call("GET", bare.removeprefix("/api/v1")).status_code == 404
    assert judge.submit(lease["lease_id"], {"answer": {"answers": {"tidy": True}}}).status_code == 200
    assert judge.client.get(replay["pose_trace_url"]).status_code == 404, "the link ends with the lease"


def test_an_answer_that_does_not_fit_the_form_is_refused(judged: Judged, people: People) -> None:
    judged(PICTURES)
    person = people()
    assert_problem(vote(person), 422, "submission")
    assert_problem(vote(person, tidy="yes"), 422, "submission")
    assert_problem(vote(person, tidy=True, item="x"), 422, "submission")
    lease = person.lease("judge")["lease_id"]
    assert_problem(person.submit(lease, {"answer": {"answers": [1]}}), 422, "submission")
    assert_problem(person.submit(lease, {"outcome": "done"}), 422, "submission")
    assert vote(person, tidy=True).status_code == 200


def test_a_vote_that_was_taken_back_does_not_count(store: Store, judged: Judged, people: People) -> None:
    judged(PICTURES)
    first, second = people(), people()
    vote(first, tidy=True)
    vote(second, tidy=True)
    withdraw(store, first.annotator_id, None)
    (item,) = items(people)
    assert (item["state"], len(item["votes"])) == ("open", 1)
    assert vote(people(), tidy=True).status_code == 200, "somebody else is asked"
    (item,) = items(people)
    assert item["state"] == "decided"


def test_a_rejected_vote_does_not_count(judged: Judged, people: People) -> None:
    judged(PICTURES)
    vote(people(), tidy=False)
    reviewer = people(Role.REVIEWER)
    assert reviewer.call("PUT", "/review/judge-000001/claim", json={}).status_code == 200
    decision = {"verdict": "reject", "version": 0, "reason": "Somebody pressed anything."}
    address = "/review/judge-000001/decisions/00000000-0000-4000-8000-000000000001"
    refused = reviewer.call("PUT", address, json=decision)
    assert refused.status_code == 200, refused.text
    vote(people(), tidy=True)
    vote(people(), tidy=True)
    (item,) = items(people)
    assert (item["state"], [each["value"] for each in item["votes"]]) == ("decided", ["true", "true"])


def test_a_changed_form_makes_new_items(store: Store, judged: Judged, people: People) -> None:
    judged(PICTURES)
    vote(people(), tidy=True)
    other = deepcopy(PICTURES) | {"decides": "which", "form": "which"}
    again = judged(other)
    assert (again.others.new_tasks, again.retired) == (2, 1)
    states = [task.state for task in store.records.find(Task, {"kind": "judge"})]
    assert states == [TaskState.DONE, TaskState.RETIRED, TaskState.OPEN, TaskState.OPEN]


def test_what_everybody_agreed_about_checks_others(store: Store, judged: Judged, people: People) -> None:
    rules = PICTURES | {"votes": {"judges": 3, "agree": 3, "most": 3}}
    judged(rules)
    for _ in range(3):
        vote(people(), tidy=True)
    (item,) = make_check_items(store.records, "corridor")
    assert (item.kind, item.args["expected"]) == ("judge", "true")
    assert store.records.count(CheckItem) == 1
    judged(
        rules | {"pictures": [*PICTURES["pictures"], {"scan": "corridor", "viewpoint": "sofa"}]},
        trust={"learning": 0, "opening": 1, "minimum": {"judge": 1.0}},
    )
    person = people()
    lease = person.lease("judge")
    assert lease["args"]["picture"]["viewpoint_id"] == "lamp", "a check item comes first"
    assert "expected" not in json.dumps(lease)
    assert vote(person, tidy=False).status_code == 200
    (standing,) = people(Role.MANAGER).call("GET", "/standings").json()
    assert (standing["overall"], standing["state"]) == (0.0, "demoted")
    assert [len(found["votes"]) for found in items(people)] == [3], "a check item is no vote"


@pytest.mark.parametrize(
    ("judge", "key"),
    [
        (PICTURES | {"form": "rom"}, r"tasks\.judge\.form"),
        (PICTURES | {"decides": "tidi"}, r"tasks\.judge\.decides"),
        (PICTURES | {"decides": "why"}, r"tasks\.judge\.decides"),
        (PAIR | {"form": "room", "decides": "tidy"}, r"tasks\.judge\.decides"),
        (PICTURES | {"shows": "film"}, r"tasks\.judge\.shows"),
        (PICTURES | {"show": "pair"}, r"tasks\.judge\.show: this key is not known"),
        (PICTURES | {"votes": {"judges": 5, "most": 2}}, r"tasks\.judge\.votes"),
        (
            PICTURES | {"pictures": [{"scan": "attic", "viewpoint": "lamp"}]},
            r"tasks\.judge\.pictures\.0\.scan",
        ),
        (
            PICTURES | {"pictures": [{"scan": "corridor", "viewpoint": "lmap"}]},
            r"tasks\.judge\.pictures\.0\.viewpoint",
        ),
        (PAIR | {"pictures": PICTURES["pictures"]}, r"tasks\.judge\.pictures"),
        (REPLAY | {"of": "gide"}, r"tasks\.judge\.of"),
        ({"shows": "pair"}, r"tasks\.judge\.(form|decides): this key is missing"),
    ],
)
def test_a_section_that_cannot_be_carried_out_is_refused(
    judged: Judged, judge: dict[str, Any], key: str
) -> None:
    with pytest.raises(CampaignFileError, match=key):
        judged(judge)


def test_other_kinds_take_no_unknown_keys(judged: Judged) -> None:
    with pytest.raises(CampaignFileError, match=r"tasks\.tour\.per_scn: this key is not known"):
        judged(PICTURES, tasks={"tour": {"per_scn": 1}})


def test_the_commands_show_list_and_settle(settings: Settings, judged: Judged, people: People) -> None:
    two = [*PICTURES["pictures"], {"scan": "corridor", "viewpoint": "sofa"}]
    judged(PICTURES | {"form": "which", "decides": "which", "pictures": two})

    def told(*asked: str) -> list[str]:
        done = CliRunner().invoke(app, ["votes", *asked, "--data-dir", str(settings.data_dir)])
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    assert told("show") == ["Nobody has voted yet."]
    for at_sofa in ("left", "right", "same"):
        person = people()
        while not nothing_for(person):
            lease = person.lease("judge")
            choice = "left" if lease["args"]["picture"]["viewpoint_id"] == "lamp" else at_sofa
            person.submit(lease["lease_id"], {"answer": {"answers": {"which": choice}}})
    assert told("show") == [
        "corridor, judge: 1 decided, 1 disputed; decided for: left 1",
        "  alpha 0.14, too few for an interval, 2 items, 5 votes",  # 1 - (3 / 5) / (14 / 20)
    ]
    (item,) = map(json.loads, told("list", "--state", "disputed"))
    assert (item["viewpoint_id"], [each["value"] for each in item["votes"]]) == (
        "sofa",
        ["left", "right", "same"],
    )
    staff = people(Role.REVIEWER)
    assert staff.call("GET", "/vote-counts").json()[0]["states"]["disputed"] == 1
    assert item["item_id"] in staff.call("GET", "/votes", headers={"Accept": "text/csv"}).text
    assert told("settle", item["item_id"], "left") == [f"The item {item['item_id']} is decided: left."]
    assert told("show")[0] == "corridor, judge: 1 decided, 1 settled; decided for: left 2"
    assert {json.loads(line)["state"] for line in told("list")} == {"decided", "settled"}


def test_nobody_judges_what_was_withdrawn(store: Store, judged: Judged, people: People) -> None:
    judged(REPLAY)
    guides = guided(people)
    judged(REPLAY)
    holder = people()
    lease = holder.lease("judge")["lease_id"]
    for guide in guides:
        withdraw(store, guide.annotator_id, None)
    assert store.records.count(GuideAnnotation) == 0
    assert holder.submit(lease, {"answer": {"answers": {"tidy": True}}}).status_code == 409
    assert nothing_for(holder)
    assert nothing_for(people())
