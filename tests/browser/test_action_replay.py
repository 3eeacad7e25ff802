"""A log of actions, played again on the page of the same task, gives the same walk."""

from __future__ import annotations

import gzip
import json
import math
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from align import PoseTrace
from environments.geometry import camera_pose
from pangea_server.annotate.annotations.lookups import load_trace, trace_of
from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.collect.actions.wire import Action
from pangea_server.stores.local.store import LocalStore
from tests.browser import campaigns
from tests.browser.action_player import ActionPlayer
from tests.browser.demo import Demo
from tests.browser.walker import Walker, bearing, wrapped

HANDLED_LATE = 0.1  # seconds; an input has the time at which it was made, what follows from it a later one
BY_POINTER = math.radians(0.01)  # two walks by the same pointer differ by rounding alone
BY_KEYS = math.radians(1)  # a key that a busy machine lets go 10 ms later turns the camera that much further
ASIDE = math.radians(-12)  # the garden door lies 3.5 degrees to the right of the kitchen's table


def answered(demo: Demo) -> list[tuple[list[Action], PoseTrace, FollowerAnnotation]]:
    """The actions and the pose trace of each answer, in the order in which they came."""
    with LocalStore.open(demo.data_dir) as store:
        walks = sorted(store.records.find(FollowerAnnotation), key=lambda walk: walk.submitted_at)
        found = []
        for walk in walks:
            assert walk.actions is not None
            lines = gzip.decompress(store.blobs.read(walk.actions.blob)).splitlines()
            trace = load_trace(store.blobs, trace_of(walk))
            found.append(([Action(**json.loads(line)) for line in lines], trace, walk))
        return found


def visits(trace: PoseTrace) -> list[tuple[str, float]]:
    """Each stay at a viewpoint, and the heading at its end."""
    rows = zip(trace.viewpoint_ids, trace.extrinsic_matrix, strict=True)
    stays = [(name, list(stay)) for name, stay in groupby(rows, key=lambda row: row[0])]
    return [(name, float(camera_pose(np.asarray(stay[-1][1])).heading)) for name, stay in stays]


def rate(person: Walker) -> None:
    person.expect_phase("rate")
    person.press("confidence-4")
    person.press("quality-4")
    person.press("rate-send")
    person.expect_phase("done")


def by_pointer(person: Walker, path: list[str]) -> None:
    """Drags until the next viewpoint lies ahead, then clicks twice on it."""
    scan = person.scan()
    for here, there in pairwise(path):
        person.face(bearing(scan[here], scan[there]), by_mouse=True)
        box = person.viewer.bounding_box()
        assert box
        person.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        person.expect_at(there)


def by_keys(person: Walker, path: list[str]) -> None:
    scan = person.scan()
    for here, there in pairwise(path):
        person.face(bearing(scan[here], scan[there]) + ASIDE, by_mouse=False)
        person.page.keyboard.press("Enter")
        person.expect_at(there)


@pytest.mark.parametrize(
    ("walk", "tolerance"), [(by_pointer, BY_POINTER), (by_keys, BY_KEYS)], ids=["by pointer", "by keys"]
)
def test_the_same_actions_give_the_same_walk(
    demo: Demo, context: BrowserContext, page: Page, tmp_path: Path, walk: object, tolerance: float
) -> None:
    path = campaigns.create_with_words(demo, tmp_path, actions="on", followers_per_guide=2)
    first = Walker(page, campaigns.somebody(demo, "follower"))
    first.open()
    expect(page.get_by_test_id("actions-notice")).to_be_visible()
    first.press("start")
    first.expect_at(path[0])
    page.wait_for_timeout(500)
    assert callable(walk)
    walk(first, path)
    first.press("done")
    rate(first)

    ((actions, trace, answer),) = answered(demo)
    assert answer.path == tuple(path)
    recorded = [action.recorded for action in actions if action.recorded is not None]
    assert all(later > earlier - HANDLED_LATE for earlier, later in pairwise(recorded))
    assert trace.time[0] - 0.1 <= recorded[0] <= recorded[-1] <= trace.time[-1] + 0.1

    second = Walker(context.new_page(), campaigns.somebody(demo, "follower"))
    second.open()
    ActionPlayer(second.page).play(actions, until_phase="rate")
    rate(second)
    (_, again, _) = answered(demo)[1]
    walked, replayed = visits(trace), visits(again)
    assert [name for name, _ in replayed] == [name for name, _ in walked]
    apart = [abs(wrapped(one - other)) for (_, one), (_, other) in zip(walked, replayed, strict=True)]
    assert max(apart) < tolerance, (
        f"headings apart: {[round(math.degrees(each), 3) for each in apart]} degrees"
    )
