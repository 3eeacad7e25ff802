"""Tasks for two at agreed times over HTTP: who is given a seat when, and what others are told."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server import Settings
from pangea_server.annotate.assignment import leases, open_tasks, seats
from pangea_server.annotate.assignment.vain_waits import end_vain_wait, waits_in_vain
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.annotate.pairing.records import EndReason, Pairing, PairingState
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.command_line import app
from pangea_server.app.partner.client import Client
from pangea_server.app.partner.observer import Observer
from pangea_server.app.partner.playing import play
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.pairing import routes
from pangea_server.collect.planning.command import told_times
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.collect.queue import offers
from pangea_server.collect.queue import routes as queue
from pangea_server.collect.tally import open_work
from pangea_server.core.records import padded
from pangea_server.dataset.monitoring import own_routes
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, said

DAY = datetime(2126, 12, 2, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
MORNING, EVENING = (DAY + 9 * HOUR, DAY + 11 * HOUR), (DAY + 18 * HOUR, DAY + 19 * HOUR)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The server's clock, an hour before the first time; to be set."""
    time = [MORNING[0] - HOUR]
    for module in (leases, open_tasks, seats, offers, open_work, routes, queue, own_routes):
        monkeypatch.setattr(module, "now", lambda: time[0])
    return time


@pytest.fixture
def create(store: Store, place: Path) -> Any:
    """Creates a campaign with one dialogue, at two agreed times; and what is changed."""

    def run(**changed: Any) -> None:
        times = [{"begins": begins, "ends": ends} for begins, ends in (MORNING, EVENING)]
        base: dict[str, Any] = {
            "id": "talks",
            "languages": ["en-US"],
            "tasks": {"locate_two": {"per_scan": 1}},
            "agreed_times": {"locate_two": times},
        }
        definition = CampaignDefinition.model_validate(base | changed)
        create_campaign(store.records, PanoramaFolder(place), "place", definition)

    return run


def ask(person: Someone, kind: str | None = "locate_two") -> tuple[int, str | None, str | None, str | None]:
    """Status, reason, the kind that was given or waits, and when the time begins that is agreed."""
    answer = person.call("POST", "/leases", json={"kind": kind})
    given = answer.json()["kind"] if answer.status_code == 200 else answer.headers.get("PanGEA-Kind")
    return (
        answer.status_code,
        answer.headers.get("PanGEA-Reason"),
        given,
        answer.headers.get("PanGEA-Opens-At"),
    )


def later(begins: datetime, kind: str | None = None) -> tuple[int, str, str | None, str]:
    return 204, "later", kind, begins.isoformat()


GIVEN = (200, None, "locate_two", None)
NOTHING = (204, "nothing", None, None)


def test_a_seat_is_given_out_in_the_agreed_times_only(
    people: People, create: Any, clock: list[datetime]
) -> None:
    create()
    assert ask(people()) == later(MORNING[0])
    clock[0] = MORNING[0]
    early, other = people(), people()
    assert ask(early) == ask(other) == GIVEN
    assert ask(people()) == NOTHING, "the one dialogue is under way"
    clock[0] += MINUTE
    assert early.call("DELETE", f"/leases/{early.lease('locate_two')['lease_id']}").status_code == 204
    clock[0] = MORNING[1]
    assert ask(people()) == later(EVENING[0])
    clock[0] = EVENING[1]
    assert ask(people()) == NOTHING


def test_who_sits_goes_on_after_the_time(people: People, create: Any, clock: list[datetime]) -> None:
    create()
    clock[0] = MORNING[1] - MINUTE
    first, second = people(), people()
    held = [person.lease("locate_two")["lease_id"] for person in (first, second)]
    clock[0] = MORNING[1] + MINUTE
    assert [person.lease("locate_two")["lease_id"] for person in (first, second)] == held
    assert first.call("POST", f"/leases/{held[0]}/renew").status_code == 200
    assert first.call("GET", "/me/next").json()["kind"] == "locate_two"


