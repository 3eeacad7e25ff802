"""Questionnaires and judgements in a real browser: at entry, after a task; of a picture, a replay and a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import BrowserContext, Page, expect

from environments import open_environment
from pangea_server import Settings, create_app
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition, CampaignState
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.planning.lifecycle import create_campaign, set_state
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

WORDS = ("Walk past the coats to the kitchen.", "Go straight on until you see a fridge.")
FORMS: dict[str, Any] = {
    "about-you": {
        "asked": "entry",
        "json_schema": {
            "type": "object",
            "required": ["games"],
            "properties": {
                "games": {"type": "string", "enum": ["never", "sometimes", "often"]},
                "glasses": {"type": "boolean"},
            },
        },
        "texts": {
            "en": {
                "title": "Before you begin",
                "introduction": "Two short questions. Your answers do not change which tasks you get.",
                "questions": {
                    "games": {"title": "How often do you play games in 3D?", "options": {"never": "Never"}},
                    "glasses": {"title": "Do you wear glasses now?"},
                },
            }
        },
    },
    "opinion": {
        "asked": "after_task",
        "json_schema": {
            "type": "object",
            "required": ["ease"],
            "properties": {
                "ease": {"type": "integer", "minimum": 1, "maximum": 7, "format": "likert"},
                "trouble": {
                    "type": "array",
                    "uniqueItems": True,
                    "items": {"enum": ["sound", "picture", "nothing"]},
                },
                "minutes": {"type": "integer", "minimum": 1, "maximum": 60},
                "words": {"type": "string", "maxLength": 300, "format": "multiline"},
            },
        },
        "texts": {
            "en": {
                "title": "How was this task?",
                "questions": {
                    "ease": {"title": "How easy was it?", "low": "Very hard", "high": "Very easy"},
                    "trouble": {"title": "What did not work well?"},
                    "minutes": {"title": "How many minutes did you need?"},
                    "words": {"title": "Anything else?"},
                },
            }
        },
    },
    "room": {
        "json_schema": {
            "type": "object",
            "required": ["which"],
            "properties": {
                "which": {"type": "string", "enum": ["left", "right", "same"]},
                "why": {"type": "string", "format": "multiline"},
            },
        },
        "texts": {
            "en": {
                "title": "What do you think?",
                "questions": {
                    "which": {"title": "Which side is clearer?", "options": {"same": "Both are alike"}},
                    "why": {"title": "Why?"},
                },
            }
        },
    },
}
PICTURE = {"scan": "demo-house", "viewpoint": "kitchen-fridge", "heading_deg": 90}
SHOWS: dict[str, dict[str, Any]] = {
    "picture": {"shows": "picture", "pictures": [PICTURE]},
    "replay": {"shows": "replay"},
    "pair": {"shows": "pair"},
}


def collect(data_dir: Path, shows: str, forms: dict[str, Any]) -> None:
    """Two Guides' answers in a demo's store, and a campaign in which somebody judges them."""
    Demo(data_dir).stop()
    house = open_environment("demo")
    path = house.scan("demo-house").graph.shortest_path("hallway-coats", "kitchen-fridge")
    definition = CampaignDefinition.model_validate(
        {
            "id": "judging",
            "languages": ["en-US"],
            "paths": [{"scan": "demo-house", "viewpoints": [path]}],
            "guides_per_path": 2,
            "followers_per_guide": 0,
            "send_back_after": None,
            "rotation": {"first": 0},
            "trust": {"learning": 0},
            "forms": {"room": FORMS["room"]},
            "tasks": {"judge": {"form": "room", "decides": "which"} | SHOWS[shows]},
        }
    )
    settings = Settings(environment="demo", data_dir=data_dir, flag_on_submit=False)
    with TestClient(create_app(settings)) as client:
        records = client.app.state.services.store.records  # type: ignore[attr-defined]
        set_state(records, "demo", CampaignState.PAUSED)
        create_campaign(records, house, "demo", definition)
        for words in WORDS:
            person, token = let_in(records)
            assert Someone(client, token, person.annotator_id).guide(words).status_code == 200
        create_campaign(records, house, "demo", definition.model_copy(update={"forms": _models(forms)}))


def _models(forms: dict[str, Any]) -> Any:
    content = {"id": "x", "languages": ["en-US"], "forms": forms}
    return CampaignDefinition.model_validate(content).forms


Judging = Callable[..., tuple[Demo, str]]


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[Judging]:
    """A server with something to judge, and the link of whoever judges it."""
    running: list[Demo] = []

    def open_demo(shows: str, *asked: str) -> tuple[Demo, str]:
        collect(tmp_path / "data", shows, {name: FORMS[name] for name in ("room", *asked)})
        running.append(Demo(tmp_path / "data"))
        return running[0], running[0].invite().replace("/guide#", "/task/judge#")

    yield open_demo
    for demo in running:
        demo.stop()


def kept(demo: Demo) -> TaskAnnotation:
    with LocalStore.open(demo.data_dir) as store:
        (annotation,) = store.records.find(TaskAnnotation)
    return annotation


def test_forms_are_asked_at_entry_and_after_a_task(judging: Judging, page: Page) -> None:
    demo, link = judging("picture", "about-you", "opinion")
    person = Walker(page, link)
    person.open()
    person.expect_phase("form")
    expect(page.get_by_role("heading", name="Before you begin")).to_be_focused()
    assert serious_findings(page) == []
    person.press("form-send")
    expect(page.get_by_test_id("problem-games")).to_have_text("Please answer this question.")
    expect(page.get_by_test_id("games-never")).to_be_focused()
    assert serious_findings(page) == []
    page.keyboard.press("Space")
    page.get_by_test_id("glasses-false").check()
    person.press("form-send")

    person.expect_phase("instructions")
    person.press("start")
    person.expect_phase("walk")
    page.wait_for_selector("[data-sharp]")
    assert serious_findings(page) == []
    with person.draft_kept("left"):
        page.get_by_test_id("which-left").check()
    page.reload()
    person.expect_phase("walk")
    expect(page.get_by_test_id("which-left")).to_be_checked()
    person.press("submit")
    person.expect_phase("done")
    expect(page.get_by_test_id("form-opinion")).to_be_visible()
    expect(page.get_by_test_id("next-task")).to_be_hidden()
    assert serious_findings(page) == []
    page.get_by_test_id("ease-6").check()
    page.get_by_test_id("trouble-sound").check()
    page.get_by_test_id("minutes").fill("ninety")
    person.press("form-send")
    expect(page.get_by_test_id("problem-minutes")).to_be_visible()
    page.get_by_test_id("minutes").fill("3")
    person.press("form-send")
    expect(page.get_by_test_id("form-thanks")).to_be_visible()
    expect(page.get_by_test_id("next-task")).to_be_focused()

    with LocalStore.open(demo.data_dir) as store:
        answers = {each.form: each.answers for each in store.records.find(FormAnswer)}
    assert answers == {
        "about-you": {"games": "never", "glasses": False},
        "opinion": {"ease": 6, "trouble": ["sound"], "minutes": 3},
    }
    staff = Walker(page, demo.links["monitor"])
    staff.open()
    expect(page.get_by_test_id("answers-ease")).to_contain_text("1 of 1 answered")
    expect(page.get_by_test_id("vote-count")).to_contain_text("judging")
    assert serious_findings(page) == []


def test_a_replay_is_watched_and_judged(judging: Judging, page: Page) -> None:
    demo, link = judging("replay")
    person = Walker(page, link)
    person.open()
    person.press("start")
    person.expect_phase("walk")
    expect(page.get_by_test_id("instruction")).to_have_text(WORDS[0])
    assert serious_findings(page) == []
    slider = page.get_by_test_id("replay-position")
    slider.fill(str(slider.get_attribute("max")))
    expect(page.get_by_test_id("viewer")).to_have_attribute("data-viewpoint-id", "kitchen-fridge")
    slider.fill("0")
    person.press("replay-play")
    expect(page.get_by_test_id("viewer")).not_to_have_attribute("data-viewpoint-id", "hallway-coats")
    page.get_by_test_id("which-same").check()
    page.get_by_test_id("why").fill("Clear enough.")
    person.press("submit")
    person.expect_phase("done")
    assert kept(demo).answer == {"answers": {"which": "same", "why": "Clear enough."}}


def test_two_instructions_are_compared(judging: Judging, context: BrowserContext, page: Page) -> None:
    demo, link = judging("pair")
    person = Walker(page, link)
    person.open()
    person.press("start")
    person.expect_phase("walk")
    sides = [page.get_by_test_id(f"side-{side}") for side in ("left", "right")]
    for side in sides:
        expect(side.locator("audio")).to_be_visible()
    shown = [side.locator(".instruction").inner_text() for side in sides]
    assert sorted(shown) == sorted(WORDS)
    assert serious_findings(page) == []
    person.press("submit")
    expect(page.get_by_test_id("problem-which")).to_be_visible()
    page.get_by_test_id("which-left").check()
    person.press("submit")
    person.expect_phase("done")
    left = kept(demo).args["order"][0]  # type: ignore[index]
    with LocalStore.open(demo.data_dir) as store:
        assert stored_guide(store.records, int(str(left))).transcript == shown[0]
        assert store.records.count(TaskAnnotation) == 1
