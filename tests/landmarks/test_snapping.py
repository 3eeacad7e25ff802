"""Whoever draws asks for the edges of a thing: what the segmenter is given, and what it costs where it fails."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import numpy as np
import pytest

from environments.errors import PangeaError
from environments.regions import ViewBox, region_as_json
from environments.segmenting.process import SegmenterAnswer, SegmenterRequest
from environments.segmenting.snapping import SIDE
from pangea_server.app.testing.server import People, Someone
from pangea_server.collect.landmarks.snapping import snapper
from pangea_server.collect.landmarks.snapping.snapper import Snapper
from pangea_server.core.answering_process import NoAnswerError
from pangea_server.people.access.records import Role

LOOSE = ViewBox(0.0, 0.0, 0.8, 0.6)
MIDDLE = np.zeros((SIDE, SIDE), np.bool_)
MIDDLE[SIDE // 4 : SIDE * 3 // 4, SIDE // 4 : SIDE * 3 // 4] = True


def encoded(answer: SegmenterAnswer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


class Process:
    """A segmenter's process that answers as it is told."""

    answers: list[bytes | Exception] = []  # noqa: RUF012
    started: list[Process] = []  # noqa: RUF012
    asked: list[tuple[SegmenterRequest, bytes, float]] = []  # noqa: RUF012

    def __init__(self, module: str, longest_answer: int) -> None:
        assert (module, longest_answer) == ("environments.segmenting.process", 2**20)
        self.is_usable = True
        self.started.append(self)

    def ask(self, write: Any, seconds: float) -> bytes:
        pipe = io.BytesIO()
        write(pipe)
        line, _, picture = pipe.getvalue().partition(b"\n")
        self.asked.append((msgspec.json.decode(line, type=SegmenterRequest), picture, seconds))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        self.is_usable = False


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The panoramas that were opened."""
    opened: list[tuple[str, str]] = []

    def look_around(environment: Any, scan_id: str, viewpoint_id: str, widest: int) -> tuple[str, str]:
        assert widest == 4096
        opened.append((scan_id, viewpoint_id))
        return scan_id, viewpoint_id

    def perspective(look: Any, heading: float, elevation: float, view: float, size: Any) -> Any:
        assert size == (SIDE, SIDE)
        return np.zeros((SIDE, SIDE, 3), np.uint8)

    monkeypatch.setattr("environments.tiles.sphere.look_around", look_around)
    monkeypatch.setattr("environments.tiles.sphere.perspective", perspective)
    for name in ("answers", "started", "asked"):
        monkeypatch.setattr(Process, name, [])
    monkeypatch.setattr(snapper, "AnsweringProcess", Process)
    return opened


@pytest.fixture
def snaps(looked: object) -> Snapper:
    return Snapper(None, "grabcut")  # type: ignore[arg-type]


def found(score: float | None = 0.75) -> bytes:
    return encoded(SegmenterAnswer(np.packbits(MIDDLE).tobytes(), score))


def snap(snaps: Snapper, viewpoint_id: str = "lamp") -> tuple[Any, float | None]:
    return snaps.snap("corridor", viewpoint_id, LOOSE)


def test_the_region_is_around_the_pixels_of_the_thing(snaps: Snapper) -> None:
    Process.answers.append(found())
    region, score = snap(snaps)
    assert isinstance(region, ViewBox)
    assert score == 0.75
    assert (region.heading, region.elevation) == pytest.approx((0.0, 0.0), abs=0.01)
    [(request, picture, seconds)] = Process.asked
    assert (request.segmenter, request.width, request.height) == ("grabcut", SIDE, SIDE)
    assert (len(picture), seconds) == (SIDE * SIDE * 3, 20.0)


def test_a_process_that_has_begun_has_three_seconds_and_is_asked_again(snaps: Snapper) -> None:
    Process.answers += [found(), found(None)]
    snap(snaps)
    assert snap(snaps)[1] is None
    assert [seconds for _, _, seconds in Process.asked] == [20.0, 3.0]
    assert len(Process.started) == 1


@pytest.mark.parametrize("answer", [NoAnswerError("gone", late=True), b"nonsense\n"])
def test_a_process_that_does_not_answer_is_ended_and_the_next_person_gets_a_new_one(
    snaps: Snapper, answer: bytes | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    Process.answers += [answer, found()]
    with pytest.raises(PangeaError) as raised:
        snap(snaps)
    assert (raised.value.code, raised.value.message) == ("segmenter", "The segmenter grabcut gave no answer.")
    assert (Process.started[0].is_usable, snaps.failures) == (False, 1)
    assert "the segmenter grabcut did not answer: " in caplog.text
    snap(snaps)
    assert [seconds for _, _, seconds in Process.asked] == [20.0, 20.0]


def test_a_segmenter_that_names_its_fault_goes_on(snaps: Snapper) -> None:
    Process.answers += [encoded(SegmenterAnswer(code="segmenter", message="No idea.")), found()]
    with pytest.raises(PangeaError):
        snap(snaps)
    snap(snaps)
    assert (len(Process.started), snaps.failures) == (1, 1)


def test_three_panoramas_stay_open(snaps: Snapper, looked: list[tuple[str, str]]) -> None:
    names = ["a", "b", "c", "a", "d", "a", "b"]
    Process.answers += [found()] * len(names)
    for name in names:
        snap(snaps, name)
    assert [name for _, name in looked] == ["a", "b", "c", "d", "b"]


def test_too_many_at_once_are_told_to_go_on(snaps: Snapper) -> None:
    for _ in range(snapper.MOST_WAITING):
        snaps._waiting.acquire()
    with pytest.raises(PangeaError) as raised:
        snap(snaps)
    assert raised.value.code == "not_ready"
    snaps._waiting.release()
    Process.answers += [NoAnswerError("gone", late=False), found()]
    with pytest.raises(PangeaError, match="gave no answer"):
        snap(snaps)
    snap(snaps)  # the failure gave its place back


def test_closing_ends_the_process_and_without_one_nothing(snaps: Snapper) -> None:
    snaps.close()
    Process.answers.append(found())
    snap(snaps)
    snaps.close()
    assert not Process.started[0].is_usable


# Over HTTP


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the segmenter was asked for."""
    calls: list[tuple[Any, ...]] = []

    def snap(snaps: Snapper, *what: Any) -> tuple[ViewBox, float]:
        calls.append(what)
        return ViewBox(0.1, 0.0, 0.5, 0.4), 0.5

    monkeypatch.setattr(Snapper, "snap", snap)
    return calls


