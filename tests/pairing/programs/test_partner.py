"""``pangea partner`` opposite a person whose page is played here, over a real server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from environments.geometry import camera_pose
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer
from pangea_server.annotate.pairing.records import EndReason, Pairing
from pangea_server.app.partner.client import Client, PartnerLine, StoodSecond
from pangea_server.app.partner.hider import HIDDEN
from pangea_server.app.partner.observer import NOTHING_MORE
from pangea_server.app.partner.oracle import ARRIVED, WELCOME
from pangea_server.collect.pairing.wire import Camera, Now, Over, PartnerReady, PartnerText, Ready, Text
from pangea_server.people.access.records import Role
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import add_dialogue, add_tasks
from tests.security.serving import Served, serving_work
from tests.server.conftest import PATH

INVITES: list[str] = []


def prepare(store: Store) -> None:
    add_dialogue(store, 50)
    add_tasks(store, "locate_two", 51, path=("lamp",))
    thing = {"partner_view": "position", "speaking": "open", "description": "lamp", "goal": "lamp"}
    add_tasks(store, "find_two", 52, path=("door",), args=thing)
    add_tasks(store, "seek", 53, path=("door",), args={"speaking": "open", "hide_seconds": 20})
    person = enrol(store.records, Role.ANNOTATOR, ("en-US",))
    INVITES[:] = [invite(store.records, person.annotator_id)]


@contextmanager
def program(served: Served, kind: str, *options: str) -> Iterator[IO[str]]:
    """What the program prints that plays behind a link to this kind."""
    link = f"http://127.0.0.1:{served.port}/task/{kind}#token={INVITES[0]}"
    command = [sys.executable, "-m", "pangea_server.app", "partner", link, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            assert running.stdout is not None
            yield running.stdout
        finally:
            running.terminate()


def end(line: PartnerLine) -> None:
    line.say(Over(type="over"))
    while not (isinstance(now := line.hear(), Now) and now.state == "ended"):
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_work(tmp_path, 1, prepare) as running:
        yield running


def words(line: PartnerLine) -> str:
    while not isinstance(heard := line.hear(), PartnerText):
        pass
    return heard.words


def test_a_program_guides_a_person_to_the_end(served: Served) -> None:
    with program(served, "guide_two") as printed:
        assert printed.readline().startswith("Waiting for a person")
        person = Client(f"http://127.0.0.1:{served.port}", served.tokens[0])
        lease = person.call("POST", "/leases", {"kind": "guide_two"})
        assert lease["pairing"]["role"] == "navigator"
        with person.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line:
            while not (isinstance(now := line.hear(), Now) and now.partner == "here"):
                pass
            assert now.partner_is_program
            assert words(line) == WELCOME
            told = []
            for here in PATH:
                line.say(Camera(type="camera", viewpoint_id=here, heading=0.0))
                told.append(words(line))
            end(line)
        stood = [StoodSecond(name, (0.0, 2.0 * row, 1.5), 0.0) for row, name in enumerate(PATH)]
        person.hand_in(lease["lease_id"], stood, {"transcript": "Thank you."})
        assert told == ["Go straight on.", "Go straight on.", ARRIVED]
        assert [printed.readline().strip() for _ in range(3)] == [
            "A person has come.",
            "They have finished, at sofa.",
            "There is nothing more to do.",
        ]
    with LocalStore.open(served.data_dir) as store:
        answers = {str(each.args["role"]): each for each in store.records.find(TaskAnnotation)}
        (pairing,) = store.records.find(Pairing)
        traced = answers["oracle"].pose_trace
        assert traced is not None
        trace = load_trace(store.blobs, traced)
    assert pairing.reason is EndReason.DONE
    assert camera_pose(trace.extrinsic_matrix).position[0] == pytest.approx((0.0, 0.0, 1.5))
    assert answers["navigator"].scores["success"] == 1
    written = DialogueAnswer.model_validate(answers["oracle"].answer).messages
    assert [each.words for each in written] == [WELCOME, *told]


def test_a_program_answers_who_looks_for_it_on_the_plan(served: Served) -> None:
    with program(served, "locate_two") as printed:
        assert printed.readline().startswith("Waiting for a person")
        person = Client(f"http://127.0.0.1:{served.port}", served.tokens[0])
        lease = person.call("POST", "/leases", {"kind": "locate_two"})
        assert (lease["pairing"]["role"], lease["start"]) == ("locator", None)
        told = []
        with person.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line:
            assert "I am a program" in words(line)
            for _ in range(4):
                line.say(Text(type="text", words="And?"))
                told += [next(said for said in iter(lambda: words(line), "") if said != "And?")]
            end(line)
        person.hand_in(lease["lease_id"], (), {"transcript": "There!", "mark": "lamp"})
        assert printed.readline().strip() == "A person has come."
        assert printed.readline().strip() == "They have finished."
    assert told == [
        "I do not know what this room is called.",
        "One step leads 2.0 metres.",
        "One step leads 2.0 metres.",
        NOTHING_MORE,
    ]
    with LocalStore.open(served.data_dir) as store:
        answers = {str(each.args["role"]): each for each in store.records.find(TaskAnnotation)}
    assert answers["locator"].scores == {"error": 0.0, "success": 1.0}
    assert answers["observer"].walked == ("lamp",)


def test_a_program_says_where_the_thing_is(served: Served) -> None:
    with program(served, "find_two") as printed:
        assert "as the oracle" in printed.readline()
        person = Client(f"http://127.0.0.1:{served.port}", served.tokens[0])
        lease = person.call("POST", "/leases", {"kind": "find_two"})
        with person.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line:
            assert words(line).endswith("You look for this: lamp.")
            told = []
            for here in PATH[:2]:
                line.say(Camera(type="camera", viewpoint_id=here, heading=0.0))
                told.append(words(line))
            end(line)
        assert printed.readline().strip() == "A person has come."
        assert printed.readline().strip() == "They have finished, at lamp."
    assert told == ["Go straight on.", "The lamp is here. Look around for it, and press Done."]


def test_a_program_hides_and_is_found(served: Served) -> None:
    with program(served, "seek") as printed:
        assert "as the hider" in printed.readline()
        person = Client(f"http://127.0.0.1:{served.port}", served.tokens[0])
        lease = person.call("POST", "/leases", {"kind": "seek"})
        with person.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line:
            assert "I walk off and hide" in words(line)
            assert words(line) == HIDDEN
            while not isinstance(line.hear(), PartnerReady):
                pass
            line.say(Text(type="text", words="What do you see?"))
            assert next(said for said in iter(lambda: words(line), "") if said != "What do you see?")
            end(line)
        walk = [StoodSecond(name, (0.0, 2.0 * row, 1.5), 0.0) for row, name in enumerate(PATH)]
        person.hand_in(lease["lease_id"], walk, {"transcript": "Here!", "began": 0.0})
        assert printed.readline().strip() == "A person has come."
        hidden_at = printed.readline().strip().rpartition(" ")[2].rstrip(".")
    with LocalStore.open(served.data_dir) as store:
        answers = {str(each.args["role"]): each for each in store.records.find(TaskAnnotation)}
    assert answers["hider"].walked == PATH[: PATH.index(hidden_at) + 1]
    assert answers["hider"].answer["began"] == len(answers["hider"].walked)
    assert answers["seeker"].scores["error"] == 2.0 * (len(PATH) - len(answers["hider"].walked))


def test_a_program_looks_for_a_person(served: Served) -> None:
    with program(served, "seek", "--seat", "seeker") as printed:
        assert "as the seeker" in printed.readline()
        person = Client(f"http://127.0.0.1:{served.port}", served.tokens[0])
        lease = person.call("POST", "/leases", {"kind": "seek"})
        assert lease["pairing"]["role"] == "hider"
        with person.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line:
            assert "then I look for you" in words(line)
            line.say(Ready(type="ready"))
            assert words(line).startswith("I come!")
            for answer in ("warmer", "warmer", "yes"):
                line.say(Text(type="text", words=answer))
                assert words(line) == answer
                if answer != "yes":
                    assert words(line).startswith("I went 2.0 metres.")
            while not (isinstance(now := line.hear(), Now) and now.state == "ended"):
                pass
        walk = [StoodSecond(name, (0.0, 2.0 * row, 1.5), 0.0) for row, name in enumerate(PATH)]
        person.hand_in(lease["lease_id"], walk, {"transcript": "Well done!", "began": 1.0})
        assert printed.readline().strip() == "A person has come."
        assert printed.readline().strip() == "They have finished; it looked at 3 places, last at sofa."
    with LocalStore.open(served.data_dir) as store:
        answers = {str(each.args["role"]): each for each in store.records.find(TaskAnnotation)}
    assert answers["seeker"].walked == PATH
    assert {name: answers["seeker"].scores[name] for name in ("found", "error", "spl", "seconds")} == {
        "found": 1.0,
        "error": 0.0,
        "spl": 0.5,
        "seconds": 2.0,
    }


def test_a_link_that_was_opened_is_refused_with_what_to_do(served: Served) -> None:
    command = [
        sys.executable,
        "-m",
        "pangea_server.app",
        "partner",
        f"http://127.0.0.1:{served.port}/task/guide_two#token=used",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "pangea invite" in done.stderr
