"""Tasks of other kinds in a real browser: a tour, a search, a transcript, and one of a package that is unknown here."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from importlib import import_module
from math import pi
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from environments import Environment, Scan, open_environment
from environments.geometry import direction, rotation
from environments.labels import LabelledEnvironment
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.find import FindTask
from pangea_server.annotate.kinds.protocol import PlannedTask, TaskSpec
from pangea_server.annotate.kinds.tour import TourArgs, TourTask
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.standalone import create_tasks
from pangea_server.core.records import Artefact
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

SPEECH = Path(__file__).parents[1] / "data" / "speech"
PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_door_count"
TRANSCRIPT = "This is a bright room with a red sofa."
FIELD_OF_VIEW = math.radians(75)


class ShortTour(TourTask):
    """A tour that a test has the time for."""

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        args = TourArgs(prompt="Show the kitchen.", min_seconds=6)
        return [TaskSpec(("hallway-coats",), 0.0, args.model_dump())]


class FindSofa(FindTask):
    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        args = {"object_id": "red-sofa", "description": "the red sofa"}
        return [TaskSpec(("kitchen-fridge",), 0.0, args)]


def ask(demo: Demo, planned: PlannedTask) -> str:
    """One task of this kind in the demo's store, and the link of somebody who is to do it."""
    house = open_environment("demo")
    with LocalStore.open(demo.data_dir) as store:
        create_tasks(store.records, house, house.scan("demo-house"), planned, languages=["en-US"], count=1)
    return invited(demo, planned.kind)


def invited(demo: Demo, kind: str) -> str:
    return demo.invite().replace("/guide#", f"/task/{kind}#")


def kept(demo: Demo) -> TaskAnnotation:
    with LocalStore.open(demo.data_dir) as store:
        (annotation,) = store.records.find(TaskAnnotation)
    return annotation


def test_a_tour_is_told_written_down_and_heard_again(demo: Demo, context: BrowserContext, page: Page) -> None:
    person = Walker(page, ask(demo, ShortTour()))
    person.open()
    person.pass_equipment_check()
    expect(page.get_by_test_id("tour-prompt")).to_have_text("Show the kitchen.")
    assert serious_findings(page) == []
    person.press("start")
    person.expect_phase("record")
    person.expect_at("hallway-coats")
    assert serious_findings(page) == []
    person.press("record")
    person.expect_recorded(1)
    person.press("done")
    expect(page.get_by_test_id("not-yet")).to_contain_text("0:06")
    person.press("resume")
    person.page.keyboard.press("Enter")
    person.expect_recorded(7)
    person.press("done")
    person.expect_phase("transcribe")
    assert serious_findings(page) == []
    page.get_by_test_id("transcript").fill(TRANSCRIPT)
    person.press("submit")
    person.press("confirm-yes")  # it was not listened to
    person.expect_phase("done")

    told = kept(demo)
    assert (told.kind, told.answer) == ("tour", {"transcript": TRANSCRIPT})
    assert told.walked[0] == "hallway-coats"
    assert told.duration is not None
    assert told.duration > 6

    manager = Walker(context.new_page(), demo.links["monitor"])
    manager.open()
    manager.page.get_by_test_id("annotations-tour-row").get_by_test_id("replay-link").click()
    expect(manager.page.get_by_test_id("words-plain")).to_have_text(TRANSCRIPT)
    expect(manager.page.get_by_test_id("waveform")).to_be_visible()


def sofa_seen_from(viewpoint_id: str) -> tuple[float, float]:
    """Heading and elevation of a pixel in the middle of the sofa."""
    house = open_environment("demo")
    assert isinstance(house, LabelledEnvironment)
    labels = house.labels("demo-house")
    assert labels
    with Image.open(labels.folder / f"{viewpoint_id}.ids.png") as picture:
        numbers = np.asarray(picture)
    rows, columns = np.nonzero(numbers == labels.object("red-sofa").number)
    row, column = np.median(rows), np.median(columns)
    return float((column / numbers.shape[1] - 0.5) * 2 * pi), float((0.5 - row / numbers.shape[0]) * pi)


def click_towards(person: Walker, heading: float, elevation: float) -> None:
    """Click where a direction is in the picture."""
    box = person.viewer.bounding_box()
    assert box is not None
    tilt = float(person.viewer.get_attribute("data-elevation") or "nan")
    x, depth, z = direction(heading, elevation) @ rotation(person.heading, tilt)
    focal = min(box["width"], box["height"]) / 2 / math.tan(FIELD_OF_VIEW / 2)
    across, down = focal * x / depth, -focal * z / depth
    person.page.mouse.click(box["x"] + box["width"] / 2 + across, box["y"] + box["height"] / 2 + down)


def test_a_thing_is_found_by_clicking_on_it(demo: Demo, context: BrowserContext, page: Page) -> None:
    house = open_environment("demo")
    graph = house.scan("demo-house").graph
    person = Walker(page, ask(demo, FindSofa()))
    person.open()
    expect(page.get_by_test_id("wanted")).to_have_text("the red sofa")
    assert serious_findings(page) == []
    person.press("start")
    person.expect_phase("walk")
    page.wait_for_selector("[data-sharp]")
    assert serious_findings(page) == []
    path = graph.shortest_path("kitchen-fridge", "living-room-sofa")
    person.walk(path)
    heading, elevation = sofa_seen_from(path[-1])
    person.face(heading + 2.5, by_mouse=False)
    person.viewer.focus()
    page.keyboard.press("m")
    expect(page.get_by_test_id("confirm-dialog")).to_contain_text("the red sofa")
    assert serious_findings(page) == []
    person.press("confirm-no")
    person.face(heading, by_mouse=False)
    page.keyboard.press("ArrowDown", delay=500)
    click_towards(person, heading, elevation)
    expect(page.get_by_test_id("confirm-dialog")).to_be_visible()
    person.press("confirm-yes")
    person.expect_phase("done")

    found = kept(demo)
    assert found.walked == tuple(path)
    assert found.scores["found"] == 1.0
    spl = found.scores["spl"]
    assert spl is not None
    assert 0 < spl <= 1
    assert found.voice is None

    manager = Walker(context.new_page(), demo.links["monitor"].replace("/monitor", "/replay?kind=find&id=1"))
    manager.open()
    expect(manager.page.get_by_test_id("facts")).to_contain_text("red-sofa")
    expect(manager.page.get_by_test_id("voice-missing")).to_have_count(0)