def snap_at(drawer: tuple[Someone, str], **changed: Any) -> Any:
    person, lease_id = drawer
    told = {"viewpoint_id": "lamp", "shape": region_as_json(LOOSE), "on": [[0.1, 0.2]]} | changed
    return person.call("POST", f"/leases/{lease_id}/snap", json=told)


def test_whoever_draws_is_told_what_the_segmenter_finds_at_their_viewpoint(
    drawer: tuple[Someone, str], asked: list[tuple[Any, ...]]
) -> None:
    told = snap_at(drawer).json()
    assert told == {"shape": region_as_json(ViewBox(0.1, 0.0, 0.5, 0.4)), "score": 0.5}
    assert asked == [("corridor", "lamp", LOOSE, ((0.1, 0.2),))]


@pytest.mark.parametrize(
    "changed",
    [
        {"viewpoint_id": "sofa"},  # beyond the task's reach
        {"viewpoint_id": "../door"},
        {"shape": region_as_json(LOOSE) | {"width": "wide"}},
        {"shape": {"kind": "mask", "runs": [1, 524287]}},
        {"on": [[0.0, 0.0]] * 21},
    ],
)
def test_what_cannot_be_snapped_is_refused(
    drawer: tuple[Someone, str], asked: list[tuple[Any, ...]], changed: dict[str, Any]
) -> None:
    assert (snap_at(drawer, **changed).status_code, asked) == (422, [])


def test_only_who_holds_the_task_may_ask(
    drawer: tuple[Someone, str], asked: list[tuple[Any, ...]], people: People
) -> None:
    person, lease_id = drawer
    statuses = [snap_at((each, lease_id)).status_code for each in (people(), people(Role.MANAGER))]
    person.call("DELETE", f"/leases/{lease_id}")
    assert [*statuses, snap_at(drawer).status_code, len(asked)] == [404, 403, 409, 0]
