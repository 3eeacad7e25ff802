"""A pilot of 28 people in three arms: afterwards dashboard, status, agreement, export, release and card count alike.

Some of its words are sent back, by Followers who give up and by a reviewer; some answers are rejected or accepted, some
are check items or of learning periods, and two people withdraw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from rich.console import Console
from rich.table import Table

from environments import Environment, PanoramaFolder
from pangea_server.annotate.annotations.population import LeftOut, Population
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.app.testing.server import Someone
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.planning.outlook import so_far, wanted_tasks
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.quality.agreement import agreement
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.protocol import Store
from tests.pilot.conftest import LANGUAGES, ROOMS, Person, in_turns, let_people_in
from tests.questionnaires.conftest import opinion

PEOPLE = 28
PATHS = [ROOMS[start : start + 4] for start in range(8)]
ARMS = {"both": {"weight": 2}, "text": {"instruction": "text"}, "blind": {"pictures": "none"}}
Counts = Mapping[str, Mapping[LeftOut | None, int]]
"""Guides and walks, by why they are left out; None: those that count."""


@pytest.fixture
def crowd(server: TestClient, store: Store) -> list[Person]:
    people = let_people_in(server, store, PEOPLE)
    for person in people:
        person.gives_up = 0.35
    return people


def begin(store: Store, places: Environment) -> None:
    content = {
        "id": "pilot",
        "languages": list(LANGUAGES),
        "paths": [{"scan": "row", "viewpoints": [list(path) for path in PATHS]}],
        "followers_per_guide": 3,
        "send_back_after": 2,
        "rotation": {"first": 0},
        "caps": {"per_person": 12},
        "trust": {"learning": 1, "opening": 1, "share": 0.1},
        "conditions": {"arms": ARMS},
        "forms": {"after": opinion(asked="after_session", tasks=2)},
    }
    create_campaign(store.records, places, "row", CampaignDefinition.model_validate(content))


def review(staff: Someone, kind: str, number: int, verdict: str) -> None:
    wanted = {"verdict": verdict, "version": 0, "reason": "Which door?" if verdict != "accept" else ""}
    decided = staff.call("PUT", f"/review/{kind}-{number:06d}/decisions/{uuid4()}", json=wanted)
    assert decided.status_code == 200, decided.text


def collect(store: Store, crowd: list[Person], staff: Someone) -> None:
    """All that can be done, twice: what was sent back the first time is done by others."""
    in_turns(crowd, "guide")
    guides = [
        each.instruction_id for each in store.records.find(GuideAnnotation, limit=500) if not each.learning
    ]
    make_check_items(store.records, "pilot", guides[:3])
    for number in guides[3:9]:
        review(staff, "guide", number, "accept")
    in_turns(crowd, "follower")
    in_turns(crowd, "guide")
    in_turns(crowd, "follower")
    unmarked = [each for each in store.records.find(GuideAnnotation, limit=500) if not each.sent_back]
    review(staff, "guide", unmarked[-1].number, "reject")
    review(staff, "guide", unmarked[-2].number, "send_back")
    walks = [each for each in store.records.find(FollowerAnnotation, limit=500) if not each.check_item]
    for walk in walks[::7]:
        review(staff, "follower", walk.number, "reject")
    for walk in walks[1::7]:
        review(staff, "follower", walk.number, "accept")
    kept = {
        each.annotator_id
        for each in store.records.find(GuideAnnotation, limit=500)
        if each.instruction_id in guides[:9]
    }
    leaving = [each for each in crowd if each.someone.annotator_id not in kept][:2]
    for person in leaving:
        assert person.someone.call("DELETE", "/me").json()["attempts"] > 0


def on_the_dashboard(staff: Someone, population: Population) -> Counts:
    def told(kind: str) -> Mapping[LeftOut | None, int]:
        view = staff.call("GET", f"/monitor?kind={kind}&population={population}").json()
        total = sum(each["annotations"] for each in view["total"]["kinds"].values())
        return _without_none({LeftOut(why): count for why, count in view["left_out"].items()}, total)

    return {"guides": told("guide"), "walks": told("follower")}


def in_an_export(store: Store, folder: Path, population: Population) -> Counts:
    report = export(Dataset(store, population=population), folder, open_formats(["rxr"]))
    return {
        "guides": _without_none(report.left_out["Guide annotations"], report.guides),
        "walks": _without_none(report.left_out["walks"], report.followers),
    }


def in_the_status(store: Store) -> Counts:
    campaign = store.records.get(Campaign, "pilot")
    found = {
        each.kind: _without_none(each.left_out, each.counted) for each in so_far(store.records, campaign)
    }
    return {"guides": found["guide"], "walks": found["follower"]}


def _without_none(left: Mapping[LeftOut, int], counted: int) -> Mapping[LeftOut | None, int]:
    return Counter[Any](left) + Counter[Any]({None: counted})


def show(found: Mapping[str, Counts]) -> None:
    """One table of all, for who reads the test's output."""
    table = Table(title=f"A pilot of {PEOPLE} people")
    for heading in ("where", "of", "count", *LeftOut):
        table.add_column(heading)
    for where, counts in found.items():
        for of, reasons in counts.items():
            table.add_row(where, of, *(str(reasons.get(why, 0)) for why in (None, *LeftOut)))
    Console(width=160).print(table)


def test_everything_counts_the_same(
    store: Store,
    place: Path,
    crowd: list[Person],
    staff: Someone,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    places = PanoramaFolder(place)
    begin(store, places)
    wanted = wanted_tasks(store.records, "pilot")
    assert wanted == {"guide": len(PATHS) * len(LANGUAGES), "follower": 3 * len(PATHS) * len(LANGUAGES)}
    collect(store, crowd, staff)
    assert store.records.count(FormAnswer) > PEOPLE
    stored = {
        "guides": store.records.count(GuideAnnotation),
        "walks": store.records.count(FollowerAnnotation),
    }
    for population in Population:
        found = {
            "dashboard": on_the_dashboard(staff, population),
            "export": in_an_export(store, tmp_path / population, population),
        }
        if population is Population.DATA:
            found["status"] = in_the_status(store)
        show({f"{population}, {where}": counts for where, counts in found.items()})
        first = found["dashboard"]
        assert all(counts == first for counts in found.values()), population
        assert {of: sum(reasons.values()) for of, reasons in first.items()} == stored
        agreed = sum(
            (Counter(each.left_out) for each in agreement(store.records, places, population=population)),
            Counter(),
        )
        assert agreed == {why: count for why, count in first["walks"].items() if why}
    usual = on_the_dashboard(staff, Population.DATA)
    met = {why for reasons in usual.values() for why in reasons}
    assert met == {None, *LeftOut} - {LeftOut.LATER, LeftOut.PENDING}, "a reason that no answer had"

    released = make_release(Dataset(store), tmp_path / "release", open_formats(["rxr"]), "1.0").exported
    assert (released.guides, released.followers) == (usual["guides"][None], usual["walks"][None])
    card = (tmp_path / "release" / "README.md").read_text()
    for what, of in (("Guide annotations", "guides"), ("walks", "walks")):
        (line,) = (line for line in card.splitlines() if line.startswith(f"Not in it, of {what}: "))
        assert sum(int(word) for word in line.split() if word.isdigit()) == stored[of] - usual[of][None]
