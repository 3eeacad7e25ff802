"""Hide and seek: what both are told, how the hider's page lets the seeker's go, and how a search is scored."""

from __future__ import annotations

from typing import Any

import pytest

from environments.demo import DemoHouse
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.planning.other_tasks import plan_faults, wanted_work
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, add_tasks, meet, said
from tests.server.conftest import CORRIDOR

DOOR, LAMP, SOFA, WINDOW = CORRIDOR  # two metres from one to the next


@pytest.fixture
def pair(people: People, store: Store) -> list[tuple[Someone, dict[str, Any]]]:
    """A hider and a seeker, each with a lease."""
    add_tasks(store, "seek", path=(DOOR,), args={"speaking": "open", "hide_seconds": 20})
    both = people(), people()
    return [(person, person.lease("seek")) for person in both]


def hand_in(seat: tuple[Someone, dict[str, Any]], walk: tuple[str, ...], **answer: Any) -> Any:
    """With a voice of two seconds."""
    person, lease = seat
    words = {"transcript": "Where are you?", "messages": []} | answer
    return person.submit(lease["lease_id"], person.record(lease["lease_id"], walk) | {"answer": words})


def scores_of(store: Store, role: str) -> dict[str, float | None]:
    (found,) = (each for each in store.records.find(TaskAnnotation) if each.args["role"] == role)
    return found.scores


def campaign(**section: Any) -> CampaignDefinition:
    tasks = {"seek": {"per_scan": 3} | section}
    return CampaignDefinition.model_validate({"id": "game", "languages": ["en-US"], "tasks": tasks})


def test_a_campaign_says_how_long_one_may_hide(store: Store) -> None:
    house = DemoHouse()
    assert list(plan_faults(campaign(hide_seconds=30), house)) == []
    specs = [work.spec for work in wanted_work(campaign(hide_seconds=30), house, store.records)]
    assert [dict(spec.args) for spec in specs] == [{"speaking": "open", "hide_seconds": 30}] * 3
    assert len({spec.path for spec in specs}) == 3


@pytest.mark.parametrize("section", [{"hide_seconds": 1}, {"hide_seconds": "long"}, {"partner_view": "none"}])
def test_what_a_campaign_file_may_not_say(section: dict[str, Any]) -> None:
    (fault,) = plan_faults(campaign(**section), DemoHouse())
    assert fault.where[2] == next(iter(section))


def test_both_begin_at_one_place_and_roles_take_turns(pair: list[Any], people: People, store: Store) -> None:
    leases = [lease for _, lease in pair]
    assert [lease["pairing"]["role"] for lease in leases] == ["hider", "seeker"]
    assert {lease["start"]["viewpoint_id"] for lease in leases} == {DOOR}
    assert [lease["args"] for lease in leases] == [{"speaking": "open", "hide_seconds": 20}] * 2
    for seat in pair:
        assert hand_in(seat, (DOOR, LAMP)).status_code == 200
    add_tasks(store, "seek", 2, path=(SOFA,))
    assert [person.lease("seek")["pairing"]["role"] for person, _ in pair] == ["seeker", "hider"]


def test_the_seeker_hears_when_the_hider_is_hidden_and_never_where(pair: list[Any], call: Call) -> None:
    with call(*pair[0]) as line, call(*pair[1]) as other:
        meet(line, other)
        line.send_json({"type": "camera", "viewpoint_id": SOFA, "heading": 1.0})
        line.send_json({"type": "ready"})
        assert other.receive_json() == {"type": "ready"}
        other.send_json({"type": "text", "words": "I come!"})
        assert said(line, "text")["words"] == "I come!"


@pytest.mark.parametrize("first", [0, 1])
def test_a_search_that_ends_one_step_away_has_found(pair: list[Any], store: Store, first: int) -> None:
    walks = ((DOOR, LAMP, SOFA, WINDOW), (DOOR, LAMP, DOOR, LAMP, SOFA))
    for seat in (first, 1 - first):
        assert hand_in(pair[seat], walks[seat], began=0.5).status_code == 200
    assert scores_of(store, "seeker") == pytest.approx(
        {
            "path_length": 8.0,
            "found": 1.0,
            "error": 2.0,
            "seconds": 1.5,
            "shortest": 4.0,
            "spl": 0.5,
        }
    )
    assert scores_of(store, "hider") == {"path_length": pytest.approx(6.0)}


def test_further_away_nothing_was_found(pair: list[Any], store: Store) -> None:
    assert hand_in(pair[0], (DOOR, LAMP, SOFA, WINDOW), began=1.0).status_code == 200
    assert hand_in(pair[1], (DOOR, LAMP), began=2.0).status_code == 200
    assert scores_of(store, "seeker") == pytest.approx(
        {"path_length": 2.0, "found": 0.0, "error": 4.0, "seconds": 0.0, "shortest": 4.0, "spl": 0.0}
    )


def test_who_hid_where_they_began_is_found_without_a_step(pair: list[Any], store: Store) -> None:
    assert hand_in(pair[0], (DOOR,), began=1.0).status_code == 200
    assert hand_in(pair[1], (DOOR,), began=1.0).status_code == 200
    assert scores_of(store, "seeker")["spl"] == 1.0


def test_what_is_not_known_is_not_made_up(pair: list[Any], store: Store) -> None:
    assert hand_in(pair[1], (DOOR, LAMP)).status_code == 200
    unknown = dict.fromkeys(("found", "error", "seconds", "shortest", "spl"))
    assert scores_of(store, "seeker") == {"path_length": pytest.approx(2.0)} | unknown
    assert hand_in(pair[0], (DOOR, LAMP)).status_code == 200
    assert scores_of(store, "seeker")["seconds"] is None  # their page did not say when it began
    assert scores_of(store, "seeker")["found"] == 1.0


@pytest.mark.parametrize("began", [2.5, -1, "soon"])
def test_a_search_begins_within_the_recording(pair: list[Any], began: object) -> None:
    assert_problem(hand_in(pair[1], (DOOR, LAMP), began=began), 422, "submission")