def speak(demo: Demo) -> None:
    """A Guide's voice in the demo's store, and a task to write it down."""
    samples, rate = soundfile.read(SPEECH / "instruction.flac", dtype="int16")
    wav = io.BytesIO()
    soundfile.write(wav, samples, rate, format="WAV")
    with LocalStore.open(demo.data_dir) as store:
        (path,) = store.records.find(PathRecord, limit=1)
        store.blobs.create("recordings/spoken/voice.wav", io.BytesIO(wav.getvalue()))
        stored = store.blobs.stat("recordings/spoken/voice.wav")
        guide = GuideAnnotation(
            instruction_id=100,
            annotator_id=100,
            path_id=path.path_id,
            split=path.split,
            scan_id=path.scan_id,
            language="en-US",
            path=path.path,
            heading=path.heading,
            walked=path.path,
            transcript="What the Guide wrote.",
            duration=len(samples) / rate,
            sample_rate=rate,
            voice=Artefact(blob=stored.name, size=stored.size, sha256=stored.sha256),
            pose_trace=None,
            phases=(),
            scores=None,
        )
        task = Task(
            kind="transcribe",
            number=1,
            path_id=path.path_id,
            scan_id=path.scan_id,
            language="en-US",
            state=TaskState.OPEN,
            instruction_id=100,
            guide_annotator_id=100,
        )
        store.records.create(guide)
        store.records.create(task)


def test_a_voice_is_heard_written_down_and_handed_in(demo: Demo, context: BrowserContext, page: Page) -> None:
    speak(demo)
    heard = (SPEECH / "instruction.txt").read_text().strip()
    person = Walker(page, invited(demo, "transcribe"))
    person.open()
    expect(page).to_have_title("PanGEA · Transcript")
    assert serious_findings(page) == []
    person.press("start")
    person.expect_phase("write")
    expect(page.get_by_test_id("submit")).to_be_disabled()
    person.press("play")
    expect(page.locator(".player")).to_have_attribute("data-state", "playing")
    page.get_by_test_id("transcript").press_sequentially(heard)
    expect(page.locator(".player")).to_have_attribute("data-state", "paused")
    assert serious_findings(page) == []
    person.press("submit")
    person.expect_phase("done")

    written = kept(demo)
    assert (written.kind, written.answer) == ("transcribe", {"transcript": heard})
    assert (written.args, written.walked) == ({"instruction_id": 100}, ())
    assert written.typing is not None
    assert written.typing.typed >= len(heard)

    manager = Walker(
        context.new_page(), demo.links["monitor"].replace("/monitor", "/replay?kind=transcribe&id=1")
    )
    manager.open()
    expect(manager.page.get_by_test_id("words-plain")).to_have_text(heard)
    expect(manager.page.get_by_test_id("waveform")).to_be_visible()


@pytest.fixture
def demo_with_doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Demo]:
    """A server where a package of a third party is installed."""
    monkeypatch.syspath_prepend(PLUGINS)
    running = Demo(tmp_path / "data", PYTHONPATH=str(PLUGINS))
    yield running
    running.stop()


def test_the_task_of_a_third_party_works_end_to_end(
    demo_with_doors: Demo, context: BrowserContext, page: Page
) -> None:
    door_count = import_module("door_count").DoorCount

    person = Walker(page, ask(demo_with_doors, door_count()))
    person.open()
    expect(page).to_have_title("PanGEA · Doors")
    person.press("start")
    person.expect_phase("walk")
    expect(page.locator(".door-colour")).to_have_css("border-left-width", "6px")
    with person.draft_kept(r"doors\W+3"):
        page.get_by_test_id("doors").fill("3")
    page.reload()
    person.expect_phase("walk")
    expect(page.get_by_test_id("doors")).to_have_value("3")
    expect(person.viewer).to_have_attribute("data-sharp", "")
    person.press("done")
    person.expect_phase("done")

    annotation = kept(demo_with_doors)
    assert (annotation.kind, annotation.answer) == ("door_count", {"doors": 3})
    assert annotation.scores == {"error": 2.0}
    with LocalStore.open(demo_with_doors.data_dir) as store:
        assert store.records.get(Task, "door_count-000001").state == "done"

    manager = Walker(context.new_page(), demo_with_doors.links["monitor"])
    manager.open()
    row = manager.page.get_by_test_id("annotations-door_count-row")
    expect(row.get_by_test_id("replay-link")).to_have_text("Door count 1")


@pytest.mark.parametrize("console_is_checked", [False])
def test_a_kind_without_a_browser_half_says_so(demo: Demo, page: Page, console_is_checked: bool) -> None:
    Walker(page, invited(demo, "no_such_kind")).open()
    expect(page.get_by_test_id("problem")).to_contain_text("no_such_kind")
