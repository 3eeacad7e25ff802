"""A dialogue as one: words on one line, who spoke when, how far each answer took the navigator, and its replay."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import TaskAnnotation, report_id
from pangea_server.app.testing.server import People, Someone
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.pairing.talked import align, heard, talk
from tests.server.conftest import PATH


@pytest.fixture
def talked(people: People, dialogue: None, server: TestClient) -> dict[str, Any]:
    return talk(people)


@pytest.fixture
def reviewer(people: People) -> Someone:
    return people(Role.REVIEWER)


def read(reviewer: Someone, talked: dict[str, Any]) -> dict[str, Any]:
    response = reviewer.call("GET", f"/dialogues/{talked['pairing_id']}")
    assert response.status_code == 200, response.text
    return dict(response.json())


def test_both_sides_are_on_one_line(talked: dict[str, Any], reviewer: Someone, store: Store) -> None:
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    view = read(reviewer, talked)
    assert [(side["role"], side["clock"]["begins"]) for side in view["sides"]] == [
        ("oracle", [0.0]),
        ("navigator", [pytest.approx(1.5, abs=1e-3)]),
    ]
    assert [
        (turn["role"], round(turn["start"], 1), turn["words"], turn["typed"]) for turn in view["turns"]
    ] == [
        ("oracle", 0.1, "Go on.", False),
        ("navigator", 1.7, "Here?", False),
        ("oracle", 3.2, "Stop.", True),
    ]
    figures = view["figures"]
    assert figures["floor_transfer"] == pytest.approx(0.7, abs=0.01)
    assert (figures["overlap"], figures["bound"]) == (0.0, pytest.approx(0.02, abs=1e-3))
    assert [(side["role"], side["words"], side["texts"], side["turns"]) for side in figures["sides"]] == [
        ("oracle", 2, 1, 2),
        ("navigator", 2, 0, 1),
    ]
    assert (view["goal"], view["path"]) == (PATH[-1], list(PATH))


@pytest.mark.usefixtures("dialogue")
def test_an_answer_to_a_late_voice_was_quicker_than_the_gap(
    people: People, reviewer: Someone, store: Store
) -> None:
    """The oracle's "Go on." ends at 3.5 s of the server's and the navigator's "Here?" begins at 4.2 s, 0.3 s of which
    the voice was on its way."""
    states = [{"time": 0.0, "joined": True, "partner": "here", "way": "webrtc", "muted": False}]
    link = heard((0.1, 3.8), (0.3, 4.0)) | {"states": states}
    talked = talk(people, link)
    align(store, 1, (0.1, 0.5, "Go"), (0.5, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    figures = read(reviewer, talked)["figures"]
    assert figures["floor_transfer"] == pytest.approx(0.7, abs=0.01)
    assert figures["response"] == pytest.approx(0.4, abs=0.01)
    assert [side["voice_delay"] for side in figures["sides"]] == [None, pytest.approx(0.3, abs=0.01)]


def test_each_answer_has_the_metres_that_it_brought(
    talked: dict[str, Any], reviewer: Someone, store: Store
) -> None:
    align(store, 1, (0.1, 1.0, "Go"))
    align(store, 2, (0.2, 0.6, "Here?"))
    exchanges_ = read(reviewer, talked)["figures"]["exchanges"]
    # The navigator stands at the door from 1.5 s, two metres further from 2.5 s, and at the goal from 3.5 s.
    assert [(round(each["start"], 1), each["words"], each["progress"]) for each in exchanges_] == [
        (0.1, "Go", pytest.approx(2.0)),
        (3.2, "Stop.", pytest.approx(2.0)),
    ]


def test_what_is_spoken_and_typed_without_a_question_between_is_one_answer(
    talked: dict[str, Any], reviewer: Someone, store: Store
) -> None:
    align(store, 1, (0.1, 1.0, "Go"), (2.9, 3.1, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    view = read(reviewer, talked)
    assert [turn["words"] for turn in view["turns"]] == ["Go", "Here?", "on.", "Stop."]
    figures = view["figures"]
    assert [each["words"] for each in figures["exchanges"]] == ["Go", "on. Stop."]
    assert [side["turns"] for side in figures["sides"]] == [2, 1]


def test_what_is_not_aligned_yet_has_no_figures(
    talked: dict[str, Any], reviewer: Someone, store: Store
) -> None:
    align(store, 1, (0.1, 1.0, "Go"))
    view = read(reviewer, talked)
    assert (view["figures"]["overlap"], view["figures"]["exchanges"]) == (None, None)
    assert [side["speech_seconds"] for side in view["figures"]["sides"]] == [pytest.approx(0.9), None]
    assert [turn["words"] for turn in view["turns"]] == ["Go", "Stop."]


def test_a_word_whose_time_nobody_measured_is_shown_and_makes_no_figure(
    talked: dict[str, Any], reviewer: Someone, store: Store
) -> None:
    align(store, 1, (0.1, 0.5, "Go"))
    align(store, 2, (0.2, 0.6, "Here?"))
    known = store.records.get(AlignmentRecord, report_id("guide_two", 1))
    guessed = GroundedWord(word="on.", start_time=0.5, end_time=1.6, source="interpolated")
    longer = known.model_copy(update={"timed_instruction": (*known.timed_instruction, guessed)})
    store.records.transact(lambda transaction: transaction.replace(longer))
    view = read(reviewer, talked)
    assert view["turns"][0]["words"] == "Go on."
    assert view["figures"]["floor_transfer"] == pytest.approx(1.2, abs=0.01)


def test_a_dialogue_without_its_other_half_is_not_there(
    talked: dict[str, Any], reviewer: Someone, store: Store
) -> None:
    assert talked["oracle"].call("DELETE", "/me").status_code in (200, 204)
    assert [each.kind for each in store.records.find(TaskAnnotation)] == ["guide_two"]
    response = reviewer.call("GET", f"/dialogues/{talked['pairing_id']}")
    assert (response.status_code, response.json()["code"]) == (404, "record_not_found")
    assert reviewer.call("GET", "/dialogues/nobody").status_code == 404


def test_who_takes_part_does_not_see_the_other_side(talked: dict[str, Any]) -> None:
    assert talked["oracle"].call("GET", f"/dialogues/{talked['pairing_id']}").status_code == 403
