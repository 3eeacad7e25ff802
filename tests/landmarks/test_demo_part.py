"""The demo's part about landmarks in the store: made once, added to an older demo, and leading from step to step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from align import PoseTrace
from environments import ConfigurationError, open_environment
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.lookups import load_trace, trace_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.assignment.open_tasks import free_tasks
from pangea_server.annotate.assignment.rules import Lane, Reason
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.command_line import app
from pangea_server.app.demo import _landmarks, _prepare
from pangea_server.app.demo_landmarks.campaign import CAMPAIGN, SYSTEM, landmark_crew
from pangea_server.app.demo_landmarks.scripts import PATH, SCRIPTS
from pangea_server.app.demo_landmarks.spoken import meaning, said
from pangea_server.collect.platforms.records import Visit
from pangea_server.collect.queue.offers import offer_task
from pangea_server.collect.tally.open_work import waiting_for
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role, Session
from pangea_server.people.access.tokens import hash_token, new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import claim
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import RecordStore

HOUR = timedelta(hours=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LocalStore]:
    """An older demo, without the part."""
    with closing(LocalStore.open(tmp_path / "data")) as opened:
        _prepare(opened.records, tmp_path / "data", "http://127.0.0.1:8000")
        yield opened


def opened_by(store: LocalStore, link: str) -> Annotator:
    """Whose link it is; it opens once."""
    token = link.partition("#token=")[2]
    return store.records.get(Annotator, padded(claim(store.records, token, new_token(), HOUR).annotator_id))


def test_each_start_has_a_fresh_link_for_each_of_the_demos_people(store: LocalStore, tmp_path: Path) -> None:
    tasks = store.records.count(Task)
    for _ in range(2):
        links = _prepare(store.records, tmp_path / "data", "http://x.example")
        assert [link.partition("#")[0] for link in links.values()] == [
            f"http://x.example/{page}" for page in ("guide", "follower", "monitor")
        ]
        people = [opened_by(store, link) for link in links.values()]
        assert [(each.annotator_id, each.role) for each in people] == [
            *((1, Role.ANNOTATOR), (2, Role.ANNOTATOR)),
            (3, Role.MANAGER),
        ]
    assert store.records.count(Task) == tasks


def test_a_collection_that_is_no_demo_is_left_alone(tmp_path: Path) -> None:
    with closing(LocalStore.open(tmp_path / "other")) as other:
        enrol(other.records, Role.ANNOTATOR, ("en-IN",))
        with pytest.raises(ConfigurationError, match="other holds a collection that is not the demo"):
            _prepare(other.records, tmp_path / "other", "http://x.example")
        assert (other.records.count(Annotator), other.records.count(Task)) == (1, 0)


def test_an_older_demo_gets_the_part_once(store: LocalStore) -> None:
    before = store.records.get(Campaign, "demo")
    first = landmark_crew(store, open_environment("demo"))
    guides = store.records.find(GuideAnnotation)
    people = store.records.count(Annotator)
    links = {"guide": "a", "monitor": "b"}
    services: Any = SimpleNamespace(store=store, environment=open_environment("demo"))
    again = _landmarks(services, links, "http://x.example")
    assert again.newcomer == first.newcomer
    assert list(links) == ["guide", "landmarks", "monitor"]
    assert links["landmarks"].startswith("http://x.example/task/mention#token=")
    assert opened_by(store, links["landmarks"]).annotator_id == first.newcomer
    assert not {*again.colleagues} & {*first.colleagues}  # sessions of a new start
    sessions = [store.records.get(Session, hash_token(each)) for each in again.colleagues]
    assert [each.annotator_id for each in sessions] == [first.newcomer + 1, first.newcomer + 2]
    assert all(each.expires_at - each.created_at > timedelta(days=29) for each in sessions)
    assert store.records.find(GuideAnnotation) == guides
    assert store.records.count(Annotator) == people
    assert store.records.get(Campaign, "demo") == before
    plain = store.records.find(Task, {"campaign_id": "demo"})
    assert not [task for task in plain if task.state in (TaskState.DONE, TaskState.LEASED)]


def test_what_a_start_that_was_cut_off_left_is_completed(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pangea_server.app.demo_landmarks import campaign

    monkeypatch.setattr(campaign, "_said", _only_once(campaign._said))
    with pytest.raises(KeyboardInterrupt):
        landmark_crew(store, open_environment("demo"))
    monkeypatch.undo()
    landmark_crew(store, open_environment("demo"))
    assert len(store.records.find(GuideAnnotation)) == len(SCRIPTS)


def _only_once(function: object) -> object:
    calls: list[None] = []

    def called(*given: object) -> object:
        calls.append(None)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return function(*given)  # type: ignore[operator]

    return called


def test_its_guides_are_told_to_be_synthetic_and_have_voice_words_and_camera(store: LocalStore) -> None:
    landmark_crew(store, open_environment("demo"))
    for guide, name in zip(store.records.find(GuideAnnotation), SCRIPTS, strict=True):
        assert guide.system == SYSTEM
        assert guide.transcript == said(name).transcript
        assert guide.voice is not None
        trace = load_trace(store.blobs, trace_of(guide))
        assert tuple(trace.path()) == PATH
        _check_words(store, guide, trace)


def _check_words(store: LocalStore, guide: GuideAnnotation, trace: PoseTrace) -> None:
    alignment = alignment_of(store.records, guide.instruction_id)
    assert alignment is not None
    words = alignment.timed_instruction
    assert [word.word for word in words] == guide.transcript.split()
    assert words[-1].end_time <= (guide.duration or 0)
    assert {word.viewpoint_id for word in words} <= {*PATH}
    assert float(trace.time[-1]) <= (guide.duration or 0)


def test_what_they_mean_is_seen_from_their_path() -> None:
    known = meaning()
    for instruction in known.instructions:
        for mention in instruction.mentions:
            assert instruction.text[mention.start_char : mention.end_char] == mention.text
            assert {place for thing, place in known.regions if thing == mention.chain_id} == {*PATH}


def test_who_has_no_more_of_one_step_is_led_to_another(store: LocalStore) -> None:
    crew = landmark_crew(store, open_environment("demo"))
    person = store.records.get(Annotator, f"{crew.newcomer:06d}")
    offer = offer_task(store.records, person, ("carry",), None, HOUR)
    assert (offer.lease, offer.reason, offer.kind) == (None, Reason.STEP, "mention")
    waiting = waiting_for(store.records, person, ("carry",), free_tasks)
    assert (waiting.ready, waiting.reason, waiting.kind) == (True, Reason.STEP, "mention")
    offer = offer_task(store.records, person, ("tour",), None, HOUR)
    assert (offer.reason, offer.kind) == (Reason.OTHER, "guide")
    assert offer_task(store.records, person, ("mention",), None, HOUR).lease is not None


def free_guide_tasks(records: RecordStore, lane: Lane) -> Iterable[Task]:
    """As if all other work were done."""
    return free_tasks(records, lane) if lane.kind == "guide" else ()


def test_who_came_from_a_platform_goes_on_from_step_to_step_and_to_nothing_else(store: LocalStore) -> None:
    crew = landmark_crew(store, open_environment("demo"))
    person = store.records.get(Annotator, f"{crew.newcomer:06d}")
    store.records.create(Visit(visit_id="visit", study_id="study", annotator_id=person.annotator_id))
    steps = waiting_for(store.records, person, ("carry",), free_tasks)
    assert (steps.reason, steps.kind) == (Reason.STEP, "mention")
    no_steps = waiting_for(store.records, person, ("carry",), free_guide_tasks)
    assert (no_steps.reason, no_steps.kind) == (Reason.NOTHING, None)
    other = person.model_copy(update={"annotator_id": person.annotator_id + 1})
    others = waiting_for(store.records, other, ("carry",), free_guide_tasks)
    assert (others.reason, others.kind) == (Reason.OTHER, "guide")


def test_nothing_is_exported_where_nothing_was_marked(store: LocalStore, tmp_path: Path) -> None:
    landmark_crew(store, open_environment("demo"))
    line = ["landmarks", "export", CAMPAIGN, str(tmp_path / "out"), "--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(app, line)
    assert isinstance(done.exception, RecordNotFoundError)
    assert f"The campaign {CAMPAIGN} has no landmarks" in done.exception.message
    assert f"pangea landmarks status {CAMPAIGN}" in done.exception.remedy
    assert not (tmp_path / "out").exists()
