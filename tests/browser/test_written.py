"""Words alone: people follow what they read, see no pictures where a condition says so, and write unheard."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from environments import open_environment, sample_paths
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.walker import Walker

LANGUAGE = "en-GB"  # which the demo's own campaign does not have
WORDS = "Go through the door in front of you. Walk on, and stop where the way ends."


def pangea(demo: Demo, *arguments: str) -> None:
    command = [sys.executable, "-m", "pangea_server.app", *arguments, "--data-dir", str(demo.data_dir)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)


@pytest.fixture
def path() -> list[str]:
    house = open_environment("demo")
    return list(sample_paths(house.scan(house.scan_ids()[0]).graph, 1, 5)[0])


@pytest.fixture
def scan_id() -> str:
    return open_environment("demo").scan_ids()[0]


def campaign_file(folder: Path, scan_id: str, path: list[str], more: Mapping[str, Any]) -> str:
    """A campaign file (JSON is YAML) of one path."""
    wanted = {
        "id": "written",
        "languages": [LANGUAGE],
        "paths": [{"scan": scan_id, "viewpoints": [path]}],
        "rotation": {"first": 0},
    }
    file = folder / "campaign.yaml"
    file.write_text(json.dumps(wanted | dict(more)))
    return str(file)


@pytest.fixture
def instructions(tmp_path: Path, scan_id: str, path: list[str]) -> str:
    file = tmp_path / "model.jsonl"
    row = {"scan": scan_id, "path": path, "instruction": WORDS, "language": LANGUAGE}
    file.write_text(json.dumps(row) + "\n")
    return str(file)


def test_a_person_reads_and_walks_and_hears_nothing(
    demo: Demo, page: Page, instructions: str, path: list[str]
) -> None:
    pangea(demo, "campaign", "evaluate", instructions, "--system", "a-model", "--followers", "1", "--yes")
    person = Walker(
        page, demo.invite("--role", "annotator", "--language", LANGUAGE).replace("/guide#", "/follower#")
    )
    person.open()
    person.press("start")
    expect(page.get_by_test_id("instruction")).to_have_text(WORDS)
    expect(page.get_by_test_id("instruction")).to_be_visible()
    expect(page.get_by_test_id("show-text")).to_have_count(0)
    expect(page.get_by_test_id("play")).to_have_count(0)
    person.walk(path)
    person.press("done")
    person.press("confidence-4")
    person.press("quality-4")
    person.press("rate-send")
    person.expect_phase("done")
    assert "a-model" not in page.content()
    with LocalStore.open(demo.data_dir) as store:
        (walk,) = store.records.find(FollowerAnnotation)
    assert (walk.path, walk.system, walk.scores.success) == (tuple(path), "a-model", 1.0)


def test_a_person_walks_without_pictures(
    demo: Demo, page: Page, tmp_path: Path, instructions: str, scan_id: str, path: list[str]
) -> None:
    more = {"written": {}, "paths": [], "conditions": {"arms": {"blind": {"pictures": "none"}}}}
    pangea(demo, "campaign", "create", campaign_file(tmp_path, scan_id, path, more))
    pangea(demo, "import", instructions, "--format", "instructions", "--as-tasks", "--campaign", "written")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = Walker(
        page, demo.invite("--role", "annotator", "--language", LANGUAGE).replace("/guide#", "/follower#")
    )
    person.open()
    expect(page.get_by_test_id("no-pictures")).to_be_visible()
    person.press("start")
    person.walk(path)
    person.press("done")
    person.expect_phase("rate")
    assert [url for url in asked if "/tiles/" in url or "/images/" in url or "/preview" in url] == []


def test_a_guide_writes_without_a_microphone(
    demo: Demo, browser: Browser, tmp_path: Path, scan_id: str, path: list[str]
) -> None:
    pangea(demo, "campaign", "create", campaign_file(tmp_path, scan_id, path, {"guide": {"voice": "none"}}))
    context = browser.new_context(viewport={"width": 1280, "height": 800})  # no permission for the microphone
    page = context.new_page()
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => { throw new Error('the microphone was asked for') }"
    )
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    person = Walker(page, demo.invite("--role", "annotator", "--language", LANGUAGE))
    person.open()
    person.press("start")
    expect(page.get_by_test_id("done")).to_be_disabled()
    expect(page.get_by_test_id("lacking")).to_contain_text("red ring")
    person.walk(path[:2])
    page.get_by_test_id("transcript").fill(WORDS)
    expect(page.get_by_test_id("done")).to_be_disabled()  # the goal is not reached
    page.on("dialog", lambda dialog: dialog.accept())
    with person.draft_kept("stop where the way ends"):
        page.wait_for_timeout(100)
    page.reload()
    expect(page.get_by_test_id("transcript")).to_have_value(WORDS)
    person.viewer.focus()
    person.walk(path[1:])
    person.press("done")
    person.expect_phase("done")
    with LocalStore.open(demo.data_dir) as store:
        (written,) = store.records.find(GuideAnnotation)
    assert (written.transcript, written.walked, written.voice, written.duration) == (
        WORDS,
        tuple(path),
        None,
        None,
    )
    assert written.typing is not None
    assert faults == []
    context.close()
