"""What a replay is told of an instruction's landmarks: times and why there are none, things, regions that hold."""

from __future__ import annotations

import re
from typing import Any

import pytest

from align import GroundedWord
from environments.regions import Mask, region_as_json
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.landmarks.examples import (
    ACROSS_THE_SEAM,
    LAMP,
    SOFA,
    chain,
    corridor_landmarks,
    entity,
    fill,
    mention,
    region,
)

pytestmark = pytest.mark.usefixtures("guide")
TEXT = "Go past the lamp 🛋 to the sofa."
ADDRESS = "/annotations/guide/1/landmarks"
THE_LAMP = "000001-8-16"


@pytest.fixture
def guide(campaign: None, people: People) -> None:
    assert people().guide(TEXT).status_code == 200


def seen(people: People) -> dict[str, Any]:
    answer = people(Role.REVIEWER).call("GET", ADDRESS)
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def aligned(**more: Any) -> AlignmentRecord:
    """Each word takes half a second."""
    words = tuple(
        GroundedWord(
            word=found[0],
            start_time=0.5 * place,
            end_time=0.5 * place + 0.4,
            source="aligned",
            start_char=found.start(),
            end_char=found.end(),
        )
        for place, found in enumerate(re.finditer(r"\S+", TEXT))
    )
    told: dict[str, Any] = {"task_id": "guide-000001", "engine": "viterbi", "state": "aligned"}
    return AlignmentRecord(**(told | {"timed_instruction": words} | more))


def test_mentions_have_the_times_of_their_words_and_things_their_regions(
    people: People, store: Store
) -> None:
    fill(
        store,
        aligned(),
        mention("the lamp", TEXT),
        mention("the sofa", TEXT, start_time=3.25, end_time=3.75),
        chain("000001-c1", (THE_LAMP, "000002-0-4")),
        entity(labels={"en-US": "the lamp", "hi-IN": "दीपक"}),
        region("r1"),
        region("r2", shape=ACROSS_THE_SEAM, viewpoint_id="sofa", visible="cut", source="imported"),
        region("r3", replaced_by="r1"),
        region("r4", SOFA),
    )
    view = seen(people)
    lamp, sofa = view["mentions"]
    assert (lamp["start_time"], lamp["end_time"], lamp["untimed"]) == (1.0, 1.9, None)
    assert (sofa["start_time"], sofa["end_time"], sofa["chain_id"]) == (3.25, 3.75, None)
    assert TEXT[sofa["start_char"] : sofa["end_char"]] == "the sofa", "characters are code points"
    assert [each["chain_id"] for each in view["chains"]] == [lamp["chain_id"]] == ["000001-c1"]
    assert view["entities"] == [
        {"entity_id": LAMP, "types": ["light"], "labels": {"en-US": "the lamp", "hi-IN": "दीपक"}}
    ]
    ids = {viewpoint: [each["region_id"] for each in found] for viewpoint, found in view["regions"].items()}
    assert ids == {"door": ["r1"], "sofa": ["r2"]}, "a replaced one and another thing's are left out"
    assert view["regions"]["sofa"][0]["shape"] == region_as_json(ACROSS_THE_SEAM)


def test_mentions_come_in_the_order_of_the_text_the_longer_first(people: People, store: Store) -> None:
    phrases = ("the sofa", "lamp", "the lamp", "the lamp 🛋 to the sofa")
    fill(store, *(mention(phrase, TEXT) for phrase in phrases))
    places = [TEXT[each["start_char"] : each["end_char"]] for each in seen(people)["mentions"]]
    assert places == ["the lamp 🛋 to the sofa", "the lamp", "lamp", "the sofa"]


@pytest.mark.parametrize(
    ("alignment", "why"),
    [
        (None, "not_aligned"),
        (aligned(state="failed", timed_instruction=()), "failed"),
        (aligned(state="outdated", timed_instruction=()), "outdated"),
        (aligned(timed_instruction=aligned().timed_instruction[:2]), "not_timed"),
    ],
)
def test_a_mention_without_times_says_why(
    people: People, store: Store, alignment: AlignmentRecord | None, why: str
) -> None:
    fill(store, mention("the lamp", TEXT), *([alignment] if alignment else []))
    (lamp,) = seen(people)["mentions"]
    assert (lamp["start_time"], lamp["end_time"], lamp["untimed"]) == (None, None, why)


def test_mentions_of_an_earlier_transcript_are_stale(people: People, store: Store) -> None:
    stale = mention("the lamp", f"Please. {TEXT}")
    fill(store, aligned(), stale, mention("sofa", f"My {TEXT}", start_time=1.0, end_time=2.0))
    assert [(each["text"], each["stale"], each["untimed"]) for each in seen(people)["mentions"]] == [
        ("the lamp", True, "stale"),
        ("sofa", True, None),
    ]


def test_a_mask_and_a_thing_that_is_gone_are_told_too(people: People, store: Store) -> None:
    mask = Mask((20, 4, 8), 8, 4)
    fill(store, mention("the lamp", TEXT), chain("000001-c1", (THE_LAMP,)), region("r1", shape=mask))
    view = seen(people)
    assert (view["entities"], view["regions"]["door"][0]["shape"]) == ([], region_as_json(mask))


def test_another_instructions_landmarks_are_not_told(people: People, store: Store) -> None:
    fill(store, *corridor_landmarks()[1:])
    view = seen(people)
    assert [view[name] for name in ("mentions", "chains", "entities", "regions")] == [[], [], [], {}]


def test_only_the_team_reads_them(people: People) -> None:
    assert_problem(people().call("GET", ADDRESS), 403, "access")
    assert people(Role.MANAGER).call("GET", ADDRESS).status_code == 200
    assert_problem(people(Role.MANAGER).call("GET", ADDRESS.replace("/1/", "/9/")), 404, "record_not_found")
