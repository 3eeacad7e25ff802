"""The whole Guide and Follower task in WebKit, the engine of Safari, by mouse and keys."""

from __future__ import annotations

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.engines.display import display
from tests.browser.engines.webkit import Person, webkit

TRANSCRIPT = "Leave the bathroom and stop at the window."


def guide(person: Person) -> list[str]:
    """A whole Guide task; returns the path that was shown."""
    person.open()
    person.press("allow-microphone")
    person.press("equipment-passed")
    person.press("start")
    person.expect_phase("record")
    path: list[str] = person.call("POST", "/leases", json={"kind": "guide"})["args"]["path"]
    person.press("record")
    person.walk(path)
    person.expect_recorded(5)
    person.press("pause")
    person.press("done")
    person.expect_phase("transcribe")
    person.type("transcript", TRANSCRIPT)
    person.press("submit")
    person.press("confirm-yes")
    person.expect_phase("done")
    return path


def follow(person: Person, path: list[str]) -> None:
    """A whole Follower task along a path that the page never saw."""
    person.open()
    person.press("start")
    person.expect_phase("walk")
    person.press("play")
    person.press("show-text")
    person.walk(path)
    person.press("done")
    person.press("confidence-4")
    person.press("quality-5")
    person.press("rate-send")
    person.expect_phase("done")


# Selenium's own class for WebKitGTK does this.
@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
def test_the_whole_way_in_webkit(demo: Demo) -> None:
    with display() as screen:
        with webkit(screen) as driver:
            path = guide(Person(driver, demo.links["guide"]))
        with webkit(screen) as driver:
            follow(Person(driver, demo.links["follower"]), path)
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
    assert list(told.walked) == path
    assert told.transcript == TRANSCRIPT
    assert told.duration is not None
    assert told.duration >= 5
    assert followed.scores.success == 1.0
