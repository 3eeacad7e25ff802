"""A Follower whose page is reloaded, or who comes back to rate, goes on with the same walk."""

from __future__ import annotations

import httpx2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from pangea_server.annotate.annotations.lookups import load_trace, trace_of
from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.app.testing.server import Someone
from pangea_server.people.access.tokens import new_token
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.device import wait_until_written_down
from tests.browser.walker import Walker, wrapped


@pytest.fixture
def path(demo: Demo) -> list[str]:
    """The path of an instruction that waits for its Follower."""
    with httpx2.Client(base_url=demo.links["guide"].split("/guide")[0]) as client:
        session = new_token()
        wanted = {"invite": demo.links["guide"].rpartition("=")[2], "session": session}
        assert client.post("/api/v1/sessions", json=wanted).status_code == 201
        guide = Someone(client, session, 0)  # type: ignore[arg-type]
        told: list[str] = guide.lease("guide")["args"]["path"]
        assert guide.guide().status_code == 200
    return told


def test_a_reload_in_the_middle_loses_nothing(demo: Demo, page: Page, path: list[str]) -> None:
    person = Walker(page, demo.links["follower"])
    person.open()
    person.press("start")
    person.walk(path[:3])
    wait_until_written_down(page)
    heading = person.heading
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    person.expect_phase("walk")
    person.expect_at(path[2])
    assert abs(wrapped(person.heading - heading)) < 0.05
    person.walk(path[2:])
    person.press("done")
    person.expect_phase("rate")
    with person.draft_kept(r"confidence\W+2"):
        person.press("confidence-2")
    page.reload()
    person.expect_phase("rate")
    expect(page.get_by_test_id("confidence-2").locator("input")).to_be_checked()
    person.press("quality-3")
    person.press("rate-send")
    person.expect_phase("done")
    with LocalStore.open(demo.data_dir) as store:
        (walked,) = store.records.find(FollowerAnnotation)
        trace = load_trace(store.blobs, trace_of(walked))
    assert list(walked.path) == path
    assert walked.feedback is not None
    assert (walked.feedback.confidence, walked.feedback.instruction_quality) == (2, 3)
    assert (np.diff(trace.time) >= 0).all()
    assert 0 <= trace.time[0] < 0.01
