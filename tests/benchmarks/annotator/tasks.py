"""The fixed script: a Guide's and a Follower's task, as a practised person does what the page asks for."""

from __future__ import annotations

from itertools import pairwise

from tests.benchmarks.annotator.practised import Cost, Practised

WORDS = (
    "Go through the door and past the table, turn left at the window, and stop in front of the last chair."
)
SPOKEN_SECONDS = 7


def guide(person: Practised) -> Cost:
    """A Guide's task, from the button that opens it to the thanks."""
    person.begin_counting()
    _begin(person, "record")
    path = person.walker.guide_path()
    scan = person.walker.scan()
    with person.waiting():
        person.walker.expect_at(path[0])
    person.until(person.page.locator("[data-testid=record]:enabled"))
    person.press("record")
    person.until(person.page.locator("[data-testid=recorder][data-state=recording]"))
    person.until_steady()  # the camera turns to the path by itself
    for here, there in pairwise(path):
        person.step(scan, here, there)
    person.walker.expect_recorded(SPOKEN_SECONDS)
    person.press("done")
    person.until_phase("transcribe")
    person.write("transcript", WORDS)
    person.until(person.page.locator("[data-testid=submit]:enabled"))
    person.press("submit")
    _send(person)
    return person.cost


def follower(person: Practised, paths: list[list[str]]) -> Cost:
    """The task of a Follower who listens and reads, from the button that opens it to the thanks."""
    person.begin_counting()
    _begin(person, "walk")
    start = person.walker.call("POST", "/leases", data={"kind": "follower"})["args"]["start_viewpoint_id"]
    (path,) = (each for each in paths if each[0] == start)
    scan = person.walker.scan()
    with person.waiting():
        person.walker.expect_at(path[0])
    person.until(person.page.locator("[data-testid=voice-time]:not(:text('/ 0:00'))"))
    person.page.wait_for_timeout(500)
    if person.page.locator("[data-testid=play]").get_by_text("Play").is_visible():
        person.press("play")
    if not person.page.get_by_test_id("instruction").is_visible():
        person.press("show-text")
    for here, there in pairwise(path):
        person.step(scan, here, there)
    person.press("done")
    person.until_phase("rate")
    person.choose("confidence-4")
    person.choose("quality-5")
    person.press("rate-send")
    _send(person)
    return person.cost


def _begin(person: Practised, walk: str) -> None:
    """From the thanks of the task before, or from the link, into the walk."""
    if person.page.get_by_test_id("next-task").is_visible():
        person.press("next-task")
    else:
        person.walker.open()
    check, start = person.page.get_by_test_id("allow-microphone"), person.page.get_by_test_id("start")
    walking = person.page.locator(f"[data-phase={walk}]")
    person.until(check.or_(start).or_(walking).first)
    if check.is_visible():
        person.press("allow-microphone")
        person.until(person.page.get_by_test_id("equipment-passed"))
        person.press("equipment-passed")
        person.until(start.or_(walking).first)
    if start.is_visible():
        person.press("start")
    person.until_phase(walk)


def _send(person: Practised) -> None:
    """Until the page says thanks, which may ask first whether to send it as it is."""
    asked = person.page.get_by_test_id("confirm-dialog")
    thanks = person.page.get_by_test_id("thank-you")
    person.until(asked.or_(thanks))
    if asked.is_visible():
        person.press("confirm-yes")
        person.until(thanks)
    person.until(person.page.get_by_test_id("next-task"))
