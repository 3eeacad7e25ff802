"""A campaign's life: created, changed while people work, interrupted, paused, closed."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState, PathRecord
from pangea_server.annotate.tasks.records import History, Task, TaskState
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People, let_in
from pangea_server.collect.planning import writer
from pangea_server.collect.planning.lifecycle import Creation, create_campaign, set_state
from pangea_server.collect.queue.offers import lease_task
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import Record
from pangea_server.people.consent.partner import PARAGRAPHS, names_partner
from pangea_server.people.consent.texts import newest_text, publish
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store

HOUR = timedelta(hours=1)
WALKS = (("door", "lamp", "sofa"), ("window", "sofa", "lamp"), ("sofa", "window"))


def definition(**changed: Any) -> CampaignDefinition:
    base: dict[str, Any] = {
        "id": "walks",
        "languages": ["en-US", "hi-IN"],
        "paths": [{"scan": "corridor", "viewpoints": WALKS}],
        "followers_per_guide": 2,
    }
    return CampaignDefinition.model_validate(base | changed)


@pytest.fixture
def create(store: Store, place: Path) -> Any:
    def run(dry_run: bool = False, **changed: Any) -> Creation:
        wanted = definition(**changed)
        return create_campaign(store.records, PanoramaFolder(place), "place", wanted, dry_run=dry_run)

    return run


def everything(store: Store) -> list[Record]:
    return [record for kind in (Campaign, PathRecord, Task) for record in store.records.find(kind, limit=500)]


def states(store: Store) -> Counter[tuple[str, str]]:
    return Counter((task.kind, task.state.value) for task in store.records.find(Task, limit=500))


def test_every_path_has_a_guide_in_each_language_and_their_followers(store: Store, create: Any) -> None:
    create()
    assert states(store) == {("guide", "open"): 6, ("follower", "waiting"): 12}
    assert {task.campaign_id for task in store.records.find(Task)} == {"walks"}


def test_twice_is_as_once(store: Store, create: Any) -> None:
    create()
    before = everything(store)
    assert not create().changes
    assert everything(store) == before


def test_a_dry_run_writes_nothing(store: Store, create: Any) -> None:
    creation = create(dry_run=True)
    assert (creation.new_paths, creation.new_guides, creation.new_of_paths["follower"]) == (3, 6, 12)
    assert everything(store) == []


@pytest.mark.parametrize("transactions", [1, 2, 4])
def test_a_crash_in_the_middle_is_carried_on_with(
    store: Store, create: Any, monkeypatch: pytest.MonkeyPatch, transactions: int
) -> None:
    monkeypatch.setattr(writer, "RECORDS_TOGETHER", 1)
    write = writer._Writer.write
    done: list[Any] = []

    def crashing(writer: writer._Writer, some: Any) -> Campaign:
        if len(done) == transactions - 1:
            raise KeyboardInterrupt
        done.append(some)
        return write(writer, some)

    with monkeypatch.context() as patched:
        patched.setattr(writer._Writer, "write", crashing)
        if transactions <= len(WALKS):
            with pytest.raises(KeyboardInterrupt):
                create()
        else:
            create()
    create()
    assert states(store) == {("guide", "open"): 6, ("follower", "waiting"): 12}
    assert store.records.count(PathRecord) == 3


def test_a_change_adds_what_is_new_and_renumbers_nothing(store: Store, create: Any) -> None:
    create()
    before = {task.record_id for task in store.records.find(Task, limit=500)}
    creation = create(languages=["en-US", "hi-IN", "te-IN"], followers_per_guide=3)
    assert creation.campaign.version == 2
    assert states(store) == {("guide", "open"): 9, ("follower", "waiting"): 27}
    assert before < {task.record_id for task in store.records.find(Task, limit=500)}


def test_a_change_retires_only_what_nobody_holds(store: Store, create: Any) -> None:
    create()
    person, _ = let_in(store.records, languages=["hi-IN"])
    lease = lease_task(store.records, person, "guide", None, HOUR)
    assert lease
    create(languages=["en-US"], paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}])
    held = store.records.get(Task, lease.task_id)
    assert (held.state, held.lease_id) == (TaskState.LEASED, lease.lease_id)
    assert states(store) == {
        ("guide", "open"): 1,
        ("guide", "leased"): 1,
        ("guide", "retired"): 4,
        ("follower", "waiting"): 2,
        ("follower", "retired"): 10,
    }


def test_what_is_wanted_again_gets_new_numbers(store: Store, create: Any) -> None:
    create()
    create(languages=["en-US"])
    create()
    assert states(store)["guide", "open"] == 6
    assert states(store)["guide", "retired"] == 3
    assert max(task.number for task in store.records.find(Task, {"kind": "guide"})) == 9


def test_pool_and_priority_move_with_the_file(store: Store, create: Any) -> None:
    create()
    source = {"scan": "corridor", "viewpoints": WALKS, "priority": 4}
    creation = create(paths=[source], pools={"hindi": {"languages": ["hi-IN"]}})
    assert creation.moved == 18
    found = {(task.language, task.pool, task.priority) for task in store.records.find(Task)}
    assert found == {("en-US", None, 4), ("hi-IN", "hindi", 4)}


def test_two_who_create_at_once_do_not_make_everything_twice(
    store: Store, create: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*arguments: Any) -> range:
        monkeypatch.setattr(writer, "take_numbers", take_numbers)
        create()
        return take_numbers(*arguments)

    monkeypatch.setattr(writer, "take_numbers", meanwhile)
    with pytest.raises(StoreConflictError, match="Another process is changing the campaign walks"):
        create()
    assert states(store) == {("guide", "open"): 6, ("follower", "waiting"): 12}


def test_closed_is_for_good(store: Store, create: Any) -> None:
    create()
    set_state(store.records, "walks", CampaignState.PAUSED)
    assert create().campaign.state is CampaignState.PAUSED
    set_state(store.records, "walks", CampaignState.CLOSED)
    for again in (create, lambda: set_state(store.records, "walks", CampaignState.RUNNING)):
        with pytest.raises(StoreConflictError, match="closed"):
            again()
    with pytest.raises(RecordNotFoundError, match="There are: walks"):
        set_state(store.records, "talks", CampaignState.PAUSED)


def test_consent_and_retention_come_from_the_file(store: Store, create: Any) -> None:
    create(consent={"texts": {"en": "We record."}, "retention_days": 30})
    create(consent={"texts": {"en": "We record."}, "retention_days": 30})
    text = newest_text(store.records)
    assert text
    assert (text.version, text.texts, text.retention_days) == (1, {"en": "We record."}, 30)


def test_where_two_people_hear_each_other_the_text_in_force_says_so(store: Store, create: Any) -> None:
    publish(store.records, {"en": "We record."}, 30)
    create(id="alone")
    assert newest_text(store.records) == publish(store.records, {"en": "We record."}, 30)
    for _ in range(2):
        create(tasks={"guide_two": {"per_scan": 1}})
        text = newest_text(store.records)
        assert text
        assert (text.version, text.retention_days) == (2, 30)
        assert text.texts == {"en": f"We record.\n\n{PARAGRAPHS['en']}\n"}
    create(id="alone", consent={"texts": {"hi": "हम रिकॉर्ड करते हैं।"}})  # it drops nothing
    text = newest_text(store.records)
    assert text
    assert names_partner(text.texts)


def test_a_file_for_two_that_brings_its_text_makes_one_version(store: Store, create: Any) -> None:
    for _ in range(2):
        create(tasks={"guide_two": {"per_scan": 1}}, consent={"texts": {"te": "రికార్డ్ చేస్తాము."}})
    text = newest_text(store.records)
    assert text
    assert text.version == 1
    assert PARAGRAPHS["te"] in text.texts["te"]


def test_a_campaign_for_two_without_any_text_is_told_so(tmp_path: Path, place: Path) -> None:
    file = tmp_path / "talks.yaml"
    where = ["--environment", f"folder:{place}", "--data-dir", str(tmp_path / "data")]
    for kind, told in (("guide_two", True), ("tour", False)):
        file.write_text(f"id: {kind[0]}\nlanguages: [en-US]\ntasks: {{{kind}: {{per_scan: 1}}}}\n")
        done = CliRunner().invoke(app, ["campaign", "create", str(file), *where])
        assert done.exit_code == 0, done.output
        assert ("no consent text is in force" in done.output) is told


def test_the_commands(tmp_path: Path, place: Path) -> None:
    file = tmp_path / "walks.yaml"
    file.write_text(
        "id: walks\nlanguages: [en-US]\npaths:\n  - {scan: corridor, viewpoints: [[door, lamp, sofa]]}\n"
    )
    data = ["--data-dir", str(tmp_path / "data")]
    where = ["--environment", f"folder:{place}", *data]

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["campaign", *arguments], env={"COLUMNS": "200"})
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    assert "would be made" in run("create", str(file), "--dry-run", *where)
    assert not (tmp_path / "data").exists()
    assert "1 Guide tasks and 1 Follower tasks were made." in run("create", str(file), *where)
    assert "version 1, running: 0 paths were added, 0 tasks retired" in run("create", str(file), *where)
    assert "is paused" in run("pause", "walks", *data)
    assert "walks: paused, version 1" in run("status", *data)
    assert "is running" in run("resume", "walks", *data)
    [found] = json.loads(run("status", "walks", "--json", *data))
    assert [(row["kind"], row["states"]["open"]) for row in found["rows"]] == [("guide", 1), ("follower", 0)]
    assert "is closed" in run("close", "walks", *data)


def test_a_learners_words_leave_the_path_to_be_described(store: Store, create: Any, people: People) -> None:
    wanted = {
        "languages": ["en-US"],
        "paths": [{"scan": "corridor", "viewpoints": [WALKS[0]]}],
        "rotation": {"first": 0},
        "trust": {"learning": 1},
    }
    create(**wanted)
    learner, other = people(), people()
    assert learner.guide().status_code == 200
    counted = {
        ("guide", "done"): 1,
        ("guide", "open"): 1,
        ("follower", "open"): 2,
        ("follower", "waiting"): 2,
    }
    assert states(store) == counted
    assert not create(**wanted).changes
    assert learner.call("POST", "/leases", json={"kind": "guide"}).status_code == 204
    learned = History(annotator_id=other.annotator_id, taken={"walks/guide": 1})
    store.records.create(learned)
    assert other.guide().status_code == 200
    assert states(store) == {("guide", "done"): 2, ("follower", "open"): 4}
    assert not create(**wanted).changes
