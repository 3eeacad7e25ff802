"""Licensed pictures: links end with the task and lead no further than it, are noted, and carry a number if asked."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from cachetools import TTLCache
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server import Settings
from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.records import (
    CampaignDefinition,
    CampaignState,
    PathSource,
    RoleRotation,
    ScanRecord,
)
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.links.media import WAKING_UP
from pangea_server.annotate.pictures.access import HeldTasks, PictureHolder
from pangea_server.annotate.pictures.log import PictureLog, keep_seen, seen_pictures
from pangea_server.annotate.pictures.records import MOST_SEEN, SeenPictures
from pangea_server.annotate.tasks.records import Lease, Task
from pangea_server.app.command_line import app as pangea
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in
from pangea_server.collect.planning.lifecycle import create_campaign, set_state
from pangea_server.core.errors import StoreFullError
from pangea_server.core.records import Record, now
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.consent.texts import publish
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("tiles")


@pytest.fixture
def tiles(corridor_tiles: Path, settings: Settings) -> Path:
    return Path(shutil.copytree(corridor_tiles, settings.tiles_dir))


def preview(person: Someone, viewpoint_id: str = "lamp", **asked: str) -> str:
    """Where a viewpoint's preview is, for this person."""
    scan = person.call("GET", "/scans/corridor", params=asked).json()
    view = next(view for view in scan["viewpoints"] if view["viewpoint_id"] == viewpoint_id)
    return str(view["tiles"]["preview"])


def replace(store: Store, record: Record) -> None:
    store.records.transact(lambda transaction: transaction.replace(record))


def forget(server: TestClient) -> None:
    """As after a second: what is known of leases is looked up again."""
    services = server.app.state.services  # type: ignore[attr-defined]
    services.get(HeldTasks)._held._known.clear()


@pytest.mark.usefixtures("campaign")
def test_what_is_known_of_a_task_may_end_while_it_is_read(people: People, server: TestClient) -> None:
    person, looks = people(), list[float]()
    lease = person.lease("guide")
    address = preview(person, lease=lease["lease_id"])
    held = server.app.state.services.get(HeldTasks)  # type: ignore[attr-defined]
    held._held._known = TTLCache(4, 2, lambda: looks.pop() if looks else 0.0)
    assert server.get(address).status_code == 200
    assert len(held._held._known) == 1
    looks += [9.0] * 9 + [1.0]  # there at the first look at the clock, and over at the second
    assert server.get(address).status_code == 200


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("ended", ["returned", "submitted", "taken over"])
def test_pictures_end_with_the_task(people: People, store: Store, server: TestClient, ended: str) -> None:
    guide = people()
    lease = guide.lease("guide")
    address = preview(guide)
    assert server.get(address).status_code == 200
    if ended == "returned":
        guide.call("DELETE", f"/leases/{lease['lease_id']}")
    elif ended == "submitted":
        guide.guide()
    else:
        held = store.records.get(Lease, lease["lease_id"])
        past = held.model_copy(update={"expires_at": now() - timedelta(hours=1)})
        task = store.records.get(Task, held.task_id)
        free = task.model_copy(update={"lease_expires_at": past.expires_at})
        replace(store, past)
        replace(store, free)
        people().lease("guide")
    forget(server)
    assert_problem(server.get(address), 404, "link_not_valid")


@pytest.mark.usefixtures("campaign")
def test_a_page_that_wakes_up_sees_its_pictures_and_a_task_that_was_left_is_over(
    people: People, store: Store, server: TestClient
) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    address = preview(guide)
    for ended_ago, status in ((WAKING_UP / 2, 200), (2 * WAKING_UP, 404)):
        held = store.records.get(Lease, lease_id)
        past = held.model_copy(update={"expires_at": now() - ended_ago})
        replace(store, past)
        forget(server)
        assert server.get(address).status_code == status
    assert guide.call("POST", f"/leases/{lease_id}/renew").status_code == 200
    forget(server)
    assert server.get(address).status_code == 200


@pytest.mark.usefixtures("campaign")
def test_addresses_stay_the_same_within_a_task_and_differ_between_tasks(people: People, store: Store) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    assert preview(guide) == preview(guide) == preview(guide, lease=lease_id)
    first = preview(guide)
    guide.call("DELETE", f"/leases/{lease_id}")
    guide.lease("guide")
    assert preview(guide) != first


def test_a_page_with_two_tasks_gets_the_links_of_its_own(people: People, campaign: None) -> None:
    people().guide()
    person = people()
    lease_id = person.lease("follower")["lease_id"]
    assert f"-{lease_id}-" in preview(person)
    assert preview(person, lease="0" * 32) == preview(person), "nobody chooses a lease of others"


@pytest.mark.usefixtures("campaign")
def test_a_practice_walk_needs_no_task(people: People, store: Store, server: TestClient) -> None:
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    idle, busy = people(), people()
    assert server.get(preview(idle)).status_code == 200
    lease_id = busy.lease("guide")["lease_id"]
    assert f"-{lease_id}-" not in preview(busy)
    assert f"-{lease_id}-" in preview(busy, lease=lease_id)


