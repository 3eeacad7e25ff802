"""Valid calls of several people in any order, against a model of what each of them may see (``people_model.py``).

``make fuzz`` goes on for FUZZ_SECONDS. The seed is printed; FUZZ_SEED=N runs the same calls again.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import UUID

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from pangea_server import Settings, create_app
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording, Task, TaskState
from pangea_server.app.testing.server import RATE, Someone, let_in, poses, summary
from pangea_server.core.settings import DeploymentLimits
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore
from tests.reliability.house import WALK, build_corridor
from tests.security.jumping_clock import JumpingClock
from tests.security.people_model import Actor, World
from tests.security.serving import built_pages

SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
AT_ONCE = 8  # sequences with one seed
STEPS = 40
VOICE = b"\x01\x00" * RATE
PEOPLE = (Role.ANNOTATOR, Role.ANNOTATOR, Role.ANNOTATOR, Role.REVIEWER, Role.MANAGER, Role.OWNER)
NEVER = "f" * 32
some = st.integers(0, 10**6)
VERDICTS = st.sampled_from(["accept", "reject", "send_back", "send_back", "reopen"])
SELDOM = 7  # people leave in one of twenty cases
Held = tuple[Actor, str]


class People(RuleBasedStateMachine):
    """Rules are what people do; each answer is compared with what the model allows."""

    leases: Bundle[Held] = Bundle("leases")
    sent_back: Bundle[tuple[Actor, str]] = Bundle("sent_back")

    @initialize(target=leases)
    def open_server(self) -> Any:
        self.world = World()
        self.closing = ExitStack()
        folder = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))
        self.clock = JumpingClock(self.closing.enter_context(pytest.MonkeyPatch.context()))
        many = 10**6
        made = Settings(
            environment=build_corridor(folder / "place"),
            data_dir=folder / "data",
            web_dir=built_pages(folder / "web"),
            flag_on_submit=False,
            limits=DeploymentLimits(
                person_requests_per_second=many,
                person_uploads_per_second=many,
                address_requests_per_second=many,
                bad_tokens_per_minute=many,
            ),
        )
        app = create_app(made)
        self.client = self.closing.enter_context(TestClient(app, raise_server_exceptions=False))
        self.records = app.state.services.store.records
        self._plan()
        for role in PEOPLE:
            person, token = let_in(self.records, role)
            self.world.actors.append(Actor(Someone(self.client, token, person.annotator_id), role))
        held = self._held(0, "guide")
        self.answer(held)
        return multiple(held, self._held(1, "follower"), self._held(2, "guide"))

    def _held(self, who: int, kind: str) -> Held:
        actor = self.annotator(who)
        lease = str(self._with_words(actor, "POST", "/leases", json={"kind": kind}).json()["lease_id"])
        actor.leases[lease] = kind
        return actor, lease

    def _plan(self) -> None:
        take_numbers(self.records, "demonstrations", 3)
        for number in take_numbers(self.records, "instructions", 3):
            self.records.create(PathRecord(path_id=number, scan_id="corridor", path=WALK, heading=0.0))
            guide = Task(
                kind="guide",
                number=number,
                path_id=number,
                scan_id="corridor",
                language="en-US",
                state=TaskState.OPEN,
            )
            waiting = {"kind": "follower", "state": TaskState.WAITING, "instruction_id": number}
            self.records.create(guide)
            self.records.create(guide.model_copy(update=waiting))

    def teardown(self) -> None:
        if hasattr(self, "closing"):
            self.closing.close()

    # choosing

    def annotator(self, chosen: int) -> Actor:
        return self.world.actors[chosen % 3]

    def anybody(self, chosen: int) -> Actor:
        return self.world.actors[chosen % len(self.world.actors)]

    def staff(self, chosen: int) -> Actor:
        return self.world.actors[3 + chosen % 3]

    # what people do

    @rule(target=leases, who=some, kind=st.sampled_from(["guide", "guide", "follower"]))
    def ask_for_a_task(self, who: int, kind: str) -> Any:
        actor = self.annotator(who)
        response = self._with_words(actor, "POST", "/leases", json={"kind": kind})
        if response.status_code != 200:
            return multiple()
        lease = response.json()["lease_id"]
        actor.leases[lease] = kind
        return actor, lease

    def _with_words(self, actor: Actor, method: str, address: str, **options: Any) -> Response:
        """A call whose answer is a lease: a Follower may read the words that it is about, from then on."""
        response = actor.someone.call(method, address, **options)
        transcript = response.json()["args"].get("transcript") if response.status_code == 200 else None
        for words in self.world.words:
            if words.text == transcript and not words.is_gone:
                assert words.author != actor.number, "somebody follows their own words"
                words.readers.add(actor.number)
        assert transcript is None or "path" not in response.json()["args"]
        return self.world.call(actor, method, address, **options)

    def write_a_draft(self, held: Held) -> None:
        actor, lease = held
        draft = self.world.type(actor, "draft")
        wanted = {"version": 10**6 + len(self.world.words), "content": draft.text}
        self.world.call(actor, "PUT", f"/leases/{lease}/draft", json=wanted)

    def report_a_problem(self, held: Held) -> None:
        actor, lease = held
        comment = self.world.type(actor, "report", staff=True)
        report = UUID(int=len(self.world.words))
        wanted = {"kind": "other", "comment": comment.text}
        self.world.call(actor, "PUT", f"/leases/{lease}/reports/{report}", json=wanted)

    def give_back(self, held: Held) -> None:
        actor, lease = held
        self.world.call(actor, "DELETE", f"/leases/{lease}")

    def renew(self, held: Held) -> None:
        actor, lease = held
        self.world.call(actor, "POST", f"/leases/{lease}/renew")

    def answer(self, held: Held) -> None:
        actor, lease = held
        kind = actor.leases[lease]
        rate = RATE if kind == "guide" else None
        begun = self.world.call(
            actor,
            "POST",
            f"/leases/{lease}/recordings",
            json={"attempt": len(actor.recordings) % 3, "sample_rate": rate},
        )
        if begun.status_code not in (200, 201):
            return
        recording, walk = begun.json()["recording_id"], poses(WALK)
        actor.recordings.append(recording)
        streams = {"pose": walk} | ({"voice": VOICE} if kind == "guide" else {})
        for stream, data in streams.items():
            actor.someone.put(recording, stream, 0, data)
        answer: dict[str, Any] = {name: summary([data]) for name, data in streams.items()}
        answer["recording_id"] = recording
        if kind == "guide":
            said = self.world.type(actor, "said", staff=True)
            answer["transcript"] = said.text
        else:
            answer["outcome"] = "done"
        self.world.call(actor, "POST", f"/leases/{lease}/submit", json=answer)

    @rule(target=sent_back, who=some, number=st.integers(1, 3), verdict=VERDICTS)
    def review(self, who: int, number: int, verdict: str) -> Any:
        actor, task = self.staff(who), f"guide-{number:06d}"
        seen = self.world.call(actor, "GET", f"/review/{task}")
        if seen.status_code != 200:
            return multiple()
        reason = self.world.type(actor, "reason", staff=True)
        author = seen.json()["summary"]["annotator_id"]
        reason.readers.add(author)
        decision = UUID(int=10**6 + len(self.world.words))
        wanted = {"verdict": verdict, "version": seen.json()["summary"]["version"], "reason": reason.text}
        decided = self.world.call(actor, "PUT", f"/review/{task}/decisions/{decision}", json=wanted)
        if decided.status_code != 200 or verdict != "send_back":
            return multiple()
        self._actor(author).sent_back.append(task)
        return self._actor(author), task

    @rule(told=sent_back)
    def correct(self, told: tuple[Actor, str]) -> None:
        actor, task = told
        shown = self.world.call(actor, "GET", f"/me/reviews/{task}")
        if shown.status_code != 200:
            return
        said = self.world.type(actor, "said", staff=True)
        wanted = {"version": shown.json()["notice"]["version"], "transcript": said.text}
        decision = UUID(int=2 * 10**6 + len(self.world.words))
        self.world.call(actor, "PUT", f"/me/reviews/{task}/corrections/{decision}", json=wanted)

    def _actor(self, number: int) -> Actor:
        return next(actor for actor in self.world.actors if actor.number == number)

    @rule(who=some, whom=some, chance=st.integers(1, 20))
    def shut_out(self, who: int, whom: int, chance: int) -> None:
        if chance != SELDOM:
            return
        actor, other = self.staff(who), self.annotator(whom)
        gone = self.world.call(actor, "DELETE", f"/people/{other.number}/access")
        assert (gone.status_code == 204) == (actor.role is not Role.REVIEWER)
        if gone.status_code == 204:
            other.is_in = False

    @rule(who=some, chance=st.integers(1, 20))
    def withdraw(self, who: int, chance: int) -> None:
        actor = self.annotator(who)
        if chance != SELDOM or not actor.is_in:
            return
        gone = self.world.call(actor, "DELETE", "/me")
        assert gone.status_code == 200, gone.text
        actor.is_in = False
        for words in self.world.words:
            words.is_gone = words.is_gone or (
                words.author == actor.number and not words.text.startswith("reason")
            )

    @rule(hours=st.integers(-11, 11))
    def the_clock_jumps(self, hours: int) -> None:
        self.clock.ahead = timedelta(hours=hours)

    @rule(held=leases, how=st.integers(0, 5))
    def work(self, held: Held, how: int) -> None:
        """Half of what is done with a lease is answering."""
        ways = (
            self.answer,
            self.answer,
            self.write_a_draft,
            self.report_a_problem,
            self.give_back,
            self.renew,
        )
        ways[how](held)

    # what people try to see

    @rule(who=some, which=some)
    def look(self, who: int, which: int) -> None:
        """Somebody tries to see everything of one kind; ``which`` chooses it."""
        actor = self.anybody(who)
        looks = (
            self.look_at_a_lease,
            self.look_at_a_recording,
            self.look_at_answers,
            self.look_at_notices,
            self.look_at_people,
        )
        looks[which % len(looks)](actor, which // len(looks))

    def look_at_a_lease(self, actor: Actor, which: int) -> None:
        known = list(self.world.lease_owners())
        if not known:
            return
        lease, owner = known[which % len(known)]
        for method, rest in (("GET", ""), ("DELETE", ""), ("POST", "/renew")):
            if owner is actor:
                if method == "GET" and actor.is_in:
                    assert self._with_words(actor, "GET", f"/leases/{lease}").status_code in (
                        200,
                        404,
                        410,
                    )
            else:
                self._same_as_never(actor, method, f"/leases/{{}}{rest}", lease)

    def look_at_a_recording(self, actor: Actor, which: int) -> None:
        known = list(self.world.recording_owners())
        if not known:
            return
        recording, owner = known[which % len(known)]
        stream = ("voice", "pose")[which % 2]
        if owner is not actor:
            self._same_as_never(actor, "GET", "/recordings/{}", recording)
            self._same_as_never(actor, "GET", f"/recordings/{{}}/{stream}", recording)
        elif actor.is_in:
            assert self.world.call(actor, "GET", f"/recordings/{recording}").status_code == 200

    def _same_as_never(self, actor: Actor, method: str, address: str, number: str) -> None:
        """Another person's thing looks exactly like one that never existed."""
        theirs = self.world.call(actor, method, address.format(number))
        never = self.world.call(actor, method, address.format(NEVER))
        assert theirs.status_code in (401, 403, 404), f"{method} {address}: {theirs.status_code}"
        assert theirs.text.replace(number, "") == never.text.replace(NEVER, "")

    def look_at_answers(self, actor: Actor, which: int) -> None:
        number, kind = 1 + which % 3, ("guide", "follower")[which // 3 % 2]
        task = f"{kind}-{number:06d}"
        for address in (
            f"/annotations/{kind}/{number}",
            f"/annotations/{kind}/{number}/pose-trace",
            f"/review/{task}",
            "/annotations",
            "/review",
            "/monitor",
            "/monitor/reports",
        ):
            response = self.world.call(actor, "GET", address)
            if actor.is_in and not actor.is_staff:
                assert response.status_code == 403, address

    def look_at_notices(self, actor: Actor, which: int) -> None:
        task = f"guide-{1 + which % 3:06d}"
        self.world.call(actor, "GET", "/me/reviews")
        self.world.call(actor, "GET", "/me/work")
        shown = self.world.call(actor, "GET", f"/me/reviews/{task}")
        assert shown.status_code != 200 or task in actor.sent_back

    def look_at_people(self, actor: Actor, which: int) -> None:
        managers = (Role.MANAGER, Role.OWNER)
        for address in ("/people", "/audit", "/monitor/pay"):
            response = self.world.call(actor, "GET", address)
            assert not actor.is_in or (response.status_code == 200) == (actor.role in managers), address
        me = self.world.call(actor, "GET", "/me")
        assert not actor.is_in or me.json()["annotator_id"] == actor.number

    # what holds at any time

    @invariant()
    def a_task_has_one_holder(self) -> None:
        if not hasattr(self, "records"):
            return
        tasks = {task.record_id: task for task in every(self.records, Task)}
        for lease in every(self.records, Lease, {"state": LeaseState.SUBMITTED}):
            assert tasks[lease.task_id].state is TaskState.DONE
        held = [task.lease_id for task in tasks.values() if task.state is TaskState.LEASED]
        assert len(held) == len(set(held))


def run(number: int) -> None:
    print(f"FUZZ_SEED={number}")  # noqa: T201  # what runs the same calls again
    chosen = settings(
        max_examples=AT_ONCE,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(number)(People), settings=chosen)


def run_from(number: int, seconds: float) -> None:
    """Run with this seed, and with the next ones while there is time left."""
    began = monotonic()
    while True:
        run(number)
        number += 1
        if monotonic() - began > seconds:
            return


def test_nobody_sees_what_is_not_theirs_in_any_order_of_valid_calls() -> None:
    run_from(SEED, SECONDS)


def any_lease(records: RecordStore, person: Annotator, lease_id: str) -> Lease:
    return records.get(Lease, lease_id)


def any_recording(records: RecordStore, person: Annotator, recording_id: str) -> Recording:
    return records.get(Recording, recording_id)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("pangea_server.collect.queue.routes.own_lease", any_lease),
        ("pangea_server.collect.capture.routes.own_recording", any_recording),
    ],
)
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch, place: str, fault: Any) -> None:
    monkeypatch.setattr(place, fault)
    with pytest.raises(AssertionError, match=r"(GET|DELETE|POST) /(leases|recordings)/"):
        run_from(0, seconds=60)
