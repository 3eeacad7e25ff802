"""What is counted of a simulated crowd: who was found, what a step costs, and what is right."""

from __future__ import annotations

from typing import Any

from align.spoken_routes import SpokenMention
from environments.regions import ViewBox, region_as_json
from pangea_server.annotate.landmarks.lookups import PathLandmarks
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.records import Chain, Mention, RegionRecord, mention_id
from pangea_server.collect.landmarks.simulation.crowd import Worker
from pangea_server.collect.landmarks.simulation.figures import (
    Path,
    StepCost,
    Workers,
    boxes_of,
    costs_of,
    documents,
    exhaustive,
    workers_of,
)
from tests.landmarks.lamp_and_sofa import LAMP, LINK, SAID, SOFA, SPOKEN, worker


def test_people_are_found_by_the_kinds_in_which_they_were_stopped() -> None:
    def did(number: int, *quality: float, **done: int) -> Worker:
        someone = worker(None, *quality, number=number)
        someone.done.update({Step(name): count for name, count in done.items()})
        return someone

    fades = did(5, 0.95, 0.5, coref_link=9)
    fades.answered = 9
    crowd = [
        did(1, 0.5, coref_link=10, coref_verify=9),
        did(2, 0.5, coref_link=10),
        did(3, 0.95, coref_link=10),
        did(4, 0.95, coref_link=10),
        fades,
        did(6, 0.5),
    ]
    stopped = {1: {LINK}, 3: {"coref_verify"}, 5: {LINK}, 6: {LINK}, 2: set[str]()}
    found = workers_of(crowd, stopped, opening=10)
    assert found == Workers(
        people=5, bad=2, found=1, stopped=3, wrongly=1, pairs=2, pairs_found=1, faded=1, faded_found=1
    )
    assert (found.precision, found.recall) == (2 / 3, 0.5)
    nobody = workers_of([], {}, 10)
    assert (nobody.precision, nobody.recall) == (None, None)


def test_a_step_costs_what_its_items_take_at_the_pace_that_was_measured() -> None:
    costs = costs_of({Step.LINK: 480, Step.CARRY: 20}, {Step.LINK: 48, Step.NEED: 10}, {Step.LINK: 50})
    assert costs == (
        StepCost("coref_link", 480, 48, 50, 10, 1.0, 0.1),
        StepCost("box_need", 0, 10, 0, 10, 0.0, 10 * (81 / 10) / 3600),
        StepCost("carry", 20, 0, 0, 20, None, None),
    )


def kept(said: SpokenMention, number: int, language: str = "en-IN", **more: Any) -> Mention:
    place: dict[str, Any] = {"start_char": said.start_char, "end_char": said.end_char, "text": said.text}
    ids: dict[str, Any] = {"instruction_id": number, "path_id": 7, "scan_id": "house", "language": language}
    told = {"source": "person", "transcript_sha256": "x", "types": said.types, "form": said.form}
    return Mention.model_construct(**(ids | place | told | more))


def chain(name: str, *mentions: str, **more: Any) -> Chain:
    ids = {"chain_id": name, "path_id": 7, "scan_id": "house", "source": "judged"}
    return Chain.model_validate(ids | {"mentions": mentions} | more)


NUMBERS = {1: 101, 2: 102}
NAMES = [mention_id(101, each.start_char, each.end_char) for each in SAID]
HINDI_LAMP = mention_id(102, 0, 4)


def found(**parts: Any) -> Path:
    return Path(SPOKEN, NUMBERS, PathLandmarks(**parts))


def test_sight_joins_the_words_of_several_languages_and_nothing_joins_what_is_not_seen() -> None:
    [document] = documents([found(chains=[chain("a", NAMES[0])])])
    key = {frozenset(each) for each in document.key.chains}
    assert document.name == "7"
    assert key == {
        frozenset({NAMES[0], NAMES[2], HINDI_LAMP}),
        frozenset({NAMES[1]}),
        frozenset({NAMES[3]}),
    }
    assert [set(each) for each in document.response.chains] == [{NAMES[0]}]


def drawn(name: str, entity: str | None, box: ViewBox, viewpoint_id: str, **more: Any) -> RegionRecord:
    usual: dict[str, Any] = {
        "region_id": name,
        "entity_id": entity,
        "scan_id": "house",
        "viewpoint_id": viewpoint_id,
    }
    told = {"shape": region_as_json(box), "source": "drawn", "quality": "good"}
    return RegionRecord.model_construct(**(usual | told | {"shape": box} | more))


def test_a_good_box_is_right_when_it_shows_what_its_chain_means() -> None:
    chains = [chain("a", NAMES[0], NAMES[2], NAMES[1], entities=("e-1",)), chain("b", entities=("e-2",))]
    regions = [
        drawn("right", "e-1", LAMP, "door"),
        drawn("elsewhere", "e-1", SOFA, "sofa"),
        drawn("unknown", "e-2", LAMP, "door"),
        drawn("bad", "e-1", LAMP, "door", quality="bad"),
        drawn("nobody's", None, LAMP, "door"),
        drawn("replaced", "e-1", LAMP, "door", replaced_by="right"),
    ]
    assert boxes_of(found(chains=chains, regions=regions)) == (
        3,
        1,
        {"label:lamp", "label:sofa"},
        {"label:lamp"},
    )


def test_exhaustive_linking_would_ask_about_pairs_of_one_language_and_type() -> None:
    lamp, sofa, again, silence = (kept(each, 101) for each in SAID)
    hindi = kept(SPOKEN.instructions[1].mentions[0], 102, "hi-IN")
    assert exhaustive(found(mentions=[lamp, sofa])) == 0, "names in one sentence"
    assert exhaustive(found(mentions=[lamp, again])) == 1
    assert exhaustive(found(mentions=[lamp, hindi])) == 0
    assert exhaustive(found(mentions=[lamp, silence])) == 0
    untyped = silence.model_copy(update={"types": ()})
    assert exhaustive(found(mentions=[lamp, untyped])) == 1
    pronouns = [each.model_copy(update={"form": "pronoun"}) for each in (lamp, sofa)]
    assert exhaustive(found(mentions=pronouns)) == 1
    assert exhaustive(found(mentions=[lamp, again], chains=[chain("a", NAMES[0], need="not_visual")])) == 0