def test_who_waits_alone_when_the_time_ends_is_let_go(
    people: People, create: Any, store: Store, clock: list[datetime]
) -> None:
    create(caps={"per_person": 1})
    clock[0] = MORNING[1] - MINUTE
    person = people()
    lease = person.lease("locate_two")
    clock[0] = MORNING[1]
    assert ask(person) == later(EVENING[0])
    opens = {"kind": None, "reason": "later", "opens_at": "2126-12-02T18:00:00Z"}
    assert person.call("GET", "/me/next").json() == opens
    pairing = store.records.get(Pairing, lease["pairing"]["pairing_id"])
    assert (pairing.state, pairing.reason) == (PairingState.ENDED, EndReason.LATE)
    assert store.records.get(Lease, lease["lease_id"]).state is LeaseState.RETURNED
    assert {task.state for task in store.records.find(Task)} == {TaskState.OPEN}
    clock[0] = EVENING[0]
    assert ask(person) == GIVEN, "the wait in vain counts for no cap"


def test_the_page_of_who_waits_hears_it_on_the_line(
    people: People, create: Any, clock: list[datetime], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "SEEN_SECONDS", 0.05)
    create()
    clock[0] = MORNING[0]
    person = people()
    lease = person.lease("locate_two")
    with call(person, lease) as line:
        assert said(line, "now")["state"] == "waiting"
        clock[0] = MORNING[1]
        while (told := said(line, "now"))["state"] != "ended":
            pass
        assert told["reason"] == "late"
        assert said(line, "refused")["code"] == "lease"