def without_a_task(server: TestClient, person: Someone) -> list[bool]:
    """Which places of the corridor a page is told of, and may load; of the first, addresses for all are made."""
    views = person.call("GET", "/scans/corridor").json()["viewpoints"]
    told = [bool(view["images"] and view["tiles"]) for view in views]
    address = views[0]["images"]["equirectangular"]
    loaded = [
        server.get(address.replace(views[0]["viewpoint_id"], view["viewpoint_id"])).status_code == 200
        for view in views
    ]
    assert told == loaded
    return told


@pytest.mark.usefixtures("campaign")
def test_who_practises_sees_the_walk_and_one_step_beside_it(
    people: People, store: Store, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    monkeypatch.setattr("pangea_server.collect.scans.access.practice_path", lambda *_: ("door", "lamp"))
    assert without_a_task(server, people()) == [True, True, True, False]
    assert without_a_task(server, people(Role.REVIEWER)) == [True] * 4


def test_who_practises_sees_nothing_once_all_campaigns_are_closed(
    people: People, server: TestClient, store: Store, place: Path
) -> None:
    definition = CampaignDefinition(
        id="short", languages=("en-US",), paths=(PathSource(scan="corridor", viewpoints=(("door", "lamp"),)),)
    )
    create_campaign(store.records, PanoramaFolder(place), f"folder:{place}", definition)
    person = people()
    address = preview(person)
    assert server.get(address).status_code == 200
    set_state(store.records, "short", CampaignState.CLOSED)
    server.app.state.services.get(HeldTasks)._learning._known.clear()  # type: ignore[attr-defined]
    assert_problem(server.get(address), 404, "link_not_valid")
    assert_problem(person.call("GET", "/practice"), 404, "not_found")


@pytest.mark.usefixtures("campaign")
def test_what_is_over_shows_nothing_of_its_task(people: People) -> None:
    guide = people()
    lease = guide.lease("guide")
    address = f"/leases/{lease['lease_id']}"
    assert guide.call("GET", address).json()["args"] == lease["args"] != {}
    guide.call("DELETE", address)
    over = guide.call("GET", address).json()
    assert (over["state"], over["args"], over["instructions"], over["start_preview"]) == (
        "returned",
        {},
        [],
        None,
    )


@pytest.mark.usefixtures("campaign")
def test_who_trains_sees_the_whole_place_until_they_have_passed(
    people: People, store: Store, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    monkeypatch.setattr("pangea_server.collect.scans.access.practice_path", lambda *_: ("door", "lamp"))
    trainee, trains = people(), True
    monkeypatch.setattr("pangea_server.collect.scans.access.trains_in", lambda *_: trains)
    assert without_a_task(server, trainee) == [True] * 4
    trains = False
    places: HeldTasks = server.app.state.services.get(HeldTasks)  # type: ignore[attr-defined]
    places._learning._known.clear()  # type: ignore[attr-defined]
    assert without_a_task(server, trainee) == [True, True, True, False]


@pytest.mark.parametrize("free", [False, True])
def test_a_guide_who_is_kept_to_the_path_sees_it_and_one_step_beside_it(
    people: People, server: TestClient, store: Store, place: Path, free: bool
) -> None:
    """The path goes from the door to the lamp; the sofa is one step further, the window two."""
    definition = CampaignDefinition(
        id="short",
        languages=("en-US",),
        paths=(PathSource(scan="corridor", viewpoints=(("door", "lamp"),)),),
        rotation=RoleRotation(first=0),
        trust=TrustRules(learning=0),
        guide=GuideRules(free=free),
    )
    create_campaign(store.records, PanoramaFolder(place), f"folder:{place}", definition)
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    for viewpoint_id in ("door", "lamp", "sofa", "window"):
        reached = free or viewpoint_id != "window"
        address = preview(guide, viewpoint_id, lease=lease_id)
        assert server.get(address).status_code == (200 if reached else 404), viewpoint_id
    assert server.get(preview(people(Role.REVIEWER), "window")).status_code == 200


def noted(server: TestClient) -> list[tuple[int, str, str | None]]:
    """Who asked for which picture for which task, once all is written."""
    services = server.app.state.services  # type: ignore[attr-defined]
    services.get(PictureLog).close()
    return [
        (each.annotator_id, each.viewpoint_id, each.task_id) for each in seen_pictures(services.store.records)
    ]


@pytest.mark.usefixtures("campaign")
def test_each_panorama_is_noted_once_for_a_task(people: People, store: Store, server: TestClient) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    guide.lease("guide")
    scan = guide.call("GET", "/scans/corridor").json()
    for _ in range(2):
        for view in scan["viewpoints"][:2]:
            for column in (0, 1):
                tile = view["tiles"]["url_template"].format(level=1, face="front", row=0, column=column)
                assert server.get(tile).status_code == 200
    assert server.get(preview(reviewer, "sofa")).status_code == 200
    assert server.get(preview(guide, "window").replace("k=", "k=9")).status_code == 404
    assert set(noted(server)) == {
        (guide.annotator_id, "door", "guide-000001"),
        (guide.annotator_id, "lamp", "guide-000001"),
        (reviewer.annotator_id, "sofa", None),
    }
    assert store.records.count(SeenPictures) == 2


@pytest.mark.usefixtures("campaign")
def test_the_first_time_counts_over_servers_and_restarts(people: People, store: Store) -> None:
    lease_id = people().lease("guide")["lease_id"]
    early, late = now() - timedelta(minutes=5), now()
    about = {"seen_id": lease_id, "annotator_id": 1, "scan_id": "corridor", "lease_id": lease_id}
    for seen in ({"door": late}, {"door": early, "lamp": late}, {"door": late}):
        keep_seen(store.records, [SeenPictures(**about, first_seen=seen)])
    assert store.records.get(SeenPictures, lease_id).first_seen == {"door": early, "lamp": late}


def test_a_record_stays_small_and_says_that_it_is_not_complete() -> None:
    full = SeenPictures(
        seen_id="s", annotator_id=1, scan_id="town", first_seen={str(n): now() for n in range(MOST_SEEN)}
    )
    more = full.with_seen({"one more": now()})
    assert (len(more.first_seen), more.is_complete) == (MOST_SEEN, False)
    assert full.with_seen({"7": now()}).is_complete


@pytest.mark.usefixtures("campaign")
def test_the_log_goes_with_who_withdraws_and_is_not_written_after(
    people: People, store: Store, server: TestClient
) -> None:
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    person, neighbour = people(), people()
    lease_id = person.lease("guide")["lease_id"]
    for address in (preview(person, lease=lease_id), preview(person), preview(neighbour)):
        assert server.get(address).status_code == 200
    withdraw(store, person.annotator_id, None)  # while the notes still wait
    assert {number for number, *_ in noted(server)} == {neighbour.annotator_id}
    about = {"annotator_id": neighbour.annotator_id, "scan_id": "corridor", "first_seen": {"door": now()}}
    keep_seen(store.records, [SeenPictures(seen_id="practice", **about)])
    withdraw(store, neighbour.annotator_id, None)
    assert store.records.count(SeenPictures) == 0


@pytest.mark.usefixtures("campaign")
def test_the_log_is_kept_no_longer_than_its_person_agreed_to(people: People, store: Store) -> None:
    publish(store.records, {"en": "For thirty days."}, retention_days=30)
    person = people()
    person.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    lease_id = person.lease("guide")["lease_id"]
    for seen_id, lease in ((lease_id, lease_id), ("practice", None)):
        about = {"annotator_id": person.annotator_id, "scan_id": "corridor", "lease_id": lease}
        keep_seen(store.records, [SeenPictures(seen_id=seen_id, **about, first_seen={"door": now()})])
    remove_past_their_date(store, now() + timedelta(days=29))
    assert store.records.count(SeenPictures) == 2
    remove_past_their_date(store, now() + timedelta(days=31))
    assert store.records.count(SeenPictures) == 0


@pytest.mark.usefixtures("campaign")
def test_the_command_lists_and_exports_the_log(
    people: People, store: Store, server: TestClient, settings: Settings
) -> None:
    guide = people()
    guide.lease("guide")
    assert server.get(preview(guide)).status_code == 200
    noted(server)
    at = ["--data-dir", str(settings.data_dir)]

    def listed(*options: str) -> str:
        done = CliRunner().invoke(pangea, ["audit", "pictures", *options, *at])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert f"person {guide.annotator_id}: corridor lamp guide-000001" in listed()
    header, row = listed("--format", "csv", "--scan", "corridor").splitlines()
    assert header == "first_seen,annotator_id,scan_id,viewpoint_id,task_id"
    assert row.endswith(f",{guide.annotator_id},corridor,lamp,guide-000001")
    assert '"viewpoint_id": "lamp"' in listed("--format", "json", "--person", str(guide.annotator_id))
    assert listed("--person", "99") == listed("--scan", "castle") == listed("--since", "2099-01-01") == ""
    assert "enrolled" in CliRunner().invoke(pangea, ["audit", *at]).stdout


def test_pictures_are_sent_as_they_were_cut(server: TestClient, people: People, tiles: Path) -> None:
    cut = (tiles / "corridor" / "lamp" / "preview.jpg").read_bytes()
    assert server.get(preview(people(Role.REVIEWER))).content == cut


def test_a_note_that_cannot_be_stored_delays_nothing_and_is_tried_again(store: Store) -> None:
    class Full:
        def transact(self, work: object) -> None:
            raise StoreFullError("The disk is full.", remedy="Make room.")

    person, _ = let_in(store.records)
    log = PictureLog(Full())  # type: ignore[arg-type]
    log.note(PictureHolder(person.annotator_id, ""), "corridor", "door")
    log.close()
    assert store.records.count(SeenPictures) == 0
    assert not log._noted, "the next tile notes it again"
