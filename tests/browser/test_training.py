"""A newcomer's training walk in the browser: words whose way is known, what was wrong, other words, the first task."""

from __future__ import annotations

import io

import pytest
import soundfile
from playwright.sync_api import Page, expect

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import Artefact
from pangea_server.quality.trust.known import make_check_items
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo
from tests.browser.test_people import check
from tests.browser.walker import Walker

KNOWN = (1001, 1002)  # instruction ids of good words
OTHER = 1003  # of the words of the first task


@pytest.fixture
def paths(demo: Demo) -> list[tuple[str, ...]]:
    """The demo asks for training, and somebody has described two of its paths well; these are the paths."""
    with LocalStore.open(demo.data_dir) as store:
        records = store.records
        (campaign,) = every(records, Campaign)
        trust = campaign.definition.trust.model_copy(update={"training": True})
        definition = campaign.definition.model_copy(update={"trust": trust})
        asking = campaign.model_copy(update={"definition": definition})
        records.transact(lambda transaction: transaction.replace(asking))
        *known, other = list(every(records, PathRecord))[: len(KNOWN) + 1]
        for number, path in zip((*KNOWN, OTHER), (*known, other), strict=True):
            records.create(good_words(store, number, path))
        followers = every(records, Task, {"kind": "follower"})
        waiting = next(task for task in followers if task.path_id == other.path_id)
        follows = {"state": TaskState.OPEN, "instruction_id": OTHER, "guide_annotator_id": 900}
        first_task = waiting.model_copy(update=follows)
        records.transact(lambda transaction: transaction.replace(first_task))
        make_check_items(records, campaign.campaign_id, KNOWN)
    return [path.path for path in known]


def good_words(store: LocalStore, number: int, path: PathRecord) -> GuideAnnotation:
    """Of somebody of the team."""
    samples, rate = soundfile.read(SPEECH, dtype="int16")
    wav = io.BytesIO()
    soundfile.write(wav, samples, rate, format="WAV")
    blob = f"recordings/known-{number}/voice.wav"
    store.blobs.create(blob, io.BytesIO(wav.getvalue()))
    stat = store.blobs.stat(blob)
    return GuideAnnotation(
        instruction_id=number,
        annotator_id=900,
        path_id=path.path_id,
        split="train",
        scan_id=path.scan_id,
        language="en-US",
        path=path.path,
        heading=path.heading,
        walked=path.path,
        transcript="Go straight on, past the lamp, and stop at the sofa.",
        duration=len(samples) / rate,
        sample_rate=rate,
        voice=Artefact(blob=blob, size=stat.size, sha256=stat.sha256),
        pose_trace=None,
        phases=(),
        scores=None,
    )


def test_who_walks_elsewhere_is_shown_the_way_and_tries_other_words(
    demo: Demo, page: Page, paths: list[tuple[str, ...]]
) -> None:
    person = Walker(page, demo.links["follower"])
    person.open()
    check(page, "training")
    person.expect_at(paths[0][0])
    page.get_by_test_id("training-done").focus()
    page.keyboard.press("Enter")  # at the start, as if the words ended there
    check(page, "training-failed")
    expect(page.locator("[data-lesson=goal]")).to_have_attribute("data-state", "bearable")
    expect(page.locator(".map-reference")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("training-done")).to_be_visible()
    person.walk(list(paths[1]))
    person.press("training-done")
    check(page, "training-passed")
    expect(page.locator("[data-state=bearable]")).to_have_count(0)
    person.press("training-over")
    expect(page.get_by_test_id("start")).to_be_visible()