def test_a_partner_who_comes_in_the_last_moment_is_not_sent_away(
    people: People, create: Any, store: Store, clock: list[datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    clock[0] = MORNING[1] - MINUTE
    alone, comes = people(), people()
    lease = store.records.get(Lease, alone.lease("locate_two")["lease_id"])
    person = store.records.get(Annotator, padded(alone.annotator_id))
    assert waits_in_vain(store.records, lease, MORNING[1])
    monkeypatch.setattr(
        "pangea_server.annotate.assignment.vain_waits.waits_in_vain",
        lambda *_: comes.lease("locate_two") is not None,
    )
    end_vain_wait(store.records, person, lease, MORNING[1])
    assert store.records.get(Lease, lease.lease_id).state is LeaseState.ACTIVE
    assert {each.state for each in store.records.find(Pairing)} == {PairingState.RUNNING}


def test_other_work_is_offered_meanwhile(people: People, create: Any, clock: list[datetime]) -> None:
    create(tasks={"locate_two": {"per_scan": 1}, "tour": {"per_scan": 1}})
    person = people()
    assert ask(person) == later(MORNING[0], "tour")
    waiting = person.call("GET", "/me/waiting/locate_two").json()
    assert waiting == {
        "tasks": 0,
        "more": False,
        "ready": False,
        "reason": "later",
        "kind": "tour",
        "opens_at": "2126-12-02T09:00:00Z",
    }
    assert person.call("GET", "/me/next").json() == {"kind": "tour", "reason": None, "opens_at": None}
    assert ask(person, None)[2] == "tour"
    clock[0] = MORNING[0]
    assert person.call("GET", "/me/waiting/locate_two").json()["ready"] is True


def test_kinds_have_times_of_their_own_and_the_earliest_is_told(
    people: People, create: Any, clock: list[datetime]
) -> None:
    hours = {
        kind: [{"begins": begins, "ends": begins + HOUR}]
        for kind, begins in (("locate_two", EVENING[0]), ("seek", MORNING[0]))
    }
    create(tasks={"locate_two": {"per_scan": 1}, "seek": {"per_scan": 1}}, agreed_times=hours)
    person = people()
    assert ask(person, None) == later(MORNING[0])
    assert ask(person, "locate_two") == later(EVENING[0])
    clock[0] = MORNING[0]
    assert ask(person, "locate_two") == later(EVENING[0], "seek")
    assert ask(person, None)[2] == "seek"


def test_a_time_is_told_to_nobody_who_would_get_no_task_then(
    people: People, create: Any, clock: list[datetime]
) -> None:
    create(caps={"per_person": 1}, tasks={"locate_two": {"per_scan": 1}, "tour": {"per_scan": 1}})
    person = people()
    assert person.lease("tour")
    assert ask(person) == (204, "cap", None, None)
    assert clock[0] < MORNING[0]


def test_a_person_and_the_team_see_the_times(people: People, create: Any, clock: list[datetime]) -> None:
    create()
    times = [
        {"begins": f"2126-12-02T{begins:02}:00:00Z", "ends": f"2126-12-02T{ends:02}:00:00Z"}
        for begins, ends in ((9, 11), (18, 19))
    ]
    (campaign,) = people(Role.REVIEWER).call("GET", "/campaigns").json()
    assert campaign["agreed_times"] == {"locate_two": times}
    person = people()
    assert person.call("GET", "/me/work").json()["agreed_times"] == {"locate_two": times}
    clock[0] = MORNING[1]
    assert person.call("GET", "/me/work").json()["agreed_times"] == {"locate_two": times[1:]}
    clock[0] = EVENING[1]
    assert person.call("GET", "/me/work").json()["agreed_times"] == {}


def test_who_waits_is_told_until_when_others_come(people: People, create: Any, clock: list[datetime]) -> None:
    create()
    clock[0] = MORNING[0]
    person = people()
    lease = person.lease("locate_two")
    assert lease["pairing"]["until"] == "2126-12-02T11:00:00Z"
    clock[0] = MORNING[1]
    late = person.call("GET", f"/leases/{lease['lease_id']}").json()
    assert late["pairing"]["until"] is None


def test_the_times_of_two_campaigns_are_told_together(
    people: People, create: Any, clock: list[datetime]
) -> None:
    create()
    create(id="more", agreed_times={"locate_two": [{"begins": MORNING[1], "ends": EVENING[0]}]})
    create(id="foreign", languages=["hi-IN"])
    told = people().call("GET", "/me/work").json()["agreed_times"]["locate_two"]
    assert [time["begins"][11:13] for time in told] == ["09", "11", "18"]
    assert clock[0] < MORNING[0]


def test_the_command_tells_the_times_that_are_not_over(create: Any, store: Store) -> None:
    create()
    times = store.records.get(Campaign, "talks").definition.agreed_times["locate_two"]
    first, second = (
        "  2126-12-02 09:00 to 2126-12-02 11:00",
        "  2126-12-02 18:00 to 2126-12-02 19:00",
    )
    title = "locate_two: tasks are given out at these times only (UTC)."
    assert list(told_times("locate_two", times, DAY)) == [title, first, second]
    assert list(told_times("locate_two", times, MORNING[0])) == [title, f"{first} now", second]
    (over, remedy) = told_times("locate_two", times, EVENING[1])
    assert "the last agreed time is over" in over
    assert "agreed_times" in remedy


def test_a_program_that_comes_too_early_says_when_to_start_it(
    people: People, create: Any, clock: list[datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    person = people()

    def call(_client: Client, method: str, path: str, body: object = None) -> Any:
        answer = person.call(method, path, json=body)
        return answer.json() if answer.content else None

    monkeypatch.setattr(Client, "call", call)
    (said,) = play(Client("", ""), Observer)
    assert said == "The next agreed time begins at 2126-12-02T09:00:00Z: start the program again then."
    clock[0] = EVENING[1]
    assert list(play(Client("", ""), Observer)) == []


def test_the_status_of_a_campaign_has_its_times(create: Any, settings: Settings) -> None:
    create()
    data = ("--data-dir", str(settings.data_dir))
    shown = CliRunner().invoke(app, ["campaign", "status", *data])
    assert "locate_two: tasks are given out at these times only (UTC)." in shown.stdout
    (found,) = json.loads(CliRunner().invoke(app, ["campaign", "status", "--json", *data]).stdout)
    assert found["agreed_times"]["locate_two"][0] == {
        "begins": "2126-12-02T09:00:00Z",
        "ends": "2126-12-02T11:00:00Z",
    }
