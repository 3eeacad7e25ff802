"""Two people in two windows: from pairing to both receipts in each kind, and what happens when one of them goes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from environments import open_environment
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer
from pangea_server.annotate.pairing.records import EndReason, Pairing
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.local.store import LocalStore
from tests.browser import chromium
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

SEEN = os.environ.get("SCREENSHOTS")
PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_warm_cold"


PHONE = {"width": 390, "height": 844}


def plan(demo: Demo, kind: str, **section: Any) -> None:
    wanted = {
        "id": "talks",
        "languages": ["en-US"],
        "tasks": {kind: {"per_scan": 1} | section},
        "time_limit": {kind: 600},
    }
    with LocalStore.open(demo.data_dir) as store:
        definition = CampaignDefinition.model_validate(wanted)
        create_campaign(store.records, open_environment("demo"), "demo", definition)


def look(person: Walker, name: str) -> None:
    """Keep a picture for whoever asked for them."""
    if SEEN:
        person.page.screenshot(path=Path(SEEN) / f"{name}.png")


def look_as_on_a_phone(person: Walker, name: str) -> None:
    if SEEN and (size := person.page.viewport_size):
        person.page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a dict with its two keys
        person.page.wait_for_timeout(500)
        look(person, f"{name}-phone")
        person.page.set_viewport_size(size)


@pytest.fixture
def second(browser: Browser) -> Iterator[BrowserContext]:
    """The partner's browser window."""
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, permissions=["microphone"])
    opened.set_default_timeout(chromium.PATIENCE)
    yield opened
    opened.close()


def come(demo: Demo, context: BrowserContext, kind: str) -> Walker:
    """A person who has read what to do and waits, or talks where the partner is there."""
    person = Walker(context.new_page(), demo.invite().replace("/guide#", f"/task/{kind}#"))
    person.open()
    person.pass_equipment_check()
    expect(person.page.get_by_test_id("start")).to_be_visible()
    return person


def say(person: Walker, words: str) -> None:
    person.page.get_by_test_id("dialogue-field").fill(words)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_test_id("dialogue-text").last).to_contain_text(words)


def hand_in(person: Walker, words: str) -> None:
    person.expect_phase("transcribe")
    person.page.get_by_test_id("transcript").fill(words)
    person.press("submit")
    person.press("confirm-yes")  # it was not listened to
    person.expect_phase("done")


def stored(demo: Demo) -> tuple[dict[str, TaskAnnotation], Pairing]:
    with LocalStore.open(demo.data_dir) as store:
        answers = {str(each.args["role"]): each for each in store.records.find(TaskAnnotation)}
        (pairing,) = store.records.find(Pairing)
    return answers, pairing


@pytest.mark.parametrize(("kind", "view"), [("guide_two", "camera"), ("find_two", "position")])
def test_two_people_talk_one_walks_and_both_hand_in(
    demo: Demo, context: BrowserContext, second: BrowserContext, kind: str, view: str
) -> None:
    plan(demo, kind, partner_view=view)
    oracle = come(demo, context, kind)
    look(oracle, f"{kind}-instructions")
    assert serious_findings(oracle.page) == []
    oracle.press("start")
    oracle.expect_phase("waiting")
    look(oracle, f"{kind}-waiting")
    assert serious_findings(oracle.page) == []
    navigator = come(demo, second, kind)
    navigator.press("start")
    for person in (oracle, navigator):
        person.expect_phase("talk")
        person.press("record")
        person.expect_recorded(1)
    for person in (oracle, navigator):
        expect(person.page.get_by_test_id("voice")).to_have_attribute("data-voice", "connected")
    say(oracle, "Go <b>left</b> first.")
    expect(navigator.page.get_by_test_id("dialogue-text")).to_contain_text("Go <b>left</b> first.")
    assert serious_findings(oracle.page) == []
    navigator.viewer.focus()
    navigator.page.keyboard.press("ArrowRight", delay=300)
    navigator.rest()
    look(oracle, f"{kind}-oracle")
    look(navigator, f"{kind}-navigator")
    oracle.press("done")
    expect(oracle.page.get_by_test_id("not-yet")).to_be_visible()
    navigator.press("done")
    navigator.press("confirm-yes")
    hand_in(navigator, "Where is it?")
    hand_in(oracle, "Go to the left.")

    answers, pairing = stored(demo)
    assert pairing.reason is EndReason.DONE
    for role in ("oracle", "navigator"):
        assert answers[role].voice is not None
        assert answers[role].pose_trace is not None
    said = {role: DialogueAnswer.model_validate(each.answer) for role, each in answers.items()}
    (text,) = said["oracle"].messages  # everybody's own texts alone
    assert text.words == "Go <b>left</b> first."
    assert text.time is not None
    assert said["navigator"].messages == ()
    assert all(each.exchanges for each in said.values())
    for me, partner in (("oracle", "navigator"), ("navigator", "oracle")):
        delay = said[me].delay_of(said[partner])
        assert delay is not None, "nobody noted when the partner was heard"
        assert 0 < delay.exceeded(0.5) < 1
        assert said[me].link.states[-1].way == "webrtc"
    assert "goal_progress" in answers["navigator"].scores


