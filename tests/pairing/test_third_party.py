"""Kinds for two people that packages bring: one that is made of ours, and one with a class of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import open_environment
from environments.errors import ConfigurationError
from pangea_server import Settings, create_app
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds import kinds
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.kinds import load_kinds
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.dialogues import Dialogues
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, meet, said

PLUGINS = Path(__file__).parents[1] / "data" / "plugins"
LOOK = {"type": "camera", "viewpoint_id": "lamp", "heading": 1.0, "elevation": 0.25}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both packages are."""
    for package in ("pangea_warm_cold", "pangea_door_count"):
        monkeypatch.syspath_prepend(PLUGINS / package)
    yield
    kinds._declarations.cache_clear()


@pytest.fixture
def server(settings: Settings, installed: None) -> Iterator[TestClient]:
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def plan(store: Store, settings: Settings) -> Callable[..., None]:
    """``plan(kind, keys of its section)`` asks for one piece of work."""

    def create(kind: str, **section: Any) -> None:
        wanted = {"id": "talks", "languages": ["en-US"], "tasks": {kind: {"per_scan": 1, **section}}}
        places = open_environment(settings.environment)
        definition = CampaignDefinition.model_validate(wanted)
        create_campaign(store.records, places, settings.environment, definition)

    return create


def hand_in(person: Someone, lease: dict[str, Any], walk: tuple[str, ...], answer: dict[str, Any]) -> None:
    sent = person.submit(lease["lease_id"], person.record(lease["lease_id"], walk) | {"answer": answer})
    assert sent.status_code == 200, sent.text


@pytest.mark.usefixtures("server")
def test_a_kind_with_seats_of_its_own_is_done_by_two(
    plan: Callable[..., None],
    people: People,
    call: Call,
    store: Store,
    settings: Settings,
    tmp_path: Path,
) -> None:
    plan("warm_cold", partner_view="position")
    both = [(person, person.lease("warm_cold")) for person in (people(), people())]
    (caller, told), (seeker, asked) = both
    start, goal = told["start"]["viewpoint_id"], told["args"]["goal"]
    names = ("role", "ends", "watched", "watches")
    assert [told["pairing"][name] for name in names] == ["caller", False, False, True]
    assert [asked["pairing"][name] for name in names] == ["seeker", True, True, False]
    assert goal != start
    assert asked["args"]["goal"] is None
    with call(caller, told) as line, call(seeker, asked) as other:
        meet(line, other)
        line.send_json(LOOK)  # nobody sees a caller's
        line.send_json({"type": "text", "words": "Warmer"})
        assert other.receive_json()["type"] == "text"
        other.send_json(LOOK)
        assert said(line, "camera")["viewpoint_id"] == "lamp"
        line.send_json({"type": "over"})
        assert said(line, "now")["state"] == "running"
        other.send_json({"type": "over"})
        while said(line, "now")["state"] != "ended":
            pass
    walk = tuple(open_environment(settings.environment).scan("corridor").graph.shortest_path(start, goal))
    hand_in(seeker, asked, walk, {"transcript": "Here?"})
    hand_in(caller, told, (start,), {"messages": [{"time": 1.0, "words": "Warmer"}], "calls": 1})
    answers = {each.args["role"]: each for each in store.records.find(TaskAnnotation)}
    assert answers["caller"].answer["calls"] == 1
    assert answers["seeker"].scores["metres_left"] == pytest.approx(0.0)
    assert "metres_left" not in answers["caller"].scores
    assert not Dialogues().write(Dataset(store), tmp_path)
    assert '"caller"' in (tmp_path / "warm_cold.jsonl").read_text()


@pytest.mark.usefixtures("server")
def test_a_class_of_its_own_with_seats_is_done_by_two(
    plan: Callable[..., None],
    people: People,
    call: Call,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door_count = import_module("door_count").DoorCount
    monkeypatch.setattr(door_count, "declares", Declaration(seats=("counter", "witness")))
    kinds._declarations.cache_clear()
    plan("door_count")
    both = [(person, person.lease("door_count")) for person in (people(), people())]
    assert [lease["pairing"]["role"] for _, lease in both] == ["counter", "witness"]
    assert both[0][1]["pairing"]["pairing_id"] == both[1][1]["pairing"]["pairing_id"]
    with call(*both[0]) as line, call(*both[1]) as other:
        meet(line, other)
        other.send_json(LOOK)  # nobody is watched
        other.send_json({"type": "text", "words": "Three?"})
        assert line.receive_json()["type"] == "text"
    for person, lease in both:
        answer = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
        sent = person.submit(lease["lease_id"], answer | {"answer": {"doors": 3}})
        assert sent.status_code == 200, sent.text
    kept = store.records.find(TaskAnnotation)
    assert {each.args["role"] for each in kept} == {"counter", "witness"}
    assert {each.args["pairing_id"] for each in kept} == {both[0][1]["pairing"]["pairing_id"]}
    assert not Dialogues().write(Dataset(store), tmp_path)


@pytest.mark.parametrize(
    "said",
    [
        {"seats": ("a", "a")},
        {"seats": ("one",)},
        {"seats": ("one", "two", "three")},
        {"seats": ("One", "two")},
        {"seats": ("<b>", "two")},
        {"seats": ("one", "two"), "watched": ("three",)},
        {"watched": ("one",)},
        {"seats": ("one", "two"), "plan_only": "three"},
    ],
)
@pytest.mark.usefixtures("installed")
def test_seats_that_cannot_be_are_refused(said: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    warm_cold = import_module("warm_cold").WarmCold
    monkeypatch.setattr(warm_cold, "declares", Declaration(**said))
    with pytest.raises(ConfigurationError, match="warm_cold") as refused:
        load_kinds()
    assert refused.value.remedy
