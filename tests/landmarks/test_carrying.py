"""Carried regions in the protocol: what is asked, what answers come to, and things that are joined by sight."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from environments import EncodedImage, Scan
from environments.regions import iou, region_from_json
from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.protocol.derivation import Derived, derive
from pangea_server.annotate.landmarks.protocol.evidence import Foretell
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from pangea_server.annotate.landmarks.records import Entity
from pangea_server.collect.landmarks.carry import foretelling
from tests.environments.carrying.rooms import scan_of
from tests.landmarks.protocol_crowd import POSITIONS, THINGS, Crowd, box_of, truth_of, without, words

SOFAS = {"sofa", "सोफ़ा"}
PLAIN = Rules(mark_twice=0, one_step=False)


class Flat:
    """An environment without depth or walls."""

    def scan_ids(self) -> list[str]:
        return ["room"]

    def scan(self, scan_id: str) -> Scan:
        return scan_of(POSITIONS)

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        raise AssertionError("nothing of this looks at pictures")


def by_rays(**rules: Any) -> Foretell:
    return foretelling(Flat(), scan_of(POSITIONS), LandmarkRules(**rules))


def speaking(*numbers: int, foretell: Foretell | None = None, rules: Rules = PLAIN) -> Crowd:
    """A crowd of which nobody has done anything, about some instructions."""
    crowd = Crowd(Random(1), rules, words=tuple(words(number) for number in numbers))
    crowd.foretell = foretell or by_rays()
    return crowd


def work_but(crowd: Crowd, *steps: Step) -> list[ItemToAsk]:
    """Answer everything but the questions of some steps; these."""
    while left := [each for each in derive(crowd.evidence).work if each.step not in steps]:
        crowd.answer(left[0])
    return [*derive(crowd.evidence).work]


def draw_at(crowd: Crowd, *viewpoints: str, wider: float = 0.0, last: str = "sofa") -> None:
    """The next boxes of the sofa are drawn at these viewpoints, each judged good; then nothing more is to be drawn.

    Args:
        last: what is drawn at the last one.
    """
    for viewpoint in viewpoints:
        shown = last if viewpoint == viewpoints[-1] else "sofa"
        work_but(crowd, Step.DRAW, Step.COVERAGE)
        [question] = [each for each in derive(crowd.evidence).work if each.step in (Step.DRAW, Step.COVERAGE)]
        if question.step is Step.COVERAGE:
            crowd.answer(question, verdict="missing")
            [question] = [each for each in derive(crowd.evidence).work if each.step is Step.DRAW]
        drawn = {"viewpoint_id": viewpoint, "shape": box_of(shown, viewpoint, wider), "visible": "whole"}
        crowd.answer(question, drawn=drawn, thing="sofa")
    work_but(crowd, Step.CARRY, Step.SAME_THING)


def asked(crowd: Crowd, step: Step) -> list[ItemToAsk]:
    return [each for each in derive(crowd.evidence).work if each.step is step]


def sofa(derived: Derived) -> Entity:
    [found] = derived.entities
    return found


def test_one_box_asks_nobody_unless_the_campaign_wants_wedges() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door")
    assert asked(crowd, Step.CARRY) == []
    assert (sofa(derive(crowd.evidence)).position, sofa(derive(crowd.evidence)).how) == (None, "none")
    behind = scan_of(POSITIONS | {"behind": (-2.1, -3.0, 1.5)})
    crowd.foretell = foretelling(Flat(), behind, LandmarkRules(carry_wedges=True))
    [wedge] = asked(crowd, Step.CARRY)
    assert wedge.asked.foretold is not None
    assert (wedge.asked.foretold.viewpoint_id, wedge.asked.foretold.shape) == ("behind", None)


def test_two_boxes_are_foretold_and_say_where_the_thing_is() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa")
    [question] = asked(crowd, Step.CARRY)
    foretold = question.asked.foretold
    assert foretold is not None
    assert foretold.viewpoint_id == "lamp"
    assert foretold.shape is not None
    assert iou(foretold.shape, region_from_json(box_of("sofa", "lamp"))) > 0.5
    thing = sofa(derive(crowd.evidence))
    assert thing.how == "triangulated"
    assert thing.position is not None
    assert thing.spread is not None
    assert thing.extent is not None
    off = np.abs(np.array(thing.position) - THINGS["sofa"])
    assert (off <= 3 * np.array(thing.spread)).all()


def test_answers_become_regions_that_say_where_they_came_from() -> None:
    for verdict, more, source in (
        ("accept", {}, "accepted"),
        ("adjust", {"shape": box_of("sofa", "lamp"), "visible": "cut"}, "adjusted"),
    ):
        crowd = speaking(3)
        draw_at(crowd, "door", "sofa")
        [question] = asked(crowd, Step.CARRY)
        judged = crowd.answer(question, verdict=verdict, **more)
        work_but(crowd, Step.CARRY)
        derived = derive(crowd.evidence)
        [region] = [each for each in derived.regions if each.from_region]
        assert (region.region_id, region.source, region.quality) == (judged.id, source, "good")
        assert region.from_region == question.asked.regions[0]
        assert region.viewpoint_id == "lamp"
        assert region.entity_id == sofa(derived).entity_id
        assert region.visible == more.get("visible", "whole")
        gone = derive(without(crowd, judged))
        assert not any(each.from_region for each in gone.regions)


def test_a_carried_region_counts_once_another_person_found_it_good() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa")
    [question] = asked(crowd, Step.CARRY)
    carried = crowd.answer(question, verdict="adjust", shape=box_of("sofa", "lamp"))
    before = derive(crowd.evidence)
    [region] = [each for each in before.regions if each.from_region]
    assert (region.quality, region.entity_id) == ("unjudged", None)
    [judging] = asked(crowd, Step.QUALITY)
    assert judging.asked.regions == (region.region_id,)
    assert carried.person in judging.not_for
    crowd.answer(judging, verdict="good")
    after = derive(crowd.evidence)
    [region] = [each for each in after.regions if each.from_region]
    assert (region.quality, region.entity_id) == ("good", sofa(after).entity_id)
    assert sofa(after).position != sofa(before).position, "three boxes say where it is"


def test_a_bad_carried_region_is_nothing_and_others_look_there_until_three_did() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa")
    looked: list[int] = []
    while questions := asked(crowd, Step.CARRY):
        looked.append(crowd.answer(questions[0], verdict="accept").person)
        crowd.answer(asked(crowd, Step.QUALITY)[0], verdict="bad", reason="not_it")
    assert len(looked) == len(set(looked)) == 3
    derived = derive(crowd.evidence)
    carried = [each for each in derived.regions if each.from_region]
    assert [(each.quality, each.entity_id) for each in carried] == [("bad", None)] * 3
    assert derived.work == ()


def test_a_region_stays_that_somebody_judges_when_the_one_before_it_turns_out_good() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa")
    crowd.answer(asked(crowd, Step.CARRY)[0], verdict="accept")
    [judging] = asked(crowd, Step.QUALITY)
    wrong = crowd.answer(judging, verdict="bad", reason="not_it")
    crowd.answer(asked(crowd, Step.CARRY)[0], verdict="adjust", shape=box_of("sofa", "lamp"))
    [second] = asked(crowd, Step.QUALITY)
    crowd.judged = [each for each in crowd.judged if each is not wrong]  # such as of a person who was stopped
    crowd.answer(judging, verdict="good")
    carried = {each.region_id: each for each in derive(crowd.evidence).regions if each.from_region}
    [first_id], [second_id] = judging.asked.regions, second.asked.regions
    assert (carried[first_id].quality, carried[first_id].replaced_by) == ("good", None)
    assert (carried[second_id].quality, carried[second_id].replaced_by) == ("unjudged", first_id)
    assert second_id not in {each.asked.regions[0] for each in asked(crowd, Step.QUALITY)}


def test_whoever_did_not_draw_may_look_elsewhere_and_still_judge_what_others_accepted() -> None:
    crowd = speaking(3, rules=Rules(mark_twice=0))
    draw_at(crowd, "door", "sofa")
    drew, covered = ({each.person for each in crowd.evidence.of(step)} for step in (Step.DRAW, Step.COVERAGE))
    [question] = asked(crowd, Step.CARRY)
    assert question.not_for >= drew
    assert not question.not_for & (covered - drew)
    everybody = frozenset(each.person for each in crowd.judged)
    first = crowd.answer(replace(question, not_for=everybody), verdict="accept").person
    crowd.answer(asked(crowd, Step.QUALITY)[0], verdict="bad", reason="not_it")
    second = crowd.answer(asked(crowd, Step.CARRY)[0], verdict="accept").person
    [judging] = asked(crowd, Step.QUALITY)
    assert first not in judging.not_for
    assert second in judging.not_for


@pytest.mark.parametrize("verdict", ["hidden", "not_there"])
def test_what_is_not_seen_there_is_no_region_and_not_asked_again(verdict: str) -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa")
    [question] = asked(crowd, Step.CARRY)
    crowd.answer(question, verdict=verdict)
    if asked(crowd, Step.CARRY):  # a share is asked twice
        crowd.answer(question, verdict=verdict)
    derived = derive(crowd.evidence)
    assert asked(crowd, Step.CARRY) == []
    assert not any(each.from_region for each in derived.regions)


def test_regions_of_two_things_are_placed_nowhere() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door")
    regions = derive(crowd.evidence).regions
    elsewhere = region_from_json(box_of("table", "sofa"))
    other = regions[0].model_copy(update={"region_id": "other", "viewpoint_id": "sofa", "shape": elsewhere})
    assert by_rays()(regions).place is None
    carried = by_rays()([regions[0], other])
    assert (carried.foretold, carried.place) == ((), None)


def test_boxes_of_two_things_that_are_called_one_go_to_the_reviewers() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa", last="table")
    derived = derive(crowd.evidence)
    [dispute] = [each for each in derived.disputes if "too far apart" in each.reason]
    drawn = {each.region_id for each in derived.regions}
    assert len(drawn & set(dispute.answers)) == 2
    about = {named for each in dispute.mentions for named in [each.mention_id]}
    [chain] = [each for each in derived.chains if set(each.mentions) & about]
    assert set(chain.mentions) == about
    assert not [each for each in derived.work if {key.mention_id for key in each.asked.mentions} & about]
    assert sofa(derived).position is None
    taken_out = [each for each in crowd.judged if each.id not in dispute.answers]
    assert derive(replace(crowd.evidence, judged=tuple(taken_out))).disputes == ()
    accepted = [replace(each, accepted=each.id in dispute.answers or each.accepted) for each in crowd.judged]
    assert derive(replace(crowd.evidence, judged=tuple(accepted))).disputes == ()
    some = [replace(each, accepted=each.id == min(drawn) or each.accepted) for each in crowd.judged]
    assert derive(replace(crowd.evidence, judged=tuple(some))).disputes == (dispute,)


def test_what_is_mostly_hidden_says_nothing_of_where_the_thing_is() -> None:
    crowd = speaking(3)
    draw_at(crowd, "door", "sofa", last="table")
    [first, second] = [each for each in derive(crowd.evidence).regions if each.quality == "good"]
    assert by_rays()([first, second]).apart
    hidden = second.model_copy(update={"visible": "mostly_hidden"})
    assert not by_rays()([first, hidden]).apart
    assert not by_rays()([first, first]).apart


def test_the_rule_says_how_sure_a_foretold_region_has_to_be() -> None:
    crowd = speaking(3, foretell=by_rays(carry_least=1))
    draw_at(crowd, "door", "sofa")
    assert asked(crowd, Step.CARRY) == []
    assert sofa(derive(crowd.evidence)).how == "triangulated"


# Two languages


def in_two_languages(english: tuple[str, ...], hindi: str, wider: float) -> Crowd:
    """A sofa that is drawn at some viewpoints in English, and at one and more loosely in Hindi. Nobody knows both."""
    crowd = speaking(1, 3)
    left = {"en-US": [*english], "hi-IN": [hindi]}
    while work := [
        each for each in derive(crowd.evidence).work if each.step not in (Step.SAME_THING, Step.CARRY)
    ]:
        question = work[0]
        [language, *_] = question.languages
        means_sofa = bool(question.asked.mentions) and truth_of(question.asked.mentions[0]) in SOFAS
        if question.step is Step.DRAW and means_sofa:
            place = left[language].pop(0)
            shape = box_of("sofa", place, wider if language == "hi-IN" else 0)
            told = {"viewpoint_id": place, "shape": shape, "visible": "whole"}
            crowd.answer(question, drawn=told, thing="sofa")
        elif question.step is Step.COVERAGE and means_sofa and left[language]:
            crowd.answer(question, verdict="missing")
        else:
            crowd.answer(question)
    return crowd


def languages_of(crowd: Crowd, question: ItemToAsk) -> set[int]:
    return {each.instruction_id for each in question.asked.mentions}


def joined(derived: Derived) -> bool:
    """Whether some chain has mentions of both instructions."""
    return any(len({name[:6] for name in chain.mentions}) == 2 for chain in derived.chains)


@pytest.mark.parametrize(
    ("english", "hindi", "wider"),
    [(("door",), "door", 0.1), (("door", "sofa"), "lamp", 0.1)],
    ids=["drawn at one viewpoint", "foretold where the other is drawn"],
)
def test_regions_of_two_languages_that_overlap_ask_whether_they_are_one_thing(
    english: tuple[str, ...], hindi: str, wider: float
) -> None:
    crowd = in_two_languages(english, hindi, wider)
    assert not joined(derive(crowd.evidence))
    sofas = [each for each in asked(crowd, Step.SAME_THING) if languages_of(crowd, each) == {1, 3}]
    [question] = [each for each in sofas if {truth_of(key) for key in each.asked.mentions} == SOFAS]
    regions = {each.region_id: each for each in derive(crowd.evidence).regions}
    shown = [regions[name] for name in question.asked.regions]
    if len(english) == 1:
        assert 0.3 <= iou(shown[0].shape, shown[1].shape) < 0.8
    crowd.answer(question, verdict="same")
    derived = derive(crowd.evidence)
    assert joined(derived)
    [thing] = [each for each in derived.entities if set(each.labels) == {"en-US", "hi-IN"}]
    assert thing.how == ("triangulated" if len(english) > 1 else "none")


def test_different_things_stay_apart_and_are_not_asked_about_again() -> None:
    crowd = in_two_languages(("door",), "door", 0.1)
    [question] = [each for each in asked(crowd, Step.SAME_THING) if languages_of(crowd, each) == {1, 3}]
    crowd.answer(question, verdict="different")
    assert not joined(derive(crowd.evidence))
    assert not [each for each in asked(crowd, Step.SAME_THING) if languages_of(crowd, each) == {1, 3}]