def talk(*people: Walker) -> None:
    """Until all record and hear each other."""
    for person in people:
        person.expect_phase("talk")
        person.press("record")
        person.expect_recorded(1)
    for person in people:
        expect(person.page.get_by_test_id("voice")).to_have_attribute("data-voice", "connected")


def test_one_finds_out_on_the_plan_where_the_other_is(
    demo: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    plan(demo, "locate_two")
    observer = come(demo, context, "locate_two")
    look(observer, "locate_two-observer-instructions")
    observer.press("start")
    observer.expect_phase("waiting")
    pictures = list[str]()
    second.on("request", lambda sent: pictures.append(sent.url) if "/viewpoints/" in sent.url else None)
    locator = come(demo, second, "locate_two")
    look(locator, "locate_two-locator-instructions")
    look_as_on_a_phone(locator, "locate_two-locator-instructions")
    assert serious_findings(locator.page) == []
    locator.press("start")
    talk(observer, locator)
    say(locator, "What do you see?")
    say(observer, "A sofa and a door.")
    observer.viewer.focus()
    observer.page.keyboard.press("ArrowRight", delay=300)
    observer.rest()
    look(locator, "locate_two-locator-unmarked")
    locator.page.locator(".map-frame").click()
    expect(locator.page.get_by_test_id("plan-mark")).to_contain_text("Marked")
    locator.page.keyboard.press("ArrowRight")
    for person, name in ((observer, "observer"), (locator, "locator")):
        look(person, f"locate_two-{name}")
        look_as_on_a_phone(person, f"locate_two-{name}")
        assert serious_findings(person.page) == []
    locator.press("done")
    expect(locator.page.get_by_test_id("confirm-dialog")).to_be_visible()
    look(locator, "locate_two-sure")
    locator.press("confirm-yes")
    locator.expect_phase("transcribe")
    look(locator, "locate_two-locator-writes")
    look_as_on_a_phone(locator, "locate_two-locator-writes")
    assert serious_findings(locator.page) == []
    hand_in(locator, "What do you see?")
    hand_in(observer, "A sofa.")

    answers, pairing = stored(demo)
    assert pairing.reason is EndReason.DONE
    assert pictures == []
    assert answers["observer"].pose_trace is not None
    assert (answers["locator"].voice is None, answers["locator"].pose_trace) == (False, None)
    place = open_environment("demo").scan(answers["locator"].scan_id)
    mark, stood = str(answers["locator"].answer["mark"]), answers["observer"].walked[-1]
    error = place.graph.distance(mark, stood)
    assert answers["locator"].scores == {"error": error, "success": float(error < 3)}
    for answer in answers.values():
        assert answer.answer["exchanges"]
        assert answer.aids is not None
        assert answer.aids.time_limit == 600
        assert 0 < (answer.aids.time_used or 0) < 600


def step(person: Walker) -> None:
    """To wherever the first exit leads, by the keyboard alone."""
    before = person.viewer.get_attribute("data-viewpoint-id")
    person.page.get_by_test_id("exits").locator("button").first.press("Enter")
    expect(person.viewer).not_to_have_attribute("data-viewpoint-id", str(before))
    person.rest()


def test_one_hides_and_the_other_waits_then_looks_for_them(
    demo: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    plan(demo, "seek", hide_seconds=300)
    hider = come(demo, context, "seek")
    look(hider, "seek-hider-instructions")
    hider.press("start")
    hider.expect_phase("waiting")
    seeker = come(demo, second, "seek")
    look(seeker, "seek-seeker-instructions")
    look_as_on_a_phone(seeker, "seek-seeker-instructions")
    seeker.press("start")
    talk(hider, seeker)
    expect(seeker.page.get_by_test_id("exits").locator("button")).to_have_count(0)
    for person, name in ((hider, "hider-hides"), (seeker, "seeker-waits")):
        look(person, f"seek-{name}")
        look_as_on_a_phone(person, f"seek-{name}")
        assert serious_findings(person.page) == []
    step(hider)
    hider.press("hidden")
    expect(hider.page.get_by_test_id("exits").locator("button")).to_have_count(0)
    expect(seeker.page.get_by_test_id("seek-told")).to_contain_text("look for them")
    say(seeker, "What do you see?")
    say(hider, "A blue wall.")
    step(seeker)
    for person, name in ((hider, "hider-stays"), (seeker, "seeker-searches")):
        look(person, f"seek-{name}")
        look_as_on_a_phone(person, f"seek-{name}")
        assert serious_findings(person.page) == []
    seeker.press("done")
    expect(seeker.page.get_by_test_id("confirm-dialog")).to_be_visible()
    look(seeker, "seek-sure")
    seeker.press("confirm-yes")
    hand_in(seeker, "What do you see?")
    hand_in(hider, "A blue wall.")

    answers, pairing = stored(demo)
    assert pairing.reason is EndReason.DONE
    assert all(each.voice and each.pose_trace for each in answers.values())
    walks = {role: each.walked for role, each in answers.items()}
    assert walks["hider"] == walks["seeker"]  # both took the first exit
    scores = answers["seeker"].scores
    assert (scores["found"], scores["error"], scores["shortest"]) == (1, 0, 0)
    began, duration = answers["seeker"].answer["began"], answers["seeker"].duration
    assert isinstance(began, float)
    assert duration is not None
    assert scores["seconds"] == duration - began > 0
    assert isinstance(answers["hider"].answer["began"], float)
    assert answers["seeker"].aids is not None
    assert answers["seeker"].aids.time_limit == 600


def test_a_page_that_was_reloaded_goes_on_in_the_same_dialogue(
    demo: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    plan(demo, "guide_two")
    oracle, navigator = come(demo, context, "guide_two"), come(demo, second, "guide_two")
    for person in (oracle, navigator):
        person.press("start")
    for person in (oracle, navigator):
        person.expect_phase("talk")
        person.press("record")
        person.expect_recorded(2)
    say(navigator, "Are you there?")
    navigator.page.reload()
    expect(oracle.page.get_by_test_id("partner-status")).to_contain_text("away")
    navigator.expect_phase("talk")
    expect(navigator.page.get_by_test_id("dialogue-text")).to_contain_text("Are you there?")
    expect(oracle.page.get_by_test_id("partner-status")).to_contain_text("here")
    say(oracle, "Yes.")
    navigator.press("done")
    navigator.press("confirm-yes")
    hand_in(navigator, "Are you there?")
    hand_in(oracle, "Yes, I am.")
    assert stored(demo)[1].reason is EndReason.DONE


def test_a_partner_who_gives_back_before_it_began_keeps_nobody(
    demo: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    plan(demo, "guide_two")
    oracle, navigator = come(demo, context, "guide_two"), come(demo, second, "guide_two")
    oracle.press("start")
    oracle.expect_phase("talk")
    leases = navigator.call("POST", "/leases", data={"kind": "guide_two"})["lease_id"]
    response = navigator.page.request.delete(
        f"{navigator.origin}/api/v1/leases/{leases}",
        headers={"Authorization": f"Bearer {navigator.session()}"},
    )
    assert response.ok
    navigator.page.close()
    oracle.expect_phase("missed")
    look(oracle, "missed")
    assert serious_findings(oracle.page) == []
    oracle.press("next-task")
    oracle.expect_phase("waiting")  # for another partner; what to do they have read


@contextmanager
def program(demo: Demo, seat: str) -> Iterator[IO[str]]:
    """What the program prints that plays this seat of ``seek``, once it waits."""
    link = demo.invite().replace("/guide#", "/task/seek#")
    command = [sys.executable, "-m", "pangea_server.app", "partner", link, "--seat", seat]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            assert running.stdout is not None
            assert f"as the {seat}" in running.stdout.readline()
            yield running.stdout
        finally:
            running.send_signal(signal.SIGINT)  # gives back what it waits with


def test_somebody_alone_seeks_a_program_and_is_sought_by_one(
    demo: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    plan(demo, "seek", hide_seconds=60, per_scan=2)
    with program(demo, "hider"):
        seeker = come(demo, context, "seek")
        seeker.press("start")
        seeker.expect_phase("talk")
        expect(seeker.page.get_by_test_id("dialogue-text").first).to_contain_text("I walk off and hide")
        seeker.press("record")
        expect(seeker.page.get_by_test_id("seek-told")).to_contain_text("look for them")
        seeker.page.get_by_test_id("dialogue-field").fill("I am in the kitchen")
        seeker.page.keyboard.press("Enter")
        expect(seeker.page.get_by_test_id("dialogue-text").last).to_contain_text("kitchen")
        look(seeker, "seek-program-hides")
        seeker.press("done")
        seeker.press("confirm-yes")
        hand_in(seeker, "I am in the kitchen.")
    with program(demo, "seeker") as printed:
        hider = come(demo, second, "seek")
        hider.press("start")
        hider.expect_phase("talk")
        hider.press("record")
        hider.expect_recorded(1)
        hider.press("hidden")
        expect(hider.page.get_by_test_id("dialogue-text").last).to_contain_text("I come!")
        hider.page.get_by_test_id("dialogue-field").fill("Yes")
        hider.page.keyboard.press("Enter")
        hand_in(hider, "Yes.")
        assert printed.readline().strip() == "A person has come."
        assert printed.readline().startswith("They have finished; it looked at 1 places")
    with LocalStore.open(demo.data_dir) as store:
        scores = [each.scores for each in store.records.find(TaskAnnotation) if "found" in each.scores]
    assert sorted(each["found"] is not None for each in scores) == [True, True]


@pytest.fixture
def demo_with_warmth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Demo]:
    """A server where a package with a kind for two is installed."""
    monkeypatch.syspath_prepend(PLUGINS)
    running = Demo(tmp_path / "data", PYTHONPATH=str(PLUGINS))
    yield running
    running.stop()


def test_the_task_for_two_of_a_third_party_works_end_to_end(
    demo_with_warmth: Demo, context: BrowserContext, second: BrowserContext
) -> None:
    demo = demo_with_warmth
    plan(demo, "warm_cold")
    caller, seeker = come(demo, context, "warm_cold"), come(demo, second, "warm_cold")
    expect(caller.page).to_have_title("PanGEA · Warm and cold")
    expect(seeker.page.get_by_role("heading", level=1)).to_have_text("Find the goal")
    for person in (caller, seeker):
        person.press("start")
    for person in (caller, seeker):
        person.expect_phase("talk")
        person.press("record")
        person.expect_recorded(1)
    for person in (caller, seeker):
        expect(person.page.get_by_test_id("voice")).to_have_attribute("data-voice", "connected")
    look(caller, "third-party")
    expect(caller.page.get_by_test_id("dialogue")).to_have_css("display", "grid")  # as our own pages
    expect(caller.page.locator("[data-mark=goal]")).to_have_count(1)
    expect(seeker.page.locator("[data-mark=goal]")).to_have_count(0)
    expect(seeker.page.get_by_test_id("warmer")).to_have_count(0)
    with caller.draft_kept(r"calls\W+1"):
        caller.press("warmer")
    expect(seeker.page.get_by_test_id("dialogue-text")).to_contain_text("Warmer")
    caller.page.reload()
    caller.expect_phase("talk")
    caller.press("colder")
    expect(seeker.page.get_by_test_id("dialogue-text").last).to_contain_text("Colder")
    seeker.press("done")
    seeker.press("confirm-yes")
    hand_in(seeker, "Is it here?")
    caller.press("submit")
    caller.press("confirm-yes")  # it was not listened to
    caller.expect_phase("done")
    answers, pairing = stored(demo)
    assert pairing.reason is EndReason.DONE
    assert answers["caller"].answer["calls"] == 2
    told = DialogueAnswer.model_validate(answers["caller"].answer).messages
    assert [each.words for each in told] == ["Warmer", "Colder"]
    assert "metres_left" in answers["seeker"].scores


def test_who_sits_opposite_a_program_is_told_so_and_waits_for_no_voice(
    demo: Demo, context: BrowserContext
) -> None:
    plan(demo, "guide_two")
    link = demo.invite().replace("/guide#", "/task/guide_two#")
    command = [sys.executable, "-m", "pangea_server.app", "partner", link]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline().startswith("Waiting for a person")
        person = come(demo, context, "guide_two")
        person.press("start")
        person.expect_phase("talk")
        expect(person.page.get_by_test_id("dialogue-text").first).to_contain_text("I am a program")
        person.press("record")
        person.expect_recorded(1)
        voice = person.page.get_by_test_id("voice")
        expect(voice).to_have_attribute("data-voice", "program")
        expect(voice).to_contain_text("does not hear you")
        look(person, "program")
        program.terminate()
